import Foundation
import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("What is served of a set besides tiles")
struct SetAnswerTests {
  private func json(_ answer: HTTPAnswer) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? NSDictionary)
  }

  private func tileJSON(_ folder: ServedFolder, host: String?) throws -> HTTPAnswer {
    var request = HTTPRequest("/tiles.json")
    request.host = host
    return try folder.site().answer(request)
  }

  @Test func `TileJSON has absolute addresses, and numbers for numbers`() throws {
    let folder = try ServedFolder(#", "name": "park", "attribution": "me", "description": "d""#)
    let found = try json(tileJSON(folder, host: "127.0.0.1:8080"))
    #expect(found["tilejson"] as? String == "3.0.0")
    #expect(found["tiles"] as? [String] == ["http://127.0.0.1:8080/{z}/{x}/{y}.png"])
    #expect(found["scheme"] as? String == "xyz")
    #expect(found["minzoom"] as? Int == 12)
    #expect(found["maxzoom"] as? Int == 15)
    #expect(found["bounds"] as? [Double] == [-73.99, 40.75, -73.93, 40.81])
    #expect((found["center"] as? [Double])?.count == 3)
    #expect(found["name"] as? String == "park")
    #expect(found["attribution"] as? String == "me")
    #expect(found["description"] as? String == "d")
  }

  @Test func `a box across the 180th meridian goes around the world in TileJSON`() throws {
    let folder = try ServedFolder(#", "bounds": "176,-19,-178,-16""#)
    // Of a key that stands twice, readers take the last or refuse the file.
    try folder.write(
      Array(#"{"minzoom":"5","maxzoom":"6","bounds":"176,-19,-178,-16"}"#.utf8),
      to: "metadata.json")
    let found = try json(tileJSON(folder, host: "localhost"))
    #expect(found["bounds"] as? [Double] == [-180, -19, 180, -16])
    let data = try folder.site().answer(HTTPRequest("/preview/data.js")).text
    #expect(data.contains(#""bounds":[176,-19,182,-16]"#))
  }

  @Test(
    "A header Host that names no host is refused",
    arguments: [
      nil, "", "a b", "a\"b", "<script>", "host:port", "host:123456", "a/b", "user@host", "é",
      "[::1", "[evil.example]", String(repeating: "a", count: 254),
    ] as [String?])
  func hosts(host: String?) throws {
    #expect(try tileJSON(try ServedFolder(), host: host).status == 400)
  }

  @Test(
    "A header Host that names one is taken over",
    arguments: ["localhost", "127.0.0.1:80", "[::1]:8080", "maps.example.org", "my_box.local:1"])
  func goodHosts(host: String) throws {
    let found = try json(tileJSON(try ServedFolder(), host: host))
    #expect(found["tiles"] as? [String] == ["http://\(host)/{z}/{x}/{y}.png"])
  }

  @Test func `metadata are flat keys of text`() throws {
    let folder = try ServedFolder(#", "name": "park""#)
    let found = try json(folder.site().answer(HTTPRequest("/metadata.json")))
    #expect(found["minzoom"] as? String == "12")
    #expect(found["name"] as? String == "park")
  }

  /// A tree of another tiler, without any promise: 0 to 3, its tiles counted by `find`.
  @Test func `a set without promises is measured`() throws {
    let path = Fixture.url("trees/forlani-1565").path
    let tileset = try ServedTileset(path: path) { try TileFolder(root: path) }
    let site = PreviewSite(tileset, look: PreviewLook(), enlarger: EchoEnlarger())
    var request = HTTPRequest("/tiles.json")
    request.host = "localhost"
    let found = try json(site.answer(request))
    #expect(found["minzoom"] as? Int == 0)
    #expect(found["maxzoom"] as? Int == 3)
    #expect((found["bounds"] as? [Double])?.count == 4)
  }

  @Test func `a set without a tile is refused`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path
    #expect(throws: TilesetFault.noTile) {
      try ServedTileset(path: path) { try TileFolder(root: path) }
    }
  }

  @Test func `the page is told which tiles are there, and which have come since`() async throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    try folder.write(picture(1), to: "12/1/2.png")
    let site = try folder.site()
    let before = try json(site.answer(HTTPRequest("/preview/tiles.json")))
    #expect(before["there"] as? [String] == ["12/1/1-2"])
    try folder.write(picture(1), to: "13/5/5.png")
    site.publish(.any)
    let after = try json(site.answer(HTTPRequest("/preview/tiles.json")))
    #expect(after["there"] as? [String] == ["12/1/1-2", "13/5/5"])
  }

  @Test func `the page's zooms are the set's, on the map and on the layer`() throws {
    let folder = try ServedFolder()
    try folder.write(
      Array(#"{"minzoom":"14","maxzoom":"20","bounds":"-73.99,40.75,-73.93,40.81"}"#.utf8),
      to: "metadata.json")
    let site = try folder.site()
    let data = site.answer(HTTPRequest("/preview/data.js")).text
    #expect(data.contains(#""maxzoom":20"#))
    #expect(data.contains(#""minzoom":14"#))
    let script = site.answer(HTTPRequest("/preview/map.js")).text
    #expect(script.contains("maxNativeZoom: data.maxzoom"))
    #expect(script.contains("maxZoom: Math.min(30, data.maxzoom + OVERZOOM)"))
  }

  @Test func `the page loads its own scripts and no others`() throws {
    let folder = try ServedFolder()
    let site = try folder.site()
    let page = site.answer(HTTPRequest("/"))
    #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    let policy = try #require(page.header("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
    #expect(!policy.contains("unsafe"))
    let names = page.text.matches(of: /(?:src|href)="(preview\/[^"]+)"/)
    try #require(names.count > 2)
    for name in names {
      let file = site.answer(HTTPRequest("/\(name.1)"))
      #expect(file.status == 200, "\(name.1): \(file.text.prefix(200))")
    }
  }

  @Test func `without an own copy the map library comes from the net, sealed by its hash`() throws {
    var folder = try ServedFolder()
    folder.look.leaflet = .net
    let page = try folder.site().answer(HTTPRequest("/"))
    let scripts = page.text.matches(of: /<(?:script|link)[^>]*https:[^>]*>/)
    #expect(scripts.count == 2)
    for tag in scripts {
      #expect(tag.output.contains(/integrity="sha256-[A-Za-z0-9+\/]{43}="/))
      #expect(tag.output.contains("crossorigin"))
    }
    #expect(page.header("Content-Security-Policy")?.contains("https://unpkg.com") == true)
  }
}
