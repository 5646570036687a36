import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("tilequill merge")
struct MergeCommandTests {
  private let folder: SliceFolder

  /// Two drawings of 600 x 300 pixels, the second half transparent and half a tile further east.
  init() throws {
    folder = try SliceFolder()
    for (name, alpha, tile) in [("a", 255, "12/1024/2048"), ("b", 128, "12/1025/2048")] {
      try folder.draw("\(name).png", width: 600, height: 300) { x, y in
        x < 256 && name == "b" && y > 256
          ? [0, 0, 0, 0] : [UInt8(x & 255), UInt8(y & 255), 9, UInt8(alpha)]
      }
      try expect("slice \(name).png \(name) --at \(tile) --zoom 10-12 --quiet")
    }
  }

  @discardableResult
  private func expect(_ line: String, _ status: Int32 = 0) throws -> BuiltProgram.Outcome {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(status), "\(line): \(outcome.errors)")
    return outcome
  }

  @Test("All kinds of sets are merged into all kinds", arguments: ["pmtiles", "mbtiles", "folder"])
  func kinds(_ kind: String) throws {
    try expect("convert a a.mbtiles --attribution Ann")
    try expect("convert b b.pmtiles --attribution Bob")
    let out = kind == "folder" ? "out" : "out.\(kind)"
    let outcome = try expect("merge a.mbtiles b.pmtiles \(out)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("tiles of 2 sets, "))
    let set = try Tileset.open(folder.url.appending(path: out).path)
    let metadata = try #require(try set.metadata)
    #expect(metadata.attribution == "Ann, Bob")
    #expect(metadata.name == "out")
    #expect(metadata.zooms == ZoomRange(10, through: 12))
    #expect(metadata.bounds?.west == -90)
    let record = try #require(try set.record)
    #expect(record.sheetCount == 2)
    #expect(record.drawing.width == 1024 && record.drawing.height == 512)
    #expect(record.placement == .at(try #require(Tile("12/1024/2048"))))
    try expect("validate \(out) --strict --rule visible-seam=off")
    try expect("stitch \(out) all.png --zoom 12")
    // Only the first drawing has this tile.
    let alone = TilePath(try #require(Tile("12/1024/2048")))
    #expect(try set.bytes(of: alone) == folder.bytes("a/\(alone)"))
    try expect("merge a b again.pmtiles --jobs 1 --name x")
    try expect("merge a b more.pmtiles --jobs 3 --name x")
    #expect(try folder.bytes("again.pmtiles") == folder.bytes("more.pmtiles"))
  }

  @Test func `a merged set is not changed by slicing one sheet again`() throws {
    try expect("merge a b out")
    let before = try folder.tree("out")
    let outcome = try expect("slice b.png out --at 12/1025/2048 --update", 2)
    #expect(
      outcome.errors.hasPrefix(
        "tilequill: out: was merged from 2 tilesets, so one drawing cannot change it\n"))
    #expect(try folder.tree("out") == before)
  }

  @Test func `zooms and a box choose what is written, and lower zooms stay as they are`() throws {
    try expect("merge a b all")
    try expect("merge a b some --zoom 10-11")
    let (all, some) = (try folder.tree("all"), try folder.tree("some"))
    #expect(some.keys.filter { $0.hasPrefix("12/") }.isEmpty)
    for (path, bytes) in some where path.hasSuffix(".png") {
      #expect(all[path] == bytes, "\(path)")
    }
    #expect(some.count > 3)
    try expect("merge a b part.mbtiles --bounds -89.9,-0.02,-89.89,-0.01")
    let part = try Tileset.open(folder.url.appending(path: "part.mbtiles").path)
    var tiles: [String] = []
    try part.visitTiles { tiles.append($0.tile.description) }
    #expect(tiles == ["10/256/512", "11/512/1024", "12/1025/2048"])
  }

  @Test(
    "What cannot be done is told, and nothing is left",
    arguments: [
      ("a out", "merge: too few names (found 2, expected two tilesets or more, then DST)"),
      ("a b a.png", "a.png: exists already (expected a new name)"),
      ("a none out", "none: does not exist (expected a folder of tiles, or an archive)"),
      (
        "a large out.pmtiles",
        "out.pmtiles: would have tiles of several sizes, 9 of 256x256, 3 of 512x512 (expected one size)"
      ),
      ("a broken out", "broken: tile 12/1024/2048 is cut off: "),
    ])
  func refusals(_ line: String, _ message: String) throws {
    try expect("slice a.png large --at 12/1024/2048 --tile-size 512 --zoom 10-11 --quiet")
    let good = try folder.bytes("a/12/1024/2048.png")
    try folder.make("broken/12/1024/2048.png", Array(good.prefix(good.count - 30)))
    let before = try folder.names
    let outcome = try expect("merge \(line)", 2)
    #expect(outcome.errors.hasPrefix("tilequill: \(message)"), "\(outcome.errors)")
    #expect(try folder.names == before)
  }
}
