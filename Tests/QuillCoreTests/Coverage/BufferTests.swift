import Foundation
import QuillCore
import Testing

/// Tiles within a distance on the ground, against distances measured another way.
struct BufferTests {
  @Test("A kilometre around a place in Amsterdam spans four columns and rows of zoom 15")
  func amsterdam() throws {
    let gpx = #"<gpx version="1.1"><wpt lat="52.37" lon="4.9"/></gpx>"#
    let found = TileCoverage.tiles(
      covering: Shape(try GPX(parsing: Array(gpx.utf8))), at: 15, buffer: GroundDistance("1km"))
    #expect(found.extent == TileRange("15/16828-16831/10767-10770"))
    #expect(found.contains(Tile("15/16830/10768")!))
    // The corners' distances by the haversine formula: 978 and 968 metres in the north, 1151 and 1142
    // in the south.
    let corners = ["15/16828/10767", "15/16831/10767", "15/16828/10770", "15/16831/10770"]
    #expect(corners.map { found.contains(Tile($0)!) } == [true, true, false, false])
    #expect(found.count == 14)
  }

  @Test(
    "Tiles around a place are those the haversine formula finds within the distance",
    arguments: [(0.0, 800.0), (52.37, 1000.0), (-64.5, 3000.0), (78.0, 500.0)])
  func greatCircle(_ latitude: Double, _ metres: Double) throws {
    let place = try Coordinate(longitude: 4.9, latitude: latitude)
    let zoom: Zoom = 16
    let found = TileCoverage.tiles(
      covering: Shape(place), at: zoom, buffer: GroundDistance(metres: metres))
    let middle = WebMercator.worldPoint(of: place)
    // Degrees of latitude shrink on the map away from the equator, so that to the second order a
    // circle on the ground is no circle on the map: this much is between the two at most.
    let slack = metres * metres / 6_378_137 * 4 + 0.01
    _ = BruteForce.near([middle], zoom, by: 60) { tile in
      let near = nearest(to: middle, in: tile)
      let away = haversine(place, WebMercator.coordinate(of: near))
      if away < metres - slack { #expect(found.contains(tile)) }
      if away > metres + slack { #expect(!found.contains(tile)) }
      return false
    }
    #expect(found.count > 10)
  }

  @Test("Tiles around random lines are those that samples of the line are near to")
  func lines() {
    var random = SeededGenerator(seed: 11)
    let zoom: Zoom = 14
    for _ in 0..<12 {
      let start = (
        x: Double.random(in: 0.2...0.8, using: &random),
        y: Double.random(in: 0.1...0.9, using: &random)
      )
      let line = (0..<3).map { _ in
        WorldPoint(
          x: start.x + .random(in: -4...4, using: &random) / 16384,
          y: start.y + .random(in: -4...4, using: &random) / 16384)
      }
      let metres = Double.random(in: 200...4000, using: &random)
      check(line, metres, zoom)
    }
  }

  private func check(_ line: [WorldPoint], _ metres: Double, _ zoom: Zoom) {
    let found = TileCoverage.tiles(
      covering: Shape(line: line), at: zoom, buffer: GroundDistance(metres: metres))
    let samples = zip(line, line.dropFirst()).flatMap { from, to in
      (0...100).map { step in
        let part = Double(step) / 100
        return WorldPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
      }
    }
    let scales = samples.map { 40_075_016.6855785 * cos(latitude($0) * .pi / 180) }
    // Two samples are at most 8√2 tiles / 100 apart.
    let slack = 40_075_016.7 / 16384 * 12 / 100
    _ = BruteForce.near(line, zoom, by: 14) { tile in
      let away =
        zip(samples, scales).map { sample, scale in
          let near = nearest(to: sample, in: tile)
          return hypot(near.x - sample.x, near.y - sample.y) * scale
        }.min() ?? .infinity
      if away < metres { #expect(found.contains(tile), "\(tile) \(away) \(metres)") }
      if away > metres + slack { #expect(!found.contains(tile), "\(tile) \(away) \(metres)") }
      return false
    }
  }

  @Test("Rows far apart on one line have each its own scale")
  func longLine() {
    let line = [WorldPoint(x: 0.5, y: 0.5), WorldPoint(x: 0.5, y: 0.1)]
    let found = TileCoverage.tiles(
      covering: Shape(line: line), at: 10, buffer: GroundDistance("100km"))
    for row in stride(from: 110, through: 500, by: 30) {
      let y = (Double(row) + 0.5) / 1024
      let scale = cos(latitude(WorldPoint(x: 0.5, y: y)) * .pi / 180)
      let reach = 100_000 / (40_075_016.6855785 * scale) * 1024
      let east = found.filter { $0.y == row }.map(\.x).max()! - 512
      #expect(abs(Double(east) + 0.5 - reach) < 1.1, "row \(row)")
    }
  }

  @Test("A buffer never loses a tile of the shape, and grows with the distance")
  func grows() throws {
    let area = try shape(
      #"{"type":"Polygon","coordinates":[[[4.9,52.3],[5.1,52.35],[4.95,52.5],[4.9,52.3]]]}"#)
    var before = TileCoverage.tiles(covering: area, at: 13)
    for distance in ["0", "1e-6", "0.5", "10m", "1km", "7.5km", "100km"] {
      let wider = TileCoverage.tiles(covering: area, at: 13, buffer: GroundDistance(distance)!)
      #expect(before.subtracting(wider).isEmpty, "\(distance)")
      before = wider
    }
  }

  @Test("A buffer reaches across the 180th meridian, and ends at the poles")
  func edges() throws {
    let place = Shape(try Coordinate(longitude: 179.99, latitude: 0))
    let found = TileCoverage.tiles(covering: place, at: 8, buffer: GroundDistance("20km"))
    #expect(Set(found.map(\.x)) == [0, 255])
    #expect(found.count == 4)
    let pole = Shape(try Coordinate(longitude: 0, latitude: 90))
    let cap = TileCoverage.tiles(covering: pole, at: 4, buffer: GroundDistance("20037km"))
    #expect(cap.count == 256)
  }

  private func nearest(to point: WorldPoint, in tile: Tile) -> WorldPoint {
    let side = Double(tile.zoom.tilesPerSide)
    return WorldPoint(
      x: min(max(point.x, Double(tile.x) / side), Double(tile.x + 1) / side),
      y: min(max(point.y, Double(tile.y) / side), Double(tile.y + 1) / side))
  }

  private func latitude(_ point: WorldPoint) -> Double {
    360 / .pi * atan(exp((1 - 2 * point.y) * .pi)) - 90
  }

  private func haversine(_ one: Coordinate, _ other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let north = sin((other.latitude - one.latitude) * radians / 2)
    let east = sin((other.longitude - one.longitude) * radians / 2)
    let chord =
      north * north + cos(one.latitude * radians) * cos(other.latitude * radians) * east * east
    return 2 * 6_378_137 * asin(chord.squareRoot())
  }
}
