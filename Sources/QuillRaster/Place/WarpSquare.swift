internal import QuillCore

/// Makes one square of a bent picture after the other; one belongs to one thread.
@safe
final class WarpSquare {
  /// Pixels along each side of a square.
  static let side = 128

  /// Pixels between the places where the bend is worked out; between them it is taken as straight,
  /// which is exact for turns and within a hundredth of a pixel for maps that people draw.
  private static let step = 8
  private static let knots = side / step + 1

  private let picture: ScratchPicture
  private let resampling: Resampling
  private let inverse: WarpedRows.Inverse
  private var places: [SIMD2<Double>?] = []
  private var words = PixelBuffer(count: 8)
  private var colours: UnsafeMutablePointer<SIMD4<Float>>
  private var capacity = 8
  private var region = Region(x: 0..<0, y: 0..<0)

  /// The part of the picture under a square.
  private struct Region {
    var x: Range<Int>
    var y: Range<Int>
  }

  init(
    _ picture: ScratchPicture, _ resampling: Resampling, _ inverse: @escaping WarpedRows.Inverse
  ) {
    self.picture = picture
    self.resampling = resampling
    self.inverse = inverse
    unsafe colours = .allocate(capacity: 8)
  }

  deinit { unsafe colours.deallocate() }

  /// Fills the square whose western edge is at `left`: the columns from there on of a band that is
  /// `width` wide.
  func fill(left: Int, top: Int, width: Int, into band: PixelBuffer) {
    let columns = min(Self.side, width - left)
    placeKnots(left: left, top: top)
    let scale = self.scale
    let kernel = Kernel(resampling, scale: scale)
    let reach = kernel.radius * max(1, scale) + 1
    let isEmpty = !takeRegion(reach: reach)
    for row in 0..<Self.side {
      let line = row * width + left
      for column in 0..<columns {
        guard !isEmpty, let place = place(column, row) else {
          band[line + column] = 0
          continue
        }
        band[line + column] = pixel(at: place, kernel, scale)
      }
    }
  }

  private func placeKnots(left: Int, top: Int) {
    places.removeAll(keepingCapacity: true)
    for row in 0..<Self.knots {
      for column in 0..<Self.knots {
        let place = inverse(
          Double(left + column * Self.step), Double(top + row * Self.step))
        places.append(place.map { SIMD2($0.x, $0.y) })
      }
    }
  }

  /// Pixels of the picture along a pixel of the result: the square root of the area ratio, in the
  /// middle of the square or where it is known.
  private var scale: Double {
    for row in [Self.knots / 2] + Array(0..<(Self.knots - 1)) {
      for column in [Self.knots / 2] + Array(0..<(Self.knots - 1)) {
        guard row < Self.knots - 1, column < Self.knots - 1,
          let here = places[row * Self.knots + column],
          let right = places[row * Self.knots + column + 1],
          let below = places[(row + 1) * Self.knots + column]
        else { continue }
        let (across, down) = (right - here, below - here)
        let area = abs(across.x * down.y - across.y * down.x)
        return area.squareRoot() / Double(Self.step)
      }
    }
    return 1
  }

  /// The place in the picture of a pixel's middle, between the four knots around it.
  @inline(__always)
  private func place(_ column: Int, _ row: Int) -> SIMD2<Double>? {
    let (cellX, cellY) = (column / Self.step, row / Self.step)
    let corner = cellY * Self.knots + cellX
    guard let northWest = places[corner], let northEast = places[corner + 1],
      let southWest = places[corner + Self.knots], let southEast = places[corner + Self.knots + 1]
    else { return nil }
    let x = (Double(column % Self.step) + 0.5) / Double(Self.step)
    let y = (Double(row % Self.step) + 0.5) / Double(Self.step)
    let north = northWest + (northEast - northWest) * x
    let south = southWest + (southEast - southWest) * x
    return north + (south - north) * y
  }

  /// Copies what lies under the square, `reach` around it included; false when nothing does.
  private func takeRegion(reach: Double) -> Bool {
    var low = SIMD2(Double.infinity, Double.infinity)
    var high = -low
    for case .some(let place) in places {
      low = SIMD2(min(low.x, place.x), min(low.y, place.y))
      high = SIMD2(max(high.x, place.x), max(high.y, place.y))
    }
    let size = picture.size
    guard low.x < Double(size.width) + 1, low.y < Double(size.height) + 1, high.x > -1, high.y > -1
    else { return false }
    region = Region(
      x: Self.clamped(low.x - reach, high.x + reach, size.width),
      y: Self.clamped(low.y - reach, high.y + reach, size.height))
    let count = region.x.count * region.y.count
    grow(to: count)
    picture.copy(x: region.x, y: region.y, into: words)
    for place in 0..<count {
      let word = unsafe words.words[place]
      let alpha = Float(word &>> 24)
      unsafe colours[place] =
        SIMD4(Float(word & 0xFF), Float((word &>> 8) & 0xFF), Float((word &>> 16) & 0xFF), 1)
        * alpha
    }
    return true
  }

