import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

@Suite("Stitching")
struct StitchTests {
  /// A picture of soft and hard edges, with clear stretches that leave whole tiles blank.
  private static func picture(width: Int, height: Int, _ dice: inout SeededNumbers) -> Canvas {
    let shift = Int.random(in: 0...255, using: &dice)
    let hole = Int.random(in: 0...600, using: &dice)
    return Canvas(width: width, height: height) { x, y in
      if x > hole, y > hole / 2 { return 0 }
      let alpha = (x / 7 + y / 5) % 4 == 0 ? UInt8(truncatingIfNeeded: x &* 3 + y) : 255
      let word = rgba(
        UInt8(truncatingIfNeeded: x + shift), UInt8(truncatingIfNeeded: y &* 2),
        UInt8(truncatingIfNeeded: x ^ y), alpha)
      return alpha == 0 ? 0 : word
    }
  }

  @Test("What was sliced comes back pixel for pixel, for any size", arguments: 0..<24)
  func roundTrip(_ number: Int) throws {
    var dice = SeededNumbers(seed: UInt64(number))
    let (width, height) = (
      Int.random(in: 1...600, using: &dice), Int.random(in: 1...600, using: &dice)
    )
    let canvas = Self.picture(width: width, height: height, &dice)
    var look = SlicePlan.Look()
    if number % 3 == 0 { look.tileSize = .pixels512 }
    let corner = knownTile("12/\(2 * Int.random(in: 0...2000, using: &dice))/1024")
    let plan = try SlicePlan(
      drawing: PixelSize(width: width, height: height), placement: .at(corner), look: look)
    let sliced = try Sliced(canvas, plan)
    try #require(!sliced.tiles.isEmpty)
    let side = look.tileSize.pixels
    let stitched = try Stitched(
      TreeInMemory(sliced), zoom: plan.nativeZoom.level, jobs: 1 + number % 3)
    #expect(stitched.plan.holes.isEmpty)
    let whole = Canvas(
      width: (width + side - 1) / side * side, height: (height + side - 1) / side * side
    ) { x, y in x < width && y < height ? canvas[x, y] : 0 }
    #expect(try stitched.picture == whole)
  }

