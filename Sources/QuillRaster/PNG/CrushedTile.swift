/// Xcode's variant of PNG (CgBI): raw deflate, blue first, colours multiplied by alpha.
///
/// The format is Apple's own and known from its files: 8 bits a sample, always stored as RGBA.
enum CrushedTile {
  /// Puts the channels in order and divides colours by alpha, rounding to nearest.
  static func straighten(_ pixels: inout [UInt8]) {
    var span = pixels.mutableSpan
    for at in stride(from: 0, to: span.count - 3, by: 4) {
      let blue = Int(span[at])
      let green = Int(span[at + 1])
      let red = Int(span[at + 2])
      let alpha = Int(span[at + 3])
      span[at] = divide(red, alpha)
      span[at + 1] = divide(green, alpha)
      span[at + 2] = divide(blue, alpha)
    }
  }

  /// The bytes of an interlaced picture's stored rows: seven pictures of fewer pixels (Adam7), the empty
  /// ones left out.
  static func interlacedByteCount(_ header: PNGHeader) -> Int {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.reduce(0) { sum, pass in
      let (left, top, across, down) = pass
      let columns = (header.width - left + across - 1) / across
      let rows = (header.height - top + down - 1) / down
      guard columns > 0, rows > 0 else { return sum }
      return sum + rows * (1 + header.storedRowByteCount(pixels: columns))
    }
  }

  /// A plain PNG of the same stored rows, for libpng to read.
  static func plainPNG(_ header: PNGHeader, rows: RawSpan) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(rows.byteCount - at, 0xffff)
      stream.append(at + count == rows.byteCount ? 1 : 0)
      for half in [UInt16(count), ~UInt16(count)] {
        stream += [UInt8(half & 0xff), UInt8(half >> 8)]
      }
      for index in at..<at + count { stream.append(rows[byte: index]) }
      at += count
    } while at < rows.byteCount
    stream += adler32(rows).bigEndianBytes
    let size = UInt32(header.width).bigEndianBytes + UInt32(header.height).bigEndianBytes
    return PNGChunks.signature
      + chunk("IHDR", size + [8, 6, 0, 0, header.isInterlaced ? 1 : 0])
      + chunk("IDAT", stream) + chunk("IEND", [])
  }

  private static func divide(_ color: Int, _ alpha: Int) -> UInt8 {
    alpha == 0 ? 0 : UInt8(min(255, (color * 255 + alpha / 2) / alpha))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + named
      + crc32(unsafe named.span.bytes).bigEndianBytes
  }
}
