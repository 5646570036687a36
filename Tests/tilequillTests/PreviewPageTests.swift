import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// The page of `tilequill serve` in a real browser.
@Suite(
  "The preview's page in a browser", .serialized, .enabled(if: Browser.program != nil),
  .timeLimit(.minutes(3)))
struct PreviewPageTests {
  private static let root = Fixture.tests.deletingLastPathComponent()
  private let folder: SliceFolder
  private let browser: Browser

  init() throws {
    folder = try SliceFolder()
    browser = try Browser()
  }

  /// Serves the sample tiles.
  private func sample(_ options: [String] = []) throws -> ServedProgram {
    try ServedProgram([Self.root.appending(path: "tiles").path] + options, in: folder.url)
  }

  private struct Picture: CustomTestStringConvertible {
    let testDescription = "a screenshot"
    let width: Int
    let pixels: [UInt8]

    init(_ bytes: [UInt8]) throws {
      var reader = TileReader()
      var pixels: [UInt8] = []
      width = try reader.read(bytes.span, into: &pixels).header.width
      self.pixels = pixels
    }

    subscript(x: Int, y: Int) -> [Int] {
      (0..<3).map { Int(pixels[(y * width + x) * 4 + $0]) }
    }

    func isNear(_ colour: [Int], x: Int, y: Int, within distance: Int = 30) -> Bool {
      zip(self[x, y], colour).allSatisfy { abs($0 - $1) <= distance }
    }
  }

  @Test func `it opens on the sample, without a network or a complaint`() throws {
    let served = try sample()
    try browser.visit(served.url)
    let loaded =
      try browser.evaluate(
        "performance.getEntriesByType('resource').map((entry) => entry.name)") as? [String]
    try #require((loaded?.count ?? 0) > 5)
    #expect(loaded?.allSatisfy { $0.hasPrefix(served.url) } == true, "\(loaded ?? [])")
    #expect(browser.complaints == [])
    // The box of the sample's metadata.json, in degrees.
    let isShown = "map.getBounds().contains([[40.75558, -73.99292], [40.80549, -73.93799]])"
    #expect(try browser.evaluate(isShown) as? Bool == true)
    #expect(try browser.evaluate("map.getZoom()") as? Int == 13)
    #expect(try browser.evaluate("document.title") as? String == "central-park")
    let picture = try Picture(try browser.screenshot())
    let colours = Set((0..<600).flatMap { x in (0..<600).map { picture[x, $0] } })
    #expect(colours.count > 2000)
  }

  @Test func `a view is in the address, and an address opens its view`() throws {
    let served = try sample()
    try browser.visit(served.url + "#15/40.7800/-73.9650")
    #expect(try browser.evaluate("map.getZoom()") as? Int == 15)
    let isThere = "map.getCenter().distanceTo([40.78, -73.965]) < 5"
    #expect(try browser.evaluate(isThere) as? Bool == true)
    try browser.run("map.setView([40.79, -73.96], 16, { animate: false })")
    let parts = (try browser.evaluate("location.hash") as? String ?? "").split(separator: "/")
    try #require(parts.count == 3)
    #expect(parts[0] == "#16")
    #expect(abs((Double(parts[1]) ?? 0) - 40.79) < 1e-4)
    #expect(abs((Double(parts[2]) ?? 0) + 73.96) < 1e-4)
    // What is no view leaves the map where it is.
    try browser.run("location.hash = '#16/x/<b>'; location.hash = '#9//'")
    #expect(try browser.evaluate("map.getZoom()") as? Int == 16)
    #expect(browser.complaints == [])
    let scale = "document.querySelectorAll('.leaflet-control-scale-line').length"
    #expect(try browser.evaluate(scale) as? Int == 2)
  }

  @Test func `tiles have borders and names where they must be, and a click copies the name`() throws
  {
    let served = try sample()
    try browser.visit(served.url)
    try browser.run("map.setView([40.7800, -73.9650], 15, { animate: false })")
    try browser.run("byId('show-borders').click(); byId('show-holes').click()")
    try browser.waitForTiles()
    let names = try browser.evaluate(
      "[...document.querySelectorAll('.border button')].map((button) => button.textContent)")
    // 32768 * (180 - 73.965) / 360 = 9651.5…, and the row by the formula of the map: 12312.2….
    #expect((names as? [String])?.contains("15/9651/12312") == true, "\(names ?? "none")")
    let corner =
      try browser.evaluate(
        "(() => { const at = map.latLngToContainerPoint(map.unproject([9651 * 256, 12312 * 256], 15));"
          + " return [at.x, at.y]; })()") as? [Int]
    let at = try #require(corner)
    let picture = try Picture(try browser.screenshot())
    let blue = [0x26, 0x56, 0x9a]
    for step in stride(from: 120, to: 250, by: 10) {
      #expect(picture.isNear(blue, x: at[0] + step, y: at[1]), "north border, \(step)")
      #expect(picture.isNear(blue, x: at[0], y: at[1] + step), "west border, \(step)")
    }
    let inside = stride(from: 60, to: 250, by: 10)
      .filter { picture.isNear(blue, x: at[0] + $0, y: at[1] + 60) }
    #expect(inside.count < 5)
    try browser.run("document.querySelector('.border button').click()")
    try browser.wait("document.querySelector('.border button.copied')")
    #expect(browser.complaints == [])
  }

