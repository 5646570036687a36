/// Writes tiles as the smallest lossless PNG; one belongs to one thread, which reuses its memory.
///
/// Equal pixels give equal bytes, whatever was encoded before. Pixels whose alpha is 0 are written
/// as (0, 0, 0, 0).
@safe
package final class TileEncoder {
  /// Pixels along each side of the tiles.
  package let side: Int

  /// How much time small files are worth.
  package let compression: Compression

  /// The colour profile that the tiles carry; nil for sRGB.
  package let profile: TileProfile?

  let table = ColourTable()
  let clock: StageClock
  let bench: FilterBench
  let deflaters = Deflaters()
  let unfiltered: UnsafeMutablePointer<UInt8>
  let filtered: UnsafeMutablePointer<UInt8>
  var file: ChunkWriter
  private let twins: TwinTiles

  /// Creates the encoder of tiles of that many pixels a side.
  package convenience init(
    side: Int, compression: Compression = .default, profile: TileProfile? = nil
  ) {
    self.init(
      side: side, compression: compression, profile: profile, twins: TwinTiles(),
      clock: StageClock(isOn: false))
  }

  init(
    side: Int, compression: Compression, profile: TileProfile?, twins: TwinTiles, clock: StageClock
  ) {
    self.side = side
    self.compression = compression
    self.profile = profile
    self.twins = twins
    self.clock = clock
    let streamBytes = side * (1 + side * 4)
    bench = FilterBench(rowBytes: side * 4)
    unsafe unfiltered = .allocate(capacity: streamBytes + 16)
    unsafe filtered = .allocate(capacity: streamBytes + 16)
    file = ChunkWriter(capacity: Deflaters.bound(streamBytes) + 2048 + (profile?.chunk.count ?? 0))
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

  /// What tells the tile's pixels from others: CRC-32 and Adler-32 of them, once its clear pixels
  /// were made (0, 0, 0, 0).
  package func fingerprint(of buffer: PixelBuffer) -> UInt64 {
    _ = TileScan.normalising(buffer)
    let bytes = unsafe RawSpan(_unsafeStart: buffer.words, byteCount: buffer.count * 4)
    return UInt64(crc32(bytes)) << 32 | UInt64(adler32(bytes))
  }

  /// Encodes a tile; its clear pixels are made (0, 0, 0, 0) in place.
  package func encode(_ buffer: PixelBuffer) {
    let format = clock.time(.scan) { pack(buffer) }
    let stream = unsafe RawSpan(
      _unsafeStart: unfiltered, byteCount: side * (1 + format.rowBytes(width: side)))
    let key = TwinTiles.Key(format: format, colours: table.colours, stream: stream)
    if let key, let twin = twins.bytes(of: key, stream: stream) {
      file.beginFile(as: twin)
      return
    }
    if table.colours.count == 1 { writeUniform(buffer, format) } else { write(format) }
    if let key { twins.keep(file.finished, of: key, stream: stream) }
  }

  /// Chooses the smallest format and packs the pixels into it.
  private func pack(_ buffer: PixelBuffer) -> PixelFormat {
    let scan = TileScan.normalising(buffer)
    let fitsPalette = table.collect(buffer)
    if fitsPalette { table.sort() } else { table.removeAll() }
    let format = PixelFormat(scan, colours: fitsPalette ? table.colours : nil, for: profile)
    unsafe PixelPacking.pack(buffer, side: side, as: format, table: table, into: unfiltered)
    return format
  }

  /// Writes a tile of one colour in each format that holds it, and keeps the smallest file.
  ///
  /// Level 12 costs nothing here, and only few colours ever come.
  private func writeUniform(_ buffer: PixelBuffer, _ format: PixelFormat) {
    var best: [UInt8]?
    let formats = profile?.isGray == true ? [format] : [format, .palette(bits: 1)]
    for candidate in Set(formats).sorted(by: { $0.colourType < $1.colourType }) {
      unsafe PixelPacking.pack(buffer, side: side, as: candidate, table: table, into: unfiltered)
      writeFile(candidate, .all(.plain), level: 12)
      if best.map({ file.length < $0.count }) ?? true { best = file.finished }
    }
    if let best { file.beginFile(as: best) }
    // The caller keeps the stream that it looked for.
    unsafe PixelPacking.pack(buffer, side: side, as: format, table: table, into: unfiltered)
  }
}

extension TileEncoder {
  /// Writes the whole file of a packed tile, its rows predicted in one way.
  func writeFile(_ format: PixelFormat, _ strategy: FilterStrategy, level: Int) {
    let rowBytes = format.rowBytes(width: side)
    let isPlain = strategy == .all(.plain)
    if !isPlain {
      clock.time(.filter) {
        unsafe bench.filter(
          unfiltered, rows: side, rowBytes: rowBytes, step: format.filterStep, isTop: true,
          strategy,
          into: filtered)
      }
    }
    let stream = unsafe RawSpan(
      _unsafeStart: isPlain ? unfiltered : filtered, byteCount: side * (1 + rowBytes))
    file.beginFile()
    appendHeader(format)
    appendProfile(format)
    if case .palette = format { appendPalette() }
    file.beginChunk(.imageData)
    clock.time(.deflate) { file.append { deflaters.pack(stream, level: level, into: &$0) } }
    file.endChunk()
    file.beginChunk(.end)
    file.endChunk()
  }

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

  /// A grey profile may stand in a grey tile alone, any other in none.
  private func appendProfile(_ format: PixelFormat) {
    guard let profile, profile.isGray == format.isGrey else { return }
    file.beginChunk(.profile)
    file.append(contentsOf: profile.chunk)
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
}

/// One thread's compressors, made when first needed.
final class Deflaters {
  private var byLevel: [Box?] = Array(repeating: nil, count: 13)

  private final class Box {
    let deflater: Deflater
    init(level: Int) { deflater = Deflater(level: level) }
  }

  /// The most bytes that a stream of that many bytes takes, at any level.
  static func bound(_ byteCount: Int) -> Int { Deflater(level: 1).zlibBound(byteCount: byteCount) }

  /// Writes a zlib stream at the start of `room` and says how long it is.
  func pack(_ stream: RawSpan, level: Int, into room: inout MutableRawSpan) -> Int {
    let box = byLevel[level] ?? Box(level: level)
    byLevel[level] = box
    guard let count = box.deflater.compressZlib(stream, into: &room) else {
      preconditionFailure("The room holds the largest stream")
    }
    return count
  }
}
