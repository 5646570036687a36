import QuillCore

/// A generator of pseudo-random numbers that gives the same ones for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Answers worked out tile by tile, by clipping; nothing here is shared with the code under test.
enum BruteForce {
  /// The tiles near a ring that share area with it: the ring is clipped to each square.
  static func tiles(meeting ring: [WorldPoint], at zoom: Zoom) -> Set<Tile> {
    near(ring, zoom) { corner in
      var clipped = ring.map { local($0, corner, zoom) }
      clipped = clip(clipped) { $0.x }
      clipped = clip(clipped) { 1 - $0.x }
      clipped = clip(clipped) { $0.y }
      clipped = clip(clipped) { 1 - $0.y }
      return abs(area(clipped)) > 1e-13
    }
  }

  /// The tiles near a line that share length with it: each stretch is clipped to each square.
  static func tiles(along line: [WorldPoint], at zoom: Zoom) -> Set<Tile> {
    near(line, zoom) { corner in
      let places = line.map { local($0, corner, zoom) }
      return zip(places, places.dropFirst()).contains { from, to in
        var (low, high) = (0.0, 1.0)
        for (start, way) in [(from.x, to.x - from.x), (from.y, to.y - from.y)] {
          guard way != 0 else {
            if start <= 0 || start >= 1 { return false }
            continue
          }
          let (one, other) = (-start / way, (1 - start) / way)
          low = max(low, min(one, other))
          high = min(high, max(one, other))
        }
        return high - low > 1e-12
      }
    }
  }

  static func near(
    _ places: [WorldPoint], _ zoom: Zoom, by margin: Int = 1, where isMet: (Tile) -> Bool
  ) -> Set<Tile> {
    let side = Double(zoom.tilesPerSide)
    let columns = places.map { Int($0.x * side) }.sorted()
    let rows = places.map { Int($0.y * side) }.sorted()
    guard let west = columns.first, let east = columns.last, let north = rows.first,
      let south = rows.last
    else { return [] }
    var found: Set<Tile> = []
    for x in (west - margin)...(east + margin) {
      for y in (north - margin)...(south + margin) {
        if let tile = Tile(zoom: zoom, x: x, y: y), isMet(tile) { found.insert(tile) }
      }
    }
    return found
  }

  private static func local(_ point: WorldPoint, _ corner: Tile, _ zoom: Zoom) -> WorldPoint {
    let side = Double(zoom.tilesPerSide)
    return WorldPoint(x: point.x * side - Double(corner.x), y: point.y * side - Double(corner.y))
  }

  /// The part of a ring where `depth` is not negative (Sutherland and Hodgman).
  private static func clip(
    _ ring: [WorldPoint], _ depth: (WorldPoint) -> Double
  ) -> [WorldPoint] {
    guard var from = ring.last else { return [] }
    var kept: [WorldPoint] = []
    for to in ring {
      let (one, other) = (depth(from), depth(to))
      if (one < 0) != (other < 0) {
        let part = one / (one - other)
        kept.append(
          WorldPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y)))
      }
      if other >= 0 { kept.append(to) }
      from = to
    }
    return kept
  }

  private static func area(_ ring: [WorldPoint]) -> Double {
    guard var from = ring.last else { return 0 }
    var twice = 0.0
    for to in ring {
      twice += from.x * to.y - to.x * from.y
      from = to
    }
    return twice / 2
  }
}

extension Shape {
  init(ring: [WorldPoint]) {
    self.init()
    polygons = [[ring]]
  }

  init(line: [WorldPoint]) {
    self.init()
    lines = [line]
  }
}

extension WorldPoint {
  /// The point at a place in tiles of a zoom.
  init(_ x: Double, _ y: Double, at zoom: Zoom) {
    let side = Double(zoom.tilesPerSide)
    self.init(x: x / side, y: y / side)
  }
}

/// The shape of a GeoJSON text.
func shape(_ text: String) throws -> Shape { Shape(try GeoJSON(parsing: Array(text.utf8))) }

/// The tiles of a GeoJSON geometry, as text.
func tiles(_ text: String, at zoom: Zoom, buffer: GroundDistance? = nil) throws -> [String] {
  TileCoverage.tiles(covering: try shape(text), at: zoom, buffer: buffer).map(\.description)
}