  @Test func `a large window opens as deep as the whole drawing fits`() throws {
    let served = try sample()
    let large = try Browser(width: 1280, height: 900)
    try large.visit(served.url)
    // At zoom 14 the sample's box is 640 by 768 pixels.
    #expect(try large.evaluate("map.getZoom()") as? Int == 14)
    let isShown = "map.getBounds().contains([[40.75558, -73.99292], [40.80549, -73.93799]])"
    #expect(try large.evaluate(isShown) as? Bool == true)
  }

  @Test func `on a phone the panel is folded, and leaves the map free`() throws {
    let served = try sample()
    let phone = try Browser(width: 390, height: 800)
    try phone.visit(served.url)
    #expect(try phone.evaluate("byId('panel').open") as? Bool == false)
    let share =
      "(() => { const { width, height } = byId('panel').getBoundingClientRect();"
      + " return width * height / (innerWidth * innerHeight); })()"
    #expect(try #require(phone.evaluate(share) as? Double) < 0.04)
    try phone.run("byId('title').click()")
    #expect(try phone.evaluate("byId('panel').open") as? Bool == true)
    let isWithin = "byId('panel').getBoundingClientRect().right <= innerWidth"
    #expect(try phone.evaluate(isWithin) as? Bool == true)
  }

  @Test func `the place and the tile under the pointer are told, and a click copies them`() throws {
    let served = try sample()
    try browser.visit(served.url + "#15/40.7800/-73.9650")
    // 100 pixels right of the middle: 32768 * 256 pixels go around the world.
    try browser.click(x: 550, y: 350)
    let shown = try browser.evaluate("document.querySelector('.readout').textContent") as? String
    let words = try #require(shown).split(whereSeparator: { $0 == " " || $0 == "," })
    try #require(words.count == 3)
    #expect(abs((Double(words[0]) ?? 0) - 40.78) < 2e-5)
    #expect(abs((Double(words[1]) ?? 0) - (-73.965 + 100 * 360 / (32768 * 256))) < 2e-5)
    #expect(words[2] == "15/9651/12312")
    let copies =
      "[...document.querySelectorAll('.copies button')].map((button) => button.textContent)"
    let offered = try browser.evaluate(copies) as? [String]
    #expect(offered == ["\(words[0]), \(words[1])", "15/9651/12312"])
    try browser.run("document.querySelector('.copies button:last-child').click()")
    try browser.wait("document.querySelector('.copies button.copied')")
    #expect(browser.complaints == [])
  }

  @Test func `places say their names where there is room, and open by keyboard`() throws {
    let places = Fixture.drawing("pois.geojson").path
    let served = try sample(["--places", places])
    try browser.visit(served.url + "#16/40.7678/-73.9719")
    let labels = "[...document.querySelectorAll('.label')].map((label) => label.textContent)"
    #expect((try browser.evaluate(labels) as? [String])?.contains("Goblin Lair") == true)
    let overlaps =
      "(() => { const boxes = [...document.querySelectorAll('.label')]"
      + ".map((label) => label.getBoundingClientRect()); return boxes.filter((a, i) =>"
      + " boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom"
      + " && b.top < a.bottom)).length; })()"
    try browser.run("map.setZoom(13, { animate: false })")
    // Names that go fade out first.
    try browser.wait(
      "[...document.querySelectorAll('.label')].every((label) => label.style.opacity > 0)")
    #expect(try browser.evaluate(overlaps) as? Int == 0)
    try browser.run("byId('show-places').click()")
    try browser.wait("document.querySelectorAll('.label').length === 0")
    try browser.run("byId('show-places').click()")
    try browser.run("globalThis.spot = document.querySelector('[aria-label^=\"Goblin Lair\"]')")
    #expect(try browser.evaluate("spot.tabIndex") as? Int == 0)
    try browser.run("spot.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))")
    try browser.wait("document.querySelector('.leaflet-popup-content strong')")
    let title = "document.querySelector('.leaflet-popup-content strong').textContent"
    #expect(try browser.evaluate(title) as? String == "Goblin Lair")
    #expect(browser.complaints == [])
  }

