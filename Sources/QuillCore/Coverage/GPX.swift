/// The places of a GPX document, version 1.0 or 1.1: tracks, routes and waypoints.
///
///     let walk = try GPX(parsing: bytes)
///     TileCoverage.tiles(covering: Shape(walk), at: 16, buffer: GroundDistance("250m"))
public struct GPX: Hashable, Sendable {
  /// What was walked, in the order of the document.
  public var tracks: [Track] = []

  /// What is planned: each route through its places.
  public var routes: [[Coordinate]] = []

  /// Places alone.
  public var waypoints: [Coordinate] = []

  /// A way in pieces: between two segments the receiver knew nothing, so they are not joined.
  public struct Track: Hashable, Sendable {
    /// Each segment through its places.
    public var segments: [[Coordinate]] = []

    /// Creates the track of some segments.
    public init(segments: [[Coordinate]] = []) { self.segments = segments }
  }

  /// Creates the document without a place.
  public init() {}

  /// Reads a document.
  ///
  /// - Parameter bytes: the document, as UTF-8 or UTF-16.
  /// - Throws: `GPXError`, which tells what is wrong and where.
  public init(parsing bytes: [UInt8]) throws(GPXError) {
    var reader = GPXReader(bytes)
    self = try reader.document()
  }

  /// Whether the document has no place.
  public var isEmpty: Bool {
    waypoints.isEmpty && routes.allSatisfy(\.isEmpty)
      && tracks.allSatisfy { $0.segments.allSatisfy(\.isEmpty) }
  }
}

extension Shape {
  /// The shape of a document: segments and routes as lines, waypoints as points.
  public init(_ document: GPX) {
    for place in document.waypoints { append(Shape(place)) }
    let lines = document.tracks.flatMap(\.segments) + document.routes
    for line in lines {
      append(line: line.map { GeoJSON.Position(onGlobe: $0.longitude, $0.latitude) })
    }
  }
}

/// What can be wrong with a GPX document.
public enum GPXError: Error, Equatable, Sendable {
  /// It is no XML: what was expected at a line and column, both counted from 1.
  case syntax(line: Int, column: Int, expected: String)

  /// Its outermost element is not `gpx`.
  case notGPX(root: String)

  /// A place without the attribute `lat` or `lon`.
  case lacks(attribute: String, place: Place)

  /// A place whose `lat` or `lon` is no number.
  case notANumber(attribute: String, found: String, place: Place)

  /// A place whose `lat` or `lon` has a comma for its decimal point.
  case decimalComma(attribute: String, found: String, place: Place)

  /// A place that is none on the globe.
  case offTheGlobe(GeographyError, place: Place)

  /// Which place of the document, all counted from 1.
  public enum Place: Hashable, Sendable {
    case trackPoint(Int, segment: Int, track: Int)
    case routePoint(Int, route: Int)
    case waypoint(Int)
  }
}

extension GPXError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let line, let column, let expected):
      "is not whole XML: line \(line), column \(column) is not \(expected)"
    case .notGPX(let root): "is not GPX: its outermost element is '\(root)' (expected gpx)"
    case .lacks(let attribute, let place): "\(place) has no \(attribute)"
    case .notANumber(let attribute, "", let place):
      "\(place): \(attribute) is empty (expected degrees such as 42.3888)"
    case .notANumber(let attribute, let found, let place):
      "\(place): \(attribute) is '\(found)', not a number (expected degrees such as 42.3888)"
    case .decimalComma(let attribute, let found, let place):
      "\(place): \(attribute) is '\(found)' with a decimal comma"
        + " (expected '\(found.replacing(",", with: "."))')"
    case .offTheGlobe(let error, let place): "\(place): \(error)"
    }
  }
}

extension GPXError.Place: CustomStringConvertible {
  public var description: String {
    switch self {
    case .trackPoint(let point, let segment, let track):
      "track \(track), segment \(segment), point \(point)"
    case .routePoint(let point, let route): "route \(route), point \(point)"
    case .waypoint(let point): "waypoint \(point)"
    }
  }
}
