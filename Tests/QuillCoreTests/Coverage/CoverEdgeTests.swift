import QuillCore
import Testing

/// What a tile owns, and what only touches it.
struct CoverEdgeTests {
  @Test("The outline of a tile lists that tile alone")
  func ownOutline() throws {
    let outline = """
      {"type":"Polygon","coordinates":[[[-122.4755859375,37.75334401310657],\
      [-122.431640625,37.75334401310657],[-122.431640625,37.78808138412046],\
      [-122.4755859375,37.78808138412046],[-122.4755859375,37.75334401310657]]]}
      """
    #expect(try tiles(outline, at: 13) == ["13/1309/3166"])
  }

  @Test("A polygon inside a tile lists it, also when the tile's corners are outside")
  func insideATile() throws {
    let box = """
      {"type":"Polygon","coordinates":[[[-76.7040,37.2735],[-76.7030,37.2735],[-76.7030,37.2740],\
      [-76.7040,37.2740],[-76.7040,37.2735]]]}
      """
    #expect(try tiles(box, at: 14) == ["14/4701/6361"])
  }

  @Test("Outlines of random tiles list those tiles alone, down to the deepest zoom")
  func randomOutlines() {
    var random = SeededGenerator(seed: 1)
    for level in [3, 13, 18, 22, 26, 30] {
      let zoom = Zoom(level)!
      for _ in 0..<100 {
        let tile = Tile(
          zoom: zoom, x: .random(in: 0..<zoom.tilesPerSide, using: &random),
          y: .random(in: 0..<zoom.tilesPerSide, using: &random))!
        let box = WebMercator.bounds(of: tile)
        #expect(Array(TileCoverage.tiles(covering: Shape(box), at: zoom)) == [tile])
      }
    }
  }

  @Test("A ring of zero size gives its one tile, a flat one the tiles of its line")
  func flatRings() throws {
    let dot = #"{"type":"Polygon","coordinates":[[[11.25,0],[11.25,0],[11.25,0],[11.25,0]]]}"#
    #expect(try tiles(dot, at: 5) == ["5/17/16"])
    let flat = #"{"type":"Polygon","coordinates":[[[1,1],[30,1],[1,1]]]}"#
    #expect(try tiles(flat, at: 5) == ["5/16/15", "5/17/15", "5/18/15"])
  }

  @Test(
    "A line along a border belongs to the tile that owns the border",
    arguments: [
      ([(4.0, 1.0), (4.0, 3.0)], ["3/4/1", "3/4/2"]),
      ([(1.0, 4.0), (3.0, 4.0)], ["3/1/4", "3/2/4"]),
      ([(3.0, 1.0), (1.0, 3.0)], ["3/1/2", "3/2/1"]),
      ([(1.5, 1.5), (2.0, 2.0)], ["3/1/1"]),
      ([(2.0, 2.0), (2.0, 2.0)], ["3/2/2"]),
      ([(8.0, 1.0), (8.0, 2.0)], ["3/7/1"]),
      ([(0.0, 1.0), (0.0, 2.0)], ["3/0/1"]),
      ([(1.0, 8.0), (2.0, 8.0)], ["3/1/7"]),
    ])
  func borders(_ line: [(Double, Double)], _ expected: [String]) {
    let places = line.map { WorldPoint($0.0, $0.1, at: 3) }
    let found = TileCoverage.tiles(covering: Shape(line: places), at: 3)
    #expect(found.map(\.description) == expected)
    // What is nearer to a border than the tolerance counts as on it.
    for (east, south) in [(4e-13, 4e-13), (-4e-13, -4e-13), (4e-13, -4e-13)] {
      let moved = places.map { WorldPoint(x: $0.x + east, y: $0.y + south) }
      let near = TileCoverage.tiles(covering: Shape(line: moved), at: 3)
      #expect(near.map(\.description) == expected)
    }
  }

