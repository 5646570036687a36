/// For each pixel along one side of the result, which pixels of the drawing make it and how much
/// each counts.
struct AxisWeights {
  /// How many pixels the drawing has along this side.
  let sourceCount: Int

  private(set) var taps: [Taps] = []
  private(set) var weights: [Float] = []

  /// The pixels of the drawing that make one pixel: `count` neighbours from `first` on, whose
  /// weights stand in the list from `start` on.
  struct Taps {
    var first: Int32
    var count: Int32
    var start: Int32
  }

  /// Works out the weights of a side.
  ///
  /// Weights are taken from the whole drawing, never from one tile: there are no seams. Neighbours
  /// beyond the drawing's edge count as the edge, and a pixel that the drawing covers in part is as
  /// opaque as the part.
  ///
  /// - Parameters:
  ///   - count: How many pixels the result has.
  ///   - sourceCount: How many the drawing has.
  ///   - resampling: How pixels are made.
  ///   - edge: Where the western or northern edge of a pixel of the result lies, in pixels of the
  ///     drawing; rising. Asked for 0…count.
  init(
    count: Int, sourceCount: Int, resampling: Resampling, edge: (Int) -> Double
  ) {
    self.sourceCount = sourceCount
    taps.reserveCapacity(count)
    var low = edge(0)
    for place in 0..<count {
      let high = edge(place + 1)
      append(low: low, high: high, resampling)
      low = high
    }
  }

  private mutating func append(low: Double, high: Double, _ resampling: Resampling) {
    let start = weights.count
    let kernel = Kernel(resampling, scale: high - low)
    let (first, found) =
      switch kernel {
      case .nearest: nearest(low: low, high: high)
      case .average: average(low: low, high: high)
      case .cubic, .lanczos: smooth(kernel, low: low, high: high)
      }
    weights += found.map { Float($0) }
    taps.append(Taps(first: Int32(first), count: Int32(found.count), start: Int32(start)))
  }

  private func nearest(low: Double, high: Double) -> (Int, [Double]) {
    // A middle that falls on a border belongs to the pixel behind it, whatever rounding did.
    let pixel = Int(((low + high) / 2 + 1e-9).rounded(.down))
    return (0..<sourceCount).contains(pixel) ? (pixel, [1]) : (0, [])
  }

  /// The overlap of the pixel with each pixel of the drawing, as a part of the whole.
  private func average(low: Double, high: Double) -> (Int, [Double]) {
    let (inner, outer) = (max(low, 0), min(high, Double(sourceCount)))
    guard inner < outer else { return (0, []) }
    let first = Int(inner.rounded(.down))
    let last = min(Int(outer.rounded(.up)), sourceCount) - 1
    return (
      first,
      (first...max(first, last)).map { pixel in
        max(0, min(outer, Double(pixel + 1)) - max(inner, Double(pixel))) / (high - low)
      }
    )
  }

  /// A kernel around the middle, as wide as the pixel when shrinking; neighbours beyond the edge
  /// are added to the edge.
  private func smooth(_ kernel: Kernel, low: Double, high: Double) -> (Int, [Double]) {
    let width = high - low
    let covered = min(high, Double(sourceCount)) - max(low, 0)
    guard covered > 0 else { return (0, []) }
    let scale = max(1, width)
    let middle = (low + high) / 2
    let reach = kernel.radius * scale
    let first = Int((middle - reach - 0.5).rounded(.up))
    let last = Int((middle + reach - 0.5).rounded(.down))
    let (kept, end) = (clamped(first), clamped(last))
    var found = [Double](repeating: 0, count: end - kept + 1)
    var total = 0.0
    for pixel in first...last {
      let weight = kernel.weight(at: (Double(pixel) + 0.5 - middle) / scale)
      found[clamped(pixel) - kept] += weight
      total += weight
    }
    let opacity = min(1, covered / width)
    return (kept, found.map { $0 / total * opacity })
  }

  private func clamped(_ pixel: Int) -> Int { min(max(pixel, 0), sourceCount - 1) }
}
