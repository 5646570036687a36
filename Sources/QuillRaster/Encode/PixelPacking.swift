/// Writes a tile's rows as a PNG stream holds them, each behind a filter byte of 0.
enum PixelPacking {
  /// Packs all rows of a square tile: `side` rows of 1 + `format.rowBytes(width: side)` bytes.
  ///
  /// `target` must have room for those bytes and 16 more, which may be overwritten.
  static func pack(
    _ buffer: PixelBuffer, side: Int, as format: PixelFormat, table: ColourTable,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    precondition(buffer.count == side * side, "A tile is square")
    let stride = 1 + format.rowBytes(width: side)
    for row in 0..<side {
      let pixels = unsafe buffer.words + row * side
      let start = unsafe target + row * stride
      unsafe start.pointee = 0
      unsafe packRow(pixels, side, format, table, start + 1)
    }
  }

  private static func packRow(
    _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ format: PixelFormat,
    _ table: ColourTable, _ target: UnsafeMutablePointer<UInt8>
  ) {
    switch format {
    case .rgba:
      unsafe UnsafeMutableRawPointer(target).copyMemory(from: pixels, byteCount: width * 4)
    case .rgb: unsafe packRGB(UnsafeRawPointer(pixels), width, target)
    case .greyAlpha:
      for place in 0..<width {
        unsafe target[2 * place] = UInt8(truncatingIfNeeded: pixels[place])
        unsafe target[2 * place + 1] = UInt8(truncatingIfNeeded: pixels[place] >> 24)
      }
    case .palette(let bits):
      unsafe packBits(width, bits, target) { unsafe table.number(of: pixels[$0]) }
    case .grey(let bits):
      // A level of 8 bits is the shorter level times 255 / (2^bits − 1), its top bits.
      unsafe packBits(width, bits, target) {
        unsafe UInt8(truncatingIfNeeded: pixels[$0]) >> UInt8(8 - bits)
      }
    }
  }

  /// The red, green and blue of a row of RGBA pixels; `target` must have room for two bytes more.
  ///
  /// Two pixels at a time: 48 bits of two words, stored as eight bytes of which the next store
  /// overwrites the last two.
  static func packRGB(
    _ pixels: UnsafeRawPointer, _ width: Int, _ target: UnsafeMutablePointer<UInt8>
  ) {
    var place = 0
    while place &+ 2 <= width {
      let two = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: UInt64.self)
      let packed = (two & 0xFF_FFFF) | ((two &>> 8) & 0xFFFF_FF00_0000)
      unsafe UnsafeMutableRawPointer(target).storeBytes(
        of: packed, toByteOffset: place &* 3, as: UInt64.self)
      place &+= 2
    }
    guard place < width else { return }
    for channel in 0..<3 {
      unsafe target[place * 3 + channel] = pixels.load(
        fromByteOffset: place * 4 + channel, as: UInt8.self)
    }
  }

  /// Values of `bits` bits, the first in the highest bits of a byte.
  @inline(__always)
  private static func packBits(
    _ width: Int, _ bits: Int, _ target: UnsafeMutablePointer<UInt8>, value: (Int) -> UInt8
  ) {
    let perByte = 8 / bits
    for byte in 0..<(width / perByte) {
      var packed: UInt8 = 0
      for place in 0..<perByte {
        packed = packed &<< UInt8(truncatingIfNeeded: bits & 7) | value(byte &* perByte &+ place)
      }
      unsafe target[byte] = packed
    }
    let rest = width % perByte
    guard rest > 0 else { return }
    var packed: UInt8 = 0
    for place in (width - rest)..<width { packed = packed << UInt8(bits) | value(place) }
    unsafe target[width / perByte] = packed << UInt8((perByte - rest) * bits)
  }
}
