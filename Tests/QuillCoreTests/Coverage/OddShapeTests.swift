import QuillCore
import Testing

/// Shapes of the coordinates that go wrong most: poles, the 180th meridian, tile corners, doubles.
struct OddShapeTests {
  private static let longitudes = [
    -540, -360, -180.0000000000001, -180, -179.9999999999999, -90, -1e-300, -0.0, 0, 11.25, 45, 90,
    179.9999999999999, 180, 180.0000000000001, 360, 539.9999, 540,
  ]
  private static let latitudes = [
    -90, -85.0511287798067, -85.0511287798066, -66.51326044311186, -1e-300, 0, 1e-13,
    21.94304553343818,
    85.05112877980659, 85.0511287798066, 89.99999999, 90,
  ]

  private func position(_ random: inout SeededGenerator) throws -> GeoJSON.Position {
    let longitude =
      Bool.random(using: &random)
      ? Self.longitudes.randomElement(using: &random) ?? 0
      : Double.random(in: -200...200, using: &random)
    let latitude =
      Bool.random(using: &random)
      ? Self.latitudes.randomElement(using: &random) ?? 0
      : Double.random(in: -90...90, using: &random)
    return try #require(GeoJSON.Position(longitude: longitude, latitude: latitude))
  }

  private func geometry(_ random: inout SeededGenerator) throws -> GeoJSON.Geometry {
    let rings = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
      try (0..<Int.random(in: 1...6, using: &random)).map { _ in try position(&random) }
    }
    return switch Int.random(in: 0...3, using: &random) {
    case 0: .multiPoint(rings[0])
    case 1: .multiLineString(rings)
    case 2: .polygon(rings)
    default: .collection([.multiPolygon([rings, [rings[0]]]), .lineString(rings[0])])
    }
  }

  @Test(
    "Any shape has tiles, those at a zoom are the parents of those below, a buffer adds to them")
  func laws() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<150 {
      let shape = Shape(try geometry(&random))
      let zoom = Zoom(Int.random(in: 0...5, using: &random)) ?? 0
      let found = TileCoverage.tiles(covering: shape, at: zoom)
      #expect(!found.isEmpty)
      let deeper = zoom.advanced(by: 2)
      let below = TileCoverage.tiles(covering: shape, at: deeper)
      #expect(below.ancestors(at: zoom) == found, "\(shape) \(zoom)")
      #expect(found.allSatisfy { TileRange(all: zoom).contains($0) })
      let distances = ["0.000001", "1", "100km", "20000km"]
      let distance = try #require(GroundDistance(distances.randomElement(using: &random) ?? "1"))
      let shallow = min(zoom, 3)
      let near = TileCoverage.tiles(covering: shape, at: shallow, buffer: distance)
      #expect(found.ancestors(at: shallow).subtracting(near).isEmpty)
    }
  }
}
