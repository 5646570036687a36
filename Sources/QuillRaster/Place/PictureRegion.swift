internal import QuillCore

/// A part of a picture at hand in memory, of which pixels at any place are made.
///
/// One belongs to one thread. Its memory grows with the largest part that was taken.
@safe
final class PictureRegion {
  private let picture: ScratchPicture
  private let kernel: Kernel

  /// The kernel's weights at distances that are multiples of `1 / curveSteps`.
  private let curve: UnsafeMutablePointer<Float>
  private static let curveSteps = 1024

  private var x = 0..<0
  private var y = 0..<0
  private var words = PixelBuffer(count: 1)

  /// Colour × alpha and alpha of each pixel.
  private var colours: UnsafeMutablePointer<SIMD4<Float>>
  private var capacity = 1

  /// Weights of the columns of one pixel, then of its rows.
  private var weights: UnsafeMutablePointer<Float>
  private var weightCapacity = 16

  /// Some pixels in a line, from `first` on.
  private struct Taps {
    let first: Int
    let count: Int
  }

  init(_ picture: ScratchPicture, _ kernel: Kernel) {
    self.picture = picture
    self.kernel = kernel
    unsafe colours = .allocate(capacity: 1)
    unsafe weights = .allocate(capacity: 2 * weightCapacity)
    let count = Int(kernel.radius.rounded(.up)) * Self.curveSteps + 2
    unsafe curve = .allocate(capacity: count)
    for place in 0..<count {
      unsafe curve[place] = Float(kernel.weight(at: Double(place) / Double(Self.curveSteps)))
    }
  }

  deinit {
    unsafe colours.deallocate()
    unsafe weights.deallocate()
    unsafe curve.deallocate()
  }

  /// Pixels beside a place that have a part in it, when a pixel made spans `scale` of the picture.
  func reach(scale: Double) -> Double { kernel.radius * max(1, scale) + 1 }

  /// Takes a part of the picture into memory; false when nothing in it is visible.
  func take(x: Range<Int>, y: Range<Int>) -> Bool {
    self.x = x
    self.y = y
    let count = x.count * y.count
    if count > capacity {
      unsafe colours.deallocate()
      capacity = count + count / 4
      unsafe colours = .allocate(capacity: capacity)
      words = PixelBuffer(count: capacity)
    }
    picture.copy(x: x, y: y, into: words)
    var any: UInt32 = 0
    for place in 0..<count { any |= unsafe words.words[place] }
    guard any >= 0x0100_0000 else { return false }
    for place in 0..<count {
      let word = unsafe words.words[place]
      let alpha = Float(word &>> 24)
      unsafe colours[place] =
        SIMD4(Float(word & 0xFF), Float((word &>> 8) & 0xFF), Float((word &>> 16) & 0xFF), 1)
        * alpha
    }
    return true
  }

  /// The pixel at a place of the picture, made of those around it.
  ///
  /// The place is in pixels of the whole picture, from its top-left corner; the pixel made spans
  /// `scale` of the picture's along each side.
  @inline(__always)
  func pixel(at place: SIMD2<Double>, scale: Double) -> UInt32 {
    let size = picture.size
    let inset = min(
      min(place.x, Double(size.width) - place.x), min(place.y, Double(size.height) - place.y))
    // A pixel that the picture covers in part is as opaque as the part.
    let opacity = Float(min(1, 0.5 + inset / max(scale, 1e-6)))
    guard opacity > 0 else { return 0 }
    switch kernel {
    case .nearest: return inset < 0 ? 0 : nearest(place)
    case .cubic where scale <= 1: return Resampler.pixel(cubic(place) * opacity)
    case .average, .cubic, .lanczos:
      return Resampler.pixel(wide(place, max(1, scale)) * opacity)
    }
  }
}

extension PictureRegion {
  private func nearest(_ place: SIMD2<Double>) -> UInt32 {
    let column = column(Int((place.x + 1e-9).rounded(.down)))
    let row = row(Int((place.y + 1e-9).rounded(.down)))
    return unsafe words.words[row + column]
  }

