/// A box in the points of MapKit's `MKMapRect`: the square of the map is 2²⁸ of them wide, and they
/// count from its north-west corner.
///
///     MapPointBox(WebMercator.bounds(of: Tile("1/1/0")!))  // 134217728, 0, 134217728 x 134217728
///
/// Edges are rounded to 1/1024 of a point, far above the rounding of degrees printed as text: a box
/// of whole tiles does not reach into their neighbours.
public struct MapPointBox: Hashable, Sendable {
  /// Points from the map's western edge.
  public let x: Double

  /// Points from the map's northern edge.
  public let y: Double

  /// Points from west to east.
  public let width: Double

  /// Points from north to south.
  public let height: Double

  /// Points along each side of the map.
  public static let worldSide = 268_435_456.0

  /// The whole map.
  public static let world = MapPointBox(x: 0, y: 0, width: worldSide, height: worldSide)

  private init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box of degrees in points; across the 180th meridian it reaches beyond the map's eastern
  /// end, as MapKit has it.
  public init(_ bounds: GeographicBounds) {
    let northWest = Self.corner(Coordinate(onGlobe: bounds.west, bounds.north))
    let southEast = Self.corner(Coordinate(onGlobe: bounds.east, bounds.south))
    let turn = bounds.crosses180 ? Self.worldSide : 0
    self.init(
      x: northWest.x, y: northWest.y, width: southEast.x - northWest.x + turn,
      height: southEast.y - northWest.y)
  }

  private static func corner(_ place: Coordinate) -> WorldPoint {
    let point = WebMercator.worldPoint(of: place)
    let steps = worldSide * 1024
    return WorldPoint(x: (point.x * steps).rounded() / 1024, y: (point.y * steps).rounded() / 1024)
  }
}
