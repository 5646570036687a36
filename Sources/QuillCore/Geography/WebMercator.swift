#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// The map projection of web maps: the globe on a square, north up, angles kept.
///
/// With longitude λ and latitude φ in radians, a place lies at
///
///     x = (λ + π) / 2π        y = (π − asinh(tan φ)) / 2π
///
/// of the square, from its north-west corner. The square ends at the latitude where y is 0, so
/// asinh(tan φ) = π and φ = atan(sinh π) = 85.0511287798066°. Source: EPSG:3857 and OGC Two
/// Dimensional Tile Matrix Set 2.0, WebMercatorQuad.
public enum WebMercator {
  /// The latitude, in degrees, at which the square ends: atan(sinh π).
  public static let latitudeLimit = degrees(atan(sinh(Double.pi)))

  /// The radius in metres of the sphere behind the metres of EPSG:3857.
  public static let radius = 6_378_137.0

  /// Metres around the equator: the width of the square in EPSG:3857.
  public static let circumference = 2 * Double.pi * radius

  /// How near, in widths of the world, an edge may come to a tile border and count as on it:
  /// 0.04 millimetres on the ground, far above the rounding of degrees printed as text.
  public static let edgeTolerance = 1e-12
}

/// A place on the square of the map: x and y from 0 to 1, from the north-west corner.
public struct WorldPoint: Hashable, Sendable {
  /// Widths of the world from its western edge.
  public var x: Double

  /// Heights of the world from its northern edge.
  public var y: Double

  /// Creates the point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A place on the map in metres of EPSG:3857, from where the equator meets Greenwich.
public struct MercatorPoint: Hashable, Sendable {
  /// Metres to the east.
  public var easting: Double

  /// Metres to the north.
  public var northing: Double

  /// Creates the point.
  public init(easting: Double, northing: Double) {
    self.easting = easting
    self.northing = northing
  }
}

extension WebMercator {
  /// Where the place lies on the map; latitudes beyond the limit lie on its edge.
  public static func worldPoint(of place: Coordinate) -> WorldPoint {
    let latitude = min(max(place.latitude, -latitudeLimit), latitudeLimit)
    let up = asinh(tan(radians(latitude))) / (2 * Double.pi)
    return WorldPoint(x: (place.longitude + 180) / 360, y: min(max(0.5 - up, 0), 1))
  }

  /// The place on the globe at that point of the map; points beside the square count as on its
  /// edge.
  public static func coordinate(of point: WorldPoint) -> Coordinate {
    let x = min(max(point.x, 0), 1)
    let y = min(max(point.y, 0), 1)
    let latitude = degrees(atan(sinh(Double.pi * (1 - 2 * y))))
    return Coordinate(onGlobe: x * 360 - 180, latitude)
  }

  /// The point in metres of EPSG:3857.
  public static func metres(of point: WorldPoint) -> MercatorPoint {
    MercatorPoint(
      easting: (point.x - 0.5) * circumference, northing: (0.5 - point.y) * circumference)
  }

  /// The point of the square at those metres of EPSG:3857.
  public static func worldPoint(of point: MercatorPoint) -> WorldPoint {
    WorldPoint(x: point.easting / circumference + 0.5, y: 0.5 - point.northing / circumference)
  }

  /// Metres on the ground that one pixel spans, east to west, at that latitude in degrees.
  ///
  /// The square stretches a parallel of latitude φ to the length of the equator, that is by
  /// 1 / cos φ.
  public static func metresPerPixel(
    atLatitude latitude: Double, zoom: Zoom, tileSize: TileSize = .pixels256
  ) -> Double {
    let pixelsAround = Double(zoom.tilesPerSide * tileSize.pixels)
    return circumference / pixelsAround * cos(radians(latitude))
  }

  private static func radians(_ degrees: Double) -> Double { degrees * Double.pi / 180 }
  private static func degrees(_ radians: Double) -> Double { radians * 180 / Double.pi }
}

extension WebMercator {
  /// The tile at `zoom` that owns the place: a tile owns its west and north edge, and the last
  /// column and row own the east and south edge of the map.
  public static func tile(containing place: Coordinate, at zoom: Zoom) -> Tile {
    tile(containing: worldPoint(of: place), at: zoom)
  }

