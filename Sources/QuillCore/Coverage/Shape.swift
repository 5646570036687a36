/// Points, lines and polygons on the square of the map, ready to be covered by tiles.
///
/// Edges are straight on the map, that is in Web Mercator. An x may lie outside 0…1: a shape that
/// crosses the 180th meridian stays in one piece, and its tiles are found on the other side.
///
///     let park = Shape(try GeoJSON(parsing: bytes))
///     TileCoverage.tiles(covering: park, at: 16)
public struct Shape: Hashable, Sendable {
  /// The edge of an area, or of a hole in it: its corners in order, the last joined to the first.
  public typealias Ring = [WorldPoint]

  /// Places.
  public var points: [WorldPoint] = []

  /// Lines through places; a line of one place is that place.
  public var lines: [[WorldPoint]] = []

  /// Areas, each as its rings: a point is inside when it lies within an odd number of them.
  ///
  /// So a hole is a hole whichever way it turns, and where a ring crosses itself, what it goes
  /// around twice is outside.
  public var polygons: [[Ring]] = []

  /// Whether some part lay beyond the latitudes a web map shows and was moved to its edge.
  public internal(set) var wasClamped = false

  /// Creates the shape that has nothing.
  public init() {}

  /// Whether the shape has nothing.
  public var isEmpty: Bool { points.isEmpty && lines.isEmpty && polygons.isEmpty }

  /// Adds the parts of another shape.
  public mutating func append(_ other: Shape) {
    points += other.points
    lines += other.lines
    polygons += other.polygons
    wasClamped = wasClamped || other.wasClamped
  }
}

extension Shape {
  /// The shape of a place.
  public init(_ place: Coordinate) {
    points = [WebMercator.worldPoint(of: place)]
    wasClamped = abs(place.latitude) > WebMercator.latitudeLimit
  }

  /// The shape of a box, in one piece also across the 180th meridian.
  public init(_ bounds: GeographicBounds) {
    let northWest = WebMercator.worldPoint(of: Coordinate(onGlobe: bounds.west, bounds.north))
    var southEast = WebMercator.worldPoint(of: Coordinate(onGlobe: bounds.east, bounds.south))
    if bounds.crosses180 { southEast.x += 1 }
    polygons = [[Self.box(from: northWest, to: southEast)]]
    wasClamped = bounds.reachesBeyondTheMap
  }

  /// The shape of a rectangle of tiles.
  public init(_ range: TileRange) {
    let side = Double(range.zoom.tilesPerSide)
    let northWest = WorldPoint(
      x: Double(range.columns.lowerBound) / side, y: Double(range.rows.lowerBound) / side)
    let southEast = WorldPoint(
      x: Double(range.columns.upperBound + 1) / side, y: Double(range.rows.upperBound + 1) / side)
    polygons = [[Self.box(from: northWest, to: southEast)]]
  }

  private static func box(from northWest: WorldPoint, to southEast: WorldPoint) -> Ring {
    [
      northWest, WorldPoint(x: southEast.x, y: northWest.y),
      southEast, WorldPoint(x: northWest.x, y: southEast.y),
    ]
  }
}
