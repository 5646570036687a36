#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A shift and a scale that bring points near the origin, at a mean distance of about 1.
///
/// Sums and products of world coordinates, which differ in their seventh digit over a drawing, or
/// of pixels in the thousands would lose most of their digits; those of framed points do not.
struct Frame: Hashable, Sendable {
  /// The mean of the points.
  let x: Double
  let y: Double

  /// The root mean square distance from the mean, above 0.
  let scale: Double

  /// Frames the points; points all in one place get the scale 1.
  init(_ points: [(x: Double, y: Double)]) {
    let count = Double(max(points.count, 1))
    // Sums of differences from the first point keep the digits that sums would lose.
    let first = points.first ?? (x: 0, y: 0)
    let x = first.x + points.reduce(0) { $0 + ($1.x - first.x) } / count
    let y = first.y + points.reduce(0) { $0 + ($1.y - first.y) } / count
    let square = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) + ($1.y - y) * ($1.y - y) }
    self.x = x
    self.y = y
    scale = square > 0 ? sqrt(square / count) : 1
  }

  func framed(x: Double, y: Double) -> (x: Double, y: Double) {
    ((x - self.x) / scale, (y - self.y) / scale)
  }

  func unframed(x: Double, y: Double) -> (x: Double, y: Double) {
    (self.x + x * scale, self.y + y * scale)
  }
}