  private func grow(to count: Int) {
    guard count > capacity else { return }
    unsafe colours.deallocate()
    capacity = count + count / 4
    unsafe colours = .allocate(capacity: capacity)
    words = PixelBuffer(count: capacity)
  }

  private static func clamped(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = min(max(0, Int(max(low, -1).rounded(.down))), count - 1)
    let last = max(first, min(count - 1, Int(min(high, Double(count)).rounded(.up))))
    return first..<(last + 1)
  }
}

extension WarpSquare {
  private func pixel(at place: SIMD2<Double>, _ kernel: Kernel, _ scale: Double) -> UInt32 {
    let size = picture.size
    let inset = min(
      min(place.x, Double(size.width) - place.x), min(place.y, Double(size.height) - place.y))
    // A pixel that the picture covers in part is as opaque as the part.
    let opacity = Float(min(1, 0.5 + inset / max(scale, 1e-6)))
    guard opacity > 0 else { return 0 }
    switch kernel {
    case .nearest: return inset < 0 ? 0 : nearest(place)
    case .cubic where scale <= 1: return Resampler.pixel(cubic(place) * opacity)
    default: return Resampler.pixel(wide(place, kernel, max(1, scale)) * opacity)
    }
  }

  private func nearest(_ place: SIMD2<Double>) -> UInt32 {
    let column = column(Int((place.x + 1e-9).rounded(.down)))
    let row = row(Int((place.y + 1e-9).rounded(.down)))
    return unsafe words.words[row + column]
  }

  /// Sixteen neighbours, weighted by the cubic of Catmull and Rom.
  @inline(__always)
  private func cubic(_ place: SIMD2<Double>) -> SIMD4<Float> {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let across = Self.cubicWeights(Float(x - left))
    let down = Self.cubicWeights(Float(y - top))
    let (firstX, firstY) = (Int(left) &- 1, Int(top) &- 1)
    var sum = SIMD4<Float>()
    if firstX >= region.x.lowerBound, firstX &+ 3 < region.x.upperBound,
      firstY >= region.y.lowerBound, firstY &+ 3 < region.y.upperBound
    {
      var line = unsafe colours + (row(firstY) &+ column(firstX))
      for tap in 0..<4 {
        let first = unsafe line[0] * across.x + line[1] * across.y
        let second = unsafe line[2] * across.z + line[3] * across.w
        sum += (first + second) * down[tap]
        unsafe line += region.x.count
      }
      return sum
    }
    for tap in 0..<4 {
      let line = row(firstY + tap)
      var part = SIMD4<Float>()
      for other in 0..<4 { part += unsafe colours[line + column(firstX + other)] * across[other] }
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
  private func wide(
    _ place: SIMD2<Double>, _ kernel: Kernel, _ scale: Double
  ) -> SIMD4<Float> {
    let across = Self.weights(place.x, kernel, scale)
    let down = Self.weights(place.y, kernel, scale)
    var sum = SIMD4<Float>()
    for (tap, weight) in down.weights.enumerated() {
      let line = row(down.first + tap)
      var part = SIMD4<Float>()
      for (other, share) in across.weights.enumerated() {
        part += unsafe colours[line + column(across.first + other)] * share
      }
      sum += part * weight
    }
    return sum
  }

  private static func weights(
    _ middle: Double, _ kernel: Kernel, _ scale: Double
  ) -> (first: Int, weights: [Float]) {
    let reach = kernel.radius * scale
    if kernel == .average {
      let (low, high) = (middle - reach, middle + reach)
      let (first, last) = (Int(low.rounded(.down)), Int(high.rounded(.up)) - 1)
      return (
        first,
        (first...max(first, last)).map {
          Float((min(high, Double($0 + 1)) - max(low, Double($0))) / (high - low))
        }
      )
    }
    let first = Int((middle - reach - 0.5).rounded(.up))
    let last = Int((middle + reach - 0.5).rounded(.down))
    let raw = (first...last).map { kernel.weight(at: (Double($0) + 0.5 - middle) / scale) }
    let total = raw.reduce(0, +)
    return (first, raw.map { Float($0 / total) })
  }

  /// The place of a column in a line of the region; beyond its edge counts as the edge.
  @inline(__always)
  private func column(_ x: Int) -> Int {
    min(max(x, region.x.lowerBound), region.x.upperBound - 1) &- region.x.lowerBound
  }

  /// The place of a row's beginning in the region; beyond its edge counts as the edge.
  @inline(__always)
  private func row(_ y: Int) -> Int {
    (min(max(y, region.y.lowerBound), region.y.upperBound - 1) &- region.y.lowerBound)
      &* region.x.count
  }
}
