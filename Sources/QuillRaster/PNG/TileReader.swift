/// Reads whole tiles from memory: strict, quick, and without a new buffer for each.
///
/// Every chunk's checksum, the picture's own checksum, the order of chunks and the exact amount of
/// data are verified. Pixels are straight RGBA, 8 bits a sample, rows from the top without a gap.
///
///     var reader = TileReader()
///     var pixels: [UInt8] = []
///     let facts = try reader.read(file.span, into: &pixels)   // file: [UInt8]
///     pixels.count == facts.header.rgbaByteCount   // true
///
/// One reader belongs to one thread at a time.
public struct TileReader: ~Copyable {
  /// The most bytes that one tile may take while it is read.
  public let memoryLimit: Int

  private let inflater = Inflater()
  /// Filtered rows as they are stored, then the same place restored; with slack for the kernels.
  private var stored: [UInt8] = []
  /// A row of zeros to stand above the first.
  private var zeros: [UInt8] = []
  /// The compressed picture, where it comes in several chunks.
  private var joined: [UInt8] = []
  private var expansion = PixelExpansion()

  /// A reader of tiles whose pixels and stored rows take up to that many bytes together, by default
  /// 256 MiB: RGBA of some 5792 × 5792 pixels and no more.
  public init(memoryLimit: Int = 256 << 20) {
    precondition(memoryLimit > 0, "a memory limit is positive")
    self.memoryLimit = memoryLimit
  }

  /// What a tile tells beside its pixels: chunks are walked and their checksums verified, the picture is
  /// not unpacked.
  public borrowing func inspect(_ bytes: RawSpan) throws(PNGError) -> PNGFacts {
    try TileChunks(bytes).facts
  }

  /// Decodes a tile into `pixels`, which is made as long as the tile needs and keeps its room.
  ///
  /// After an error the bytes of `pixels` mean nothing.
  public mutating func read(
    _ bytes: RawSpan, into pixels: inout [UInt8]
  ) throws(PNGError) -> PNGFacts {
    let header = try PNGHeader(firstBytes: bytes)
    try checkSize(header)
    let chunks: TileChunks
    do {
      chunks = try TileChunks(bytes)
    } catch {
      if case .endsEarly = error { throw verdict(on: bytes, otherwise: error) }
      throw error
    }
    pixels.resize(to: header.rgbaByteCount)
    if chunks.facts.isXcodeCrushed {
      try readCrushed(bytes, chunks, into: &pixels)
    } else if header.isInterlaced || header.bitDepth == 16 {
      try readOddKind(bytes, into: &pixels)
    } else {
      try inflate(bytes, chunks)
      try restore(header, bytes: bytes, chunks: chunks, into: &pixels)
    }
    return chunks.facts
  }

  /// Decodes a tile held in an array or in data.
  public mutating func read(
    _ bytes: Span<UInt8>, into pixels: inout [UInt8]
  ) throws(PNGError) -> PNGFacts {
    try read(unsafe bytes.bytes, into: &pixels)
  }

  /// What a tile held in an array or in data tells beside its pixels.
  public borrowing func inspect(_ bytes: Span<UInt8>) throws(PNGError) -> PNGFacts {
    try inspect(unsafe bytes.bytes)
  }

  private func checkSize(_ header: PNGHeader) throws(PNGError) {
    let (need, overflow) = header.rgbaByteCount.addingReportingOverflow(header.storedByteCount)
    guard !overflow, need <= memoryLimit else {
      throw .tooLarge(
        width: header.width, height: header.height, need: overflow ? .max : need,
        limit: memoryLimit)
    }
  }

  private mutating func readCrushed(
    _ bytes: RawSpan, _ chunks: TileChunks, into pixels: inout [UInt8]
  ) throws(PNGError) {
    let header = chunks.facts.header
    guard header.colorType == .rgba, header.bitDepth == 8 else { throw .xcodeCrushed }
    try inflate(bytes, chunks)
    if header.isInterlaced {
      let rows = unsafe stored.span.bytes.extracting(first: Self.storedByteCount(header))
      let plain = CrushedTile.plainPNG(header, rows: rows)
      try readOddKind(unsafe plain.span.bytes, into: &pixels)
    } else {
      try restore(header, bytes: bytes, chunks: chunks, into: &pixels)
    }
    CrushedTile.straighten(&pixels)
  }

