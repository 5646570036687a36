public import QuillCore

/// Writes a drawing to a PNG file: rows of straight RGBA, 8 bits a sample, from top to bottom.
///
///     let writer = try DrawingWriter(path: "island.png", size: size, jobs: 8)
///     try writer.writeRows(256, from: band.span.bytes)
///     …
///     try writer.finish()
///
/// Only some rows are in memory at a time: a few megabytes for each job, or a few rows where those
/// are longer. The rows are compressed in blocks on all threads, each block with the 32 KiB before
/// it as its window; put one after the other the blocks are one stream, the same for any number of
/// jobs.
///
/// The file appears complete when it is finished, or not at all: a writer let go before leaves
/// nothing. One writer belongs to one thread at a time.
public final class DrawingWriter {
  /// The drawing's size in pixels.
  public let size: PixelSize

  /// Rows written so far.
  public private(set) var writtenRowCount = 0

  private let file: NewFile
  private let line: BlockLine
  private let tools: BlockTools
  private let helpers: Int
  private var workers: Threads?

  /// The block being filled.
  private var block: DrawingBlock?

  /// The last row of the block filled last, and its end after the filter.
  private var above: [UInt8] = []
  private var before = BlockTail(isReady: true)

  /// Adler-32 of all blocks written so far.
  private var checksum: UInt32 = 1
  private var hasBegun = false
  private var hasEnd = false

  /// A chunk that stands before the picture's data, such as a text or a colour space.
  public struct Chunk: Equatable, Sendable {
    /// The chunk's name.
    public let name: PNGChunkName

    /// What it holds.
    public let data: [UInt8]

    /// Creates a chunk that readers may pass by.
    public init(_ name: PNGChunkName, _ data: [UInt8]) {
      precondition(name.isFourLetters && name.isAncillary, "A reader may pass \(name) by")
      self.name = name
      self.data = data
    }
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - replacing: Whether a file that is there is replaced at the end; else nothing may be there.
  ///   - size: The drawing's size.
  ///   - isOpaque: Whether every alpha is 255: the file then has none, whatever alpha is given.
  ///   - jobs: How many threads share the work, the calling one among them.
  ///   - chunks: What stands before the picture's data.
  /// - Throws: `FileError` when the file cannot be made, `PNGError.tooLargeForPNG`,
  ///   `PNGError.noMemoryToWrite`.
  public convenience init(
    path: String, replacing: Bool = false, size: PixelSize, isOpaque: Bool = false, jobs: Int = 1,
    chunks: [Chunk] = []
  ) throws {
    try self.init(
      path: path, replacing: replacing, size: size, isOpaque: isOpaque, jobs: jobs, chunks: chunks,
      blockByteCount: 1 << 20)
  }

  /// The same, with the bytes of a block to be chosen.
  package init(
    path: String, replacing: Bool = false, size: PixelSize, isOpaque: Bool, jobs: Int,
    chunks: [Chunk], blockByteCount: Int
  ) throws {
    precondition(jobs > 0 && blockByteCount > 0, "Someone works, and on something")
    guard size.width <= Int32.max, size.height <= Int32.max else {
      throw PNGError.tooLargeForPNG(width: size.width, height: size.height)
    }
    self.size = size
    let step = isOpaque ? 3 : 4
    let capacity = min(size.height, max(1, blockByteCount / (size.width * step + 1)))
    let shape = DrawingBlock.Shape(width: size.width, step: step, capacity: capacity)
    let jobs = capacity == size.height ? 1 : jobs
    helpers = jobs - 1
    tools = try Self.makeTools()
    line = BlockLine(
      shape, limit: 2 * jobs + 2, tools: try (0..<helpers).map { _ in try Self.makeTools() })
    file = try NewFile(destination: path, replacing: replacing)
    try writeStart(chunks, isOpaque: isOpaque)
  }

  deinit {
    line.close()
    workers?.join()
  }

  /// Rows still to be written.
  public var remainingRowCount: Int { size.height - writtenRowCount }

  /// Bytes of the file so far.
  public var byteCount: Int { file.byteCount }

  /// Takes the next rows, which stand without gaps from the start of `bytes`.
  ///
  /// - Throws: `FileError.cannotWrite`, as on a full disk.
  public func writeRows(_ count: Int, from bytes: RawSpan) throws(FileError) {
    precondition(count >= 0 && count <= remainingRowCount, "The drawing has that many rows")
    precondition(bytes.byteCount / (size.width * 4) >= count, "The rows are in the bytes")
    var taken = 0
    while taken < count {
      let block = try openBlock()
      let filled = block.fill(bytes, from: taken * size.width * 4, rows: count - taken)
      taken += filled
      writtenRowCount += filled
      if block.isFull || remainingRowCount == 0 { close(block) }
    }
  }

