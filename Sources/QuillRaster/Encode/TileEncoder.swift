/// Writes tiles as the smallest lossless PNG; one belongs to one thread, which reuses its memory.
///
/// Equal pixels give equal bytes, whatever was encoded before. Pixels whose alpha is 0 are written
/// as (0, 0, 0, 0).
@safe
package final class TileEncoder {
  /// Pixels along each side of the tiles.
  package let side: Int

  private let table = ColourTable()
  private let deflater: Deflater
  private let trial: Deflater
  private let unfiltered: UnsafeMutablePointer<UInt8>
  private let filtered: UnsafeMutablePointer<UInt8>
  private var file: ChunkWriter

  /// Creates the encoder of tiles of that many pixels a side.
  package init(side: Int, compression: Compression = .default) {
    self.side = side
    deflater = Deflater(level: compression.level)
    trial = Deflater(level: 1)
    let streamBytes = side * (1 + side * 4)
    unsafe unfiltered = .allocate(capacity: streamBytes + 16)
    unsafe filtered = .allocate(capacity: streamBytes + 16)
    file = ChunkWriter(capacity: deflater.zlibBound(byteCount: streamBytes) + 2048)
  }

  deinit {
    unsafe unfiltered.deallocate()
    unsafe filtered.deallocate()
  }

  /// Calls `body` with the bytes of the last tile that was encoded.
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = file.bytes
    return try body(bytes.span.extracting(0..<file.length))
  }

  /// Encodes a tile; its clear pixels are made (0, 0, 0, 0) in place.
  package func encode(_ buffer: PixelBuffer) {
    let scan = TileScan.normalising(buffer)
    let fitsPalette = table.collect(buffer)
    if fitsPalette { table.sort() }
    let format = PixelFormat(scan, colours: fitsPalette ? table.colours : nil)
    unsafe PixelPacking.pack(buffer, side: side, as: format, table: table, into: unfiltered)
    file.beginFile()
    appendHeader(format)
    if case .palette = format { appendPalette() }
    appendPicture(format)
    file.beginChunk(.end)
    file.endChunk()
  }
}

/// How much time a tile's bytes are worth; all are lossless.
public enum Compression: String, Hashable, Sendable, CaseIterable {
  /// The quickest: some percent more bytes.
  case fast
  /// Small files at a good speed.
  case `default`
  /// The smallest files; takes long.
  case small

  /// libdeflate's level, 1…12.
  var level: Int {
    switch self {
    case .fast: 1
    case .default: 6
    case .small: 12
    }
  }
}

extension TileEncoder {
  private func appendHeader(_ format: PixelFormat) {
    file.beginChunk(.header)
    file.append(bigEndian: UInt32(side))
    file.append(bigEndian: UInt32(side))
    file.append(format.depth)
    file.append(format.colourType)
    // Deflate, the five row filters, not interlaced.
    for _ in 0..<3 { file.append(0) }
    file.endChunk()
  }

  private func appendPalette() {
    file.beginChunk(.palette)
    for colour in table.colours {
      for shift in [0, 8, 16] as [UInt32] {
        file.append(UInt8(truncatingIfNeeded: colour >> shift))
      }
    }
    file.endChunk()
    // Entries beyond the list are opaque.
    guard let last = table.colours.lastIndex(where: { $0 >> 24 < 255 }) else { return }
    file.beginChunk(.transparency)
    for colour in table.colours[...last] { file.append(UInt8(colour >> 24)) }
    file.endChunk()
  }

  private func appendPicture(_ format: PixelFormat) {
    let rowBytes = format.rowBytes(width: side)
    let usesPaeth = format.bitsPerPixel >= 16 && paethPays(format)
    if usesPaeth {
      unsafe RowFilter.paeth(
        unfiltered, rows: side, rowBytes: rowBytes, step: format.filterStep, isTop: true,
        into: filtered)
    }
    let stream = unsafe RawSpan(
      _unsafeStart: usesPaeth ? filtered : unfiltered, byteCount: side * (1 + rowBytes))
    file.beginChunk(.data)
    file.append { room in
      guard let packed = deflater.compressZlib(stream, into: &room) else {
        preconditionFailure("The file's memory holds the largest stream")
      }
      return packed
    }
    file.endChunk()
  }

  /// Whether predicted rows pack better than plain ones: both are tried on some rows.
  private func paethPays(_ format: PixelFormat) -> Bool {
    let rowBytes = format.rowBytes(width: side)
    let stride = rowBytes + 1
    let rows = 8
    var plain = 0
    var predicted = 0
    for start in Swift.stride(from: side / 16, to: side, by: side / 4) {
      let source = unsafe unfiltered + start * stride
      unsafe RowFilter.paeth(
        source, rows: rows, rowBytes: rowBytes, step: format.filterStep, isTop: start == 0,
        into: filtered)
      plain += unsafe packedSize(source, rows * stride)
      predicted += unsafe packedSize(filtered, rows * stride)
    }
    return predicted < plain
  }

  private func packedSize(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let bytes = unsafe RawSpan(_unsafeStart: start, byteCount: count)
    return file.scratch { trial.compressZlib(bytes, into: &$0) ?? .max }
  }
}
