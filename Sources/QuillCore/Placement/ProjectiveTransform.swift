/// A drawing seen at a slant: straight lines stay straight, and there may be a horizon beyond
/// which it shows nothing.
///
/// Pixels and places are framed, and mapped to each other by 3 × 3 matrices of positive sign on
/// the drawing's side of the horizon.
public struct ProjectiveTransform: Hashable, Sendable {
  let pixels: Frame
  let world: Frame

  /// Framed pixels to framed places.
  let matrix: Matrix3

  /// Framed places to framed pixels.
  let inverse: Matrix3

  /// Creates the transform, nil when the matrix has no inverse.
  init?(pixels: Frame, world: Frame, matrix: Matrix3) {
    guard let inverse = matrix.inverse else { return nil }
    self.pixels = pixels
    self.world = world
    self.matrix = matrix
    self.inverse = inverse
  }
}

extension ProjectiveTransform {
  /// How far the pixel is on the drawing's side of the horizon: 0 on it, 1 in the middle of the
  /// points.
  func sight(of pixel: PixelPoint) -> Double {
    let framed = pixels.framed(x: pixel.x, y: pixel.y)
    return matrix.product(framed.x, framed.y).w
  }

  func worldPoint(of pixel: PixelPoint) -> WorldPoint {
    let framed = pixels.framed(x: pixel.x, y: pixel.y)
    let image = matrix.product(framed.x, framed.y)
    let place = world.unframed(x: image.x / image.w, y: image.y / image.w)
    return WorldPoint(x: place.x, y: place.y)
  }

  func pixel(of point: WorldPoint) -> PixelPoint? {
    let framed = world.framed(x: point.x, y: point.y)
    let image = inverse.product(framed.x, framed.y)
    guard image.w > 0 else { return nil }
    let pixel = pixels.unframed(x: image.x / image.w, y: image.y / image.w)
    return PixelPoint(x: pixel.x, y: pixel.y)
  }

  /// The derivative of the quotients by the quotient rule.
  func step(at pixel: PixelPoint) -> PixelStep {
    let framed = pixels.framed(x: pixel.x, y: pixel.y)
    let image = matrix.product(framed.x, framed.y)
    let (x, y) = (image.x / image.w, image.y / image.w)
    let size = world.scale / pixels.scale / image.w
    return PixelStep(
      xPerColumn: (matrix.a - x * matrix.g) * size, yPerColumn: (matrix.d - y * matrix.g) * size,
      xPerRow: (matrix.b - x * matrix.h) * size, yPerRow: (matrix.e - y * matrix.h) * size)
  }
}

/// A 3 × 3 matrix, row by row: a b c, d e f, g h i.
struct Matrix3: Hashable, Sendable {
  var a: Double
  var b: Double
  var c: Double
  var d: Double
  var e: Double
  var f: Double
  var g: Double
  var h: Double
  var i: Double

  /// The matrix times (x, y, 1).
  func product(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    (a * x + b * y + c, d * x + e * y + f, g * x + h * y + i)
  }

  var determinant: Double {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  }

  /// The inverse by cofactors, nil when there is none.
  var inverse: Matrix3? {
    let scale = 1 / determinant
    guard scale.isFinite else { return nil }
    return Matrix3(
      a: (e * i - f * h) * scale, b: (c * h - b * i) * scale, c: (b * f - c * e) * scale,
      d: (f * g - d * i) * scale, e: (a * i - c * g) * scale, f: (c * d - a * f) * scale,
      g: (d * h - e * g) * scale, h: (b * g - a * h) * scale, i: (a * e - b * d) * scale)
  }
}
