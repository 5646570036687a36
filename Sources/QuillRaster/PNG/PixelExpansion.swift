/// Makes straight RGBA of restored rows of up to 8 bits a sample.
struct PixelExpansion {
  private enum Kind {
    case table(bits: Int)
    case grayAlpha
    case rgb
  }

  private var kind = Kind.rgb
  /// The four bytes R, G, B, A of each sample value, in memory order.
  private var table = [UInt32](repeating: 0, count: 256)
  /// How many colours the palette has; 256 where every value is one.
  private var colorCount = 256
  /// The pixel that is transparent, its three bytes in memory order with 255 behind.
  private var transparentColor: UInt32?

  /// Gets ready for the rows of a tile.
  mutating func prepare(_ header: PNGHeader, bytes: RawSpan, chunks: TileChunks) {
    switch header.colorType {
    case .gray:
      kind = .table(bits: header.bitDepth)
      prepareGray(
        bits: header.bitDepth, key: chunks.transparency.map { bytes.extracting($0)[byte: 1] })
    case .palette:
      kind = .table(bits: header.bitDepth)
      preparePalette(bytes, chunks)
    case .grayAlpha: kind = .grayAlpha
    case .rgb, .rgba:
      kind = .rgb
      transparentColor = chunks.transparency.map { range in
        Self.word(
          bytes[byte: range.lowerBound + 1], bytes[byte: range.lowerBound + 3],
          bytes[byte: range.lowerBound + 5], 255)
      }
    }
  }

  private mutating func prepareGray(bits: Int, key: UInt8?) {
    let most = 1 << bits - 1
    colorCount = 256
    for value in 0...most {
      let gray = UInt8(value * 255 / most)
      let isTransparent = key.map { Int($0) & most == value } ?? false
      table[value] = Self.word(gray, gray, gray, isTransparent ? 0 : 255)
    }
  }

  private mutating func preparePalette(_ bytes: RawSpan, _ chunks: TileChunks) {
    guard let palette = chunks.palette else {
      preconditionFailure("a palette picture without a palette got through the chunks")
    }
    colorCount = palette.count / 3
    let alphas = chunks.transparency ?? 0..<0
    for index in 0..<colorCount {
      let at = palette.lowerBound + index * 3
      let alpha = index < alphas.count ? bytes[byte: alphas.lowerBound + index] : 255
      table[index] = Self.word(bytes[byte: at], bytes[byte: at + 1], bytes[byte: at + 2], alpha)
    }
  }

