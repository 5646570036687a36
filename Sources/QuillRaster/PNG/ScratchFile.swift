#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that may be more than memory: a file without a name, mapped into memory.
///
/// The file has no name from the start, so nothing is left behind however the program ends. Its
/// whole size is reserved on the disk at once: a disk too small is an error here, not a crash later.
/// New bytes are zero.
@safe
package struct ScratchFile: ~Copyable {
  /// Why a scratch file cannot be made.
  package struct Failure: Error, Equatable {
    package let directory: String
    package let need: Int
    /// The system's `errno`.
    package let code: Int32
  }

  /// The bytes reserved.
  package let byteCount: Int
  private let start: UnsafeMutableRawPointer

  /// The folder that `TMPDIR` names, or `/tmp`.
  package static var defaultDirectory: String {
    guard let value = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: value)
    return path.isEmpty ? "/tmp" : path
  }

  /// Reserves `byteCount` bytes, at least one, on the disk of that folder.
  package init(byteCount: Int, directory: String = defaultDirectory) throws(Failure) {
    precondition(byteCount > 0, "a scratch file holds at least one byte")
    func failure(_ code: Int32) -> Failure {
      Failure(directory: directory, need: byteCount, code: code)
    }
    guard byteCount < Int.max / 2 else { throw failure(EFBIG) }
    var template = Array("\(directory)/tilequill-XXXXXX".utf8CString)
    let file = unsafe template.withUnsafeMutableBufferPointer { template in
      guard let path = template.baseAddress else { return -1 as Int32 }
      let file = unsafe mkstemp(path)
      if file >= 0 { unsafe unlink(path) }
      return file
    }
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    let code = Self.reserve(byteCount, in: file)
    guard code == 0 else { throw failure(code) }
    let mapped = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw failure(errno) }
    self.byteCount = byteCount
    unsafe start = mapped
  }

  deinit { unsafe munmap(start, byteCount) }

  /// Lets the system take back the memory of the bytes looked at so far; they stay on the disk.
  package borrowing func forget() { _ = unsafe madvise(start, byteCount, MADV_DONTNEED) }

  /// Looks at the bytes.
  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
    return try body(unsafe buffer.bytes)
  }

  /// Changes the bytes.
  package mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    var bytes = unsafe buffer.mutableBytes
    return try body(&bytes)
  }

  /// Copies `count` bytes from `offset` on into `output`, from its byte `place` on.
  package borrowing func copy(
    _ count: Int, from offset: Int, into output: inout MutableRawSpan, at place: Int
  ) {
    precondition(
      offset >= 0 && count >= 0 && offset <= byteCount - count,
      "bytes outside the scratch file were asked for")
    precondition(
      place >= 0 && place <= output.byteCount - count, "the buffer is too small for the bytes")
    unsafe output.withUnsafeMutableBytes { output in
      unsafe UnsafeMutableRawBufferPointer(rebasing: output[place...])
        .copyMemory(from: UnsafeRawBufferPointer(start: start + offset, count: count))
    }
  }

  /// 0, or the system's `errno`.
  ///
  /// The room is asked for first: where a file system cannot reserve, glibc writes zeros until the disk
  /// is full; other C libraries say so, and the file is only made that long.
  private static func reserve(_ byteCount: Int, in file: Int32) -> Int32 {
    var disk = statvfs()
    guard unsafe fstatvfs(file, &disk) == 0 else { return errno }
    let (room, overflow) = Int(disk.f_bavail).multipliedReportingOverflow(by: Int(disk.f_frsize))
    guard overflow || room >= byteCount else { return ENOSPC }
    #if canImport(Darwin)
      var store = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(byteCount), fst_bytesalloc: 0)
      guard unsafe fcntl(file, F_PREALLOCATE, &store) == 0, ftruncate(file, off_t(byteCount)) == 0
      else { return errno }
      return 0
    #else
      let status = posix_fallocate(file, 0, off_t(byteCount))
      guard status == EOPNOTSUPP || status == EINVAL else { return status }
      return ftruncate(file, off_t(byteCount)) == 0 ? 0 : errno
    #endif
  }
}
