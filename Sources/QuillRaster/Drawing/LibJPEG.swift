private import CQuillJPEG

/// What libjpeg tells of a picture once it stands before the image data.
struct LibJPEGHeader: Equatable, Sendable {
  let width: Int
  let height: Int
  let isGray: Bool
  /// Bytes of memory for a picture whose rows come several times, ever finer; else 0.
  let coefficientByteCount: Int
}

/// A libjpeg reader over a file, from first byte to last.
///
/// Rows come as RGBA, all opaque. After an error it stays in error.
@safe
struct LibJPEG: ~Copyable {
  private let handle: OpaquePointer
  private var header: LibJPEGHeader?
  private var row = 0

  /// Opens a file.
  init(path: String) throws(JPEGError) {
    var opened: OpaquePointer?
    let status = unsafe cqjpeg_open_file(path, &opened)
    guard let opened = unsafe opened else { throw .outOfMemory }
    guard status == Int32(CQJPEG_OK) else {
      let code = unsafe cqjpeg_errno(opened)
      unsafe cqjpeg_close(opened)
      throw .unreadable(code: code)
    }
    unsafe handle = opened
  }

  deinit { unsafe cqjpeg_close(handle) }

  /// Reads up to the image data.
  mutating func readHeader() throws(JPEGError) -> LibJPEGHeader {
    var found = cqjpeg_header()
    try check(unsafe cqjpeg_read_header(handle, &found))
    switch Int(found.colors) {
    case CQJPEG_GRAY, CQJPEG_COLOR: break
    case CQJPEG_CMYK: throw .forPrint
    default: throw .unknownColors
    }
    let header = LibJPEGHeader(
      width: Int(found.width), height: Int(found.height),
      isGray: Int(found.colors) == CQJPEG_GRAY,
      coefficientByteCount: Int(clamping: found.coefficient_bytes))
    self.header = header
    return header
  }

  /// Gets ready for the rows; reads the whole file of a picture whose rows come several times.
  mutating func start() throws(JPEGError) { try check(unsafe cqjpeg_start(handle)) }

  /// Reads the next rows, without a gap.
  mutating func readRows(
    _ count: Int, into output: inout MutableRawSpan
  ) throws(JPEGError) {
    guard count > 0, let header else { return }
    precondition(row + count <= header.height, "more rows were asked for than the picture has")
    precondition(
      count * header.width * 4 <= output.byteCount, "the buffer is too small for the rows asked for"
    )
    var done: UInt32 = 0
    let status = unsafe output.withUnsafeMutableBytes { output in
      unsafe cqjpeg_read_rows(
        handle, output.baseAddress?.assumingMemoryBound(to: UInt8.self), header.width * 4,
        UInt32(count), &done)
    }
    row += Int(done)
    try check(status)
  }

  /// Reads to the end mark.
  ///
  /// Returns whether bytes follow it, and whether it is missing.
  mutating func finish() throws(JPEGError) -> (hasTrailingBytes: Bool, isMissingEnd: Bool) {
    var trailing: Int32 = 0
    var cut: Int32 = 0
    try check(unsafe cqjpeg_finish(handle, &trailing, &cut))
    return (trailing != 0, cut != 0)
  }

  /// The camera's notes (EXIF), a TIFF structure.
  var exif: [UInt8]? {
    var count = 0
    guard let start = unsafe cqjpeg_exif(handle, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The embedded colour profile (ICC).
  var profile: [UInt8]? {
    var count = 0
    guard let start = unsafe cqjpeg_profile(handle, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private borrowing func check(_ status: Int32) throws(JPEGError) {
    if status != Int32(CQJPEG_OK) { throw failure(status) }
  }

  private borrowing func failure(_ status: Int32) -> JPEGError {
    let message = unsafe String(cString: cqjpeg_message(handle))
    guard let header else {
      switch Int(status) {
      case CQJPEG_IO: return .unreadable(code: unsafe cqjpeg_errno(handle))
      case CQJPEG_MEMORY: return .outOfMemory
      case CQJPEG_CUT: return .endsEarly
      default: return .damaged(row: nil, reason: message)
      }
    }
    let known = header.coefficientByteCount == 0 ? row : nil
    switch Int(status) {
    case CQJPEG_IO: return .unreadable(code: unsafe cqjpeg_errno(handle))
    case CQJPEG_MEMORY: return .outOfMemory
    case CQJPEG_CUT: return .truncated(row: known, height: header.height)
    default: return .damaged(row: known, reason: message)
    }
  }
}
