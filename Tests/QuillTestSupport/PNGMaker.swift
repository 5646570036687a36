/// Writes PNGs, right or wrong ones, without any code of the package: stored deflate blocks and
/// checksums bit by bit.
public enum PNGMaker {
  /// The eight bytes that begin every PNG.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// A whole PNG.
  ///
  /// `rows` is the stored picture: every row with its filter byte before it.
  /// `imageData` replaces the zlib stream made of `rows`; `before` and `after` are chunks around it.
  public static func png(
    width: Int, height: Int, depth: Int, color: Int, rows: [UInt8] = [], imageData: [UInt8]? = nil,
    before: [UInt8] = [], after: [UInt8] = [], interlaced: Bool = false, hasEnd: Bool = true,
    tail: [UInt8] = []
  ) -> [UInt8] {
    signature + header(width, height, depth, color, interlaced) + before
      + chunk("IDAT", imageData ?? zlib(rows)) + after + (hasEnd ? chunk("IEND") : []) + tail
  }

  /// The IHDR chunk of that size, bits a sample and colour type.
  public static func header(
    _ width: Int, _ height: Int, _ depth: Int, _ color: Int, _ interlaced: Bool = false
  ) -> [UInt8] {
    let kind = [UInt8(depth), UInt8(color), 0, 0, interlaced ? 1 : 0]
    return chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + kind)
  }

  /// A chunk with its length and checksum.
  public static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
    let named = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + named + bigEndian(crc32(named))
  }

  /// A zlib stream of stored blocks.
  public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xffff)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      stream += [
        UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8),
      ]
      stream += block
    } while !rest.isEmpty
    return stream + bigEndian(adler32(bytes))
  }

  /// The CRC-32 of PNG and gzip, bit by bit.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }

  /// The checksum of a zlib stream (RFC 1950, 2.2).
  public static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  /// The four bytes of a number, the highest first.
  public static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
