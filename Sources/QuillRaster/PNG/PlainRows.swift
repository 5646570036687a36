/// Reads the rows of the commonest drawings faster than libpng does: 8-bit RGB and RGBA, not
/// interlaced, no colour made transparent.
///
/// ISA-L unpacks, vectors restore, and RGBA goes straight to where it is wanted. All checksums are
/// verified. Anything unusual throws `Doubt`, never a verdict: libpng stands untouched before the
/// picture, reads it again and has the last word, so that what is read and what is refused is what
/// libpng reads and refuses.
struct PlainRows: ~Copyable {
  typealias Doubt = ChunkStream.Doubt

  /// The most that is unpacked at once, unless a row is larger: it stays in the processor's cache.
  private static let groupByteCount = 512 << 10

  private static let inputByteCount = 128 << 10

  /// The bytes that reading such a picture takes.
  static func needByteCount(_ header: PNGHeader) -> Int {
    let row = 1 + header.storedRowByteCount(pixels: header.width)
    return groupRowCount(header) * row + row + inputByteCount + ChunkStream.blockByteCount
  }

  /// How many rows are unpacked at once.
  private static func groupRowCount(_ header: PNGHeader) -> Int {
    let row = 1 + header.storedRowByteCount(pixels: header.width)
    return min(header.height, max(1, groupByteCount / row))
  }

  private let header: PNGHeader
  private let rowByteCount: Int
  private let groupRowCount: Int
  private var chunks: ChunkStream
  /// The chunk behind the picture's, once it is open.
  private var next: PNGChunkName?
  private var inflater = StreamInflater()
  /// Compressed data, and the part that is not unpacked yet.
  private var input = [UInt8](repeating: 0, count: PlainRows.inputByteCount)
  private var pending = 0..<0
  /// Rows as they are unpacked, each behind its filter byte; with slack for the kernels.
  private var stored: [UInt8]
  /// The last restored row, as it is stored; zeros before the first.
  private var above: [UInt8]
  private let expansion = PixelExpansion()
  private var row = 0

  /// Whether such a picture can be read here.
  static func canRead(_ header: PNGHeader, hasTransparency: Bool) -> Bool {
    guard !header.isInterlaced, header.bitDepth == 8 else { return false }
    return header.colorType == .rgba || header.colorType == .rgb && !hasTransparency
  }

  /// A reader that begins with the first chunk of image data, which lies at that place of the file.
  init(_ header: PNGHeader, at offset: Int, in png: borrowing LibPNG) throws(Doubt) {
    self.header = header
    rowByteCount = header.storedRowByteCount(pixels: header.width)
    groupRowCount = Self.groupRowCount(header)
    stored = [UInt8](repeating: 0, count: groupRowCount * (1 + rowByteCount) + Unfilter.slack)
    above = [UInt8](repeating: 0, count: rowByteCount + Unfilter.slack)
    chunks = ChunkStream(at: offset)
    guard try chunks.open(in: png) == .imageData else { throw Doubt() }
  }

  /// How far the file was taken.
  var position: Int { chunks.position }

  /// Reads the next rows as RGBA, one every `stride` bytes.
  ///
  /// With the last row comes the end of the data and its checksum.
  mutating func readRows(
    _ count: Int, into output: inout MutableRawSpan, stride: Int, in png: borrowing LibPNG
  ) throws(Doubt) {
    precondition(row + count <= header.height, "more rows were asked for than the picture has")
    var done = 0
    while done < count {
      let group = min(groupRowCount, count - done)
      try unpack(group * (1 + rowByteCount), in: png)
      try Self.restore(
        group, of: header, by: expansion, &stored, &above, into: &output, from: done * stride,
        stride: stride)
      done += group
      row += group
    }
    if row == header.height { try endPicture(in: png) }
  }

  /// Walks to the end mark behind the last row; whether bytes follow it.
  mutating func finish(in png: borrowing LibPNG) throws(Doubt) -> Bool {
    guard var name = next else { throw Doubt() }
    while name != .end {
      guard name.isAncillary, name.isFourLetters else { throw Doubt() }
      try chunks.close(in: png)
      name = try chunks.open(in: png)
    }
    guard chunks.remaining == 0 else { throw Doubt() }
    try chunks.close(in: png)
    return !chunks.isAtEnd(of: png)
  }

