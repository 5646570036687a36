/// Undoes PNG's row filters (ISO/IEC 15948, 9.2): each stored byte is the difference to a guess made
/// from the pixel before (a), the one above (b) and the one above before it (c).
enum Unfilter {
  /// How many bytes beyond a row's end the kernels may read: rows lie in buffers with that much more.
  static let slack = 16

  /// Restores one row.
  ///
  /// `destination` is `source` itself or a place apart from it; `above` is the restored row above or
  /// zeros. Returns false for a filter that does not exist.
  static func restore(
    filter: UInt8, source: UnsafeRawPointer, destination: UnsafeMutableRawPointer,
    above: UnsafeRawPointer, count: Int, bytesPerPixel: Int
  ) -> Bool {
    switch filter {
    case 0:
      if unsafe UnsafeRawPointer(destination) != source {
        unsafe destination.copyMemory(from: source, byteCount: count)
      }
    case 2: unsafe up(source, destination, above, count)
    case 1, 3, 4:
      switch bytesPerPixel {
      case 4: unsafe wide(filter, source, destination, above, count, pixel: 4)
      case 3: unsafe wide(filter, source, destination, above, count, pixel: 3)
      case 1: unsafe narrow(filter, source, destination, above, count, pixel: 1)
      default: unsafe narrow(filter, source, destination, above, count, pixel: bytesPerPixel)
      }
    default: return false
    }
    return true
  }

  private static func up(
    _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer, _ above: UnsafeRawPointer,
    _ count: Int
  ) {
    var at = 0
    while at &+ 16 <= count {
      let difference = unsafe source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      let upper = unsafe above.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      unsafe destination.storeBytes(
        of: difference &+ upper, toByteOffset: at, as: SIMD16<UInt8>.self)
      at &+= 16
    }
    while at < count {
      let difference = unsafe source.load(fromByteOffset: at, as: UInt8.self)
      let upper = unsafe above.load(fromByteOffset: at, as: UInt8.self)
      unsafe destination.storeBytes(of: difference &+ upper, toByteOffset: at, as: UInt8.self)
      at &+= 1
    }
  }

  /// Pixels of 3 or 4 bytes, one vector a pixel.
  @inline(__always)
  private static func wide(
    _ filter: UInt8, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer,
    _ above: UnsafeRawPointer, _ count: Int, pixel: Int
  ) {
    switch filter {
    case 1: unsafe wide(Before.self, source, destination, above, count, pixel)
    case 3: unsafe wide(Average.self, source, destination, above, count, pixel)
    default: unsafe wide(Paeth.self, source, destination, above, count, pixel)
    }
  }

