#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Where each pixel of a drawing lies on the map, and the other way.
///
///     let transform = DrawingTransform(at: Tile("17/38596/49236")!)
///     transform.worldPoint(of: PixelPoint(x: 0, y: 0)).x  // 38596 / 131072
///
/// Places are points of the map's square with x unwrapped: a drawing across the 180th meridian
/// goes on beyond x = 1, or begins below x = 0.
public enum DrawingTransform: Hashable, Sendable {
  /// Rows run east, columns south.
  case separable(SeparableTransform)

  /// Shifted, scaled, turned or skewed as a whole.
  case affine(AffineTransform)

  /// Seen at a slant.
  case projective(ProjectiveTransform)

  /// Bent through every control point.
  case thinPlate(ThinPlateTransform)
}

extension DrawingTransform {
  /// Where the pixel lies on the map.
  ///
  /// Costs a few sums, of a thin plate some ten times `pixel(of:)`.
  public func worldPoint(of pixel: PixelPoint) -> WorldPoint {
    switch self {
    case .separable(let transform): transform.worldPoint(of: pixel)
    case .affine(let transform): transform.worldPoint(of: pixel)
    case .projective(let transform): transform.worldPoint(of: pixel)
    case .thinPlate(let transform): transform.worldPoint(of: pixel)
    }
  }

  /// The pixel at that point of the map, inside the drawing or beside it; nil where the drawing
  /// shows nothing, behind its horizon.
  ///
  /// `point.x` is unwrapped like the drawing's. Costs a few sums, of a thin plate a logarithm a
  /// control point.
  public func pixel(of point: WorldPoint) -> PixelPoint? {
    switch self {
    case .separable(let transform): transform.pixel(of: point)
    case .affine(let transform): transform.pixel(of: point)
    case .projective(let transform): transform.pixel(of: point)
    case .thinPlate(let transform): transform.pixel(of: point)
    }
  }

  /// How far a pixel leads there, in widths of the world, y to the south: the derivative of
  /// `worldPoint(of:)`.
  public func step(at pixel: PixelPoint) -> PixelStep {
    switch self {
    case .separable(let transform): transform.step(at: pixel)
    case .affine(let transform): transform.step(at: pixel)
    case .projective(let transform): transform.step(at: pixel)
    case .thinPlate(let transform): transform.step(at: pixel)
    }
  }

  /// Pixels of the drawing, along its rows, that the width of the world would take at the scale
  /// it has there.
  public func pixelsPerWorldWidth(at pixel: PixelPoint) -> Double { 1 / step(at: pixel).alongRow }

  /// The zoom, with its fraction, at which a pixel of the drawing is as wide as one of a 256-pixel
  /// tile, at the middle of the drawing: log₂ of the pixels around the world / 256.
  public func nativeZoomLevel(for size: PixelSize) -> Double {
    log2(pixelsPerWorldWidth(at: size.center) / 256)
  }

  /// Whether the drawing would have to be seen from behind.
  public var isMirrored: Bool {
    switch self {
    case .separable: false
    case .affine(let transform): transform.planeStep.area < 0
    case .projective(let transform): transform.matrix.determinant < 0
    case .thinPlate(let transform): transform.isMirrored
    }
  }
}

extension DrawingTransform {
  /// The border of the drawing on the map, clockwise on the drawing from its top-left corner, the
  /// first point not repeated.
  ///
  /// Between two points the true border leaves the straight line by less than a hundredth of a
  /// pixel, so the outline's extent is right by that much.
  public func outline(of size: PixelSize) -> [WorldPoint] {
    let corners = size.corners
    var outline: [WorldPoint] = []
    for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      for index in 0..<Self.pieces {
        let from = start.between(end, Double(index) / Double(Self.pieces))
        let to = start.between(end, Double(index + 1) / Double(Self.pieces))
        let (first, last) = (worldPoint(of: from), worldPoint(of: to))
        outline.append(first)
        addBend(from, to, first, last, depth: 12, to: &outline)
      }
    }
    return outline
  }

  /// The pieces that each side is cut in at least.
  private static let pieces = 16

  /// Adds the points between two that a straight line would miss.
  private func addBend(
    _ from: PixelPoint, _ to: PixelPoint, _ first: WorldPoint, _ last: WorldPoint, depth: Int,
    to outline: inout [WorldPoint]
  ) {
    let middle = from.between(to, 0.5)
    let point = worldPoint(of: middle)
    let straight = WorldPoint(
      x: first.x + (last.x - first.x) / 2, y: first.y + (last.y - first.y) / 2)
    let step = step(at: middle)
    let pixel = min(step.alongRow, step.alongColumn)
    let bend = hypot(point.x - straight.x, point.y - straight.y)
    guard depth > 0, bend > 0.005 * pixel else { return }
    addBend(from, middle, first, point, depth: depth - 1, to: &outline)
    outline.append(point)
    addBend(middle, to, point, last, depth: depth - 1, to: &outline)
  }

  /// The least box around the drawing on the map.
  public func extent(of size: PixelSize) -> (northWest: WorldPoint, southEast: WorldPoint) {
    let outline = outline(of: size)
    let (x, y) = (outline.map(\.x), outline.map(\.y))
    let infinity = Double.infinity
    return (
      WorldPoint(x: x.min() ?? infinity, y: y.min() ?? infinity),
      WorldPoint(x: x.max() ?? -infinity, y: y.max() ?? -infinity)
    )
  }
}

extension PixelPoint {
  /// The point that part of the way to another.
  fileprivate func between(_ other: PixelPoint, _ part: Double) -> PixelPoint {
    PixelPoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
  }
}
