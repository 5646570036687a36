/// Undoes PNG's row filters (ISO/IEC 15948, 9.2): each stored byte is the difference to a guess made
/// from the pixel before (a), the one above (b) and the one above before it (c).
enum Unfilter {
  /// How many bytes beyond a row's end the kernels may read: rows lie in buffers with that much more.
  static let slack = 16

  /// Rows in memory: where they are stored, each behind its filter byte, and where they go.
  ///
  /// They may go to where they are stored. `above` is the restored row above the first, or zeros.
  @safe struct Rows {
    let source: UnsafeMutableRawPointer
    let destination: UnsafeMutableRawPointer
    /// Bytes from one row's first pixel to the next one's.
    let stride: Int
    let above: UnsafeRawPointer
    let byteCount: Int
    let bytesPerPixel: Int

    /// The filter of a row.
    func filter(_ row: Int) -> UInt8 {
      unsafe source.load(fromByteOffset: row &* (1 &+ byteCount), as: UInt8.self)
    }

    /// The first stored byte of a row's pixels.
    func stored(_ row: Int) -> UnsafeRawPointer {
      unsafe UnsafeRawPointer(source) + (row &* (1 &+ byteCount) &+ 1)
    }

    /// Where a row goes.
    func place(_ row: Int) -> UnsafeMutableRawPointer { unsafe destination + row &* stride }

    /// The restored row above a row.
    func above(_ row: Int) -> UnsafeRawPointer {
      unsafe row == 0 ? above : UnsafeRawPointer(place(row &- 1))
    }
  }

  /// Restores the rows from `row` on, as many as are quick to do at once and at most `most`, which is
  /// 1 or more.
  ///
  /// - Returns: How many were restored; 0 where the filter of `row` does not exist.
  static func restore(_ rows: Rows, from row: Int, most: Int) -> Int {
    if most >= FourRows.count, FourRows.restore(rows, from: row) { return FourRows.count }
    return unsafe restore(
      filter: rows.filter(row), source: rows.stored(row), destination: rows.place(row),
      above: rows.above(row), count: rows.byteCount, bytesPerPixel: rows.bytesPerPixel) ? 1 : 0
  }

  /// Restores one row; false for a filter that does not exist.
  private static func restore(
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
    case 1: unsafe wide(BeforeGuess.self, source, destination, above, count, pixel)
    case 3: unsafe wide(AverageGuess.self, source, destination, above, count, pixel)
    default: unsafe wide(PaethGuess.self, source, destination, above, count, pixel)
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
      unsafe store(
        unsafeBitCast(value, to: SIMD4<UInt32>.self)[0], to: destination, at, pixel: pixel)
      before = value
      upperBefore = upper
      at &+= pixel
    }
  }

  /// Stores a pixel of 3 or 4 bytes that lies in a word as it does in memory.
  @inline(__always)
  static func store(
    _ word: UInt32, to destination: UnsafeMutableRawPointer, _ at: Int, pixel: Int
  ) {
    if pixel == 4 {
      unsafe destination.storeBytes(of: word, toByteOffset: at, as: UInt32.self)
    } else {
      let word = word.littleEndian
      unsafe destination.storeBytes(
        of: UInt16(truncatingIfNeeded: word).littleEndian, toByteOffset: at, as: UInt16.self)
      unsafe destination.storeBytes(
        of: UInt8(truncatingIfNeeded: word &>> 16), toByteOffset: at &+ 2, as: UInt8.self)
    }
  }

  /// A pixel in the first four lanes of a whole vector, which compiles to better code than `SIMD4`.
  private typealias Lanes = SIMD16<UInt8>

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
        isFirst ? 0 : unsafe destination.load(fromByteOffset: at &- pixel, as: UInt8.self)
      let upper = unsafe above.load(fromByteOffset: at, as: UInt8.self)
      let guess: UInt8
      switch filter {
      case 1: guess = before
      case 3: guess = (before & upper) &+ ((before ^ upper) &>> 1)
      default:
        let upperBefore =
          isFirst ? 0 : unsafe above.load(fromByteOffset: at &- pixel, as: UInt8.self)
        guess = PaethGuess.guess(before, upper, upperBefore)
      }
      let stored = unsafe source.load(fromByteOffset: at, as: UInt8.self)
      unsafe destination.storeBytes(of: stored &+ guess, toByteOffset: at, as: UInt8.self)
    }
  }
}