  private static func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    UInt32(
      littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  /// Restores filtered rows and makes RGBA of them.
  ///
  /// RGBA is restored straight into its place; other kinds where they are stored, and expanded from
  /// there while they are near.
  ///
  /// - Parameters:
  ///   - rows: The rows' numbers in the picture, for errors.
  ///   - header: The picture's header.
  ///   - source: The first row's filter byte; rows follow one another, with `Unfilter.slack` behind.
  ///   - above: The restored row above the first, as it is stored, or zeros; with slack.
  ///   - target: Where the first row's pixels go.
  ///   - stride: Bytes from one row's pixels to the next one's.
  /// - Returns: The last restored row, as it is stored.
  /// - Throws: `PNGError.badFilter`, or `.colorOutsidePalette`.
  func restoreRows(
    _ rows: Range<Int>, of header: PNGHeader, from source: UnsafeMutableRawPointer,
    above: UnsafeRawPointer, into target: UnsafeMutableRawPointer, stride: Int
  ) throws(PNGError) -> UnsafeRawPointer {
    let byteCount = header.storedRowByteCount(pixels: header.width)
    let isDirect = header.colorType == .rgba
    let stored = unsafe Unfilter.Rows(
      source: source, destination: isDirect ? target : source + 1,
      stride: isDirect ? stride : 1 + byteCount, above: above, byteCount: byteCount,
      bytesPerPixel: max(1, header.bitsPerPixel / 8))
    var done = 0
    while done < rows.count {
      let count = Unfilter.restore(stored, from: done, most: rows.count - done)
      guard count > 0 else {
        throw .badFilter(row: rows.lowerBound + done, filter: stored.filter(done))
      }
      if !isDirect {
        for row in done..<done + count {
          try unsafe expand(
            stored.place(row), row: rows.lowerBound + row, width: header.width,
            into: target + row * stride)
        }
      }
      done += count
    }
    return unsafe stored.above(rows.count)
  }

  /// Expands one row of `width` pixels.
  ///
  /// Up to a pixel's bytes may be read beyond its end.
  private func expand(
    _ source: UnsafeRawPointer, row: Int, width: Int, into target: UnsafeMutableRawPointer
  ) throws(PNGError) {
    switch kind {
    case .table(bits: 8): try unsafe expandBytes(source, row, width, target)
    case .table(let bits): try unsafe expandBits(source, bits, row, width, target)
    case .grayAlpha: unsafe expandGrayAlpha(source, width, target)
    case .rgb: unsafe expandRGB(source, width, target)
    }
  }

  private func expandBytes(
    _ source: UnsafeRawPointer, _ row: Int, _ width: Int, _ target: UnsafeMutableRawPointer
  ) throws(PNGError) {
    let words = unsafe target
    var highest: UInt8 = 0
    unsafe table.withUnsafeBufferPointer { table in
      for at in 0..<width {
        let index = unsafe source.load(fromByteOffset: at, as: UInt8.self)
        highest = max(highest, index)
        unsafe words.storeBytes(of: table[Int(index)], toByteOffset: at &* 4, as: UInt32.self)
      }
    }
    try check(Int(highest), row)
  }

  private func expandBits(
    _ source: UnsafeRawPointer, _ bits: Int, _ row: Int, _ width: Int,
    _ target: UnsafeMutableRawPointer
  ) throws(PNGError) {
    let mask = 1 &<< bits &- 1
    var highest = 0
    unsafe table.withUnsafeBufferPointer { table in
      for at in 0..<width {
        let bit = at &* bits
        let byte = Int(unsafe source.load(fromByteOffset: bit &>> 3, as: UInt8.self))
        let index = byte &>> (8 &- bits &- bit & 7) & mask
        highest = max(highest, index)
        unsafe target.storeBytes(of: table[index], toByteOffset: at &* 4, as: UInt32.self)
      }
    }
    try check(highest, row)
  }

  private func check(_ highest: Int, _ row: Int) throws(PNGError) {
    guard highest < colorCount else {
      throw .colorOutsidePalette(row: row, index: highest, count: colorCount)
    }
  }

  private func expandGrayAlpha(
    _ source: UnsafeRawPointer, _ width: Int, _ target: UnsafeMutableRawPointer
  ) {
    for at in 0..<width {
      let gray = unsafe source.load(fromByteOffset: at &* 2, as: UInt8.self)
      let alpha = unsafe source.load(fromByteOffset: at &* 2 &+ 1, as: UInt8.self)
      unsafe target.storeBytes(
        of: Self.word(gray, gray, gray, alpha), toByteOffset: at &* 4, as: UInt32.self)
    }
  }

  /// Adds alpha to a row of RGB; up to a byte beyond its end may be read.
  private func expandRGB(
    _ source: UnsafeRawPointer, _ width: Int, _ target: UnsafeMutableRawPointer
  ) {
    let opaque = Self.word(0, 0, 0, 255)
    if let key = transparentColor {
      for at in 0..<width {
        let color = unsafe source.loadUnaligned(fromByteOffset: at &* 3, as: UInt32.self) | opaque
        unsafe target.storeBytes(
          of: color == key ? color ^ opaque : color, toByteOffset: at &* 4, as: UInt32.self)
      }
    } else {
      for at in 0..<width {
        let color = unsafe source.loadUnaligned(fromByteOffset: at &* 3, as: UInt32.self) | opaque
        unsafe target.storeBytes(of: color, toByteOffset: at &* 4, as: UInt32.self)
      }
    }
  }
}

extension [UInt8] {
  /// Makes it `count` bytes long and keeps its room; the bytes mean nothing.
  mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else if self.count < count {
      append(contentsOf: repeatElement(0, count: count - self.count))
    }
  }
}
