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
  static let tiles = option(
    "--tiles", "RANGE", in: .place,
    "Tiles of one zoom, as 16/19298-19307/24618-24629; brings its own zoom.", repeats: true)

  /// What an area is made of.
  static let area = [bounds, point, tiles]
}

/// The area a command is about: the union of what was asked for.
struct AreaWords {
  private var boxes: [GeographicBounds] = []
  private var places: [Coordinate] = []
  private var ranges: [TileRange] = []

  /// Whether some part of the area was cut off where web maps end.
  private(set) var wasClamped = false

  /// Reads the options of an area.
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
  }

  /// Whether nothing was asked for.
  var isEmpty: Bool { boxes.isEmpty && places.isEmpty && ranges.isEmpty }

  /// Whether some shape has no zooms of its own.
  var needsZooms: Bool { !boxes.isEmpty || !places.isEmpty }

  /// The tiles of the area, one set a zoom, shallowest first; shapes without zooms of their own at
  /// each of `zooms`.
  func coverages(_ zooms: ZoomRange?) -> [TileCoverage] {
    var byZoom: [Zoom: [TileRange]] = [:]
    for zoom in zooms.map(Array.init) ?? [] {
      byZoom[zoom, default: []] += boxes.flatMap { TileRange.tiles(covering: $0, at: zoom) }
      byZoom[zoom, default: []] += places.map {
        TileRange(WebMercator.tile(containing: $0, at: zoom))
      }
    }
    for range in ranges { byZoom[range.zoom, default: []].append(range) }
    return byZoom.sorted { $0.key < $1.key }
      .map { TileCoverage(zoom: $0.key, ranges: $0.value) }
      .filter { !$0.isEmpty }
  }

  /// Says that part of the area was cut off.
  func noticeClamping(_ console: Console) {
    guard wasClamped else { return }
    console.notice(
      "web maps end at latitude ±85.0511287798066: what lies beyond counts as on that edge")
  }
}