  /// The tile at `zoom` that owns the point of the map; points beside the square count as on its
  /// edge.
  ///
  /// - Precondition: both coordinates are numbers.
  public static func tile(containing point: WorldPoint, at zoom: Zoom) -> Tile {
    Tile(inside: zoom, x: index(owning: point.x, at: zoom), y: index(owning: point.y, at: zoom))
  }

  /// The box of the tile in degrees.
  public static func bounds(of tile: Tile) -> GeographicBounds {
    bounds(of: TileRange(tile))
  }

  /// The box of a rectangle of tiles in degrees.
  public static func bounds(of range: TileRange) -> GeographicBounds {
    let side = Double(range.zoom.tilesPerSide)
    let northWest = coordinate(
      of: WorldPoint(
        x: Double(range.columns.lowerBound) / side, y: Double(range.rows.lowerBound) / side))
    let southEast = coordinate(
      of: WorldPoint(
        x: Double(range.columns.upperBound + 1) / side, y: Double(range.rows.upperBound + 1) / side)
    )
    return GeographicBounds(
      onGlobe: northWest.longitude, southEast.latitude, southEast.longitude, northWest.latitude)
  }

  /// The column or row that owns a fraction of the world's side.
  static func index(owning fraction: Double, at zoom: Zoom) -> Int {
    precondition(!fraction.isNaN, "A point of the map has numbers for coordinates")
    let inside = min(max(fraction + edgeTolerance, 0), 1)
    let index = (inside * Double(zoom.tilesPerSide)).rounded(.down)
    return min(Int(index), zoom.tilesPerSide - 1)
  }

  /// The columns or rows whose inside a span of the world's side meets, at least one.
  static func indices(meeting span: ClosedRange<Double>, at zoom: Zoom) -> ClosedRange<Int> {
    let first = index(owning: span.lowerBound, at: zoom)
    let end = ((span.upperBound - edgeTolerance) * Double(zoom.tilesPerSide)).rounded(.up)
    return first...max(first, min(Int(end), zoom.tilesPerSide) - 1)
  }
}

extension TileRange {
  /// The tiles of a zoom whose inside shares area with the box: one rectangle, or two when the
  /// box crosses the 180th meridian and the halves do not meet in one column; none when the box
  /// lies wholly beyond the latitudes of the map.
  ///
  /// A box that ends on a tile border does not reach the next tile. A box of zero size gives the
  /// one tile that owns it.
  ///
  ///     let box = WebMercator.bounds(of: Tile("18/76669/98727")!)
  ///     TileRange.tiles(covering: box, at: 18)  // [18/76669/98727]
  public static func tiles(covering bounds: GeographicBounds, at zoom: Zoom) -> [TileRange] {
    guard let bounds = try? bounds.clampedToMap() else { return [] }
    let northWest = WebMercator.worldPoint(of: Coordinate(onGlobe: bounds.west, bounds.north))
    let southEast = WebMercator.worldPoint(of: Coordinate(onGlobe: bounds.east, bounds.south))
    let rows = WebMercator.indices(
      meeting: northWest.y...Swift.max(northWest.y, southEast.y), at: zoom)
    let columns = bounds.halves(from: northWest.x, to: southEast.x)
      .map { WebMercator.indices(meeting: $0, at: zoom) }
    if columns.count == 2, columns[1].upperBound >= columns[0].lowerBound {
      return [TileRange(inside: zoom, columns: 0...(zoom.tilesPerSide - 1), rows: rows)]
    }
    return columns.reversed().map { TileRange(inside: zoom, columns: $0, rows: rows) }
  }
}

extension GeographicBounds {
  /// The box's span of the world's width: one, or one on each side of the 180th meridian.
  ///
  /// A side of no width is left out: 180 and −180 are one meridian, and a box that begins or ends
  /// there does not cross it.
  fileprivate func halves(from west: Double, to east: Double) -> [ClosedRange<Double>] {
    guard crosses180 else { return [west...east] }
    let hasWestern = 1 - west > WebMercator.edgeTolerance
    let hasEastern = east > WebMercator.edgeTolerance
    switch (hasWestern, hasEastern) {
    case (true, true): return [west...1, 0...east]
    case (false, true): return [0...east]
    case (_, false): return [west...1]
    }
  }
}
