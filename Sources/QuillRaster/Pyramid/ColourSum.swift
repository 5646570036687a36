/// Sums over the pixels that one pixel of a shallower zoom covers: red × alpha, blue × alpha,
/// green × alpha, alpha, in this order of lanes.
///
/// A pixel adds at most 255 · 255 = 65025 to a lane, and 65025 · 4⁸ < 2³²: sums of 32 bits are exact
/// over eight halvings. From there on a quarter of each sum is carried, so that a lane always
/// stands for at most 4⁸ pixels; what is cut off is less than 2⁻¹⁴ of a level.
typealias ColourSum = SIMD4<UInt32>

/// The arithmetic of halving, row by row.
///
/// All of it is in whole numbers: the result is the same however rows and columns were grouped.
enum ColourSums {
  /// Halvings over which sums are exact.
  static let exactHalvings = 8

  /// Adds up pairs of neighbouring pixels of a row.
  ///
  /// The first pixel stands alone when it is the second of its pair, and the last likewise.
  /// Adds to what `sums` holds, or begins anew. The words are as in `PixelBuffer`.
  static func gather(
    pixels words: UnsafePointer<UInt32>, count: Int, startsOdd: Bool,
    into sums: UnsafeMutablePointer<ColourSum>, adding: Bool
  ) {
    var place = 0
    var target = unsafe sums
    if startsOdd, count > 0 {
      let sum = unsafe weighted(words[0])
      unsafe target.pointee = adding ? target.pointee &+ sum : sum
      unsafe target += 1
      place = 1
    }
    while place &+ 1 < count {
      let one = unsafe words[place]
      let two = unsafe words[place &+ 1]
      if (one | two) >= 0x0100_0000 {
        let sum = one & two >= 0xFF00_0000 ? opaque(one, two) : weighted(one) &+ weighted(two)
        unsafe target.pointee = adding ? target.pointee &+ sum : sum
      } else if !adding {
        unsafe target.pointee = ColourSum()
      }
      unsafe target += 1
      place &+= 2
    }
    if place < count {
      let sum = unsafe weighted(words[place])
      unsafe target.pointee = adding ? target.pointee &+ sum : sum
    }
  }

  /// Adds up pairs of neighbouring sums, each shifted right by `shift` bits first.
  ///
  /// What is visible stays so: a sum of alpha above 0 is never shifted to 0.
  static func gather(
    sums row: UnsafePointer<ColourSum>, count: Int, startsOdd: Bool, shift: UInt32,
    into sums: UnsafeMutablePointer<ColourSum>, adding: Bool
  ) {
    let shift = ColourSum(repeating: shift)
    var place = 0
    var target = unsafe sums
    if startsOdd, count > 0 {
      let sum = unsafe shifted(row[0], shift)
      unsafe target.pointee = adding ? target.pointee &+ sum : sum
      unsafe target += 1
      place = 1
    }
    while place &+ 1 < count {
      let sum = unsafe shifted(row[place], shift) &+ shifted(row[place &+ 1], shift)
      unsafe target.pointee = adding ? target.pointee &+ sum : sum
      unsafe target += 1
      place &+= 2
    }
    if place < count {
      let sum = unsafe shifted(row[place], shift)
      unsafe target.pointee = adding ? target.pointee &+ sum : sum
    }
  }

  /// Rounds sums to pixels, ties to even; `halvings` is 1…8, more are as 8.
  ///
  /// The colour is the sum of colour × alpha over the sum of alpha, the alpha is its mean over all
  /// pixels covered, those outside the drawing included as clear.
  static func round(
    _ sums: UnsafePointer<ColourSum>, count: Int, halvings: Int,
    into words: UnsafeMutablePointer<UInt32>
  ) {
    let bits = UInt32(2 * min(halvings, exactHalvings))
    let isExact = halvings <= exactHalvings
    let full = 255 << bits
    for place in 0..<count {
      let sum = unsafe sums[place]
      if sum.w == 0 {
        unsafe words[place] = 0
      } else if sum.w == full, isExact {
        unsafe words[place] = opaqueMean(sum, bits)
      } else {
        unsafe words[place] = mean(sum, bits)
      }
    }
  }
}

extension ColourSums {
  @inline(__always)
  private static func shifted(_ sum: ColourSum, _ shift: ColourSum) -> ColourSum {
    var result = sum &>> shift
    if result.w == 0, sum.w > 0 { result.w = 1 }
    return result
  }

  /// One pixel's part in a sum, by two multiplications of two lanes each.
  @inline(__always)
  private static func weighted(_ word: UInt32) -> ColourSum {
    let alpha = UInt64(word &>> 24)
    let redBlue = UInt64(word & 0xFF) | UInt64(word & 0xFF_0000) &<< 16
    let greenOne = UInt64((word &>> 8) & 0xFF) | 1 &<< 32
    return unsafe unsafeBitCast(
      SIMD2<UInt64>(redBlue &* alpha, greenOne &* alpha), to: ColourSum.self)
  }

  /// Two opaque pixels' part in a sum: their colours are added in 16-bit lanes first.
  @inline(__always)
  private static func opaque(_ one: UInt32, _ two: UInt32) -> ColourSum {
    let redBlue = (one & 0xFF_00FF) &+ (two & 0xFF_00FF)
    let greenAlpha = ((one &>> 8) & 0xFF_00FF) &+ ((two &>> 8) & 0xFF_00FF)
    let first = (UInt64(redBlue & 0xFFFF) | UInt64(redBlue &>> 16) &<< 32) &* 255
    let second = UInt64(greenAlpha & 0xFFFF) &* 255 | UInt64(greenAlpha &>> 16) &<< 32
    return unsafe unsafeBitCast(SIMD2<UInt64>(first, second), to: ColourSum.self)
  }

  /// The mean of opaque pixels: each lane is 255 times a sum of colours.
  ///
  /// A multiple of 255 is divided exactly by multiplying with the inverse of 255 modulo 2³², which
  /// is 0xFEFEFEFF: 255 · 0xFEFEFEFF = 0xFE · 2³² + 1. The mean is then a shift; half minus one, and
  /// one more when the result would be odd, round ties to even.
  @inline(__always)
  private static func opaqueMean(_ sum: ColourSum, _ bits: UInt32) -> UInt32 {
    let total = sum &* ColourSum(repeating: 0xFEFE_FEFF)
    let shift = ColourSum(repeating: bits)
    let isOdd = (total &>> shift) & 1
    let half = ColourSum(repeating: (1 &<< (bits &- 1)) &- 1)
    let mean = (total &+ half &+ isOdd) &>> shift
    return mean.x | mean.z &<< 8 | mean.y &<< 16 | 0xFF00_0000
  }

  private static func mean(_ sum: ColourSum, _ bits: UInt32) -> UInt32 {
    let half: UInt32 = (1 &<< (bits &- 1)) &- 1
    let alpha = (sum.w &+ half &+ ((sum.w &>> bits) & 1)) &>> bits
    guard alpha > 0 else { return 0 }
    let red = quotient(sum.x, sum.w)
    let blue = quotient(sum.y, sum.w)
    let green = quotient(sum.z, sum.w)
    return red | green &<< 8 | blue &<< 16 | alpha &<< 24
  }

  /// The quotient rounded to the nearest whole number, ties to even.
  @inline(__always)
  private static func quotient(_ sum: UInt32, _ weight: UInt32) -> UInt32 {
    let (whole, rest) = sum.quotientAndRemainder(dividingBy: weight)
    let twice = rest &* 2
    return min(255, twice > weight || (twice == weight && whole & 1 == 1) ? whole &+ 1 : whole)
  }
}
