#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension FileSystem {
  /// A file that this program holds, until it is let go or the program ends.
  final class LockedFile: Sendable {
    private let descriptor: Int32

    /// Opens or makes the file and takes hold of it; nil when another program has it.
    init?(_ path: String) throws(FileError) {
      if let folder = parent(of: path) { try makeFolder(folder) }
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
      // All is set by now: `deinit` closes the file.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    deinit { systemClose(descriptor) }

    /// Whether the path still leads to this file.
    func isStillAt(_ path: String) -> Bool {
      var mine = stat()
      var theirs = stat()
      guard unsafe fstat(descriptor, &mine) == 0, unsafe stat(path, &theirs) == 0 else {
        return false
      }
      return mine.st_ino == theirs.st_ino && mine.st_dev == theirs.st_dev
    }

    /// Replaces the file's text; a file that cannot be written keeps none, which only makes a
    /// message poorer.
    func write(_ text: String) {
      _ = ftruncate(descriptor, 0)
      var bytes = text
      bytes.withUTF8 { _ = unsafe systemWriteAll(descriptor, $0.baseAddress, $0.count) }
    }
  }
}

private func systemWriteAll(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func systemClose(_ file: Int32) { _ = close(file) }
