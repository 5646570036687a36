import QuillCore
import QuillTestSupport
import Testing

/// Coverages against plain sets of tiles, which know nothing of runs.
@Suite struct TileCoverageTests {
  /// A random union of rectangles at a zoom, as a coverage and as a plain set.
  struct Sample {
    var coverage: TileCoverage
    var tiles: Set<Tile>
    var ranges: [TileRange]

    init(at zoom: Zoom, using numbers: inout SeededNumbers) {
      ranges = (0..<Int.random(in: 0...6, using: &numbers)).compactMap { _ in
        let last = zoom.tilesPerSide - 1
        let x = Int.random(in: 0...last, using: &numbers)
        let y = Int.random(in: 0...last, using: &numbers)
        return TileRange(
          zoom: zoom, columns: x...min(last, x + Int.random(in: 0...4, using: &numbers)),
          rows: y...min(last, y + Int.random(in: 0...4, using: &numbers)))
      }
      coverage = TileCoverage(zoom: zoom, ranges: ranges)
      tiles = Set(ranges.flatMap { Array($0) })
    }
  }

  static let zooms: [Zoom] = [0, 1, 2, 3, 4]

  @Test(arguments: zooms)
  func `a coverage has the tiles of its rectangles, in order, each once`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 21)
    for _ in 0..<200 {
      let sample = Sample(at: zoom, using: &numbers)
      let coverage = sample.coverage
      #expect(Array(coverage) == sample.tiles.sorted())
      #expect(coverage.count == sample.tiles.count)
      #expect(coverage.underestimatedCount == sample.tiles.count)
      #expect(coverage.isEmpty == sample.tiles.isEmpty)
      #expect(
        TileRange(all: zoom).allSatisfy { coverage.contains($0) == sample.tiles.contains($0) })
    }
  }

  @Test(arguments: zooms)
  func `union, intersection and difference are those of plain sets`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 22)
    for _ in 0..<300 {
      let one = Sample(at: zoom, using: &numbers)
      let two = Sample(at: zoom, using: &numbers)
      let union = one.coverage.union(two.coverage)
      let shared = one.coverage.intersection(two.coverage)
      let rest = one.coverage.subtracting(two.coverage)
      #expect(Array(union) == one.tiles.union(two.tiles).sorted())
      #expect(Array(shared) == one.tiles.intersection(two.tiles).sorted())
      #expect(Array(rest) == one.tiles.subtracting(two.tiles).sorted())
      var grown = one.coverage
      grown.formUnion(two.coverage)
      #expect(grown == union)
      #expect(rest.union(shared) == one.coverage)
    }
  }

  @Test(arguments: zooms)
  func `equal sets are equal and hash alike, however they were built`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 23)
    for _ in 0..<200 {
      let sample = Sample(at: zoom, using: &numbers)
      let shuffled = TileCoverage(zoom: zoom, ranges: sample.ranges.shuffled(using: &numbers))
      let tiles = sample.tiles.shuffled(using: &numbers)
      var appended = TileCoverage(zoom: zoom)
      for tile in sample.tiles.sorted() { appended.append(tile) }
      var united = TileCoverage(zoom: zoom)
      for tile in tiles { united.formUnion(TileCoverage(TileRange(tile))) }
      let world = TileCoverage(TileRange(all: zoom))
      let holes = world.subtracting(sample.coverage)
      let others = [
        shuffled, TileCoverage(zoom: zoom, tiles: tiles + tiles), appended, united,
        world.subtracting(holes), TileCoverage(zoom: zoom, ranges: sample.coverage.ranges),
        world.intersection(sample.coverage),
      ]
      #expect(others.allSatisfy { $0 == sample.coverage })
      #expect(Set(others + [sample.coverage]).count == 1)
    }
  }

  @Test(arguments: zooms)
  func `its rectangles do not overlap, come in order and hold the same tiles`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 24)
    for _ in 0..<200 {
      let sample = Sample(at: zoom, using: &numbers)
      let ranges = sample.coverage.ranges
      #expect(ranges.reduce(0) { $0 + $1.count } == sample.tiles.count)
      #expect(Set(ranges.flatMap { Array($0) }) == sample.tiles)
      let firsts = ranges.compactMap(\.first)
      #expect(firsts == firsts.sorted())
    }
  }

  @Test(arguments: zooms)
  func `its extent is the least rectangle around it`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 25)
    for _ in 0..<200 {
      let sample = Sample(at: zoom, using: &numbers)
      let extent = sample.coverage.extent
      #expect(extent?.columns.lowerBound == sample.tiles.map(\.x).min())
      #expect(extent?.columns.upperBound == sample.tiles.map(\.x).max())
      #expect(extent?.rows.lowerBound == sample.tiles.map(\.y).min())
      #expect(extent?.rows.upperBound == sample.tiles.map(\.y).max())
    }
  }

  @Test(arguments: zooms, [0, 1, 2, 5, 100])
  func `a widened set has every tile within the margin, corners included`(zoom: Zoom, margin: Int) {
    var numbers = SeededNumbers(seed: 26)
    for _ in 0..<30 {
      let sample = Sample(at: zoom, using: &numbers)
      let near = TileRange(all: zoom).filter { tile in
        sample.tiles.contains { abs($0.x - tile.x) <= margin && abs($0.y - tile.y) <= margin }
      }
      let widened = sample.coverage.widened(by: margin)
      #expect(Array(widened) == near)
      #expect(widened == TileCoverage(zoom: zoom, tiles: near))
    }
  }

  @Test(arguments: zooms)
  func `ancestors are the ancestors of its tiles, each once`(zoom: Zoom) {
    var numbers = SeededNumbers(seed: 27)
    for _ in 0..<100 {
      let sample = Sample(at: zoom, using: &numbers)
      for above in ZoomRange(0, through: zoom) {
        let raised = sample.coverage.ancestors(at: above)
        let expected = Set(sample.tiles.compactMap { $0.ancestor(at: above) })
        #expect(Array(raised) == expected.sorted())
        #expect(raised == TileCoverage(zoom: above, tiles: expected))
      }
    }
  }

  @Test func `an empty coverage has nothing`() {
    let empty = TileCoverage(zoom: 12)
    #expect(empty.isEmpty && empty.count == 0 && Array(empty) == [])
    #expect(empty.extent == nil && empty.ranges.isEmpty)
    #expect(empty.widened(by: 3) == empty)
    #expect(empty.ancestors(at: 3) == TileCoverage(zoom: 3))
    #expect(TileCoverage(zoom: 12) != TileCoverage(zoom: 13))
  }

  @Test func `a tile of another zoom is in no coverage`() throws {
    let coverage = TileCoverage(TileRange(all: 3))
    #expect(coverage.contains(try #require(Tile("3/1/1"))))
    #expect(!coverage.contains(try #require(Tile("4/1/1"))))
    #expect(!coverage.contains(try #require(Tile("2/1/1"))))
  }

  @Test func `the whole world to zoom 30 counts at once`() {
    let counts = Zoom.all.map { TileCoverage(TileRange(all: $0)).count }
    for (level, count) in counts.enumerated() { #expect(count == 1 << (2 * level)) }
    let total = ((1 << 62) - 1) / 3
    #expect(counts.reduce(0, +) == total)
    let world = TileCoverage(TileRange(all: 30))
    let hole = TileRange("30/5-6/7-9").map(TileCoverage.init) ?? TileCoverage(zoom: 30)
    let rest = (1 << 60) - 6
    #expect(world.subtracting(hole).count == rest)
    #expect(world.subtracting(hole).union(hole) == world)
    #expect(world.widened(by: .max) == world)
    #expect(world.ancestors(at: 0).count == 1)
    #expect(Tile("30/1073741823/0").map(world.contains) == true)
  }

  @Test func `a box across the 180th meridian has each tile once at every zoom`() throws {
    let fiji = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    let coverages = ZoomRange(0, through: 10).map { zoom in
      TileCoverage(zoom: zoom, ranges: TileRange.tiles(covering: fiji, at: zoom))
    }
    #expect(coverages.map(\.count) == [1, 2, 2, 2, 2, 2, 4, 6, 15, 45, 180])
    #expect(coverages.allSatisfy { Set($0).count == $0.count })
    // The ancestors of a shape's tiles are the shape's tiles of the zooms above.
    for coverage in coverages {
      #expect(coverages[10].ancestors(at: coverage.zoom) == coverage)
    }
  }

  @Test func `a tile appended twice is there once`() throws {
    var coverage = TileCoverage(zoom: 4)
    for name in ["4/2/3", "4/2/3", "4/2/4", "4/3/3", "4/3/4", "4/3/4", "4/5/0"] {
      coverage.append(try #require(Tile(name)))
    }
    #expect(coverage.map(\.description) == ["4/2/3", "4/2/4", "4/3/3", "4/3/4", "4/5/0"])
    #expect(coverage.ranges.map(\.description) == ["4/2-3/3-4", "4/5/0"])
  }

  @Test func `tiles appended out of their order stop the program`() async {
    await #expect(processExitsWith: .failure) {
      var coverage = TileCoverage(zoom: 4)
      if let later = Tile("4/5/0"), let earlier = Tile("4/4/9") {
        coverage.append(later)
        coverage.append(earlier)
      }
    }
  }

  @Test func `many rectangles join in reasonable work`() {
    let ranges = (0..<20_000).compactMap { step in
      TileRange("20/\(step * 7 % 20_000)/\(step * 13 % 20_000)-\(step * 13 % 20_000 + 3)")
    }
    let coverage = TileCoverage(zoom: 20, ranges: ranges)
    #expect(coverage.count == Set(ranges.flatMap { Array($0) }).count)
  }
}
