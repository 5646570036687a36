import QuillCore
import QuillTestSupport
import Testing

@Suite struct MapPointBoxTests {
  /// A tile of zoom z is 2²⁸ / 2ᶻ points wide.
  @Test(arguments: [
    ("0/0/0", 268_435_456.0), ("1/1/0", 134_217_728), ("14/4825/6156", 16_384),
    ("16/19299/24627", 4096), ("28/12345678/123456789", 1),
  ])
  func `the box of a tile is that many points, from corner to corner`(
    name: String, side: Double
  ) throws {
    let tile = try #require(Tile(name))
    let box = MapPointBox(WebMercator.bounds(of: tile))
    #expect(box.x == Double(tile.x) * side && box.y == Double(tile.y) * side)
    #expect(box.width == side && box.height == side)
  }

  @Test func `across the 180th meridian it reaches beyond the map`() throws {
    let fiji = MapPointBox(try GeographicBounds(west: 135, south: 0, east: -135, north: 0))
    #expect(fiji.x == 234_881_024 && fiji.y == 134_217_728)
    #expect(fiji.width == 67_108_864 && fiji.height == 0)
  }

  @Test func `the whole globe is the whole map`() throws {
    let globe = try GeographicBounds(west: -180, south: -90, east: 180, north: 90)
    #expect(MapPointBox(globe) == .world)
  }
}
