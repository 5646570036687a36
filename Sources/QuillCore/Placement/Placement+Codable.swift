extension Placement: Codable {
  private enum Key: String, CodingKey {
    case at
    case bounds
    case drawnIn = "drawn_in"
    case worldFile = "world_file"
    case crs
    case points
    case transform
    case center
    case width
    case rotate
    case plain
  }

  /// Reads the placement of a record: one of `at`, `bounds`, `world_file`, `points`, `center` and
  /// `plain`, with what belongs to it.
  ///
  /// - Throws: `MetadataError` that names a key whose value makes no sense, or `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    if fields.contains(.bounds) {
      let text = try fields.decode(String.self, forKey: .bounds)
      let box = try Self.value("bounds", text, "west,south,east,north") {
        () throws(GeographyError) in try GeographicBounds(parsing: text)
      }
      self = .bounds(box, drawnIn: try Self.name(fields, .drawnIn) ?? .mercator)
    } else if fields.contains(.worldFile) {
      let lines = try fields.decode([Double].self, forKey: .worldFile)
      let file = try Self.value("world_file", "\(lines)", "six numbers") {
        () throws(WorldFileError) in try WorldFile(lines)
      }
      let number = try fields.decode(Int.self, forKey: .crs)
      let crs = try Self.value("crs", "\(number)", "3857 or 4326") { MapCRS(rawValue: number) }
      self = .worldFile(file, crs: crs)
    } else if fields.contains(.points) {
      let points = try fields.decode([PointFields].self, forKey: .points)
      let numbered = try points.enumerated().map { try $1.point(number: $0 + 1) }
      self = .points(numbered, transform: try Self.name(fields, .transform) ?? .auto)
    } else if fields.contains(.center) {
      let text = try fields.decode(String.self, forKey: .center)
      let place = try Self.value("center", text, "longitude,latitude") {
        () throws(GeographyError) in try Coordinate(parsing: text)
      }
      let width = try fields.decode(Double.self, forKey: .width)
      let rotation = try fields.decodeIfPresent(Double.self, forKey: .rotate) ?? 0
      self = .center(
        place,
        width: try Self.value("width", "\(width)", "metres, more than 0 and less than the globe") {
          Self.isWidth(width) ? width : nil
        },
        rotation: try Self.value("rotate", "\(rotation)", "degrees") {
          rotation.isFinite ? rotation : nil
        })
    } else if fields.contains(.plain) {
      let isPlain = try fields.decode(Bool.self, forKey: .plain)
      self = try Self.value("plain", "\(isPlain)", "true") { isPlain ? .plain : nil }
    } else {
      let text = try fields.decode(String.self, forKey: .at)
      self = .at(try Self.value("at", text, "a tile, z/x/y") { Tile(text) })
    }
  }

  /// Writes what `init(from:)` reads.
  ///
  /// - Throws: `MetadataError` when a number is not finite or beyond what a drawing can have, so that
  ///   it would not be read again.
  public func encode(to encoder: any Encoder) throws {
    try checkNumbers()
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .at(let tile): try fields.encode(tile.description, forKey: .at)
    case .bounds(let box, let drawnIn):
      try fields.encode(box.description, forKey: .bounds)
      try fields.encode(drawnIn.rawValue, forKey: .drawnIn)
    case .worldFile(let file, let crs):
      try fields.encode(file.lines, forKey: .worldFile)
      try fields.encode(crs.rawValue, forKey: .crs)
    case .points(let points, let kind):
      try fields.encode(points.map(PointFields.init), forKey: .points)
      try fields.encode(kind.rawValue, forKey: .transform)
    case .center(let place, let width, let rotation):
      try fields.encode(place.description, forKey: .center)
      try fields.encode(width, forKey: .width)
      try fields.encode(rotation, forKey: .rotate)
    case .plain: try fields.encode(true, forKey: .plain)
    }
  }

  /// Whether a drawing can be so many metres wide.
  private static func isWidth(_ width: Double) -> Bool {
    width > 0 && width <= GroundDistance.longest.metres
  }

  private func checkNumbers() throws(MetadataError) {
    switch self {
    case .center(_, let width, let rotation):
      guard Self.isWidth(width) else {
        throw .badValue(
          key: "width", found: "\(width)", expected: "metres, more than 0 and less than the globe")
      }
      guard rotation.isFinite else {
        throw .badValue(key: "rotate", found: "\(rotation)", expected: "degrees")
      }
    case .points(let points, _):
      for point in points where !point.pixel.isSane {
        throw .badValue(
          key: "points", found: "\(point.pixel.x),\(point.pixel.y)", expected: "pixels")
      }
    case .at, .bounds, .worldFile, .plain: break
    }
  }

  /// A value of a key, or the error that says what stands there.
  private static func value<Value>(
    _ key: String, _ found: String, _ expected: String, _ read: () throws -> Value?
  ) throws -> Value {
    guard let value = try? read() else {
      throw MetadataError.badValue(key: key, found: found, expected: expected)
    }
    return value
  }

  /// One of the names of a type, nil when the key is absent.
  private static func name<Name: RawRepresentable<String> & CaseIterable>(
    _ fields: KeyedDecodingContainer<Key>, _ key: Key
  ) throws -> Name? {
    guard let text = try fields.decodeIfPresent(String.self, forKey: key) else { return nil }
    let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
    return try value(key.stringValue, text, names) { Name(rawValue: text) }
  }
}

/// A control point as a record keeps it.
private struct PointFields: Codable {
  let x: Double
  let y: Double
  let longitude: Double
  let latitude: Double
  let label: String?
  let line: Int?

  enum CodingKeys: String, CodingKey {
    case x = "pixel_x"
    case y = "pixel_y"
    case longitude = "lon"
    case latitude = "lat"
    case label = "name"
    case line
  }

  init(_ point: ControlPoint) {
    x = point.pixel.x
    y = point.pixel.y
    longitude = point.place.longitude
    latitude = point.place.latitude
    label = point.label
    line = point.line
  }

  func point(number: Int) throws -> ControlPoint {
    let place: Coordinate
    do {
      place = try Coordinate(longitude: longitude, latitude: latitude)
    } catch {
      throw MetadataError.badValue(
        key: "points", found: "\(longitude),\(latitude)", expected: "longitude, latitude")
    }
    let pixel = PixelPoint(x: x, y: y)
    guard pixel.isSane else {
      throw MetadataError.badValue(key: "points", found: "\(x),\(y)", expected: "pixels")
    }
    return ControlPoint(
      pixel: pixel, place: place, label: label, line: line ?? number)
  }
}

extension PixelPoint {
  /// Whether the numbers are those of a place on a picture or beside it.
  fileprivate var isSane: Bool { abs(x) < 1e12 && abs(y) < 1e12 }
}
