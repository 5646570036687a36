/// The geometry of a GeoJSON document (RFC 7946): any of the seven kinds, features, collections.
///
///     let park = try GeoJSON(parsing: bytes)
///     TileCoverage.tiles(covering: Shape(park), at: 16)
///
/// Properties other than a feature's name are passed over, as are altitudes and foreign members.
/// Longitudes may run on beyond ±180, as files have it that were not cut at the 180th meridian.
public struct GeoJSON: Hashable, Sendable {
  /// The features in the order of the document; a bare geometry is one feature without a name.
  public var features: [Feature]

  /// A thing on the map.
  public struct Feature: Hashable, Sendable {
    /// The text of its property `name`, if it has one.
    public var name: String?

    /// Where it is, nil for a feature without a place.
    public var geometry: Geometry?

    /// Creates the feature.
    public init(name: String? = nil, geometry: Geometry?) {
      self.name = name
      self.geometry = geometry
    }
  }

  /// One of the seven kinds of geometry.
  public indirect enum Geometry: Hashable, Sendable {
    case point(Position)
    case multiPoint([Position])
    case lineString([Position])
    case multiLineString([[Position]])
    /// The ring around it, then the rings of its holes.
    case polygon([[Position]])
    case multiPolygon([[[Position]]])
    case collection([Geometry])
  }

  /// A place in degrees; the longitude may go on beyond ±180, as far as ±540.
  public struct Position: Hashable, Sendable {
    /// Degrees east of Greenwich.
    public let longitude: Double

    /// Degrees north of the equator, −90…90.
    public let latitude: Double

    /// The furthest longitude to either side: once around the globe beyond ±180.
    static let longitudeLimit = 540.0

    /// Creates the place, or nil when a number is beyond its limit or no number.
    public init?(longitude: Double, latitude: Double) {
      guard abs(longitude) <= Self.longitudeLimit, abs(latitude) <= 90 else { return nil }
      self.init(onGlobe: longitude, latitude)
    }

    init(onGlobe longitude: Double, _ latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// Creates the document of some features.
  public init(features: [Feature]) { self.features = features }

  /// Reads a document.
  ///
  /// - Parameter bytes: the document as UTF-8.
  /// - Throws: `GeoJSONError`, which tells what is wrong and where.
  /// - Complexity: linear; some 20 milliseconds a megabyte.
  public init(parsing bytes: [UInt8]) throws(GeoJSONError) {
    var reader = GeoJSONReader(bytes)
    features = try reader.document()
  }
}

/// What can be wrong with a GeoJSON document.
public enum GeoJSONError: Error, Equatable, Sendable {
  /// It is no JSON: what was expected at a line and column, both counted from 1.
  case syntax(line: Int, column: Int, expected: String)

  /// A part of the document is not as GeoJSON has it.
  case fault(GeoJSONFault, feature: FeatureNumber?)

  /// Which feature of a collection, counted from 1.
  public struct FeatureNumber: Hashable, Sendable, CustomStringConvertible {
    /// 1 for the first.
    public let number: Int

    /// Creates the number of a feature.
    public init(_ number: Int) { self.number = number }

    public var description: String { "feature \(number)" }
  }
}

/// What can be wrong with a part of a GeoJSON document.
public enum GeoJSONFault: Equatable, Sendable {
  /// An object without the text `type`.
  case untyped

  /// A type that GeoJSON does not know, or not in this place.
  case foreignType(String)

  /// An object without a member that its type must have.
  case lacks(member: String, type: String)

  /// A text in the place of a coordinate.
  case notANumber(String)

  /// Coordinates that are not nested as the type has it.
  case nesting(type: String)

  /// A longitude more than once around the globe away.
  case longitude(Double)

  /// A latitude beyond ±90; `swapped` when the numbers make sense the other way round.
  case latitude(Double, swapped: Bool)
}

extension GeoJSONError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let line, let column, let expected):
      "is not JSON: line \(line), column \(column) is not \(expected)"
    case .fault(let fault, let feature):
      feature.map { "\($0): \(fault)" } ?? "\(fault)"
    }
  }
}

extension GeoJSONFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .untyped: "an object has no \"type\" (expected one such as Feature or Polygon)"
    case .foreignType(let type):
      "'\(type)' is no GeoJSON type here (expected Point, LineString, Polygon, their Multi kinds,"
        + " GeometryCollection, Feature or FeatureCollection)"
    case .lacks(let member, let type): "a \(type) has no \"\(member)\""
    case .notANumber(let text):
      text.contains(",") && Double(plainDecimal: text.replacing(",", with: ".")) != nil
        ? "a coordinate is the text \"\(text)\" with a decimal comma (expected"
          + " \(text.replacing(",", with: ".")), without quotes)"
        : "a coordinate is the text \"\(text)\" (expected a number, without quotes)"
    case .nesting(let type): "the coordinates of a \(type) are not nested as its type expects"
    case .longitude(let value):
      "longitude \(value) is off the globe (expected -180 to 180"
        + (abs(value) > 1000 ? " in degrees; are these metres?)" : ")")
    case .latitude(let value, let swapped):
      "latitude \(value) is off the globe (expected -90 to 90"
        + (swapped ? "; longitude comes first, are the two swapped?)" : ")")
    }
  }
}
