import QuillCore
import QuillTestSupport
import Testing

@Suite struct TileRangeTests {
  @Test func `a range reads, counts and prints as it is written`() throws {
    let range = try #require(TileRange("16/19298-19307/24618-24629"))
    #expect(range.count == 120)
    #expect(range.zoom == 16)
    #expect(range.columns == 19298...19307)
    #expect(range.rows == 24618...24629)
    #expect(range.description == "16/19298-19307/24618-24629")
    #expect(TileRange("3/4/2-3")?.description == "3/4/2-3")
    #expect(TileRange("3/4-4/2")?.description == "3/4/2")
  }

  @Test(arguments: [
    "", "3/1/2/3", "3/1", "3/2-1/0", "3/0-8/0", "3/0/0-8", "3/-1/0", "3/1-/0", "3/1-2-3/0",
    "03/1/1",
    "3/01-2/1", "3/1 - 2/1", "31/0/0", "3/a-b/0", "3-4/1/1", "3/١/1",
  ])
  func `anything else is no range`(text: String) {
    #expect(TileRange(text) == nil)
  }

  @Test func `its tiles are those of two nested loops, column by column`() throws {
    let range = try #require(TileRange("5/3-6/10-12"))
    let expected = (3...6).flatMap { x in (10...12).compactMap { Tile("5/\(x)/\($0)") } }
    #expect(Array(range) == expected)
    #expect(range.sorted() == expected)
    #expect(TileRange(all: 5).filter(range.contains) == expected)
    #expect(!range.contains(try #require(Tile("6/3/10"))))
  }

  @Test func `the whole world at zoom 30 counts at once`() {
    let world = TileRange(all: 30)
    #expect(world.count == 1 << 60)
    #expect(world.first == Tile("30/0/0"))
    #expect(world.last == Tile("30/1073741823/1073741823"))
  }

  @Test func `ancestors are the ancestors of its tiles`() throws {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<20 {
      let range = randomRange(at: 6, using: &numbers)
      for level in 0...6 {
        let zoom = try #require(Zoom(level))
        let raised = Set(try #require(range.ancestors(at: zoom)))
        #expect(raised == Set(range.compactMap { $0.ancestor(at: zoom) }))
      }
      #expect(range.ancestors(at: 7) == nil)
    }
  }
}

/// A rectangle of tiles of a zoom, any size equally likely.
func randomRange(at zoom: Zoom, using numbers: inout SeededNumbers) -> TileRange {
  func span() -> ClosedRange<Int> {
    let ends = (0..<2).map { _ in Int.random(in: 0..<zoom.tilesPerSide, using: &numbers) }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
  guard let range = TileRange(zoom: zoom, columns: span(), rows: span()) else {
    preconditionFailure("Both spans lie in the grid")
  }
  return range
}
