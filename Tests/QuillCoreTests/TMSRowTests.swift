import QuillCore
import Testing

@Suite struct TMSRowTests {
  /// Pairs that people met when rows were upside down.
  @Test(arguments: [
    ("6/33/22", 41), ("4/8/9", 6), ("4/8/6", 9), ("15/9402/12722", 20045),
    ("15/16205/10607", 22160),
    ("0/0/0", 0), ("30/0/0", 1_073_741_823),
  ])
  func `a row counted from the south mirrors the one from the north`(name: String, row: Int) throws
  {
    let tile = try #require(Tile(name))
    #expect(tile.tmsRow.index == row)
    #expect(Tile(zoom: tile.zoom, x: tile.x, row: TMSRow(row)) == tile)
  }

  @Test func `the first row from the south is the southernmost, for every tile to zoom 7`() {
    for tile in allTiles(through: 7) {
      #expect(tile.tmsRow.index + tile.y == tile.zoom.tilesPerSide - 1)
      #expect(Tile(zoom: tile.zoom, x: tile.x, row: tile.tmsRow) == tile)
    }
  }

  @Test(arguments: [-1, 64, Int.max, Int.min])
  func `a row that the zoom has not is no tile`(row: Int) {
    #expect(Tile(zoom: 6, x: 0, row: TMSRow(row)) == nil)
  }

  @Test func `an unflipped row lies on the other half of the globe`() throws {
    let stored = try #require(Tile("15/16205/22160"))
    let flipped = try #require(Tile(zoom: 15, x: 16205, row: TMSRow(22160)))
    let glossop = WebMercator.bounds(of: flipped)
    #expect(abs(glossop.south - 53.436) < 0.001)
    #expect(abs(glossop.north - 53.442) < 0.001)
    #expect(abs(WebMercator.bounds(of: stored).south + glossop.north) < 1e-9)
  }
}
