/// A place on the globe in degrees (WGS84): longitude −180…180, latitude −90…90.
///
/// A `Coordinate` that exists lies on the globe.
public struct Coordinate: Hashable, Sendable {
  /// Degrees east of Greenwich, negative to the west.
  public let longitude: Double

  /// Degrees north of the equator, negative to the south.
  public let latitude: Double

  /// Creates the place.
  ///
  /// - Throws: `GeographyError` when a number is not finite or lies beyond its limit.
  public init(longitude: Double, latitude: Double) throws(GeographyError) {
    guard longitude.isFinite else { throw .notANumber("\(longitude)") }
    guard latitude.isFinite else { throw .notANumber("\(latitude)") }
    guard abs(latitude) <= 90 else {
      throw .latitudeOffTheGlobe(latitude, swapped: abs(longitude) <= 90 && abs(latitude) <= 180)
    }
    guard abs(longitude) <= 180 else { throw .longitudeOffTheGlobe(longitude) }
    self.init(onGlobe: longitude, latitude)
  }

  /// Creates a place whose numbers the caller knows to be in range.
  init(onGlobe longitude: Double, _ latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }
}

extension Coordinate {
  /// Reads `lon,lat`, `40.77N,73.97W` in either order, or `geo:lat,lon`.
  ///
  ///     try Coordinate(parsing: "-73.97,40.77")
  ///     try Coordinate(parsing: "40.77N,73.97W")
  ///     try Coordinate(parsing: "geo:40.77,-73.97")
  ///
  /// - Throws: `GeographyError` that tells what was found and what was expected.
  public init(parsing text: String) throws(GeographyError) {
    let isURI = text.lowercased().hasPrefix("geo:")
    let body = isURI ? text.dropFirst(4).prefix { $0 != ";" && $0 != "?" } : text[...]
    let words = try DegreeWord.words(in: body)
    guard (isURI ? 2...3 : 2...2).contains(words.count) else { throw .malformedPoint(text) }
    let pair = words.prefix(2)
    if isURI {
      guard pair.allSatisfy({ $0.axis == nil }) else { throw .malformedPoint(text) }
      try self.init(longitude: words[1].degrees, latitude: words[0].degrees)
    } else if pair.allSatisfy({ $0.axis == nil }) {
      try self.init(longitude: words[0].degrees, latitude: words[1].degrees)
    } else {
      guard let longitude = pair.first(where: { $0.axis == .longitude }),
        let latitude = pair.first(where: { $0.axis == .latitude })
      else { throw .malformedPoint(text) }
      try self.init(longitude: longitude.degrees, latitude: latitude.degrees)
    }
  }
}

extension Coordinate {
  /// The place of the same two numbers where the first was the latitude; nil where there is none.
  public var latitudeFirst: Coordinate? {
    try? Coordinate(longitude: latitude, latitude: longitude)
  }
}

extension Coordinate: CustomStringConvertible {
  /// `lon,lat` with as many digits as give the same numbers back.
  public var description: String { "\(longitude.plainDecimal),\(latitude.plainDecimal)" }
}
