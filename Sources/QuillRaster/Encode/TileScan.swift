/// What one pass over a tile's pixels tells: how few bits a pixel needs.
struct TileScan {
  /// Every alpha is 255.
  var isOpaque = true

  /// Red, green and blue are equal in every pixel.
  var isGrey = true
}

extension TileScan {
  /// Looks at every pixel and makes the clear ones (0, 0, 0, 0), whatever colour they hid.
  ///
  /// The AND of all words tells opaque, the OR of each word with itself moved by
  /// one channel tells grey. Only a tile that is not opaque is looked at a second time.
  static func normalising(_ buffer: PixelBuffer) -> TileScan {
    let words = unsafe UnsafeMutableRawPointer(buffer.words)
    var every = SIMD8<UInt32>(repeating: .max)
    var coloured = SIMD8<UInt32>(repeating: 0)
    var place = 0
    while place &+ 32 <= buffer.count &* 4 {
      let pixels = unsafe words.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt32>.self)
      every &= pixels
      coloured |= pixels ^ (pixels &>> 8)
      place &+= 32
    }
    for rest in (place / 4)..<buffer.count {
      let pixel = unsafe buffer.words[rest]
      every[0] &= pixel
      coloured[0] |= pixel ^ (pixel &>> 8)
    }
    if every.wrappedAnd >= 0xFF00_0000 {
      return TileScan(isOpaque: true, isGrey: coloured.wrappedOr & 0x0000_FFFF == 0)
    }
    return TileScan(isOpaque: false, isGrey: clearHidden(buffer))
  }

  /// Makes clear pixels (0, 0, 0, 0) and tells whether the others are all grey.
  private static func clearHidden(_ buffer: PixelBuffer) -> Bool {
    var coloured: UInt32 = 0
    for place in 0..<buffer.count {
      let word = unsafe buffer.words[place]
      let kept = word < 0x0100_0000 ? 0 : word
      unsafe buffer.words[place] = kept
      coloured |= kept ^ (kept &>> 8)
    }
    return coloured & 0x0000_FFFF == 0
  }
}

extension SIMD8<UInt32> {
  var wrappedOr: UInt32 { indices.reduce(0) { $0 | self[$1] } }
  var wrappedAnd: UInt32 { indices.reduce(.max) { $0 & self[$1] } }
}