  @Test("Spikes and seams without area list nothing")
  func spikes() {
    let spiked: [[(Double, Double)]] = [
      [(1, 1), (2, 1), (2, 1.5), (5, 1.5), (2, 1.5), (2, 2), (1, 2)],
      [(1, 1), (2, 1), (2, 1.5), (5, 1.5), (3, 1.5), (2, 1.5), (2, 2), (1, 2)],
      [(1, 1), (1.5, 1), (1.5, -0.5), (1.5, 1), (2, 1), (2, 2), (1, 2)],
      [(1, 1), (2, 1), (5.2, 4.7), (2, 1), (2, 2), (1, 2)],
    ]
    for corners in spiked {
      let ring = corners.map { WorldPoint($0.0 + 2, $0.1 + 2, at: 4) }
      let found = TileCoverage.tiles(covering: Shape(ring: ring), at: 4)
      #expect(found.map(\.description) == ["4/3/3"])
    }
  }

  @Test("A hole that shares an edge with the ring around it leaves nothing there")
  func sharedEdge() {
    var area = Shape()
    let outer = [(0.5, 0.5), (4.5, 0.5), (4.5, 4.5), (0.5, 4.5)]
    let hole = [(0.5, 1.0), (3.0, 1.0), (3.0, 4.0), (0.5, 4.0)]
    area.polygons = [[outer, hole].map { $0.map { WorldPoint($0.0, $0.1, at: 3) } }]
    let found = TileCoverage.tiles(covering: area, at: 3)
    let all = (0...4).flatMap { x in (0...4).map { y in Tile(zoom: 3, x: x, y: y)! } }
    #expect(Set(found) == Set(all.filter { $0.x > 2 || $0.y == 0 || $0.y == 4 }))
  }

  @Test("What a ring goes around twice is outside, as is a hole whichever way it turns")
  func evenOdd() {
    let zoom: Zoom = 6
    let star = [0, 2, 4, 1, 3].map { corner in
      let angle = [90.0, 162, 234, 306, 18][corner] * .pi / 180
      return (cosine(angle) * 20 + 30, 30 - cosine(angle - .pi / 2) * 20)
    }
    let found = TileCoverage.tiles(
      covering: Shape(ring: star.map { WorldPoint($0.0, $0.1, at: zoom) }), at: zoom)
    #expect(!found.contains(Tile(zoom: zoom, x: 30, y: 30)!))
    #expect(found.contains(Tile(zoom: zoom, x: 30, y: 14)!))
    let outer = [(1.0, 1.0), (6.0, 1.0), (6.0, 6.0), (1.0, 6.0)]
    let hole = [(2.0, 2.0), (5.0, 2.0), (5.0, 5.0), (2.0, 5.0)]
    for hole in [hole, hole.reversed()] {
      var area = Shape()
      area.polygons = [[outer, hole].map { $0.map { WorldPoint($0.0, $0.1, at: 3) } }]
      #expect(TileCoverage.tiles(covering: area, at: 3).count == 16)
    }
  }

  @Test("Whole-world boxes at the deepest zoom are found at once")
  func wholeWorld() throws {
    let world = try GeographicBounds(west: -180, south: -90, east: 180, north: 90)
    let found = TileCoverage.tiles(covering: Shape(world), at: 30)
    #expect(found.count == 1 << 60)
    let level = [WorldPoint(x: 0, y: 0.3), WorldPoint(x: 1, y: 0.3)]
    #expect(TileCoverage.tiles(covering: Shape(line: level), at: 30).count == 1 << 30)
  }

  @Test("A shape of nothing has no tiles")
  func nothing() {
    #expect(TileCoverage.tiles(covering: Shape(), at: 3, buffer: GroundDistance("1km")).isEmpty)
  }

  private func cosine(_ angle: Double) -> Double {
    // Far enough for a picture of a star: the series of the cosine.
    let turned = angle.remainder(dividingBy: 2 * .pi)
    var (sum, term) = (1.0, 1.0)
    for step in 1...20 {
      term *= -turned * turned / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return sum
  }
}
