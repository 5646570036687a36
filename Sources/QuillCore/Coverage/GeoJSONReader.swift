/// Reads GeoJSON objects from JSON, whatever the order of their members.
struct GeoJSONReader {
  private var scanner: JSONScanner
  private var feature: GeoJSONError.FeatureNumber?

  init(_ bytes: [UInt8]) { scanner = JSONScanner(bytes) }

  /// Reads the whole document.
  mutating func document() throws(GeoJSONError) -> [GeoJSON.Feature] {
    let object = try members()
    try scanner.expectEnd()
    switch try type(of: object) {
    case "FeatureCollection":
      guard let features = object.features else {
        throw fault(.lacks(member: "features", type: "FeatureCollection"))
      }
      return features
    case "Feature": return [try asFeature(object)]
    default: return [GeoJSON.Feature(geometry: try geometry(object))]
    }
  }

  /// What an object holds, before its type is known.
  private struct Members {
    var type: String?
    var name: String?
    var coordinates: NestedPositions?
    var geometry: GeoJSON.Geometry?
    var hasGeometry = false
    var geometries: [GeoJSON.Geometry]?
    var features: [GeoJSON.Feature]?
  }

  private mutating func members() throws(GeoJSONError) -> Members {
    var found = Members()
    guard try scanner.enter(.object) else { return found }
    repeat {
      try member(try scanner.memberName(), &found)
    } while try scanner.hasMore(in: .object)
    return found
  }

  private mutating func member(_ name: String, _ found: inout Members) throws(GeoJSONError) {
    switch name {
    case "type": found.type = try text()
    case "coordinates":
      found.coordinates = try scanner.takeNull() ? nil : try coordinates()
    case "geometry":
      found.hasGeometry = true
      found.geometry = try scanner.takeNull() ? nil : try geometry(try members())
    case "geometries": found.geometries = try geometries()
    case "features": found.features = try features()
    case "properties": found.name = try nameAmongProperties()
    default: try scanner.skipValue()
    }
  }

  private mutating func text() throws(GeoJSONError) -> String? {
    if scanner.peek() == UInt8(ascii: "\"") { return try scanner.string() }
    try scanner.skipValue()
    return nil
  }

  private mutating func nameAmongProperties() throws(GeoJSONError) -> String? {
    guard scanner.peek() == UInt8(ascii: "{") else {
      try scanner.skipValue()
      return nil
    }
    var name: String?
    guard try scanner.enter(.object) else { return nil }
    repeat {
      let member = try scanner.memberName()
      if member == "name" { name = try text() } else { try scanner.skipValue() }
    } while try scanner.hasMore(in: .object)
    return name
  }

  private mutating func geometries() throws(GeoJSONError) -> [GeoJSON.Geometry] {
    var found: [GeoJSON.Geometry] = []
    guard try scanner.enter(.array) else { return found }
    repeat { found.append(try geometry(try members())) } while try scanner.hasMore(in: .array)
    return found
  }

  private mutating func features() throws(GeoJSONError) -> [GeoJSON.Feature] {
    var found: [GeoJSON.Feature] = []
    let outer = feature
    defer { feature = outer }
    guard try scanner.enter(.array) else { return found }
    repeat {
      feature = .init(found.count + 1)
      let object = try members()
      guard try type(of: object) == "Feature" else {
        throw fault(.foreignType(object.type ?? ""))
      }
      found.append(try asFeature(object))
    } while try scanner.hasMore(in: .array)
    return found
  }

  private func fault(_ fault: GeoJSONFault) -> GeoJSONError { .fault(fault, feature: feature) }
}

extension GeoJSONReader {
  private func type(of object: Members) throws(GeoJSONError) -> String {
    guard let type = object.type else { throw fault(.untyped) }
    return type
  }

  private func asFeature(_ object: Members) throws(GeoJSONError) -> GeoJSON.Feature {
    guard object.hasGeometry else { throw fault(.lacks(member: "geometry", type: "Feature")) }
    return GeoJSON.Feature(name: object.name, geometry: object.geometry)
  }

