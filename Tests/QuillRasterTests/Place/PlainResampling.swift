import Foundation

/// Resampling as the textbooks write it: the whole picture at once, two plain loops in double
/// precision for every pixel.
///
/// Cubic is that of Keys (a = −1/2), Lanczos has three lobes; both are as wide as the pixel when
/// shrinking, normalised, and see the edge pixel beyond the edge. A pixel covered in part is as
/// opaque as the part.
enum PlainResampling: String, CaseIterable, Sendable {
  case nearest
  case average
  case cubic
  case lanczos

  func weight(_ distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .nearest, .average: return x <= 0.5 ? 1 : 0
    case .cubic:
      if x <= 1 { return 1.5 * pow(x, 3) - 2.5 * pow(x, 2) + 1 }
      return x < 2 ? -0.5 * pow(x, 3) + 2.5 * pow(x, 2) - 4 * x + 2 : 0
    case .lanczos:
      if x == 0 { return 1 }
      return x < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
    }
  }

  private var support: Double { self == .cubic ? 2 : self == .lanczos ? 3 : 0.5 }

  /// The drawing's pixels that make the pixel between two places, each with its weight.
  func taps(_ low: Double, _ high: Double, count: Int) -> [(pixel: Int, weight: Double)] {
    let middle = (low + high) / 2
    let covered = max(0, min(high, Double(count)) - max(low, 0)) / (high - low)
    switch self {
    case .nearest:
      let pixel = Int(floor(middle + 1e-9))
      return (0..<count).contains(pixel) ? [(pixel, 1)] : []
    case .average:
      return (0..<count).compactMap { pixel in
        let part = min(high, Double(pixel + 1)) - max(low, Double(pixel))
        return part > 0 ? (pixel, part / (high - low)) : nil
      }
    case .cubic, .lanczos:
      guard covered > 0 else { return [] }
      let scale = max(1, high - low)
      let reach = Int(support * scale) + 2
      var found: [(pixel: Int, weight: Double)] = []
      for pixel in (Int(floor(middle)) - reach)...(Int(floor(middle)) + reach) {
        let weight = weight((Double(pixel) + 0.5 - middle) / scale)
        if weight != 0 { found.append((min(max(pixel, 0), count - 1), weight)) }
      }
      let total = found.reduce(0) { $0 + $1.weight }
      return found.map { ($0.pixel, $0.weight / total * covered) }
    }
  }

  /// A picture resampled to pixels whose edges lie at these places of it.
  func resample(_ canvas: Canvas, x: [Double], y: [Double]) -> Canvas {
    let across = zip(x, x.dropFirst()).map { taps($0, $1, count: canvas.width) }
    let down = zip(y, y.dropFirst()).map { taps($0, $1, count: canvas.height) }
    return Canvas(width: across.count, height: down.count) { column, row in
      Self.sum(canvas, across[column], down[row])
    }
  }

  static func sum(
    _ canvas: Canvas, _ across: [(pixel: Int, weight: Double)],
    _ down: [(pixel: Int, weight: Double)], opacity: Double = 1
  ) -> UInt32 {
    var sum = SIMD4<Double>()
    for (y, second) in down {
      for (x, first) in across {
        let word = canvas[x, y]
        let alpha = Double(word >> 24)
        let colour = SIMD4(
          Double(word & 255), Double(word >> 8 & 255), Double(word >> 16 & 255), 1)
        sum += colour * (alpha * first * second * opacity)
      }
    }
    let alpha = min(255, max(0, sum.w)).rounded(.toNearestOrEven)
    guard alpha > 0 else { return 0 }
    let colour = (0..<3).map { UInt8(min(255, max(0, sum[$0] / sum.w)).rounded(.toNearestOrEven)) }
    return rgba(colour[0], colour[1], colour[2], UInt8(alpha))
  }
}
