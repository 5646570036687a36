import QuillCore

extension OptionDeclaration {
  static let bounds = option(
    "--bounds", "BOUNDS", in: .place,
    "A box: west,south,east,north in degrees, or with letters in any order, as"
      + " 40.7644N,73.9819W,40.8003N,73.9496W.", repeats: true)
  static let point = option(
    "--point", "LON,LAT", in: .place,
    "A place: longitude,latitude in degrees, or 40.77N,73.97W, or geo:40.77,-73.97.",
    repeats: true)
  static let areaFile = option(
    "--area", "FILE.geojson", .file, in: .place,
    "Polygons, lines and points of a GeoJSON file, holes left out.", repeats: true)
  static let route = option(
    "--route", "FILE.gpx", .file, in: .place,
    "Tracks, routes and waypoints of a GPX file.", repeats: true)
  static let tiles = option(
    "--tiles", "RANGE", in: .place,
    "Tiles of one zoom, as 16/19298-19307/24618-24629; brings its own zoom.", repeats: true)
  static let requested = option(
    "--requested", "FILE", .file, in: .place,
    "Tiles named in a text, such as the log of an app, by z:14 x:4825 y:6156 in a line; - reads"
      + " standard input; brings its own zooms.", repeats: true)
  static let buffer = option(
    "--buffer", "DISTANCE", in: .place,
    "Widen all of the area by so many metres on the ground, as 250, 10m or 1.5km.")
  static let margin = option("--margin", "N", in: .place, "Add N tiles around, at each zoom.")

  /// What an area is made of.
  static let area = [bounds, point, areaFile, route, tiles, requested, buffer, margin]
}

/// The area a command is about: the union of what was asked for.
struct AreaWords {
  /// Some ten seconds of work and gigabytes of memory.
  private static let longestOutline = 1 << 27

  private var boxes: [GeographicBounds] = []
  private var places: [Coordinate] = []

  /// The shapes of the files of areas and routes.
  private(set) var drawn = Shape()

  private var ranges: [TileRange] = []
  private var requested: [TileCoverage] = []
  private var buffer: GroundDistance?
  private var margin: Int?
  private var namesFiles = false
  private var logNotices: [String] = []

  /// Whether some part of the area was cut off where web maps end.
  private(set) var wasClamped = false

  /// Reads the options of an area, and the files they name.
  init(_ invocation: Invocation) throws {
    for box in try invocation.values(of: .bounds, as: GeographicBounds.self) {
      wasClamped = wasClamped || box.reachesBeyondTheMap
      do {
        boxes.append(try box.clampedToMap())
      } catch {
        throw CommandFailure("\(error)", about: "--bounds")
      }
    }
    places = try invocation.values(of: .point, as: Coordinate.self)
    wasClamped = wasClamped || places.contains { abs($0.latitude) > WebMercator.latitudeLimit }
    ranges = try invocation.values(of: .tiles, as: TileRange.self)
    for path in invocation.values(of: .areaFile) { drawn.append(try AreaFile(path).area()) }
    for path in invocation.values(of: .route) { drawn.append(try AreaFile(path).route()) }
    wasClamped = wasClamped || drawn.wasClamped
    let logs = invocation.values(of: .requested)
    namesFiles = !logs.isEmpty
    for path in logs { note(try AreaFile(path).requestLog(), of: path) }
    try readWidening(invocation)
  }

  private mutating func readWidening(_ invocation: Invocation) throws {
    if isEmpty {
      try invocation.refuse(.buffer, because: "there is no area to widen")
      try invocation.refuse(.margin, because: "there is no area to widen")
    }
    buffer = try invocation.value(of: .buffer, as: GroundDistance.self)
    margin = try invocation.value(of: .margin, as: Count.self)?.value
  }

  private mutating func note(_ log: RequestLog, of path: String) {
    requested += log.coverages
    guard log.linesWithoutTile > 0 else { return }
    let name = path == "-" ? "standard input" : path
    logNotices.append("\(name): \(log.linesWithoutTile) of \(log.lines) lines name no tile")
  }

  /// Whether nothing was asked for.
  var isEmpty: Bool { !needsZooms && ranges.isEmpty && !namesFiles }

