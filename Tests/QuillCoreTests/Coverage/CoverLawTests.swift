import Foundation
import QuillCore
import Testing

/// The cover of random shapes against an answer worked out tile by tile.
struct CoverLawTests {
  /// The box of a town: W −76.704997, S 37.269758, E −76.692923, N 37.274518.
  static let town = (
    northWest: WorldPoint(x: 0.286930563889, y: 0.388273522605),
    southEast: WorldPoint(x: 0.286964102778, y: 0.388290138278)
  )

  /// A ring without crossings: corners at random distances in ascending directions.
  private func star(_ random: inout SeededGenerator) -> [WorldPoint] {
    let corners = Int.random(in: 3...16, using: &random)
    let angles = (0..<corners).map { _ in Double.random(in: 0..<(2 * .pi), using: &random) }
    let (northWest, southEast) = Self.town
    return angles.sorted().map { angle in
      let reach = Double.random(in: 0.1...1, using: &random)
      return WorldPoint(
        x: (northWest.x + southEast.x + cos(angle) * reach * (southEast.x - northWest.x)) / 2,
        y: (northWest.y + southEast.y + sin(angle) * reach * (southEast.y - northWest.y)) / 2)
    }
  }

  @Test("200 random stars have the tiles that clipping each of them finds", arguments: [18, 19])
  func stars(_ level: Int) {
    let zoom = Zoom(level)!
    var random = SeededGenerator(seed: UInt64(level))
    for _ in 0..<200 {
      let ring = star(&random)
      let found = TileCoverage.tiles(covering: Shape(ring: ring), at: zoom)
      #expect(Set(found) == BruteForce.tiles(meeting: ring, at: zoom))
    }
  }

  @Test("200 random lines have the tiles that clipping each of them finds", arguments: [18, 20])
  func lines(_ level: Int) {
    let zoom = Zoom(level)!
    var random = SeededGenerator(seed: UInt64(level))
    for _ in 0..<200 {
      let line = star(&random)
      let found = TileCoverage.tiles(covering: Shape(line: line), at: zoom)
      #expect(Set(found) == BruteForce.tiles(along: line, at: zoom))
    }
  }

  @Test("What is in one of two rings, and what is in the second, is what is in either")
  func holes() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let ring = star(&random)
      let middle = WorldPoint(
        x: (Self.town.northWest.x + Self.town.southEast.x) / 2,
        y: (Self.town.northWest.y + Self.town.southEast.y) / 2)
      let hole = ring.map {
        WorldPoint(x: middle.x + ($0.x - middle.x) * 0.6, y: middle.y + ($0.y - middle.y) * 0.6)
      }
      var area = Shape()
      area.polygons = [[ring, hole]]
      let rest = TileCoverage.tiles(covering: area, at: 18)
      let filling = TileCoverage.tiles(covering: Shape(ring: hole), at: 18)
      let whole = TileCoverage.tiles(covering: Shape(ring: ring), at: 18)
      #expect(rest.union(filling) == whole.union(filling))
    }
  }
}
