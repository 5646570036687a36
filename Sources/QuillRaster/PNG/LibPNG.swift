import CQuillPNG

/// What libpng tells of a picture once it stands before the image data.
package struct LibPNGHeader: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package let hasTransparency: Bool
  package let isStandardColor: Bool
  package let hasChromaticities: Bool
  /// Whether the cHRM values are those of sRGB.
  package let hasStandardChromaticities: Bool
  /// The gAMA value times 100000; nil when there is none.
  package let gamma: Int?
  /// Whether an animation's acTL chunk stands before the image data.
  package let isAnimated: Bool
}

/// A libpng reader over a file or over a copy of bytes, from first byte to last.
///
/// Rows come as straight RGBA. After an error it stays in error.
@safe
package struct LibPNG: ~Copyable {
  /// The samples that rows are expanded to.
  package enum Depth {
    case eightBits
    case sixteenBitsBigEndian
  }

  /// What follows the picture.
  package enum End {
    /// The end mark, and nothing behind it.
    case endOfFile
    /// Bytes behind the end mark.
    case trailingBytes
    /// No end mark.
    case missing
  }

  private let handle: OpaquePointer
  /// The size that the header told; 0 before it was read.
  private var width = 0
  private var height = 0
  private var bytesPerPixel = 4
  /// Rows that are good in the current pass.
  private var row = 0
  private var pass = 0
  private var passes = 1

  /// Opens a file and reads its first block.
  package init(path: String) throws(PNGError) {
    var opened: OpaquePointer?
    let status = unsafe cqpng_open_file(path, &opened)
    unsafe handle = try Self.opened(opened, status)
  }

  /// Copies the bytes of a file.
  package init(copying bytes: RawSpan) throws(PNGError) {
    var opened: OpaquePointer?
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cqpng_open_memory(bytes.baseAddress, bytes.count, &opened)
    }
    unsafe handle = try Self.opened(opened, status)
  }

  deinit { unsafe cqpng_close(handle) }

  /// Looks at the first bytes, up to 256 KiB, before the header is read.
  package borrowing func withFirstBytes<Result>(
    _ body: (RawSpan) throws(PNGError) -> Result
  ) throws(PNGError) -> Result {
    var count = 0
    let start = unsafe cqpng_first_bytes(handle, &count)
    let buffer = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return try body(unsafe buffer.bytes)
  }

  /// Reads up to the image data.
  package mutating func readHeader() throws(PNGError) -> LibPNGHeader {
    var header = cqpng_header()
    try check(unsafe cqpng_read_header(handle, &header))
    width = Int(header.width)
    height = Int(header.height)
    return LibPNGHeader(
      width: width, height: height, hasTransparency: header.has_trns != 0,
      isStandardColor: header.has_srgb != 0, hasChromaticities: header.has_chrm != 0,
      hasStandardChromaticities: header.has_standard_chrm != 0,
      gamma: header.has_gamma != 0 ? Int(header.gamma) : nil, isAnimated: header.animated != 0)
  }

  /// Chooses the samples that rows are expanded to; allocates some rows.
  package mutating func start(_ depth: Depth = .eightBits) throws(PNGError) {
    bytesPerPixel = depth == .eightBits ? 4 : 8
    try check(unsafe cqpng_start(handle, depth == .eightBits ? 0 : 1))
    passes = Int(unsafe cqpng_passes(handle))
  }

  /// Reads the next rows of a picture that is not interlaced, one every `stride` bytes.
  package mutating func readRows(
    _ count: Int, into output: inout MutableRawSpan, stride: Int
  ) throws(PNGError) {
    precondition(passes == 1, "an interlaced picture is read whole")
    precondition(row + count <= height, "more rows were asked for than the picture has")
    try readPassRows(count, into: &output, stride: stride)
  }

  /// Reads a whole picture, interlaced or not.
  package mutating func readPicture(into output: inout MutableRawSpan) throws(PNGError) {
    while pass < passes {
      row = 0
      try readPassRows(height, into: &output, stride: width * bytesPerPixel)
      pass += 1
    }
  }

  /// Reads to the end of the file, which verifies what comes after the last row.
  ///
  /// The picture's own data, their checksums with them, were read with the last row: a file that ends
  /// after them lacks its end mark at most.
  package mutating func finish() throws(PNGError) -> End {
    var trailing: Int32 = 0
    let status = unsafe cqpng_finish(handle, &trailing)
    if status == Int32(CQPNG_CUT) { return .missing }
    try check(status)
    return trailing != 0 ? .trailingBytes : .endOfFile
  }

  /// The colour profile's name and bytes.
  package var profile: (name: String, bytes: [UInt8])? {
    var name: UnsafePointer<CChar>?
    var count = 0
    guard let start = unsafe cqpng_profile(handle, &name, &count), let name = unsafe name else {
      return nil
    }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    return (unsafe String(cString: name), bytes)
  }

  /// The camera's notes (EXIF), a TIFF structure, where they stand before the image data.
  package var exif: [UInt8]? {
    var count = 0
    guard let start = unsafe cqpng_exif(handle, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The keys of the text chunks so far, the first 64.
  package var textKeys: [String] {
    let count = unsafe cqpng_text_count(handle)
    return (0..<count).map { index in
      guard let key = unsafe cqpng_text_key(handle, index) else { return "" }
      return unsafe String(cString: key)
    }
  }

  /// What libpng remarked so far, the first eight remarks.
  package var warnings: [String] {
    let count = unsafe cqpng_warning_count(handle)
    return (0..<count).map { index in
      guard let warning = unsafe cqpng_warning(handle, index) else { return "" }
      return unsafe String(cString: warning)
    }
  }

  /// Reads bytes of the file at a place, whatever was read before, and says how many: fewer at the
  /// file's end, none where a file has no places (a pipe).
  package borrowing func read(at offset: Int, into output: inout MutableRawSpan) -> Int {
    unsafe output.withUnsafeMutableBytes { output in
      unsafe cqpng_read_at(handle, UInt64(offset), output.baseAddress, output.count)
    }
  }

  /// Bytes of the file taken so far.
  package var position: Int { Int(unsafe cqpng_position(handle)) }

  private static func opened(
    _ handle: OpaquePointer?, _ status: Int32
  ) throws(PNGError) -> OpaquePointer {
    if let handle = unsafe handle, status == Int32(CQPNG_OK) { return unsafe handle }
    let code = unsafe handle.map { unsafe cqpng_errno($0) } ?? 0
    unsafe cqpng_close(handle)
    throw status == Int32(CQPNG_IO) ? .unreadable(code: code) : .outOfMemory
  }

  private mutating func readPassRows(
    _ count: Int, into output: inout MutableRawSpan, stride: Int
  ) throws(PNGError) {
    guard count > 0 else { return }
    let rowBytes = width * bytesPerPixel
    precondition(
      stride >= rowBytes && (count - 1) * stride + rowBytes <= output.byteCount,
      "the buffer is too small for the rows asked for")
    var done: UInt32 = 0
    let status = unsafe output.withUnsafeMutableBytes { output in
      unsafe cqpng_read_rows(
        handle, output.baseAddress?.assumingMemoryBound(to: UInt8.self), stride, UInt32(count),
        &done)
    }
    row += Int(done)
    try check(status)
  }

  private borrowing func check(_ status: Int32) throws(PNGError) {
    if status != Int32(CQPNG_OK) { throw failure(status) }
  }
}

extension LibPNG {
  /// The typed error for a status of the C side.
  private borrowing func failure(_ status: Int32) -> PNGError {
    switch Int(status) {
    case CQPNG_IO: .unreadable(code: unsafe cqpng_errno(handle))
    case CQPNG_MEMORY: .outOfMemory
    case CQPNG_CRUSHED: .xcodeCrushed
    case CQPNG_CUT: cutOff(reason: "the file ends there")
    default: refusal(unsafe cqpng_message(handle).map { unsafe String(cString: $0) } ?? "")
    }
  }

  private var failedRow: Int? { passes == 1 ? row : nil }

  private borrowing func cutOff(reason: String) -> PNGError {
    let isInPicture = height > 0 && (row < height || pass < passes - 1)
    return isInPicture
      ? .truncated(row: failedRow, height: height, reason: reason) : .endsEarly(inside: nil)
  }

  /// Reads libpng's message, which names the chunk first: "IDAT: CRC error".
  private borrowing func refusal(_ message: String) -> PNGError {
    let parts = message.split(separator: ": ", maxSplits: 1).map(String.init)
    let chunk = parts.count == 2 ? PNGChunkName(message: parts[0]) : nil
    switch (chunk, parts.last ?? "") {
    case (_, "Not enough image data"): return cutOff(reason: "libpng: Not enough image data")
    case (let chunk?, "CRC error"): return .badChecksum(chunk: chunk)
    case (_, "incorrect data check"): return .badPictureChecksum
    case (_, "Missing PLTE before IDAT"): return .missingChunk(.palette)
    case (.end, "out of place") where height == 0: return .missingChunk(.imageData)
    case (let chunk?, "out of place"), (let chunk?, "duplicate"): return .misplacedChunk(chunk)
    case (let chunk?, "unhandled critical chunk"): return .unsupportedChunk(chunk)
    case (let chunk?, "invalid chunk type"): return .badChunkName(chunk)
    default:
      return .damaged(row: height > 0 ? failedRow : nil, reason: "libpng: \(message)")
    }
  }
}

extension PNGChunkName {
  fileprivate init?(message: String) {
    guard message.utf8.count == 4 else { return nil }
    self.init(code: message.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }
}