  /// Whether some shape has no zooms of its own.
  var needsZooms: Bool { !boxes.isEmpty || !places.isEmpty || !drawn.isEmpty }

  /// The tiles of the area, one set a zoom, shallowest first; shapes without zooms of their own at
  /// each of `zooms`.
  ///
  /// - Throws: `CommandFailure` when the outline is too long to be followed in reasonable time.
  func coverages(_ zooms: ZoomRange?) throws -> [TileCoverage] {
    var byZoom: [Zoom: TileCoverage] = [:]
    for coverage in try (zooms.map(shapes) ?? []) + givenTiles() {
      byZoom[coverage.zoom, default: TileCoverage(zoom: coverage.zoom)].formUnion(coverage)
    }
    return byZoom.sorted { $0.key < $1.key }
      .map { margin.map($0.value.widened) ?? $0.value }
      .filter { !$0.isEmpty }
  }

  /// The tiles of what has no zooms of its own.
  private func shapes(at zooms: ZoomRange) throws -> [TileCoverage] {
    var shape = drawn
    if buffer != nil {
      for box in boxes { shape.append(Shape(box)) }
      for place in places { shape.append(Shape(place)) }
      return try follow(shape, zooms)
    }
    let plain = zooms.map { zoom in
      let rectangles = boxes.flatMap { TileRange.tiles(covering: $0, at: zoom) }
      let tiles = places.map { TileRange(WebMercator.tile(containing: $0, at: zoom)) }
      return TileCoverage(zoom: zoom, ranges: rectangles + tiles)
    }
    return drawn.isEmpty ? plain : try plain + follow(drawn, zooms)
  }

  /// The tiles that were named, each at its own zoom.
  private func givenTiles() throws -> [TileCoverage] {
    let named = ranges.map { TileCoverage($0) } + requested
    guard buffer != nil else { return named }
    return try named.flatMap { coverage in
      var shape = Shape()
      for range in coverage.ranges { shape.append(Shape(range)) }
      return try follow(shape, ZoomRange(coverage.zoom))
    }
  }

  /// The tiles of a shape and what is near it, unless its outline is out of all proportion.
  private func follow(_ shape: Shape, _ zooms: ZoomRange) throws -> [TileCoverage] {
    let columns = TileCoverage.columns(outlining: shape, at: zooms.deepest, buffer: buffer)
    guard columns <= Self.longestOutline else {
      throw CommandFailure(
        "the outline of the area is too long at zoom \(zooms.deepest) (found \(columns) columns of"
          + " tiles, expected at most \(Self.longestOutline))", about: "--zoom",
        remedy: buffer == nil
          ? "Ask for shallower zooms" : "Ask for shallower zooms or a narrower --buffer")
    }
    return TileCoverage.tiles(covering: shape, at: zooms, buffer: buffer)
  }

  /// Tells of boxes and places that agree only when one of them was typed with latitude first.
  private var orderNotices: [String] {
    let isApart = { (place: Coordinate) in !boxes.contains { $0.contains(place) } }
    let swapped = places.map { place in
      place.latitudeFirst.flatMap { isApart($0) ? nil : $0 }
    }
    let others = boxes.map(\.latitudeFirst)
    let isInOther = { (place: Coordinate) in
      others.contains { $0?.contains(place) ?? false }
    }
    guard !boxes.isEmpty, !places.isEmpty, places.allSatisfy(isApart) else { return [] }
    var ways: [String] = []
    if !swapped.contains(nil) {
      ways.append(swapped.compactMap { $0.map { "--point \($0)" } }.joined(separator: " "))
    }
    if !others.contains(nil), places.allSatisfy(isInOther) {
      ways.append(others.compactMap { $0.map { "--bounds \($0)" } }.joined(separator: " "))
    }
    guard !ways.isEmpty else { return [] }
    return [
      "--point lies outside --bounds, and inside when one of them has latitude first. Swapped: "
        + ways.joined(separator: ", or ")
    ]
  }

  /// Says that part of the area was cut off, and which lines named nothing.
  func noticeClamping(_ console: Console) {
    for notice in logNotices + orderNotices { console.notice(notice) }
    if wasClamped { console.noticeEndOfMap() }
  }
}
