internal import QuillCore

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// An open file that is read and written at any place, by several threads at once.
///
/// Nothing is kept in memory, and no thread moves another one's place in the file.
@safe
final class ArchiveFile: Sendable {
  /// The path that errors tell.
  let path: String
  private let number: Int32

  /// Opens a file to read it.
  init(reading path: String) throws(FileError) {
    self.path = path
    number = try Self.open(path, O_RDONLY | O_NONBLOCK)
  }

  /// Makes a file that is not there yet, under a scratch name; errors tell `destination`.
  init(creating path: String, for destination: String) throws(FileError) {
    self.path = destination
    number = try FileError.telling(of: destination) { () throws(FileError) in
      try Self.open(path, O_RDWR | O_CREAT | O_EXCL)
    }
  }

  /// Makes a file which loses its name at once, so that nothing is left behind however the program
  /// ends; errors tell `destination`.
  init(nameless path: String, for destination: String) throws(FileError) {
    self.path = destination
    number = try FileError.telling(of: destination) { () throws(FileError) in
      try Self.open(path, O_RDWR | O_CREAT | O_EXCL)
    }
    unsafe unlink(path)
  }

  deinit { close(number) }

  private static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    let number = systemOpen(path, flags | O_CLOEXEC)
    guard number >= 0 else {
      if errno == ENOENT, flags & O_CREAT == 0 { throw .absent(path: path) }
      let isWriting = flags & O_CREAT != 0
      throw isWriting
        ? .cannotWrite(path: path, reason: reason()) : .cannotRead(path: path, reason: reason())
    }
    return number
  }

  /// Whether that path leads to this very file.
  func isAt(_ path: String) -> Bool {
    var mine = stat()
    var there = stat()
    return unsafe fstat(number, &mine) == 0 && stat(path, &there) == 0
      && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  /// Bytes of the file.
  func size() throws(FileError) -> Int {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else {
      throw .cannotRead(path: path, reason: Self.reason())
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, reason: "it is not a file")
    }
    return Int(facts.st_size)
  }

  /// Up to `count` bytes from `offset` on; fewer where the file ends.
  func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    precondition(count >= 0 && offset >= 0, "A part of a file begins and ends inside it")
    guard count > 0 else { return [] }
    var failure: String?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = Self.reason() }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let failure { throw .cannotRead(path: path, reason: failure) }
    return bytes
  }

  /// Writes bytes from `offset` on.
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(droppingFirst: written)
      let count = unsafe rest.withUnsafeBytes { rest in
        unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .cannotWrite(path: path, reason: Self.reason()) }
      written += count
    }
  }

  /// Waits until the disk has all of it.
  func flush() throws(FileError) {
    guard fsync(number) == 0 else { throw .cannotWrite(path: path, reason: Self.reason()) }
  }

  private static func reason() -> String {
    switch errno {
    case ENOSPC: "the disk is full"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the disk is read-only"
    case EEXIST: "something is there already"
    default: unsafe String(cString: strerror(errno))
    }
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  unsafe open(path, flags, 0o666)
}