  private func geometry(_ object: Members) throws(GeoJSONError) -> GeoJSON.Geometry {
    let type = try type(of: object)
    if type == "GeometryCollection" {
      guard let geometries = object.geometries else {
        throw fault(.lacks(member: "geometries", type: type))
      }
      return .collection(geometries)
    }
    let depths = [
      "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2,
      "MultiPolygon": 3,
    ]
    guard let depth = depths[type] else { throw fault(.foreignType(type)) }
    guard let nested = object.coordinates else {
      throw fault(.lacks(member: "coordinates", type: type))
    }
    guard nested.isNested(depth), depth > 0 || nested.positions.count == 1 else {
      throw fault(.nesting(type: type))
    }
    switch type {
    case "Point": return .point(nested.positions[0])
    case "MultiPoint": return .multiPoint(nested.positions)
    case "LineString": return .lineString(nested.positions)
    case "MultiLineString": return .multiLineString(nested.lists())
    case "Polygon": return .polygon(nested.lists())
    default: return .multiPolygon(nested.listsOfLists())
    }
  }

  private mutating func coordinates() throws(GeoJSONError) -> NestedPositions {
    var nested = NestedPositions()
    try coordinates(into: &nested, depth: 0)
    return nested
  }

  private mutating func coordinates(
    into nested: inout NestedPositions, depth: Int
  ) throws(GeoJSONError) {
    var numbers = (first: 0.0, second: 0.0, count: 0)
    var hasLists = false
    guard try scanner.enter(.array) else { return nested.endList(at: depth) }
    repeat {
      if scanner.peek() == UInt8(ascii: "[") {
        hasLists = true
        try coordinates(into: &nested, depth: depth + 1)
      } else if scanner.peek() == UInt8(ascii: "\"") {
        throw fault(.notANumber(try scanner.string()))
      } else {
        let number = try scanner.number()
        if numbers.count == 0 { numbers.first = number }
        if numbers.count == 1 { numbers.second = number }
        numbers.count += 1
      }
    } while try scanner.hasMore(in: .array)
    guard numbers.count > 0 else { return nested.endList(at: depth) }
    guard !hasLists, numbers.count > 1 else { throw fault(.nesting(type: "geometry")) }
    nested.append(try position(numbers.first, numbers.second), at: depth)
  }

  private func position(
    _ longitude: Double, _ latitude: Double
  ) throws(GeoJSONError) -> GeoJSON.Position {
    guard abs(latitude) <= 90 else {
      throw fault(.latitude(latitude, swapped: abs(longitude) <= 90 && abs(latitude) <= 180))
    }
    guard abs(longitude) <= GeoJSON.Position.longitudeLimit else {
      throw fault(.longitude(longitude))
    }
    return GeoJSON.Position(onGlobe: longitude, latitude)
  }
}

/// The positions in nested arrays of unknown depth, flat, with where each array ended.
private struct NestedPositions {
  private(set) var positions: [GeoJSON.Position] = []
  /// The depth all positions lie at; 0 is a position alone.
  private var positionDepth: Int?
  private var isEven = true
  /// For each depth the number of positions before the end of each array there.
  private var ends: [[Int]] = []

  mutating func append(_ position: GeoJSON.Position, at depth: Int) {
    if let positionDepth, positionDepth != depth { isEven = false }
    positionDepth = depth
    positions.append(position)
  }

  mutating func endList(at depth: Int) {
    while ends.count <= depth { ends.append([]) }
    ends[depth].append(positions.count)
  }

  /// Whether all positions lie at that depth and no array ends as deep or deeper.
  func isNested(_ depth: Int) -> Bool {
    isEven && (positionDepth ?? depth) == depth && ends.count <= depth
  }

  /// The positions as lists.
  func lists() -> [[GeoJSON.Position]] {
    slices(at: 1, of: positions.startIndex..<positions.endIndex)
  }

  /// The positions as lists of lists.
  func listsOfLists() -> [[[GeoJSON.Position]]] {
    var outer: [[[GeoJSON.Position]]] = []
    var start = 0
    for end in ends.count > 1 ? ends[1] : [] {
      outer.append(slices(at: 2, of: start..<end))
      start = end
    }
    return outer
  }

  /// The lists at a depth that lie within a span of positions; empty lists are left out.
  private func slices(at depth: Int, of span: Range<Int>) -> [[GeoJSON.Position]] {
    guard ends.count > depth else { return [] }
    var lists: [[GeoJSON.Position]] = []
    var start = span.lowerBound
    let first = Self.firstPlace(after: start, in: ends[depth])
    for end in ends[depth][first...] {
      guard end <= span.upperBound, start < span.upperBound else { break }
      lists.append(Array(positions[start..<end]))
      start = end
    }
    return lists
  }

  /// The place of the first end that lies after a position, by halving.
  private static func firstPlace(after position: Int, in ends: [Int]) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
