import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill slice")
struct SliceCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// 300 x 260 pixels: an ink corner, the rest clear white.
  private func drawCorner(_ name: String = "map.png", before: [UInt8] = []) throws {
    try folder.draw(name, width: 300, height: 260, before: before) { x, y in
      x < 40 && y < 30 ? [200, 100, UInt8(x), 255] : [255, 255, 255, 0]
    }
  }

  private static let kept = ["11/512/1024.png", "12/1024/2048.png"]

  @Test func `it writes tiles, metadata and record, and nothing else`() throws {
    try drawCorner()
    let outcome = try folder.run(words("slice map.png out --at 12/1024/2048"))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("tilequill: out: 2 written, 3 blank skipped, "))
    #expect(try folder.names == ["map.png", "out"])
    #expect(
      try folder.files(below: "out") == Self.kept + ["metadata.json", "tilequill.json"])
  }

  /// Bounds from atan(sinh(π(1 − 2y))), worked out apart.
  @Test func `the metadata tell where the drawing is and which zooms there are`() throws {
    try drawCorner()
    _ = try folder.run(words("slice map.png out --at 12/1024/2048"))
    let metadata = try #require(try folder.json("out/metadata.json"))
    #expect(metadata["name"] as? String == "map")
    #expect(metadata["format"] as? String == "png")
    #expect(metadata["type"] as? String == "overlay")
    #expect(metadata["minzoom"] as? String == "11")
    #expect(metadata["maxzoom"] as? String == "12")
    #expect(metadata["tilesize"] as? String == "256")
    #expect(metadata["fallback"] == nil)
    let bounds = try #require(metadata["bounds"] as? String).split(separator: ",")
      .compactMap { Double($0) }
    let world = Double(256 << 12)
    let south = atan(sinh(.pi * (1 - 2 * (2048 * 256 + 260) / world))) * 180 / .pi
    let expected = [-90, south, -90 + 300 / world * 360, 0]
    try #require(bounds.count == 4)
    for (found, wanted) in zip(bounds, expected) { #expect(abs(found - wanted) < 1e-9) }
    let center = try #require(metadata["center"] as? String).split(separator: ",")
      .compactMap { Double($0) }
    try #require(center.count == 3)
    #expect(bounds[0]...bounds[2] ~= center[0] && bounds[1]...bounds[3] ~= center[1])
    #expect(center[2] == 11)
  }

  @Test func `the record tells what was made, what is blank, and how`() throws {
    try drawCorner()
    _ = try folder.run(words("slice map.png out --at 12/1024/2048"))
    let record = try #require(try folder.json("out/tilequill.json"))
    #expect(record["made"] as? [String] == ["11/512/1024", "12/1024/2048"])
    #expect(record["blank"] as? [String] == ["12/1024/2049", "12/1025/2048-2049"])
    #expect(record["placement"] as? [String: String] == ["at": "12/1024/2048"])
    #expect(
      record["drawing"] as? NSDictionary == ["name": "map.png", "width": 300, "height": 260])
    #expect(
      record["options"] as? NSDictionary
        == [
          "zooms": "11-12", "tile_size": 256, "keep_blank": false, "resample": "auto",
          "shrink": "average", "retina": false, "native_zoom": 12, "zooms_follow_drawing": true,
        ])
    #expect(
      try folder.run(words("slice map.png bare --at 12/1024/2048 --no-record")).ending == .exit(0))
    #expect(try folder.files(below: "bare") == Self.kept + ["metadata.json"])
  }

  @Test func `every tile is 256 pixels square, edges too`() throws {
    try folder.draw("map.png", width: 700, height: 300) { x, y in [UInt8(x & 255), 9, 9, 255] }
    let outcome = try folder.run(words("slice map.png out --at 5/3/4 --zoom 3-5"))
    #expect(outcome.ending == .exit(0))
    let tiles = try folder.tree("out").filter { $0.key.hasSuffix(".png") }
    #expect(tiles.count == 6 + 2 + 2)
    for (path, bytes) in tiles { #expect(bytes[16..<24] == [0, 0, 1, 0, 0, 0, 1, 0], "\(path)") }
  }

  @Test(
    "The zooms asked for are the zooms written",
    arguments: ["6", "5-6", "2-4", "0", "0-6", "5-5"])
  func zooms(asked: String) throws {
    try drawCorner()
    let outcome = try folder.run(words("slice map.png out --at 6/17/18 --zoom \(asked)"))
    #expect(outcome.ending == .exit(0))
    let ends = asked.split(separator: "-").compactMap { Int($0) }
    let wanted = (ends[0]...ends[ends.count - 1]).map(String.init).sorted()
    #expect(try folder.names.contains("out"))
    let written = try FileManager.default
      .contentsOfDirectory(atPath: folder.url.appending(path: "out").path)
      .filter { !$0.hasSuffix(".json") }.sorted()
    #expect(written == wanted)
  }

  @Test(
    "A dry run refuses what would change OUT",
    arguments: ["--update", "--overwrite", "--add", "--check", "--watch"])
  func dryRefusals(_ option: String) throws {
    try drawCorner()
    let outcome = try folder.run(words("slice map.png out --at 5/0/0 --dry-run \(option)"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("'\(option)' would have no effect: --dry-run writes nothing"))
  }

  @Test("A dry run heeds what OUT says", arguments: ["out", "out.pmtiles", "out.mbtiles"])
  func dryRunAgain(out: String) throws {
    try drawCorner()
    _ = try folder.run(words("slice map.png \(out) --at 12/1024/2048 --zoom 10-12"))
    let names = try folder.names
    let outcome = try folder.run(words("slice map.png \(out) --dry-run"))
    #expect(outcome.output == "10\t1\n11\t1\n12\t4\ntotal\t6\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("--at 12/1024/2048, as last time"), "\(outcome.errors)")
    #expect(try folder.names == names)
  }

  @Test func `a dry run refuses a fallback that could not be taken`() throws {
    try drawCorner()
    for (name, fault) in [
      ("nope.png", "does not exist"), ("map.png", "is not as large as a tile"),
    ] {
      let outcome = try folder.run(
        words("slice map.png out --at 12/1024/2048 --dry-run --fallback \(name)"))
      #expect(outcome.ending == .exit(2))
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("tilequill: \(name): \(fault)"), "\(outcome.errors)")
    }
  }

  @Test func `a dry run prints the tiles of each zoom and writes nothing`() throws {
    try folder.drawBits("wide.png", width: 7952, height: 5304) { 0b1010_0110 }
    let outcome = try folder.run(words("slice wide.png out --at 5/0/0 --dry-run"))
    #expect(outcome.output == "0\t1\n1\t4\n2\t12\n3\t48\n4\t176\n5\t672\ntotal\t913\n")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names == ["wide.png"])
    let upper = try folder.run(words("slice wide.png out --at 5/0/0 --dry-run --zoom 0-4"))
    #expect(upper.output == "0\t1\n1\t4\n2\t12\n3\t48\n4\t176\ntotal\t241\n")
  }

  @Test("Names of any kind work", arguments: ["Parc d'Été & <Zoo> 1", "-leading", "two\nlines"])
  func names(name: String) throws {
    try drawCorner("\(name).png")
    let outcome = try folder.run(
      ["slice", "--at", "12/1024/2048", "--", "\(name).png", "\(name) out"])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.names == ["\(name) out", "\(name).png"].sorted())
    #expect(try folder.json("\(name) out/metadata.json")?["name"] as? String == name)
    let drawing = try folder.json("\(name) out/tilequill.json")?["drawing"] as? NSDictionary
    #expect(drawing?["name"] as? String == "\(name).png")
    for line in outcome.errors.split(separator: "\n") { #expect(line.hasPrefix("tilequill: ")) }
  }

  @Test func `dates and texts in a drawing change no byte, nor does the hour or the jobs`() throws {
    let extra =
      PNGMaker.chunk("tIME", [7, 230, 1, 2, 3, 4, 5])
      + PNGMaker.chunk("tEXt", Array("Title\0An island".utf8))
    try drawCorner("map.png")
    let plain = try folder.bytes("map.png")
    try folder.draw("other.png", width: 1, height: 1) { _, _ in [0, 0, 0, 0] }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "dated"), withIntermediateDirectories: true)
    try drawCorner("dated/map.png", before: extra)
    #expect(try folder.bytes("dated/map.png") != plain)
    _ = try folder.run(words("slice map.png a --at 12/1024/2048 --jobs 1"))
    _ = try folder.run(words("slice dated/map.png b --at 12/1024/2048 --jobs 8"))
    _ = try folder.run(
      words("slice map.png c --jobs=3 --at=12/1024/2048"),
      environment: ["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"])
    let tree = try folder.tree("a")
    #expect(tree.count == 4)
    #expect(try folder.tree("b") == tree)
    #expect(try folder.tree("c") == tree)
  }

  @Test func `options stand in any order, with or without an equals sign`() throws {
    try drawCorner()
    let lines = [
      "slice map.png o0 --at 12/1024/2048 --zoom 12 --compress small",
      "slice --compress=small map.png --at=12/1024/2048 o1 --zoom=12",
      "slice --zoom 12 --compress small --at 12/1024/2048 -- map.png o2",
    ]
    for line in lines { #expect(try folder.run(words(line)).ending == .exit(0)) }
    #expect(try folder.tree("o1") == folder.tree("o0"))
    #expect(try folder.tree("o2") == folder.tree("o0"))
  }

  @Test func `an interlaced drawing gives the tiles of a plain one`() throws {
    let name = "basn6a08"
    for (kind, out) in [("n", "plain"), ("i", "laced")] {
      let path = Fixture.url("pngsuite/\(name.replacing("n6", with: "\(kind)6")).png").path
      let outcome = try folder.run(["slice", path, out, "--at", "4/3/3", "--zoom", "0-4"])
      #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    }
    let tiles = try folder.tree("plain").filter { $0.key.hasSuffix(".png") }
    #expect(tiles.count == 5)
    #expect(try folder.tree("laced").filter { $0.key.hasSuffix(".png") } == tiles)
  }

  @Test func `a drawing without a visible pixel ends well and says so`() throws {
    try folder.draw("map.png", width: 300, height: 20) { _, _ in [255, 255, 255, 0] }
    let outcome = try folder.run(words("slice map.png out --at 3/0/0"))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.contains("map.png: no pixel is visible, so there is no tile to write\n"))
    #expect(outcome.errors.contains("out: 0 written, 3 blank skipped"))
    #expect(try folder.files(below: "out") == ["metadata.json", "tilequill.json"])
    let record = try folder.json("out/tilequill.json")
    #expect(record?["made"] as? [String] == [])
    #expect(record?["blank"] as? [String] == ["2/0/0", "3/0-1/0"])
    let kept = try folder.run(words("slice map.png all --at 3/0/0 --keep-blank"))
    #expect(kept.errors.contains("all: 3 written, 0 blank skipped"))
  }

  @Test func `the fallback is copied as it is and named in the metadata`() throws {
    try drawCorner()
    try folder.draw("parchment.png", width: 256, height: 256) { _, _ in [230, 210, 170, 255] }
    let outcome = try folder.run(
      words("slice map.png out --at 12/1024/2048 --fallback parchment.png"))
    #expect(outcome.ending == .exit(0))
    #expect(try folder.bytes("out/parchment.png") == folder.bytes("parchment.png"))
    #expect(try folder.json("out/metadata.json")?["fallback"] as? String == "parchment.png")
  }

  @Test func `quiet prints nothing`() throws {
    try drawCorner()
    let outcome = try folder.run(words("slice map.png out --at 12/1024/2048 --quiet"))
    #expect(outcome.errors == "" && outcome.output == "")
    #expect(outcome.ending == .exit(0))
  }
}
