#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// What lies within some metres of a shape, measured on the ground at the shape's latitude.
///
/// Web Mercator stretches lengths at latitude φ by 1 / cos φ, and with v = π (1 − 2y), the northing
/// in radians, 1 / cos φ = cosh v. So d metres around a point are on the map a disc of radius
///
///     r = d / circumference · cosh v
///
/// in widths of the world, and the buffer of a line is the union of the discs of all its points.
/// It is made of capsules, each the hull of the discs at two points of the line. As cosh is convex
/// a capsule is too wide by at most r h² / 8, where h is how far v goes between the two points:
/// they are taken so near that this stays below a millionth of the distance.
struct Buffer {
  private let zoom: Zoom
  private let reach: Double
  private(set) var capsules: [Capsule] = []

  /// Creates the buffer around nothing.
  init(_ distance: GroundDistance, at zoom: Zoom) {
    self.zoom = zoom
    reach = distance.metres / WebMercator.circumference
  }

  /// Adds what is near a point.
  mutating func surround(_ point: WorldPoint) { surround(from: point, to: point) }

  /// Adds what is near a line.
  mutating func surround(_ line: [WorldPoint]) {
    guard let start = line.first else { return }
    if line.count == 1 { surround(start) }
    for (from, to) in zip(line, line.dropFirst()) { surround(from: from, to: to) }
  }

  /// The tiles that share area with the buffer.
  func tiles() -> TileCoverage {
    var sweep = ColumnSweep(over: capsules, at: zoom, fills: false)
    return sweep.coverage()
  }

  private mutating func surround(from: WorldPoint, to: WorldPoint) {
    let steps = Self.steps(from: from, to: to)
    var start = disc(at: from)
    for step in 1...Int(steps) {
      let part = Double(step) / steps
      let end = disc(
        at: WorldPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part))
      capsules.append(Capsule(start, end))
      start = end
    }
  }

  /// How many columns the capsules along a stretch pass through, all told.
  func columns(from: WorldPoint, to: WorldPoint) -> Double {
    let side = Double(zoom.tilesPerSide)
    let radius = max(disc(at: from).radius, disc(at: to).radius)
    if from.y == to.y { return 4 * radius + 1 }
    return Self.steps(from: from, to: to) * (2 * radius + 1) + abs(to.x - from.x) * side
  }

  private static func steps(from: WorldPoint, to: WorldPoint) -> Double {
    let longestStep = (8 * 1e-6).squareRoot()
    let rise = 2 * Double.pi * abs(to.y - from.y)
    return max((rise / longestStep).rounded(.up), 1)
  }

  private func disc(at point: WorldPoint) -> Disc {
    let side = Double(zoom.tilesPerSide)
    let northing = Double.pi * (1 - 2 * point.y)
    return Disc(x: point.x * side, y: point.y * side, radius: reach * cosh(northing) * side)
  }
}
