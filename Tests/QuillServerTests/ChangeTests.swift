import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("Changed tiles")
struct ChangeTests {
  private func record(_ files: [String: UInt32]) throws -> SliceRecord {
    var record = SliceRecord(
      drawing: .init(name: "map.png", width: 512, height: 256),
      placement: .at(try #require(Tile("12/1/1"))), options: .init(zooms: ZoomRange(12)), made: [],
      blank: [])
    var prints: [TilePath: TileFingerprint] = [:]
    for (name, file) in files {
      prints[TilePath(try #require(Tile(name)))] = TileFingerprint(pixels: 0, file: file)
    }
    record.fingerprints = TileFingerprints(encoder: "e", prints)
    return record
  }

  @Test func `tiles that came, went or differ are named`() throws {
    let old = try record(["12/1/1": 1, "12/1/2": 2, "12/1/3": 3])
    let new = try record(["12/1/1": 1, "12/1/2": 9, "12/1/4": 4])
    let change = TilesetChange(from: old, to: new)
    #expect(change == .tiles([Tile("12/1/2")!, Tile("12/1/3")!, Tile("12/1/4")!]))
    #expect(TilesetChange(from: old, to: old) == nil)
  }

  @Test func `without fingerprints any tile may have changed`() throws {
    var bare = try record([:])
    bare.fingerprints = nil
    #expect(try TilesetChange(from: bare, to: record(["12/1/1": 1])) == .any)
    #expect(TilesetChange(from: nil, to: nil) == .any)
  }

  @Test func `a set that another program changes is noticed`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    try folder.write(try record(["12/1/1": 1]).json, to: "tilequill.json")
    let path = folder.path
    let tileset = try ServedTileset(path: path) { try TileFolder(root: path) }
    var watch = ChangeWatch(tileset)
    #expect(watch.look() == nil)
    try folder.write(try record(["12/1/1": 2]).json, to: "tilequill.json")
    #expect(watch.look() == .tiles([Tile("12/1/1")!]))
    #expect(watch.look() == nil)
  }
}
