/// What a pixel is guessed from: the one before (a), the one above (b), and the one above before
/// it (c), a byte a lane.
protocol PixelGuess {
  static func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8>
}

/// The pixel before.
enum BeforeGuess: PixelGuess {
  @inline(__always)
  static func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8> { before }
}

/// The mean of the pixel before and the one above.
enum AverageGuess: PixelGuess {
  @inline(__always)
  static func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    // (a + b) / 2 without a ninth bit: what both have, and half of where they differ.
    (before & upper) &+ ((before ^ upper) &>> 1)
  }
}

/// Of a, b and c the one nearest to a + b − c, in that order where equal.
enum PaethGuess: PixelGuess {
  /// With l and h the lesser and the greater of a and b, p = h − c and q = c − l, each at least 0:
  /// h is nearest where p ≥ 2q, else l where q ≥ 2p, else c.
  ///
  /// Where c lies outside of l…h, p or q is 0, and the far one of them is nearest, as it should be. All
  /// fits eight bits when p ≥ 2q is asked as max(p − q, 0) ≥ q. Tried for all 2²⁴ triples.
  @inline(__always)
  static func guess(
    _ before: SIMD16<UInt8>, _ upper: SIMD16<UInt8>, _ upperBefore: SIMD16<UInt8>
  ) -> SIMD16<UInt8> {
    let isLess = before .< upper
    let low = upper.replacing(with: before, where: isLess)
    let high = before.replacing(with: upper, where: isLess)
    let fromHigh = excess(high, upperBefore)
    let fromLow = excess(upperBefore, low)
    let orLow = upperBefore.replacing(with: low, where: excess(fromLow, fromHigh) .>= fromHigh)
    return orLow.replacing(with: high, where: excess(fromHigh, fromLow) .>= fromLow)
  }

  /// The guess of one byte.
  @inline(__always)
  static func guess(_ before: UInt8, _ upper: UInt8, _ upperBefore: UInt8) -> UInt8 {
    let sum = Int(before) &+ Int(upper) &- Int(upperBefore)
    let toBefore = abs(sum &- Int(before))
    let toUpper = abs(sum &- Int(upper))
    let toUpperBefore = abs(sum &- Int(upperBefore))
    if toBefore <= toUpper, toBefore <= toUpperBefore { return before }
    return toUpper <= toUpperBefore ? upper : upperBefore
  }

  /// By how much `one` is greater than `other`, 0 where it is not.
  @inline(__always)
  private static func excess(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
    one.replacing(with: other, where: one .< other) &- other
  }
}