  /// Leaves the picture to libpng, and makes an error of what it only remarks.
  private func readOddKind(_ bytes: RawSpan, into pixels: inout [UInt8]) throws(PNGError) {
    var png = try LibPNG(copying: bytes)
    _ = try png.readHeader()
    try png.start()
    var span = pixels.mutableSpan
    var output = unsafe span.mutableBytes
    try png.readPicture(into: &output)
    guard try png.finish() != .missing else { throw .endsEarly(inside: nil) }
    let tooMuch = ["IDAT: Too much image data", "IDAT: Extra compressed data"]
    if png.warnings.contains(where: tooMuch.contains) { throw .tooMuchData }
  }

  /// What libpng finds wrong, which knows the row; or what we found, where it finds nothing.
  private func verdict(on bytes: RawSpan, otherwise found: PNGError) -> PNGError {
    do {
      var png = try LibPNG(copying: bytes)
      let header = try png.readHeader()
      try png.start()
      var scratch = [UInt8](repeating: 0, count: header.width * header.height * 4)
      var span = scratch.mutableSpan
      var output = unsafe span.mutableBytes
      try png.readPicture(into: &output)
      _ = try png.finish()
      return found
    } catch {
      return error == .xcodeCrushed ? found : error
    }
  }

  /// Unpacks the picture into `stored`.
  private mutating func inflate(_ bytes: RawSpan, _ chunks: TileChunks) throws(PNGError) {
    let header = chunks.facts.header
    let isCrushed = chunks.facts.isXcodeCrushed
    let count = Self.storedByteCount(header)
    stored.resize(to: count + Unfilter.slack)
    do {
      if chunks.imageData.count == 1 {
        let data = bytes.extracting(chunks.imageData[0])
        try Self.inflate(data, inflater, into: &stored, count: count, isCrushed: isCrushed)
      } else {
        join(bytes, chunks.imageData)
        let joined = joined
        let data = unsafe joined.span.bytes
        try Self.inflate(data, inflater, into: &stored, count: count, isCrushed: isCrushed)
      }
    } catch {
      throw pictureError(error, header: header, bytes: bytes)
    }
  }

  private static func storedByteCount(_ header: PNGHeader) -> Int {
    header.isInterlaced ? CrushedTile.interlacedByteCount(header) : header.storedByteCount
  }

  private mutating func join(_ bytes: RawSpan, _ ranges: [Range<Int>]) {
    joined.removeAll(keepingCapacity: true)
    for range in ranges {
      unsafe bytes.extracting(range).withUnsafeBytes { unsafe joined.append(contentsOf: $0) }
    }
  }

  private static func inflate(
    _ data: RawSpan, _ inflater: borrowing Inflater, into stored: inout [UInt8], count: Int,
    isCrushed: Bool
  ) throws(InflateError) {
    var span = stored.mutableSpan
    var output = unsafe span.mutableBytes
    let taken = try inflater.inflate(
      isCrushed ? .none : .zlib, data, into: &output, count: count)
    if taken != data.byteCount { throw .tooLong }
  }

  private func pictureError(
    _ error: InflateError, header: PNGHeader, bytes: RawSpan
  ) -> PNGError {
    let count = Self.storedByteCount(header)
    switch error {
    case .tooLong: return .tooMuchData
    case .tooShort(let made):
      return .truncated(
        row: header.isInterlaced ? nil : made / (count / header.height), height: header.height,
        reason: "found \(made) of \(count) bytes")
    case .badData:
      return verdict(on: bytes, otherwise: .damaged(row: nil, reason: "not a deflate stream"))
    }
  }

  /// Restores the filtered rows of `stored` and expands them into `pixels`.
  private mutating func restore(
    _ header: PNGHeader, bytes: RawSpan, chunks: TileChunks, into pixels: inout [UInt8]
  ) throws(PNGError) {
    let rowByteCount = header.storedRowByteCount(pixels: header.width)
    zeros.resize(to: rowByteCount + Unfilter.slack)
    expansion.prepare(header, bytes: bytes, chunks: chunks)
    precondition(
      stored.count >= header.storedByteCount + Unfilter.slack
        && pixels.count == header.rgbaByteCount, "a tile's buffers have another size")
    let expansion = expansion
    let zeros = zeros
    var storedSpan = stored.mutableSpan
    var pixelSpan = pixels.mutableSpan
    let zeroSpan = zeros.span
    try unsafe storedSpan.withUnsafeMutableBytes { stored throws(PNGError) in
      try unsafe pixelSpan.withUnsafeMutableBytes { pixels throws(PNGError) in
        try unsafe zeroSpan.withUnsafeBytes { zeros throws(PNGError) in
          guard let source = stored.baseAddress, let target = pixels.baseAddress,
            let above = zeros.baseAddress
          else { return }
          _ = try unsafe expansion.restoreRows(
            0..<header.height, of: header, from: source, above: above, into: target,
            stride: header.rgbaRowByteCount)
        }
      }
    }
  }
}
