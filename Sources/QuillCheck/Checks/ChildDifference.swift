import QuillCore

/// How far a tile is from the mean of the four below it.
///
/// Colours are compared times alpha, on the scale 0…255, since that is what an eye sees. Each
/// pixel of either zoom is the drawing's exact mean, off by at most 1 in alpha and 1 in colour times
/// alpha; the mean of four such pixels is off by at most 1 again. So an honest tile differs from
/// its children by at most 2.
struct ChildDifference {
  /// The largest difference that rounding explains.
  static let tolerance = 2

  /// Pixels that differ by more.
  private(set) var pixels = 0

  /// The largest difference, rounded up.
  private(set) var largest = 0

  /// Compares a quarter of the parent with the child below it, or with nothing where that is clear.
  ///
  /// Pictures that do not fit one another are not compared: their sizes have findings already.
  mutating func compare(_ parent: TilePicture, corner: Corner, with child: TilePicture?) {
    let (width, height) = (parent.width / 2, parent.height / 2)
    guard width * 2 == parent.width, height * 2 == parent.height,
      child.map({ $0.width == parent.width && $0.height == parent.height }) ?? true
    else { return }
    let left = corner.east ? width : 0
    let top = corner.south ? height : 0
    let upper = unsafe parent.pixels.span.bytes
    let lower = child.map(\.pixels) ?? []
    let lowerBytes = unsafe lower.span.bytes
    for y in 0..<height {
      let above = ((top + y) * parent.width + left) * 4
      if child == nil {
        compareClear(upper, at: above, count: width)
      } else {
        compareRow(
          upper, at: above, with: lowerBytes, at: 2 * y * parent.width * 4,
          stride: parent.width * 4, count: width)
      }
    }
  }

  /// Takes in another quarter of the same tile.
  mutating func add(_ other: ChildDifference) {
    pixels += other.pixels
    largest = max(largest, other.largest)
  }

  private mutating func compareClear(_ upper: RawSpan, at above: Int, count: Int) {
    for x in 0..<count {
      let word = unsafe upper.unsafeLoadUnaligned(fromByteOffset: above + 4 * x, as: UInt32.self)
      if word != 0 { note(Self.scaled(upper, at: above + 4 * x) &* 4) }
    }
  }

  /// Compares a row of pixels with the two rows below it, four pixels at a time where all are
  /// opaque or all are clear.
  private mutating func compareRow(
    _ upper: RawSpan, at above: Int, with lower: RawSpan, at below: Int, stride: Int, count: Int
  ) {
    var x = 0
    while x &+ 4 <= count {
      if !Self.isPlainlyAlike(
        unsafe upper.unsafeLoadUnaligned(fromByteOffset: above &+ 4 &* x, as: Pixels4.self),
        unsafe lower.unsafeLoadUnaligned(fromByteOffset: below &+ 8 &* x, as: Pixels8.self),
        unsafe lower.unsafeLoadUnaligned(
          fromByteOffset: below &+ 8 &* x &+ stride, as: Pixels8.self))
      {
        for place in x..<x + 4 { comparePixel(upper, above, lower, below, stride, place) }
      }
      x &+= 4
    }
    for place in x..<max(x, count) { comparePixel(upper, above, lower, below, stride, place) }
  }

  /// Four pixels as pairs of bytes: red and green, blue and alpha.
  private typealias Pixels4 = SIMD8<UInt16>
  private typealias Pixels8 = SIMD16<UInt16>

  /// Whether four pixels are, within the tolerance, the means of the two rows of eight below them,
  /// and all are opaque or all are clear.
  ///
  /// Of opaque pixels the sum of four colours is within 4 × 2 of 4 times their mean. With the
  /// difference d as 16 bits, 0 ≤ d + 8 ≤ 16 when neither d + 8 nor d + 8 + 7FEFh has its highest
  /// bit, both being below 8000h + 1100.
  @inline(__always)
  private static func isPlainlyAlike(_ own: Pixels4, _ first: Pixels8, _ second: Pixels8) -> Bool {
    let low = Pixels8(repeating: 0xFF)
    let evens = pairs((first & low) &+ (second & low))
    let odds = pairs((first &>> 8) &+ (second &>> 8))
    let ownEvens = (own & 0xFF) &<< 2
    let ownOdds = (own &>> 8) &<< 2
    let opaque = Pixels4(0, 1020, 0, 1020, 0, 1020, 0, 1020)
    let alphas = Pixels4(0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF)
    let notOpaque = ((odds & alphas) ^ opaque) | ((ownOdds & alphas) ^ opaque)
    if isZero(notOpaque) {
      let one = ownEvens &- evens &+ 8
      let two = ownOdds &- odds &+ 8
      let flags = one | two | (one &+ 0x7FEF) | (two &+ 0x7FEF)
      return isZero(flags & 0x8000)
    }
    return isZero(own | evens | odds)
  }

  /// Adds pixels to their neighbours: of eight sums four.
  @inline(__always)
  private static func pairs(_ sums: Pixels8) -> Pixels4 {
    let words = unsafe unsafeBitCast(sums, to: SIMD8<UInt32>.self)
    return unsafe unsafeBitCast(words.evenHalf &+ words.oddHalf, to: Pixels4.self)
  }

  @inline(__always)
  private static func isZero(_ lanes: Pixels4) -> Bool {
    let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return words[0] | words[1] == 0
  }

  @inline(__always)
  private mutating func comparePixel(
    _ upper: RawSpan, _ above: Int, _ lower: RawSpan, _ below: Int, _ stride: Int, _ x: Int
  ) {
    let place = below + 8 * x
    let sums =
      Self.scaled(lower, at: place) &+ Self.scaled(lower, at: place + 4)
      &+ Self.scaled(lower, at: place + stride) &+ Self.scaled(lower, at: place + stride + 4)
    let own = Self.scaled(upper, at: above + 4 * x)
    note(own &* 4 &- sums)
  }

  /// A pixel's colours times its alpha, and its alpha times 255.
  @inline(__always)
  private static func scaled(_ bytes: RawSpan, at place: Int) -> SIMD4<Int32> {
    let pixel = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD4<UInt8>.self)
    let wide = SIMD4<Int32>(truncatingIfNeeded: pixel)
    return wide &* SIMD4(wide.w, wide.w, wide.w, 255)
  }

  /// Takes in a difference of four pixels' sums: 4 × 255 to one step of a channel.
  @inline(__always)
  private mutating func note(_ difference: SIMD4<Int32>) {
    let unit = 4 * 255
    let most = Int(max(abs(difference.min()), abs(difference.max())))
    guard most > Self.tolerance * unit else { return }
    pixels += 1
    largest = max(largest, (most + unit - 1) / unit)
  }
}