  @Test func `the page is dark where the system is`() throws {
    let served = try sample()
    let colour = "getComputedStyle(byId('panel')).backgroundColor.match(/\\d+/g).map(Number)"
    try browser.visit(served.url)
    #expect(try #require(browser.evaluate(colour) as? [Int]).allSatisfy { $0 > 200 })
    try browser.beDark()
    #expect(try #require(browser.evaluate(colour) as? [Int]).allSatisfy { $0 < 80 })
  }

  @Test func `missing tiles are told from blank ones, and the fallback can be left out`() throws {
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "tiles"), to: folder.url.appending(path: "tiles"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "tiles/15/9651/12312.png"))
    let served = try ServedProgram(["tiles"], in: folder.url)
    try browser.visit(served.url)
    try browser.run("map.setView([40.7800, -73.9650], 15, { animate: false })")
    try browser.waitForTiles()
    func marked(_ word: String) throws -> [String] {
      try browser.evaluate(
        "Object.values(holes._tiles).filter((tile) => tile.el.classList.contains('\(word)'))"
          + ".map((tile) => nameOf(tile.coords))") as? [String] ?? []
    }
    #expect(try marked("missing") == ["15/9651/12312"])
    try browser.run("map.setView([40.7600, -73.9420], 16, { animate: false })")
    try browser.waitForTiles()
    #expect(try marked("missing") == [])
    #expect(try marked("blank").count > 3)
    try browser.run("map.setView([40.7800, -73.9650], 15, { animate: false })")
    let source =
      "Object.values(tiles._tiles).find((tile) => nameOf(tile.coords) === '15/9651/12312')"
    #expect(try browser.evaluate("\(source).el.naturalWidth") as? Int == 256)
    try browser.run(
      "byId('holes').value = '204'; byId('holes').dispatchEvent(new Event('change'))")
    try browser.wait("\(source).el.naturalWidth === 1")
    #expect(browser.complaints == [])
  }

  @Test func `the hero walks, and the tiles of the walk are listed`() throws {
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "tiles"), to: folder.url.appending(path: "tiles"))
    let walk = Fixture.drawing("walk.gpx").path
    let listed = try folder.run(["list", "--route", walk, "--zoom", "16"]).output
    let needed = Set(listed.split(separator: "\n").map(String.init))
    let lost = try #require(needed.sorted().last)
    try FileManager.default.removeItem(at: folder.url.appending(path: "tiles/\(lost).png"))
    let served = try ServedProgram(["tiles", "--route", walk], in: folder.url)
    try browser.visit(served.url)
    try browser.run("map.setView(hero.marker.getLatLng(), 16, { animate: false })")
    let items = try browser.evaluate(
      "[...byId('needed').children].map((item) => [item.dataset.tile, item.className])")
    let shown = items as? [[String]] ?? []
    #expect(Set(shown.map { $0[0] }) == needed)
    #expect(shown.filter { $0[1].contains("missing") }.map { $0[0] } == [lost])
    let start = try browser.evaluate("hero.state.walked") as? Double
    try browser.run("byId('faster').click(); byId('faster').click(); byId('play').click()")
    try browser.wait("hero.state.walked > 20")
    let place =
      try browser.evaluate(
        "(() => { const at = hero.marker.getLatLng(); return [at.lat, at.lng]; })()") as? [Double]
    #expect(start == 0)
    // The walk begins at 40.7646, -73.9735 and goes north-east.
    #expect((place?[0] ?? 0) > 40.7646)
    #expect((place?[1] ?? -180) > -73.9735)
    try browser.run("byId('play').click()")
    let paused = try browser.evaluate("hero.state.walked") as? Double
    usleep(200_000)
    #expect(try browser.evaluate("hero.state.walked") as? Double == paused)
    #expect(browser.complaints == [])
  }

  @Test func `a saved drawing changes the tile that is shown, and nothing else`() throws {
    func draw(_ east: [UInt8]) throws {
      try folder.draw("map.png", width: 512, height: 256) { x, _ in
        x < 256 ? [40, 60, 200, 255] : east
      }
    }
    try draw([200, 30, 30, 255])
    let served = try ServedProgram(
      words("tiles --watch map.png --at 14/4824/6156 --host 127.0.0.1"), in: folder.url)
    try browser.visit(served.url)
    try browser.run(
      "map.setView(map.unproject([4825 * 256, 6156 * 256 + 128], 14), 14, { animate: false })")
    try browser.run("map.panBy([30, 20], { animate: false })")
    try browser.waitForTiles()
    let view = "JSON.stringify([map.getCenter(), map.getZoom()])"
    let source = { (name: String) in
      "Object.values(tiles._tiles).find((tile) => nameOf(tile.coords) === '\(name)').el.src"
    }
    let before = try browser.evaluate(view) as? String
    let (west, east) = (
      try browser.evaluate(source("14/4824/6156")) as? String,
      try browser.evaluate(source("14/4825/6156")) as? String
    )
    let old = try Picture(try browser.screenshot())
    #expect(old.isNear([200, 30, 30], x: 450 + 60, y: 350))
    #expect(old.isNear([40, 60, 200], x: 450 - 120, y: 350))
    try draw([20, 180, 40, 255])
    try browser.wait("\(source("14/4825/6156")) !== '\(east ?? "")'", seconds: 20)
    try browser.waitForTiles()
    let new = try Picture(try browser.screenshot())
    #expect(new.isNear([20, 180, 40], x: 450 + 60, y: 350))
    #expect(new.isNear([40, 60, 200], x: 450 - 120, y: 350))
    #expect(try browser.evaluate(view) as? String == before)
    #expect(try browser.evaluate(source("14/4824/6156")) as? String == west)
    #expect(browser.complaints == [])
  }

  @Test func `no text of a file becomes a script or an element`() throws {
    let trap =
      #"<img src=x onerror=\"globalThis.caught = 1\"><script>globalThis.caught = 2</script>"#
    try folder.make(
      "places.geojson",
      Array(
        """
        {"type":"Feature","properties":{"name":"\(trap)","kind":"\(trap)","color":"red;x:url(//x)",
        "note":"\(trap)"},"geometry":{"type":"Polygon","coordinates":
        [[[-73.97,40.77],[-73.95,40.77],[-73.95,40.79],[-73.97,40.77]]]}}
        """.utf8))
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "tiles"), to: folder.url.appending(path: "tiles"))
    let promise = try String(
      decoding: folder.bytes("tiles/metadata.json"), as: UTF8.self
    ).replacing(#""central-park""#, with: "\"\(trap)\", \"attribution\": \"\(trap)\"")
    try folder.make("tiles/metadata.json", Array(promise.utf8))
    let served = try ServedProgram(["tiles", "--places", "places.geojson"], in: folder.url)
    try browser.visit(served.url)
    try browser.run("places.getLayers()[0].openPopup(); places.getLayers()[0].openTooltip()")
    try browser.wait("document.querySelector('.leaflet-popup-content strong')")
    let shown =
      try browser.evaluate(
        "document.querySelector('.leaflet-popup-content').textContent") as? String
    #expect(shown?.contains("<img src=x") == true)
    #expect(try browser.evaluate("byId('title').textContent.startsWith('<img')") as? Bool == true)
    #expect(try browser.evaluate("document.querySelectorAll('img[src=x]').length") as? Int == 0)
    #expect(try browser.evaluate("typeof globalThis.caught") as? String == "undefined")
    #expect(try browser.evaluate("document.querySelectorAll('path.shimmer').length") as? Int == 1)
    #expect(browser.complaints == [])
  }

  @Test func `an exported preview opens from the disk`() throws {
    let walk = Fixture.drawing("walk.gpx").path
    let outcome = try folder.run([
      "serve", Self.root.appending(path: "tiles").path, "--export", "out", "--route", walk,
    ])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    try browser.visit("file://\(folder.url.path)/out/index.html")
    #expect(try browser.evaluate("Object.keys(tiles._tiles).length") as? Int == 4)
    #expect(
      try browser.evaluate(
        "Object.values(tiles._tiles).every((tile) => tile.el.naturalWidth === 256)") as? Bool
        == true)
    #expect(browser.complaints == [])
  }

  @Test func `a drawing that lies nowhere is shown from its corner`() throws {
    try folder.draw("map.png", width: 700, height: 500) { x, y in
      x < 350 ? [200, 30, 30, 255] : [20, 180, 40, 255]
    }
    #expect(try folder.run(words("slice map.png tiles --plain --quiet")).ending == .exit(0))
    let served = try ServedProgram(["tiles"], in: folder.url)
    try browser.visit(served.url)
    try browser.run("map.setView(map.unproject([350, 250], 2), 2, { animate: false })")
    try browser.waitForTiles()
    let picture = try Picture(try browser.screenshot())
    #expect(picture.isNear([200, 30, 30], x: 420, y: 350))
    #expect(picture.isNear([20, 180, 40], x: 480, y: 350))
    let missing = "document.querySelectorAll('.tile-mark.missing').length"
    #expect(try browser.evaluate(missing) as? Int == 0)
    #expect(browser.complaints == [])
  }
}