  /// Takes the next rows from an array's bytes; else the same.
  public func writeRows(_ count: Int, from bytes: Span<UInt8>) throws(FileError) {
    try writeRows(count, from: unsafe bytes.bytes)
  }

  /// Writes what is left and gives the file its name.
  ///
  /// - Parameter syncs: Whether the disk has to have all of it before.
  /// - Throws: `FileError.exists` when something is there by now that is not to be replaced,
  ///   `FileError.cannotWrite`.
  public func finish(syncs: Bool = true) throws(FileError) {
    try writeEnd()
    try file.finish(syncs: syncs)
  }

  /// Writes what is left, under the name that is not the file's yet; `finish` gives it that name.
  ///
  /// - Throws: `FileError.cannotWrite`.
  public func writeEnd() throws(FileError) {
    precondition(remainingRowCount == 0, "A drawing is finished after its last row")
    guard !hasEnd else { return }
    while !line.isEmpty {
      try writeDone()
      if !line.isEmpty { line.help(tools) }
    }
    try writeChunk(.end, [])
    hasEnd = true
  }
}

extension DrawingWriter {
  /// The block that takes the next row; waits, or helps, when all are in use.
  private func openBlock() throws(FileError) -> DrawingBlock {
    if let block { return block }
    while true {
      try writeDone()
      if let free = line.takeFree() {
        free.begin(below: above, after: before)
        block = free
        return free
      }
      line.help(tools)
    }
  }

  private func close(_ block: DrawingBlock) {
    block.isLast = remainingRowCount == 0
    block.copyLastRow(into: &above)
    before = block.after
    self.block = nil
    line.append(block)
    if workers == nil { workers = Threads(helpers) { [line] in line.work() } }
  }

  /// Writes the blocks that are done, from the oldest on.
  private func writeDone() throws(FileError) {
    while let block = line.takeDone() {
      checksum = adler32(joining: checksum, block.checksum, count: block.byteCount)
      try write(block)
      line.giveBack(block)
    }
  }

  /// Writes a block as chunks of at most 1 MiB; the first block begins the zlib stream, the last
  /// one ends it (RFC 1950).
  private func write(_ block: DrawingBlock) throws(FileError) {
    // Deflate with a window of 32 KiB; no dictionary, the default level.
    let start: [UInt8] = hasBegun ? [] : [0x78, 0x9C]
    hasBegun = true
    let end = block.isLast ? checksum.bigEndianBytes : []
    try block.withCompressed { bytes throws(FileError) in
      let most = 1 << 20
      var written = 0
      repeat {
        let count = min(bytes.count - written, most - start.count - end.count)
        let piece = bytes.extracting(written..<(written + count))
        let isFirst = written == 0
        written += count
        try writeChunk(
          .imageData, isFirst ? start : [], piece, written == bytes.count ? end : [])
      } while written < bytes.count
    }
  }

  private func writeStart(_ chunks: [Chunk], isOpaque: Bool) throws(FileError) {
    try append(PNGChunks.signature)
    // 8 bits; RGB or RGBA; deflate, the five row filters, not interlaced.
    let kind: [UInt8] = [8, isOpaque ? 2 : 6, 0, 0, 0]
    let size = UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
    try writeChunk(.header, size + kind)
    for chunk in chunks { try writeChunk(chunk.name, chunk.data) }
  }

  private func writeChunk(_ name: PNGChunkName, _ data: [UInt8]) throws(FileError) {
    try writeChunk(name, [], data.span, [])
  }

  /// Writes a chunk of three pieces, of which the middle one is not copied.
  private func writeChunk(
    _ name: PNGChunkName, _ start: [UInt8], _ middle: Span<UInt8>, _ end: [UInt8]
  ) throws(FileError) {
    let named = name.code.bigEndianBytes + start
    let length = UInt32(start.count + middle.count + end.count)
    try append(length.bigEndianBytes + named)
    try file.append(middle)
    var sum = crc32(unsafe named.span.bytes)
    sum = crc32(unsafe middle.bytes, seed: sum)
    sum = crc32(unsafe end.span.bytes, seed: sum)
    try append(end + sum.bigEndianBytes)
  }

  private func append(_ bytes: [UInt8]) throws(FileError) { try file.append(bytes.span) }

  private static func makeTools() throws(PNGError) -> BlockTools {
    do throws(LibZError) {
      return try BlockTools()
    } catch {
      precondition(error != .wrongVersion, "zlib is the one that its header describes")
      throw .noMemoryToWrite
    }
  }
}
