import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill info")
struct InfoCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private static let sample = Fixture.tests.deletingLastPathComponent().appending(path: "tiles")
  private static let forlani = Fixture.url("trees/forlani-1565")

  private func info(_ path: String, _ options: String = "") throws -> NSDictionary {
    let outcome = try folder.run(["info", path, "--json"] + words(options))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
  }

  private func column(_ key: String, _ info: NSDictionary) -> [Int] {
    (info["zooms"] as? [NSDictionary] ?? []).compactMap { $0[key] as? Int }
  }

  /// Counted by Python over the files; colour types are byte 25 of each.
  @Test func `it counts the tiles, bytes and kinds of each zoom`() throws {
    let info = try info(Self.forlani.path)
    #expect(info["kind"] as? String == "tileset")
    #expect(column("zoom", info) == [0, 1, 2, 3])
    #expect(column("tiles", info) == [1, 2, 6, 15])
    #expect(column("bytes", info) == [37695, 143_292, 563_114, 2_233_697])
    #expect(column("duplicates", info) == [0, 0, 0, 0])
    #expect(column("blank", info) == [0, 0, 0, 0])
    #expect(info["files"] as? Int == 25 && info["file_bytes"] as? Int == 2_978_840)
    #expect(info["without_deepest"] as? NSDictionary == ["zoom": 3, "saves": 2_233_697])
    #expect(info["tile_size"] as? Int == 256)
    let total = info["total"] as? NSDictionary
    #expect(total?["kinds"] as? NSDictionary == ["rgba 8": 24])
  }

  @Test func `it tells size in an app and what the deepest zoom weighs`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.sample.path)
      .filter { $0.contains(".") }
    let bytes = try names.reduce(0) {
      $0 + (try Data(contentsOf: Self.sample.appending(path: $1)).count)
    }
    let info = try info(Self.sample.path)
    #expect(info["files"] as? Int == names.count)
    #expect(info["file_bytes"] as? Int == bytes)
    let text = try folder.run(["info", Self.sample.path]).output
    #expect(text.contains("\nin app   \(names.count) files, "))
    #expect(text.contains("\nwithout zoom 16: "))
  }

  private func putTiles() throws {
    let tile = { (red: UInt8, alpha: UInt8) in
      PNGMaker.png(
        width: 256, height: 256, depth: 8, color: 6,
        rows: Array(
          repeating: [0] + Array(repeating: [red, 0, 0, alpha], count: 256).flatMap(\.self),
          count: 256
        ).flatMap(\.self))
    }
    try folder.make("set/3/1/1.png", tile(9, 255))
    try folder.make("set/4/2/2.png", tile(9, 255))
    try folder.make("set/4/2/3.png", tile(0, 0))
    try folder.make("set/4/3/2.png", tile(7, 255))
    try folder.make("set/4/3/3.png", tile(7, 255))
    try folder.make("set/4/3/4.png", Array("no picture".utf8))
  }

  @Test func `copies are counted at their second place, blank and broken tiles too`() throws {
    try putTiles()
    let info = try info("set")
    #expect(column("duplicates", info) == [0, 2])
    let weight = try folder.bytes("set/3/1/1.png").count
    #expect(column("duplicate_bytes", info) == [0, 2 * weight])
    #expect(column("blank", info) == [0, 1])
    #expect(column("broken", info) == [0, 1])
  }

  @Test func `it writes the promise of an old tree, and never over another`() throws {
    try putTiles()
    try FileManager.default.removeItem(at: folder.url.appending(path: "set/4/3/4.png"))
    try folder.make("set/parchment.png", try folder.bytes("set/3/1/1.png"))
    let first = try folder.run(words("info set --write-metadata"))
    #expect(first.ending == .exit(0), "\(first.errors)")
    let metadata = try #require(try folder.json("set/metadata.json"))
    #expect(metadata["name"] as? String == "set" && metadata["format"] as? String == "png")
    #expect(metadata["minzoom"] as? String == "3" && metadata["maxzoom"] as? String == "4")
    #expect(metadata["tilesize"] as? String == "256" && metadata["type"] as? String == "overlay")
    #expect(metadata["fallback"] as? String == "parchment.png")
    // Columns 2 and 3 of 16 are 135 to 90 degrees west; rows 2 and 3 lie above row 4 of 16.
    let box = (metadata["bounds"] as? String ?? "").split(separator: ",").compactMap { Double($0) }
    try #require(box.count == 4)
    let edge = { (row: Double) in atan(sinh(.pi * (1 - 2 * row / 16))) * 180 / .pi }
    for (found, wanted) in zip(box, [-135, edge(4), -90, edge(2)]) {
      #expect(abs(found - wanted) < 1e-9)
    }
    let before = try folder.tree("set")
    let second = try folder.run(words("info set --write-metadata"))
    #expect(second.ending == .exit(2))
    #expect(second.errors.contains("set/metadata.json: exists already"))
    #expect(try folder.tree("set") == before)
    #expect(try folder.run(words("validate set")).ending == .exit(0))
  }

  /// Facts of `Tests/Fixtures/images/expected.tsv`, which pypng and Pillow agree on.
  @Test func `it tells a drawing's size, kind, gamma and texts`() throws {
    let relief = try info(Fixture.url("images/relief-europe.png").path)
    #expect(relief["kind"] as? String == "drawing" && relief["color"] as? String == "RGBA")
    #expect(relief["width"] as? Int == 660 && relief["height"] as? Int == 660)
    #expect(relief["native_zoom"] is NSNull && relief["zooms"] is NSNull)
    let heights = try info(Fixture.url("images/heightmap-europe-gray.png").path)
    #expect(heights["color"] as? String == "grey" && heights["gamma"] as? Double == 0.45455)
    let leaky = PNGMaker.chunk("tEXt", Array("Author\0Ann".utf8))
    try folder.draw("map.png", width: 300, height: 260, before: leaky) { _, _ in [1, 2, 3, 255] }
    #expect(try info("map.png")["leaking_texts"] as? [String] == ["Author"])
  }

  /// Sizes are those of `Tests/Fixtures/jpeg/expected.tsv`, which Pillow gave; 6 stands on its side.
  @Test(arguments: [
    ("base.jpg", "RGB", false, 56, 40), ("gray.jpg", "grey", false, 56, 40),
    ("progressive.jpg", "RGB", true, 56, 40), ("exif-6.jpg", "RGB", false, 40, 56),
  ])
  func `it tells of a JPEG too`(
    name: String, color: String, isProgressive: Bool, width: Int, height: Int
  ) throws {
    let path = Fixture.url("jpeg/\(name)").path
    let facts = try info(path, "--at 5/0/0")
    #expect(facts["format"] as? String == "jpeg" && facts["color"] as? String == color)
    #expect(facts["progressive"] as? Bool == isProgressive)
    #expect(facts["width"] as? Int == width && facts["height"] as? Int == height)
    #expect(facts["bit_depth"] as? Int == 8 && facts["native_zoom"] as? Int == 5)
    let text = try folder.run(["info", path]).output
    #expect(text.contains("size      \(width)x\(height) pixels"))
    #expect(text.contains("kind      JPEG, \(color), 8 bits a channel"))
    #expect(text.contains("turned upright") == (name == "exif-6.jpg"))
  }

  @Test func `it names the colours of a JPEG, and refuses one for print`() throws {
    let facts = try info(Fixture.url("jpeg/p3.jpg").path)
    #expect((facts["profile"] as? String)?.contains("P3") == true)
    let print = try folder.run(["info", Fixture.url("jpeg/cmyk.jpg").path])
    #expect(print.ending == .exit(2))
    #expect(print.errors.contains("cmyk.jpg: "))
  }

  @Test func `told where a drawing lies it gives its zoom and tiles`() throws {
    try folder.drawBits("wide.png", width: 7952, height: 5304) { 0b1010_0110 }
    let info = try info("wide.png", "--at 5/0/0")
    #expect(info["native_zoom"] as? Int == 5)
    #expect(column("tiles", info) == [1, 4, 12, 48, 176, 672])
    #expect(info["tiles"] as? Int == 913)
    let text = try folder.run(words("info wide.png --at 5/0/0")).output
    #expect(text.contains("own zoom  5 (exactly 5.0)"))
  }

  @Test(
    "Wrong calls end with 2, and with the reason",
    arguments: [
      ("info", "TILESET|PNG is missing"), ("info none", "none: does not exist"),
      ("info set --at 3/1/1", "'--at' would have no effect"),
      ("info map.png --write-metadata", "'--write-metadata' would have no effect"),
    ])
  func refusals(line: String, reason: String) throws {
    try putTiles()
    try folder.draw("map.png", width: 3, height: 2) { _, _ in [1, 2, 3, 255] }
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