  /// Unpacks the next `count` bytes to the start of `stored`.
  private mutating func unpack(_ count: Int, in png: borrowing LibPNG) throws(Doubt) {
    var made = 0
    while made < count {
      let step = try inflate(to: made..<count, in: png)
      let mayGoOn = !inflater.isFinished && (next == nil || !pending.isEmpty)
      guard step > 0 || mayGoOn else { throw Doubt() }
      made += step
    }
  }

  /// Sees to it that the data end with the last row, and that their checksum is right.
  private mutating func endPicture(in png: borrowing LibPNG) throws(Doubt) {
    while !inflater.isFinished {
      let hadNoMore = next != nil && pending.isEmpty
      guard try inflate(to: 0..<1, in: png) == 0, !hadNoMore || inflater.isFinished else {
        throw Doubt()
      }
    }
    if next == nil { try fillInput(in: png) }
    guard pending.isEmpty, next != nil else { throw Doubt() }
  }

  /// Unpacks some bytes to a place of `stored`; how many.
  private mutating func inflate(
    to place: Range<Int>, in png: borrowing LibPNG
  ) throws(Doubt) -> Int {
    if pending.isEmpty, next == nil { try fillInput(in: png) }
    let (taken, made) = try Self.inflate(&inflater, input, pending, &stored, place)
    pending = pending.lowerBound + taken..<pending.upperBound
    return made
  }

  private static func inflate(
    _ inflater: inout StreamInflater, _ input: [UInt8], _ pending: Range<Int>,
    _ stored: inout [UInt8], _ place: Range<Int>
  ) throws(Doubt) -> (taken: Int, made: Int) {
    let data = unsafe input.span.bytes.extracting(pending)
    var span = stored.mutableSpan
    var bytes = unsafe span.mutableBytes
    var output = bytes._mutatingExtracting(place)
    do {
      return try inflater.inflate(data, into: &output)
    } catch {
      throw Doubt()
    }
  }

  /// Fills `input` with what the next chunks of image data hold.
  private mutating func fillInput(in png: borrowing LibPNG) throws(Doubt) {
    var count = 0
    while count < input.count {
      if chunks.remaining == 0 {
        try chunks.close(in: png)
        let name = try chunks.open(in: png)
        guard name == .imageData else {
          next = name
          break
        }
      }
      count += try chunks.read(into: &input, from: count, in: png)
    }
    pending = 0..<count
  }

  /// Restores rows that lie in `stored`, each behind its filter byte, and puts them as RGBA to a place
  /// of `output` and on, one every `stride` bytes.
  ///
  /// `above` is the restored row above the first, and then the last one.
  private static func restore(
    _ count: Int, of header: PNGHeader, by expansion: PixelExpansion, _ stored: inout [UInt8],
    _ above: inout [UInt8], into output: inout MutableRawSpan, from place: Int, stride: Int
  ) throws(Doubt) {
    let rowByteCount = header.storedRowByteCount(pixels: header.width)
    precondition(
      count * (1 + rowByteCount) + Unfilter.slack <= stored.count
        && rowByteCount + Unfilter.slack <= above.count
        && place + (count - 1) * stride + header.rgbaRowByteCount <= output.byteCount,
      "the buffers are too small for the rows")
    var storedSpan = stored.mutableSpan
    var aboveSpan = above.mutableSpan
    try unsafe storedSpan.withUnsafeMutableBytes { stored throws(Doubt) in
      try unsafe aboveSpan.withUnsafeMutableBytes { above throws(Doubt) in
        try unsafe output.withUnsafeMutableBytes { output throws(Doubt) in
          guard let source = stored.baseAddress, let above = above.baseAddress,
            let target = output.baseAddress
          else { return }
          do {
            let last = try unsafe expansion.restoreRows(
              0..<count, of: header, from: source, above: above, into: target + place,
              stride: stride)
            unsafe above.copyMemory(from: last, byteCount: rowByteCount)
          } catch {
            throw Doubt()
          }
        }
      }
    }
  }
}
