import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

/// Archives of ours as other programs read them.
@Suite("Other readers")
struct OtherReadersTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A pyramid, some of whose pictures repeat often.
  private let tiles = pyramid("3/2-4/3-5", through: 4).map { entry in
    (entry.0, entry.0.x % 3 == 0 ? Pictures.png(0) + [UInt8](repeating: 0, count: 200) : entry.1)
  }

  private var expected: String {
    tiles.map { "\($0.0.zoom) \($0.0.x) \($0.0.y) \(SHA256.hex($0.1))" }.sorted()
      .joined(separator: "\n")
  }

  private func sorted(_ text: String) -> String {
    text.split(separator: "\n").sorted().joined(separator: "\n")
  }

  @Test("Python's pmtiles finds every tile and the header right", .enabled(if: Python.hasPMTiles))
  func pmtiles() throws {
    let path = scratch.path + "/a.pmtiles"
    try write(tiles, to: path, record: sampleRecord())
    let found = try Python.run(
      """
      import hashlib, sys
      from pmtiles.reader import Reader, MmapSource, all_tiles
      source = MmapSource(open(sys.argv[1], "rb"))
      for (z, x, y), data in all_tiles(source):
          assert Reader(source).get(z, x, y) == data
          print(z, x, y, hashlib.sha256(data).hexdigest())
      """, [path])
    #expect(sorted(found) == expected)
    let facts = try Python.run(
      """
      import sys
      from pmtiles.reader import Reader, MmapSource
      reader = Reader(MmapSource(open(sys.argv[1], "rb")))
      header, metadata = reader.header(), reader.metadata()
      print(header["tile_type"].name, header["tile_compression"].name, header["clustered"],
        header["min_zoom"], header["max_zoom"], header["addressed_tiles_count"])
      print(metadata["name"], metadata["format"], metadata["type"], metadata["tilequill"]["made"][0])
      """, [path])
    #expect(facts == "PNG NONE True 3 6 \(tiles.count)\na png overlay 2/1/1\n")
  }

  @Test("Python's sqlite3 finds every tile and the metadata right", .enabled(if: Python.hasSQLite))
  func mbtiles() throws {
    let path = scratch.path + "/a.mbtiles"
    try write(tiles, to: path, record: sampleRecord())
    let found = try Python.run(
      """
      import hashlib, sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
      for z, x, row, data in base.execute("SELECT * FROM tiles"):
          print(z, x, 2 ** z - 1 - row, hashlib.sha256(data).hexdigest())
      """, [path])
    #expect(sorted(found) == expected)
    let facts = try Python.run(
      """
      import json, sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      keys = dict(base.execute("SELECT name, value FROM metadata"))
      print(base.execute("PRAGMA application_id").fetchone()[0] == 0x4d504258)
      print(" ".join(sorted(keys)))
      print(keys["minzoom"], keys["maxzoom"], json.loads(keys["tilequill"])["made"][0])
      """, [path])
    #expect(
      facts == """
        True
        bounds center format maxzoom minzoom name tilequill type
        3 6 2/1/1

        """)
  }

  @Test(
    "A picture that repeats is stored once where that pays", .enabled(if: Python.hasSQLite),
    arguments: [(2000, "images map tiles"), (0, "tiles")])
  func sharing(_ filling: Int, _ tables: String) throws {
    let path = scratch.path + "/a.mbtiles"
    let picture = Pictures.png(1) + [UInt8](repeating: 0, count: filling)
    var all = pyramid("3/2-4/3-5", through: 1)
    all[0].1 = picture
    all[1].1 = picture
    try write(all, to: path)
    let found = try Python.run(
      """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      names = base.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY 1")
      print(" ".join(name for (name,) in names if name != "metadata"))
      """, [path])
    #expect(found == tables + "\n")
    #expect(try MBTilesArchive(path: path).remarks() == [])
    #expect(try MBTilesArchive(path: path).allTiles().count == 9)
  }
}
