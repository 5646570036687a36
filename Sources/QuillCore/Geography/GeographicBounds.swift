/// A box in degrees (WGS84) between two longitudes and two latitudes.
///
/// When `west` is greater than `east` the box crosses the 180th meridian. A box may be of zero
/// width or height, and may reach to the poles, where web maps end early
/// (`WebMercator.latitudeLimit`).
///
///     let park = try GeographicBounds(parsing: "-73.9819,40.7644,-73.9496,40.8003")
///     let fiji = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
///     fiji.crosses180  // true
public struct GeographicBounds: Hashable, Sendable {
  /// The western edge in degrees, −180…180.
  public let west: Double

  /// The southern edge in degrees, −90…90.
  public let south: Double

  /// The eastern edge in degrees, −180…180.
  public let east: Double

  /// The northern edge in degrees, −90…90.
  public let north: Double

  /// Creates the box.
  ///
  /// - Throws: `GeographyError` when a number is not finite or off the globe, or when the south
  ///   lies north of the north.
  public init(
    west: Double, south: Double, east: Double, north: Double
  ) throws(GeographyError) {
    _ = try Coordinate(longitude: west, latitude: south)
    _ = try Coordinate(longitude: east, latitude: north)
    guard south <= north else { throw .southAboveNorth(south: south, north: north) }
    self.init(onGlobe: west, south, east, north)
  }

  /// Creates a box whose numbers the caller knows to be in range and order.
  init(onGlobe west: Double, _ south: Double, _ east: Double, _ north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Reads `W,S,E,N`, or four numbers with compass letters in any order.
  ///
  /// With letters the greater latitude is the north, and the box goes the narrower way round the
  /// globe between the two longitudes; `180W` and `180E` are the whole way.
  ///
  ///     try GeographicBounds(parsing: "40.7644N,73.9819W,40.8003N,73.9496W").west  // -73.9819
  ///
  /// - Throws: `GeographyError` that tells what was found and what was expected.
  public init(parsing text: String) throws(GeographyError) {
    let words = try DegreeWord.words(in: text)
    guard words.count == 4 else { throw .malformedBounds(text) }
    if words.allSatisfy({ $0.axis == nil }) {
      let numbers = words.map(\.degrees)
      try self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
      return
    }
    let latitudes = words.filter { $0.axis == .latitude }.map(\.degrees).sorted()
    let longitudes = words.filter { $0.axis == .longitude }.map(\.degrees)
    guard latitudes.count == 2, longitudes.count == 2 else { throw .malformedBounds(text) }
    let (west, east) = Self.westFirst(longitudes[0], longitudes[1])
    try self.init(west: west, south: latitudes[0], east: east, north: latitudes[1])
  }

  /// Two longitudes in free order as west and east: the narrower way round the globe, or the whole
  /// way when they are its two ends.
  private static func westFirst(_ one: Double, _ other: Double) -> (west: Double, east: Double) {
    let (low, high) = (min(one, other), max(one, other))
    return high - low <= 180 || high - low == 360 ? (low, high) : (high, low)
  }
}

extension GeographicBounds {
  /// Whether the box crosses the 180th meridian.
  public var crosses180: Bool { west > east }

  /// Whether part of the box lies beyond the latitudes a web map shows.
  public var reachesBeyondTheMap: Bool {
    north > WebMercator.latitudeLimit || south < -WebMercator.latitudeLimit
  }

  /// The box cut to the latitudes a web map shows.
  ///
  /// - Throws: `GeographyError.beyondTheMap` when nothing of it is left.
  public func clampedToMap() throws(GeographyError) -> GeographicBounds {
    let limit = WebMercator.latitudeLimit
    // The limit itself, printed with ten digits or more, still lies on the map.
    let printed = limit + 1e-9
    guard south <= printed, north >= -printed else {
      throw .beyondTheMap(south: south, north: north)
    }
    return GeographicBounds(
      onGlobe: west, min(max(south, -limit), limit), east, min(max(north, -limit), limit))
  }

  /// The box of the same four numbers where each pair of them was a latitude before a longitude; nil
  /// where these are none.
  public var latitudeFirst: GeographicBounds? {
    try? GeographicBounds(west: south, south: west, east: north, north: east)
  }

  /// Whether the place lies in the box or on its edge.
  public func contains(_ place: Coordinate) -> Bool {
    let (x, y) = (place.longitude, place.latitude)
    return (south...north).contains(y)
      && (crosses180 ? x >= west || x <= east : x >= west && x <= east)
  }

  /// The place in the middle of the box, in degrees.
  public var center: Coordinate {
    let width = crosses180 ? east + 360 - west : east - west
    let middle = west + width / 2
    return Coordinate(onGlobe: middle > 180 ? middle - 360 : middle, (south + north) / 2)
  }
}

extension GeographicBounds: CustomStringConvertible {
  /// `W,S,E,N` with as many digits as give the same numbers back.
  public var description: String {
    [west, south, east, north].map(\.plainDecimal).joined(separator: ",")
  }
}
