#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A drawing laid onto control points as well as they allow.
///
/// The sum of squared distances on the map, in Web Mercator, is the least that the kind of
/// transform allows; a thin plate passes through every point.
///
///     let fit = try PointFit(points, size: PixelSize(width: 4000, height: 2000))
///     fit.rms                          // pixels
///     fit.worstFirst.first?.point.line // where to look
public struct PointFit: Hashable, Sendable {
  /// The kind of transform, never `auto`.
  public let kind: FitKind

  /// The transform.
  public let transform: DrawingTransform

  /// How far each point is off, in the order the points were given.
  public let residuals: [Residual]

  /// How far a point is from where the transform has it.
  public struct Residual: Hashable, Sendable {
    /// The point.
    public let point: ControlPoint

    /// Pixels on the drawing between the point and the pixel that shows its place; infinite when
    /// none does.
    public let pixels: Double

    /// Metres on the ground between the point's place and the place its pixel shows.
    public let metres: Double
  }

  /// Fits a drawing to points.
  ///
  /// Points on both sides of the 180th meridian are taken across it or the long way round,
  /// whichever fits the drawing.
  ///
  /// - Parameters:
  ///   - points: the points; pixels beside the drawing are allowed.
  ///   - kind: the kind of transform.
  ///   - size: the drawing's size, to see whether it reaches its horizon.
  /// - Throws: `PointFitError` when the points do not place the drawing.
  public init(
    _ points: [ControlPoint], kind: FitKind = .auto, size: PixelSize
  ) throws(PointFitError) {
    let kind = kind.resolved(points: points.count)
    guard points.count >= kind.fewestPoints else {
      throw .tooFewPoints(found: points.count, needed: kind.fewestPoints, kind)
    }
    try Self.checkApart(points)
    // Two points fit a drawing either way up, but nobody marks points above its top edge alone.
    let heights = points.map(\.pixel.y)
    guard heights.contains(where: { $0 > 0 }) || heights.allSatisfy({ $0 >= -1 }) else {
      throw .mirrored
    }
    var best: PointFit?
    var failure: PointFitError?
    for places in Self.unwrappings(of: points) {
      do throws(PointFitError) {
        let fit = try PointFit(points, at: places, kind, size)
        if best.map(fit.suitsBetter) ?? true { best = fit }
      } catch {
        failure = failure ?? error
      }
    }
    if best == nil, let failure { throw failure }
    guard let best else { throw .tooFewPoints(found: 0, needed: kind.fewestPoints, kind) }
    self = best
  }

  private init(
    _ points: [ControlPoint], at places: [WorldPoint], _ kind: FitKind, _ size: PixelSize
  ) throws(PointFitError) {
    let pairs = PointPairs(pixels: points.map(\.pixel), places: places)
    if kind != .similarity { try Self.checkSpread(pairs) }
    let transform = try pairs.transform(kind)
    if case .projective(let slant) = transform {
      let sights = (size.corners + pairs.pixels).map(slant.sight)
      guard sights.allSatisfy({ $0 > 1e-3 }) else { throw .folded }
    }
    let isBehind = transform.isMirrored || (kind == .similarity && pairs.looksMirrored)
    guard !isBehind else { throw .mirrored }
    self.kind = kind
    self.transform = transform
    residuals = zip(points, places).map { point, place in
      Residual(point: point, place: place, transform)
    }
  }
}

extension PointFit {
  /// The root mean square of the points' distances in pixels.
  public var rms: Double { Self.rootMeanSquare(residuals.map(\.pixels)) }

  /// The root mean square of the points' distances in metres on the ground.
  public var rmsMetres: Double { Self.rootMeanSquare(residuals.map(\.metres)) }