  /// PngSuite has pictures of all kinds that PNG knows, 32 pixels a side.
  @Test func `tiles of every kind of PNG are read`() throws {
    let folder = Fixture.url("pngsuite")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("bas") && $0.hasSuffix(".png") }.sorted()
    try #require(names.count == 30)
    var tree = TreeInMemory()
    for (place, name) in names.enumerated() {
      tree["6/\(place)/9"] = try Fixture.bytes("pngsuite/\(name)")
    }
    let picture = try Stitched(tree, zoom: 6).picture
    for (place, name) in names.enumerated() {
      let tile = Canvas(try Decoder.libpng(try Fixture.bytes("pngsuite/\(name)")))
      let part = Canvas(width: 32, height: 32) { picture[place * 32 + $0, $1] }
      #expect(part.words == tile.words, "\(name)")
    }
  }

  @Test func `a whole without a transparent pixel has no alpha, however it is stored`() throws {
    var tree = TreeInMemory()
    tree["3/4/4"] = plainTile([1, 2, 3, 255])
    tree["3/5/4"] = plainTile([4, 5, 6, 255])
    let opaque = try Stitched(tree, zoom: 3)
    #expect(opaque.colorType == 2)
    let (left, right) = (rgba(1, 2, 3, 255), rgba(4, 5, 6, 255))
    #expect(
      try opaque.picture.words.prefix(8)
        == [left, left, left, left, right, right, right, right])
    tree["3/5/4"] = plainTile([4, 5, 6, 254])
    #expect(try Stitched(tree, zoom: 3).colorType == 6)
    tree["3/5/4"] = nil
    tree["3/6/4"] = plainTile([4, 5, 6, 255])
    let holed = try Stitched(tree, zoom: 3)
    #expect(holed.colorType == 6)
    #expect(holed.plan.holes.map(\.description) == ["3/5/4"])
    #expect(try holed.picture[5, 1] == 0)
  }

  @Test func `the record tells blank tiles from missing ones, and how far the drawing goes`()
    throws
  {
    let canvas = Canvas(width: 1024, height: 256) { x, _ in x / 256 == 1 ? 0xFF00_00FF : 0 }
    var tree = TreeInMemory(try Sliced(canvas, at: "10/8/3"))
    let whole = try Stitched(tree, zoom: 10)
    #expect(whole.plan.size == PixelSize(width: 1024, height: 256))
    #expect(whole.plan.blank.count == 3)
    #expect(whole.plan.holes.isEmpty)
    tree.record = nil
    #expect(try Stitched(tree, zoom: 10).plan.size == PixelSize(width: 256, height: 256))
  }

  /// Each quarter of a shallower tile covers one of its four children.
  @Test func `a missing tile shows its part of the nearest shallower one`() throws {
    let colours: [[UInt8]] = [[9, 0, 0, 255], [0, 9, 0, 255], [0, 0, 9, 255], [9, 9, 0, 128]]
    var rows: [UInt8] = []
    for y in 0..<4 {
      rows.append(0)
      for x in 0..<4 { rows += colours[y / 2 * 2 + x / 2] }
    }
    var tree = TreeInMemory()
    tree["4/2/2"] = PNGMaker.png(width: 4, height: 4, depth: 8, color: 6, rows: rows)
    tree["6/8/8"] = plainTile([1, 1, 1, 255])
    let range = try #require(TileRange("6/8-11/8-11"))
    let picture = try Stitched(
      tree, zoom: 6, area: StitchArea(range), holes: .parent
    ).picture
    for y in 0..<16 {
      for x in 0..<16 {
        let parts = colours[y / 8 * 2 + x / 8]
        let expected =
          x < 4 && y < 4 ? rgba(1, 1, 1, 255) : rgba(parts[0], parts[1], parts[2], parts[3])
        #expect(picture[x, y] == expected, "\(x), \(y)")
      }
    }
  }

  @Test func `a missing tile shows the picture that was asked for, a blank one nothing`() throws {
    let canvas = Canvas(width: 768, height: 256) { x, _ in x < 256 ? 0xFF00_00FF : 0 }
    var tree = TreeInMemory(try Sliced(canvas, at: "10/8/3"))
    tree.record?.blank = [TileCoverage(zoom: 10, tiles: [knownTile("10/9/3")])]
    tree.record?.made = [TileCoverage(try #require(TileRange("10/8-10/3")))]
    var mark = TilePicture(width: 256, height: 256)
    mark.pixels = (0..<256 * 256).flatMap { _ in [7, 8, 9, 10] as [UInt8] }
    let picture = try Stitched(tree, zoom: 10, holes: .picture(mark)).picture
    #expect([0, 256, 512].map { picture[$0 + 5, 5] } == [0xFF00_00FF, 0, rgba(7, 8, 9, 10)])
  }

  @Test func `a box across the 180th meridian is one picture`() throws {
    var tree = TreeInMemory()
    for (place, name) in ["3/7/4", "3/0/4", "3/1/4"].enumerated() {
      tree[name] = plainTile([UInt8(place + 1), 0, 0, 255])
    }
    let area = try #require(
      StitchArea(
        covering: try GeographicBounds(west: 140, south: -30, east: -100, north: -5), at: 3))
    #expect(area.columns == 7...9)
    let stitched = try Stitched(tree, zoom: 3, area: area)
    #expect(
      try stitched.picture.words.prefix(12).map { $0 & 255 } == [
        1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
      ])
    // Three eighths of the world, from 135 degrees on.
    #expect(area.bounds.west == 135 && area.bounds.east == -90)
    let place = area.geoTransform(tileSide: 4)
    #expect(place.originX == 20_037_508.342789244 * 0.75)
  }

  @Test func `tiles that make no picture are refused with what they are`() throws {
    var tree = TreeInMemory()
    for x in 0..<3 { tree["4/\(x)/0"] = plainTile([1, 2, 3, 255]) }
    func error(_ zoom: Int = 4) -> StitchError? {
      do {
        _ = try Stitched(tree, zoom: zoom)
        return nil
      } catch {
        return error as? StitchError
      }
    }
    #expect(error(5) == .noTiles(5, has: ZoomRange(4)))
    tree["4/3/0"] = plainTile(side: 8, [1, 2, 3, 255])
    let sizes = [4: 3, 8: 1].reduce(into: [:]) {
      $0[PixelSize(width: $1.key, height: $1.key)] = $1.value
    }
    #expect(error() == .mixedSizes(sizes))
    #expect(
      error()?.description
        == "has tiles of several sizes: 3 of 4x4, 1 of 8x8 (expected one size)")
    tree["4/3/0"] = [0xFF, 0xD8, 0xFF, 0xE0]
    #expect(
      error()?.description
        == "has tiles of these kinds: 3 of a PNG picture, 1 of a JPEG picture (expected PNG pictures)"
    )
    tree["4/3/0"] = Array(plainTile([1, 2, 3, 4]).dropLast(20))
    guard case .badTile(let tile, _)? = error() else {
      Issue.record("found \(String(describing: error()))")
      return
    }
    #expect(tile == knownTile("4/3/0"))
    tree["4/3/0"] = PNGMaker.png(
      width: 2, height: 1, depth: 8, color: 0, rows: [0, 1, 2])
    for x in 0..<3 { tree["4/\(x)/0"] = nil }
    #expect(error() == .notSquare(PixelSize(width: 2, height: 1)))
    tree.ghosts = [TilePath(knownTile("4/3/0"))]
    #expect(error() == .vanished(knownTile("4/3/0")))
  }

  /// 2¹⁸ rows of tiles of 4 pixels are 1,048,576 rows of pixels.
  @Test func `a picture may have more than a million rows`() throws {
    var tree = TreeInMemory()
    let last = (1 << 18) - 1
    tree["18/5/0"] = plainTile([1, 2, 3, 255])
    tree["18/5/\(last)"] = plainTile([4, 5, 6, 255])
    let stitched = try Stitched(tree, zoom: 18)
    #expect(stitched.plan.size == PixelSize(width: 4, height: 1 << 20))
    #expect(stitched.plan.holes.count == last - 1)
    let picture = try stitched.picture
    #expect(picture[0, 0] == rgba(1, 2, 3, 255))
    #expect(picture[3, 1 << 20 - 1] == rgba(4, 5, 6, 255))
  }

  /// Tiles of a map of the world that others cut; its clear pixels are black, as ours are.
  @Test func `slicing what was stitched gives the same tiles, at their own zoom`() throws {
    let tree = try TileFolder(root: Fixture.url("trees/forlani-1565").path)
    let stitched = try Stitched(tree, zoom: 3)
    let size = stitched.plan.size
    let again = try Sliced(
      try stitched.picture,
      try SlicePlan(
        drawing: size, placement: .at(knownTile("3/0/0")), zooms: ZoomRange(3)))
    var count = 0
    try tree.visitTiles { path in
      guard path.tile.zoom == 3 else { return }
      let before = Canvas(try Decoder.libpng(try #require(try tree.bytes(of: path)))).uncovered
      let after = try again.picture(path.tile.description)
      #expect(after?.words == before.words || before.words.allSatisfy { $0 == 0 })
      count += 1
    }
    #expect(count > 10)
  }
}
