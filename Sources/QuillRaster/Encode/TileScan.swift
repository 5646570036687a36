/// What one pass over a tile's pixels tells: how few bits a pixel needs.
struct TileScan {
  /// Every alpha is 0.
  var isClear = true

  /// Every alpha is 255.
  var isOpaque = true

  /// Red, green and blue are equal in every pixel.
  var isGrey = true
}

extension TileScan {
  /// Looks at every pixel and makes the clear ones (0, 0, 0, 0), whatever colour they hid.
  ///
  /// One pass of eight pixels at a time: the AND of all words tells opaque, their OR clear, the OR
  /// of each word with itself moved by one channel tells grey.
  static func normalising(_ buffer: PixelBuffer) -> TileScan {
    precondition(buffer.count % 8 == 0, "A tile is a whole number of steps")
    let words = unsafe UnsafeMutableRawPointer(buffer.words)
    let bytes = buffer.count * 4
    var every = SIMD8<UInt32>(repeating: .max)
    var any = SIMD8<UInt32>(repeating: 0)
    var coloured = SIMD8<UInt32>(repeating: 0)
    let alpha = SIMD8<UInt32>(repeating: 0xFF00_0000)
    var place = 0
    while place < bytes {
      var pixels = unsafe words.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
      every &= pixels
      let isHidden = (pixels & alpha) .== 0
      pixels.replace(with: 0, where: isHidden)
      unsafe words.storeBytes(of: pixels, toByteOffset: place, as: SIMD8<UInt32>.self)
      any |= pixels
      coloured |= pixels ^ (pixels &>> 8)
      place &+= 32
    }
    let anyAlpha = any.wrappedOr & 0xFF00_0000
    return TileScan(
      isClear: anyAlpha == 0, isOpaque: every.wrappedAnd & 0xFF00_0000 == 0xFF00_0000,
      isGrey: coloured.wrappedOr & 0x0000_FFFF == 0)
  }
}

extension SIMD8<UInt32> {
  var wrappedOr: UInt32 { indices.reduce(0) { $0 | self[$1] } }
  var wrappedAnd: UInt32 { indices.reduce(.max) { $0 & self[$1] } }
}
