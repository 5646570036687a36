/// Sums over all pixels of a drawing that each pixel of a shallower zoom covers, in whole numbers
/// that never round: colour × alpha and alpha, 65025 · 4²³ at most.
struct ExactSums {
  private(set) var left: Int
  private(set) var top: Int
  private(set) var width: Int
  private(set) var height: Int
  private(set) var halvings = 0
  private var lanes: [SIMD4<Int>]

  /// The drawing's own pixels; `left` and `top` are where it begins on its grid.
  init(_ canvas: Canvas, left: Int, top: Int) {
    self.left = left
    self.top = top
    width = canvas.width
    height = canvas.height
    lanes = canvas.words.map { word in
      let alpha = Int(word >> 24)
      return SIMD4(
        Int(word & 255) * alpha, Int(word >> 8 & 255) * alpha, Int(word >> 16 & 255) * alpha, alpha)
    }
  }

  /// Goes up one zoom.
  mutating func halve() {
    let (newLeft, newTop) = (left / 2, top / 2)
    let newWidth = (left + width - 1) / 2 - newLeft + 1
    let newHeight = (top + height - 1) / 2 - newTop + 1
    var sums = [SIMD4<Int>](repeating: .zero, count: newWidth * newHeight)
    for y in 0..<height {
      let row = ((top + y) / 2 - newTop) * newWidth
      for x in 0..<width {
        sums[row + (left + x) / 2 - newLeft] &+= lanes[y * width + x]
      }
    }
    (left, top, width, height, lanes) = (newLeft, newTop, newWidth, newHeight, sums)
    halvings += 1
  }

  /// The exact means rounded once, ties to even; clear where the alpha rounds to 0.
  var rounded: Canvas {
    Canvas(
      width: width, height: height,
      words: lanes.map { sums in
        let alpha = Self.divide(sums.w, by: 1 << (2 * halvings))
        if alpha == 0 { return 0 }
        return rgba(
          Self.divide(sums.x, by: sums.w), Self.divide(sums.y, by: sums.w),
          Self.divide(sums.z, by: sums.w), alpha)
      })
  }

  /// How many pixels of `canvas` are further than 1 from the exact mean in some channel; colours
  /// count where the pixel shows.
  func strays(in canvas: Canvas) -> Int {
    precondition(canvas.width == width && canvas.height == height)
    return zip(canvas.words, lanes).count { word, sums in
      let pixels = 1 << (2 * halvings)
      let alpha = Int(word >> 24)
      if abs(alpha * pixels - sums.w) > pixels { return true }
      if alpha == 0 { return word != 0 }
      let colours = SIMD4(Int(word & 255), Int(word >> 8 & 255), Int(word >> 16 & 255), 0)
      return (0..<3).contains { abs(colours[$0] * sums.w - sums[$0]) > sums.w }
    }
  }

  /// The mean of each colour over the whole drawing, opaque ones alone.
  var meanBrightness: Double {
    let total = lanes.reduce(SIMD4<Int>.zero, &+)
    return Double(total.x + total.y + total.z) / Double(3 * total.w)
  }

  private static func divide(_ sum: Int, by count: Int) -> UInt8 {
    let (whole, rest) = sum.quotientAndRemainder(dividingBy: count)
    let isUp = 2 * rest > count || (2 * rest == count && whole % 2 == 1)
    return UInt8(whole + (isUp ? 1 : 0))
  }
}
