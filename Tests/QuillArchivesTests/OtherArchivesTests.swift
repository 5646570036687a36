import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

/// Archives that other programs wrote; what they hold was measured by other readers.
@Suite("Archives of others")
struct OtherArchivesTests {
  static let readable = [
    "martin-geography-class-png.mbtiles", "martin-zoomed_world_cities.mbtiles", "one_tile.mbtiles",
    "stamen-toner-z3.pmtiles", "vector-fixture-1.pmtiles",
  ]

  private func open(_ name: String) throws -> any TileSource {
    try Tileset.open(Fixture.url("archives/\(name)").path)
  }

  @Test("Every tile that other readers find is there, and no other", arguments: readable)
  func tiles(_ name: String) throws {
    let rows = try Fixture.rows("archives/expected_tiles.tsv").filter { $0[0] == name }
    let expected = rows.map { "\($0[1])/\($0[2])/\($0[3]) \($0[5]) \($0[6])" }
    var found: [String] = []
    let source = try open(name)
    try source.visitTiles { path in
      let bytes = try #require(try source.bytes(of: path))
      found.append("\(path.tile) \(bytes.count) \(SHA256.hex(bytes))")
      #expect(try source.has(path))
    }
    #expect(!expected.isEmpty)
    #expect(found.sorted() == expected.sorted())
  }

  @Test(
    "Tiles are visited by zoom, column and row, whatever the archive's order", arguments: readable)
  func order(_ name: String) throws {
    let tiles = try open(name).tileOrder()
    #expect(tiles == tiles.sorted())
  }

  @Test(
    "What is no archive, or one that is not read, is refused with the reason",
    arguments: [
      ("bad-empty.pmtiles", ArchiveError.empty),
      ("bad-not-pmtiles.pmtiles", .notAnArchive(looksLike: "plain text")),
      ("bad-version-4.pmtiles", .unsupportedVersion(4)),
    ])
  func refused(_ name: String, _ error: ArchiveError) throws {
    #expect(throws: error) { _ = try open(name) }
  }

  @Test func `rows outside the grid are told and are no tiles`() throws {
    let archive = try #require(try open("martin-invalid-tile-idx.mbtiles") as? MBTilesArchive)
    #expect(
      try archive.allEntries() == [
        .stray(
          path: "6/10/-1.png", .misnamed(.outsideTheZoom(zoom: 6, x: 10, y: -1)))
      ])
    #expect(try archive.allTiles().isEmpty)
  }

  @Test func `what an MBTiles says is read`() throws {
    let metadata = try #require(try open("one_tile.mbtiles").metadata)
    #expect(metadata.name == "shadowplay")
    #expect(metadata.zooms == ZoomRange(0, through: 1))
    #expect(metadata.bounds?.description == "-139.9219,53.3309,-75.2344,76.6798")
    #expect(metadata.format == nil)
  }

  @Test func `a header tells what metadata do not`() throws {
    let metadata = try #require(try open("stamen-toner-z3.pmtiles").metadata)
    #expect(metadata.format == "png")
    #expect(metadata.zooms == ZoomRange(0, through: 3))
    #expect(metadata.bounds?.description == "-180.0,-85.0,180.0,85.0")
  }

  @Test func `the counts of another writer's header are right`() throws {
    let archive = try #require(try open("stamen-toner-z3.pmtiles") as? PMTilesArchive)
    #expect(try archive.remarks() == [])
  }

  @Test func `a folder that nests rows before columns is read with its layout`() throws {
    let folder = Fixture.url("archives/zyx-tree").path
    #expect(try Tileset.open(folder, layout: .zyx).tileOrder() == [tile("3/1/2")])
  }
}
