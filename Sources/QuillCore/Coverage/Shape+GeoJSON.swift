extension Shape {
  /// The shape of all features of a document.
  public init(_ document: GeoJSON) {
    for feature in document.features {
      if let geometry = feature.geometry { append(geometry) }
    }
  }

  /// The shape of a geometry.
  public init(_ geometry: GeoJSON.Geometry) { append(geometry) }

  private mutating func append(_ geometry: GeoJSON.Geometry) {
    switch geometry {
    case .point(let position): append([position])
    case .multiPoint(let positions): append(positions)
    case .lineString(let line): append(line: line)
    case .multiLineString(let lines): for line in lines { append(line: line) }
    case .polygon(let rings): append(polygon: rings)
    case .multiPolygon(let polygons): for rings in polygons { append(polygon: rings) }
    case .collection(let geometries): for geometry in geometries { append(geometry) }
    }
  }

  private mutating func append(_ positions: [GeoJSON.Position]) {
    note(positions)
    for position in positions { points += ContinuousLine([position]).places }
  }

  mutating func append(line positions: [GeoJSON.Position]) {
    guard !positions.isEmpty else { return }
    note(positions)
    lines.append(ContinuousLine(positions).places)
  }

  private mutating func append(polygon rings: [[GeoJSON.Position]]) {
    for ring in rings { note(ring) }
    guard let outline = rings.first.map({ ContinuousLine(ring: $0) }) else { return }
    let holes = rings.dropFirst().map { ContinuousLine(ring: $0).moved(beside: outline).places }
    polygons.append([outline.places] + holes)
  }

  private mutating func note(_ positions: [GeoJSON.Position]) {
    wasClamped =
      wasClamped || positions.contains { abs($0.latitude) > WebMercator.latitudeLimit }
  }
}

/// A line or ring in one piece on a map that goes on beyond the 180th meridian.
///
/// A step of more than 180 degrees of longitude goes the other, shorter way round. A step from
/// −180 to 180 or back is left as it is: so run the edges of whole-world boxes, and the southern
/// edge of Antarctica as files have it.
struct ContinuousLine {
  private(set) var places: [WorldPoint] = []

  /// Creates the line through some positions.
  init(_ positions: [GeoJSON.Position]) {
    places.reserveCapacity(positions.count + 2)
    var worlds = 0.0
    var before: GeoJSON.Position?
    for position in positions {
      if let before { worlds -= Self.turns(from: before, to: position) }
      before = position
      let latitude = Coordinate(onGlobe: 0, position.latitude)
      places.append(
        WorldPoint(
          x: (position.longitude + 180) / 360 + worlds, y: WebMercator.worldPoint(of: latitude).y))
    }
  }

  /// Creates the ring through some positions, its first place not repeated at its end.
  ///
  /// A ring that goes once around the globe goes around a pole: it is closed along the edge of the
  /// map on the side where more of it lies.
  init(ring positions: [GeoJSON.Position]) {
    let isClosed = positions.count > 1 && positions.last == positions.first
    self.init(isClosed ? positions : positions + positions.prefix(1))
    guard let start = places.first, let end = places.last else { return }
    if abs(end.x - start.x) < 0.5 {
      places.removeLast()
    } else {
      let middle = places.reduce(0) { $0 + $1.y } / Double(places.count)
      let pole = middle < 0.5 ? 0.0 : 1.0
      places += [WorldPoint(x: end.x, y: pole), WorldPoint(x: start.x, y: pole)]
    }
  }

  /// The line moved by whole worlds to where another one is, if they are apart.
  func moved(beside other: ContinuousLine) -> ContinuousLine {
    let (own, theirs) = (span, other.span)
    guard own.upperBound < theirs.lowerBound || own.lowerBound > theirs.upperBound else {
      return self
    }
    let ownMiddle = (own.lowerBound + own.upperBound) / 2
    let worlds = ((theirs.lowerBound + theirs.upperBound) / 2 - ownMiddle).rounded()
    var moved = self
    for place in moved.places.indices { moved.places[place].x += worlds }
    return moved
  }

  private var span: ClosedRange<Double> {
    let west = places.reduce(Double.infinity) { min($0, $1.x) }
    let east = places.reduce(-Double.infinity) { max($0, $1.x) }
    return west <= east ? west...east : 0...0
  }

  private static func turns(from: GeoJSON.Position, to: GeoJSON.Position) -> Double {
    let step = to.longitude - from.longitude
    guard abs(step) > 180 else { return 0 }
    if abs(from.longitude) == 180, abs(to.longitude) == 180 { return 0 }
    return (step / 360).rounded()
  }
}