  /// One loop a guess: the guess is a type, because a closure would be called for each pixel.
  @inline(__always)
  private static func wide<Guess: PixelGuess>(
    _: Guess.Type, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer,
    _ above: UnsafeRawPointer, _ count: Int, _ pixel: Int
  ) {
    var before = Lanes()
    var upperBefore = Lanes()
    var at = 0
    while at < count {
      let upper = unsafe lanes(above, at)
      let value = unsafe lanes(source, at) &+ Guess.guess(before, upper, upperBefore)
      let word = unsafe unsafeBitCast(value, to: SIMD4<UInt32>.self)[0].littleEndian
      if pixel == 4 {
        unsafe destination.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt32.self)
      } else {
        unsafe destination.storeBytes(
          of: UInt16(truncatingIfNeeded: word).littleEndian, toByteOffset: at, as: UInt16.self)
        unsafe destination.storeBytes(
          of: UInt8(truncatingIfNeeded: word &>> 16), toByteOffset: at &+ 2, as: UInt8.self)
      }
      before = value
      upperBefore = upper
      at &+= pixel
    }
  }

  /// A pixel in the first four lanes of a whole vector, which compiles to better code than `SIMD4`.
  fileprivate typealias Lanes = SIMD16<UInt8>

  @inline(__always)
  private static func lanes(_ bytes: UnsafeRawPointer, _ at: Int) -> Lanes {
    let word = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
    return unsafe unsafeBitCast(SIMD4<UInt32>(word, 0, 0, 0), to: Lanes.self)
  }

  /// Pixels of any other width, byte by byte.
  @inline(__always)
  private static func narrow(
    _ filter: UInt8, _ source: UnsafeRawPointer, _ destination: UnsafeMutableRawPointer,
    _ above: UnsafeRawPointer, _ count: Int, pixel: Int
  ) {
    for at in 0..<count {
      let isFirst = at < pixel
      let before =
        isFirst ? 0 : Int(unsafe destination.load(fromByteOffset: at &- pixel, as: UInt8.self))
      let upper = Int(unsafe above.load(fromByteOffset: at, as: UInt8.self))
      let guess: Int
      switch filter {
      case 1: guess = before
      case 3: guess = (before &+ upper) &>> 1
      default:
        let upperBefore =
          isFirst ? 0 : Int(unsafe above.load(fromByteOffset: at &- pixel, as: UInt8.self))
        guess = paeth(before, upper, upperBefore)
      }
      let stored = unsafe source.load(fromByteOffset: at, as: UInt8.self)
      unsafe destination.storeBytes(
        of: stored &+ UInt8(truncatingIfNeeded: guess), toByteOffset: at, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func paeth(_ before: Int, _ upper: Int, _ upperBefore: Int) -> Int {
    let toBefore = abs(upper &- upperBefore)
    let toUpper = abs(before &- upperBefore)
    let toUpperBefore = abs(before &+ upper &- upperBefore &- upperBefore)
    if toBefore <= toUpper, toBefore <= toUpperBefore { return before }
    return toUpper <= toUpperBefore ? upper : upperBefore
  }
}

/// What a pixel is guessed from: the one before, the one above, and the one above before it.
private protocol PixelGuess {
  static func guess(
    _ before: Unfilter.Lanes, _ upper: Unfilter.Lanes, _ upperBefore: Unfilter.Lanes
  ) -> Unfilter.Lanes
}

/// The pixel before.
private enum Before: PixelGuess {
  @inline(__always)
  static func guess(
    _ before: Unfilter.Lanes, _ upper: Unfilter.Lanes, _ upperBefore: Unfilter.Lanes
  ) -> Unfilter.Lanes { before }
}

/// The mean of the pixel before and the one above.
private enum Average: PixelGuess {
  @inline(__always)
  static func guess(
    _ before: Unfilter.Lanes, _ upper: Unfilter.Lanes, _ upperBefore: Unfilter.Lanes
  ) -> Unfilter.Lanes {
    // (a + b) / 2 without a ninth bit: what both have, and half of where they differ.
    (before & upper) &+ ((before ^ upper) &>> 1)
  }
}

/// Of a, b and c the one nearest to a + b − c, in that order where equal.
private enum Paeth: PixelGuess {
  /// The distances are |b − c|, |a − c| and |(a − c) + (b − c)|.
  ///
  /// Where a and b lie on one side of c the third is the sum of the others and never the least, so 255
  /// stands for it; else it is their difference. All fit eight bits.
  @inline(__always)
  static func guess(
    _ before: Unfilter.Lanes, _ upper: Unfilter.Lanes, _ upperBefore: Unfilter.Lanes
  ) -> Unfilter.Lanes {
    let beforeLow = before .< upperBefore
    let upperLow = upper .< upperBefore
    let toBefore = difference(upper, upperBefore, isLess: upperLow)
    let toUpper = difference(before, upperBefore, isLess: beforeLow)
    let nearerIsUpper = toUpper .< toBefore
    let least = toBefore.replacing(with: toUpper, where: nearerIsUpper)
    let most = toUpper.replacing(with: toBefore, where: nearerIsUpper)
    let toUpperBefore = Unfilter.Lanes(repeating: 255).replacing(
      with: most &- least, where: beforeLow .^ upperLow)
    let nearer = before.replacing(with: upper, where: nearerIsUpper)
    return nearer.replacing(with: upperBefore, where: toUpperBefore .< least)
  }

  @inline(__always)
  private static func difference(
    _ one: Unfilter.Lanes, _ other: Unfilter.Lanes, isLess: SIMDMask<SIMD16<Int8>>
  ) -> Unfilter.Lanes {
    (one &- other).replacing(with: other &- one, where: isLess)
  }
}
