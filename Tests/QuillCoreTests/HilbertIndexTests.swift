import QuillCore
import QuillTestSupport
import Testing

/// Tile ids as PMTiles counts them; the known answers are those of PMTiles and go-pmtiles (BSD-3).
@Suite struct HilbertIndexTests {
  @Test func `every id that PMTiles gives is ours, both ways`() throws {
    var checked = 0
    for row in try Fixture.rows("vectors/tile_ids.tsv") where row[0] != "error" {
      let tile = try #require(Tile("\(row[0])/\(row[1])/\(row[2])"))
      let id = HilbertIndex(try #require(UInt64(row[3])))
      #expect(tile.hilbertIndex == id)
      #expect(id.tile == tile)
      checked += 1
    }
    #expect(checked == 342)
  }

  /// A zoom of 32 and a tile beyond its grid cannot be written as a `Tile` at all; see `TileTests`.
  @Test(arguments: [UInt64.max, UInt64(1) << 63, (UInt64(1) << 62) - 1])
  func `an id beyond zoom 30 is no tile`(id: UInt64) {
    #expect(HilbertIndex(id).tile == nil)
  }

  @Test func `the last tile of zoom 30 has the last id, the next is none`() {
    let end = ((UInt64(1) << 62) - 1) / 3
    #expect(HilbertIndex(end).tile == nil)
    #expect(HilbertIndex(end - 1).tile == Tile("30/1073741823/0"))
  }

  @Test func `ids number the tiles to zoom 7 without gap or double, zoom after zoom`() {
    let count = (1 << 16) / 3
    let tiles = (0..<UInt64(count)).compactMap { HilbertIndex($0).tile }
    #expect(tiles.count == count)
    #expect(Set(tiles) == Set(allTiles(through: 7)))
    for (id, tile) in tiles.enumerated() { #expect(tile.hilbertIndex.value == UInt64(id)) }
  }

  @Test func `two ids that follow each other are tiles side by side`() {
    for id in 1..<UInt64((1 << 16) / 3) - 1 {
      guard let tile = HilbertIndex(id).tile, let next = HilbertIndex(id + 1).tile else {
        Issue.record("no tile at \(id)")
        continue
      }
      guard tile.zoom == next.zoom else { continue }
      #expect(abs(tile.x - next.x) + abs(tile.y - next.y) == 1)
    }
  }

  @Test(arguments: [18, 22, 26, 30])
  func `ids of deep tiles lead back to them`(level: Int) throws {
    for tile in randomTiles(2000, at: try #require(Zoom(level)), seed: 3) {
      #expect(tile.hilbertIndex.tile == tile)
    }
  }

  @Test func `the children of a tile follow each other`() {
    for tile in allTiles(through: 5) {
      let ids = tile.children.map(\.hilbertIndex.value).sorted()
      #expect(ids == (0..<4).map { ids[0] + $0 })
    }
  }
}
