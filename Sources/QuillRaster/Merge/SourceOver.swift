/// One picture laid over another, both of straight alpha.
///
/// With alphas s (above) and b (below) of 0…1 the result has alpha a = s + b(1 − s), and the colour
/// (cₛ·s + c_b·b(1 − s)) / a (Porter and Duff, "Compositing Digital Images", 1984). In whole numbers,
/// 255 times as large:
///
///     A = 255·s + b·(255 − s)          the alpha, A / 255
///     C = cₛ·255·s + c_b·b·(255 − s)   the colour, C / A
///
/// Each is rounded once, to the nearest whole number, halves up; all is exact before that.
package enum SourceOver {
  /// How much two pixels count in what becomes of them; at least one of them is not clear.
  struct Mix {
    private let upper: UInt32
    private let lower: UInt32

    /// The mix of two pixels of these alphas, 0…255.
    @inline(__always)
    init(_ upper: UInt32, over lower: UInt32) {
      self.upper = 255 &* upper
      self.lower = lower &* (255 &- upper)
    }

    /// The alpha of the result.
    @inline(__always)
    var alpha: UInt32 { (upper &+ lower &+ 127) / 255 }

    /// A channel of the result.
    @inline(__always)
    func channel(_ above: UInt32, over below: UInt32) -> UInt32 {
      let sum = upper &+ lower
      return (above &* upper &+ below &* lower &+ sum / 2) / sum
    }
  }

  /// Lays `above` over `below`, which takes the result: rows of RGBA, 8 bits a sample.
  ///
  /// A pixel without alpha becomes (0, 0, 0, 0).
  ///
  /// - Precondition: both have as many bytes.
  package static func lay(_ above: Span<UInt8>, over below: inout MutableSpan<UInt8>) {
    precondition(above.count == below.count, "Both pictures are of one size")
    for pixel in stride(from: 0, to: above.count, by: 4) {
      let upper = UInt32(above[pixel + 3])
      let lower = UInt32(below[pixel + 3])
      if upper == 255 || lower == 0 {
        for channel in 0..<4 { below[pixel + channel] = upper == 0 ? 0 : above[pixel + channel] }
      } else if upper > 0 {
        let mix = Mix(upper, over: lower)
        for channel in 0..<3 {
          below[pixel + channel] = UInt8(
            mix.channel(UInt32(above[pixel + channel]), over: UInt32(below[pixel + channel])))
        }
        below[pixel + 3] = UInt8(mix.alpha)
      }
    }
  }
}