  /// Sixteen neighbours, weighted by the cubic of Catmull and Rom.
  @inline(__always)
  private func cubic(_ place: SIMD2<Double>) -> SIMD4<Float> {
    let (left, top) = ((place.x - 0.5).rounded(.down), (place.y - 0.5).rounded(.down))
    let across = Self.cubicWeights(Float(place.x - 0.5 - left))
    let down = Self.cubicWeights(Float(place.y - 0.5 - top))
    let (firstX, firstY) = (Int(left) &- 1, Int(top) &- 1)
    var sum = SIMD4<Float>()
    if firstX >= x.lowerBound, firstX &+ 3 < x.upperBound,
      firstY >= y.lowerBound, firstY &+ 3 < y.upperBound
    {
      var line = unsafe colours + (row(firstY) &+ column(firstX))
      for tap in 0..<4 {
        let first = unsafe line[0] * across.x + line[1] * across.y
        let second = unsafe line[2] * across.z + line[3] * across.w
        sum += (first + second) * down[tap]
        unsafe line += x.count
      }
      return sum
    }
    for tap in 0..<4 {
      let line = row(firstY &+ tap)
      var part = SIMD4<Float>()
      for other in 0..<4 { part += unsafe colours[line &+ column(firstX &+ other)] * across[other] }
      sum += part * down[tap]
    }
    return sum
  }

  /// The weights of the pixels at −1, 0, 1 and 2 for a place `t` behind pixel 0.
  @inline(__always)
  private static func cubicWeights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t,
      0.5 * t3 - 0.5 * t2)
  }

  /// A kernel of any width, by its weights added up.
  @inline(__always)
  private func wide(_ place: SIMD2<Double>, _ scale: Double) -> SIMD4<Float> {
    let most = 2 * Int((kernel.radius * scale).rounded(.up)) + 2
    if most > weightCapacity {
      unsafe weights.deallocate()
      weightCapacity = 2 * most
      unsafe weights = .allocate(capacity: 2 * weightCapacity)
    }
    let downWeights = unsafe weights + weightCapacity
    let across = unsafe weigh(place.x, scale, into: weights)
    let down = unsafe weigh(place.y, scale, into: downWeights)
    let isInside =
      across.first >= x.lowerBound && across.first &+ across.count <= x.upperBound
    var sum = SIMD4<Float>()
    for tap in 0..<down.count {
      var part = SIMD4<Float>()
      if isInside {
        let line = unsafe colours + (row(down.first &+ tap) &+ column(across.first))
        for other in 0..<across.count { unsafe part += line[other] * weights[other] }
      } else {
        let line = unsafe colours + row(down.first &+ tap)
        for other in 0..<across.count {
          unsafe part += line[column(across.first &+ other)] * weights[other]
        }
      }
      unsafe sum += part * downWeights[tap]
    }
    return sum
  }

  /// The weights of the pixels around a middle; they add up to 1.
  @inline(__always)
  private func weigh(
    _ middle: Double, _ scale: Double, into weights: UnsafeMutablePointer<Float>
  ) -> Taps {
    let reach = kernel.radius * scale
    if kernel == .average {
      let (low, high) = (middle - reach, middle + reach)
      let first = Int(low.rounded(.down))
      let count = max(1, Int(high.rounded(.up)) &- first)
      let part = 1 / (high - low)
      for tap in 0..<count {
        let pixel = Double(first &+ tap)
        unsafe weights[tap] = Float((min(high, pixel + 1) - max(low, pixel)) * part)
      }
      return Taps(first: first, count: count)
    }
    let first = Int((middle - reach - 0.5).rounded(.up))
    let count = Int((middle + reach - 0.5).rounded(.down)) &- first &+ 1
    let step = Double(Self.curveSteps) / scale
    var total: Float = 0
    for tap in 0..<count {
      let place = abs(Double(first &+ tap) + 0.5 - middle) * step
      let whole = place.rounded(.down)
      let (low, high) = unsafe (curve[Int(whole)], curve[Int(whole) &+ 1])
      let weight = low + (high - low) * Float(place - whole)
      unsafe weights[tap] = weight
      total += weight
    }
    for tap in 0..<count { unsafe weights[tap] /= total }
    return Taps(first: first, count: count)
  }

  /// The place of a column in a line of the region; beyond its edge counts as the edge.
  @inline(__always)
  private func column(_ column: Int) -> Int {
    min(max(column, x.lowerBound), x.upperBound &- 1) &- x.lowerBound
  }

  /// The place of a row's beginning in the region; beyond its edge counts as the edge.
  @inline(__always)
  private func row(_ row: Int) -> Int {
    (min(max(row, y.lowerBound), y.upperBound &- 1) &- y.lowerBound) &* x.count
  }
}
