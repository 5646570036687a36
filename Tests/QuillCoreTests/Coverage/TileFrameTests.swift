import QuillCore
import Testing

@Suite struct TileFrameTests {
  /// The rectangle around a set, and its western column and number of columns.
  @Test(arguments: [
    (["16/19298-19307/24618-24629"], 19298, 10, 24618...24629),
    (["3/1/2", "3/4/6"], 1, 4, 2...6),
    (["0/0/0"], 0, 1, 0...0),
    (["1/0/0", "1/1/1"], 0, 2, 0...1),
    // Fiji: both ends of the map, and nothing between.
    (["5/31/17", "5/0/17"], 31, 2, 17...17),
    (["3/6-7/1", "3/0/1", "3/2/1"], 6, 5, 1...1),
    (["2/0-3/0-3"], 0, 4, 0...3),
  ])
  func `it holds the set and as few columns as can be`(
    ranges: [String], first: Int, columns: Int, rows: ClosedRange<Int>
  ) throws {
    let parts = ranges.compactMap { TileRange($0) }
    let tiles = TileCoverage(zoom: parts[0].zoom, ranges: parts)
    let frame = try #require(TileFrame(around: tiles))
    #expect(frame.firstColumn == first)
    #expect(frame.columnCount == columns)
    #expect(frame.rows == rows)
  }

  /// 360 / 8 degrees a column; latitudes by atan(sinh(π(1 − 2y / 8))), worked out apart.
  @Test func `its box crosses 180 where its columns do`() throws {
    let tiles = TileCoverage(
      zoom: 3, ranges: ["3/6-7/3", "3/0/3"].compactMap { TileRange($0) })
    let frame = try #require(TileFrame(around: tiles))
    #expect(frame.crosses180)
    #expect(frame.southEast == Tile("3/0/3"))
    #expect(frame.bounds.west == 90)
    #expect(frame.bounds.east == -135)
    #expect(abs(frame.bounds.north - 40.97989806962013) < 1e-9)
    #expect(abs(frame.bounds.south) < 1e-9)
  }

  @Test func `an empty set has none`() {
    #expect(TileFrame(around: TileCoverage(zoom: 4)) == nil)
  }
}