  /// How far each point is off, the farthest first; equal ones in their order.
  public var worstFirst: [Residual] {
    residuals.enumerated().sorted {
      ($1.element.pixels, $0.offset) < ($0.element.pixels, $1.offset)
    }
    .map(\.element)
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double {
    sqrt(values.reduce(0) { $0 + $1 * $1 } / Double(values.count))
  }

  /// Whether this fit leaves less over or, where both leave nothing to speak of, has the drawing
  /// more upright.
  private func suitsBetter(than other: PointFit) -> Bool {
    if abs(rms - other.rms) > 0.01 { return rms < other.rms }
    return turn < other.turn
  }

  /// How far the drawing's rows are turned from east, in radians up to π.
  var turn: Double {
    let pixel = residuals[0].point.pixel
    let step = transform.step(at: pixel)
    return abs(atan2(step.yPerColumn, step.xPerColumn))
  }
}

extension PointFit.Residual {
  fileprivate init(point: ControlPoint, place: WorldPoint, _ transform: DrawingTransform) {
    let shown = transform.worldPoint(of: point.pixel)
    let pixel = transform.pixel(of: place)
    let latitude = point.place.latitude * Double.pi / 180
    self.point = point
    pixels = pixel.map { hypot($0.x - point.pixel.x, $0.y - point.pixel.y) } ?? .infinity
    metres =
      hypot(shown.x - place.x, shown.y - place.y) * WebMercator.circumference * cos(latitude)
  }
}

extension PointFit {
  /// Two points at one pixel or one place say nothing, or contradict each other.
  private static func checkApart(_ points: [ControlPoint]) throws(PointFitError) {
    for (index, one) in points.enumerated() {
      for other in points[(index + 1)...] {
        let isOnePixel =
          hypot(one.pixel.x - other.pixel.x, one.pixel.y - other.pixel.y) < 1e-3
        let isOnePlace =
          abs(one.place.longitude - other.place.longitude) < 1e-10
          && abs(one.place.latitude - other.place.latitude) < 1e-10
        guard !isOnePixel, !isOnePlace else {
          throw .repeated(lines: [one.line, other.line])
        }
      }
    }
  }

  /// Points along one line leave the drawing free to tip around it.
  private static func checkSpread(_ pairs: PointPairs) throws(PointFitError) {
    guard !pairs.areInLine(leavingOut: nil) else { throw .collinear }
  }

  /// The points on the map: as they are, and when they span over half the world also across the
  /// 180th meridian.
  private static func unwrappings(of points: [ControlPoint]) -> [[WorldPoint]] {
    let places = points.map { WebMercator.worldPoint(of: $0.place) }
    let sorted = places.map(\.x).sorted()
    guard let first = sorted.first, let last = sorted.last, last - first > 0.5 else {
      return [places]
    }
    // The world is cut where the points leave the widest gap.
    let gaps = zip(sorted, sorted.dropFirst())
    let cut = gaps.max { $0.1 - $0.0 < $1.1 - $1.0 }?.1 ?? first
    let across = places.map { WorldPoint(x: $0.x < cut ? $0.x + 1 : $0.x, y: $0.y) }
    return [places, across]
  }
}

/// Why points do not place a drawing.
public enum PointFitError: Error, Hashable, Sendable {
  /// There are fewer points than the transform takes.
  case tooFewPoints(found: Int, needed: Int, FitKind)

  /// Two points share their pixel or their place; the lines they were read from.
  case repeated(lines: [Int])

  /// The points, or all but one of those a slanted view needs, lie along one line.
  case collinear

  /// The drawing would be seen from behind.
  case mirrored

  /// The drawing would reach beyond its own horizon.
  case folded

  /// The points contradict each other so that nothing fits.
  case contradictory(FitKind)
}

extension PointFitError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPoints(let found, let needed, let kind):
      "has \(found) \(found == 1 ? "point" : "points") (expected at least \(needed) for \(kind))"
    case .repeated(let lines):
      "lines \(lines.map(String.init).joined(separator: " and ")) have the same pixel or the same"
        + " place (expected points apart from each other)"
    case .collinear:
      "too many of the points lie along one line (expected some well away from it)"
    case .mirrored:
      "the points mirror the drawing (expected y counted downwards from its top-left corner,"
        + " and longitude and latitude not swapped)"
    case .folded:
      "the points tip the drawing over its own horizon (expected points near its four corners,"
        + " none of them swapped)"
    case .contradictory(let kind):
      "the points contradict each other (found no \(kind) transform through them)"
    }
  }
}
