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
    /// Whether other programs are kept away; false on a disk without locks.
    let isLocked: Bool

    private let descriptor: Int32

    /// Opens or makes the file and takes hold of it; nil when another program has it.
    ///
    /// On a disk without locks, as shared ones may be, the file is held in name alone: that two
    /// programs write one destination at once is rare, and refusing would refuse every one for ever.
    ///
    /// - Throws: `FileError.cannotWrite` when the file cannot be made or locked.
    init?(_ path: String) throws(FileError) {
      if let folder = parent(of: path) { try makeFolder(folder) }
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      isLocked = descriptor >= 0 && Self.lock(descriptor)
      // All is set: whoever leaves from here on has the file closed by `deinit`.
      if isLocked { return }
      guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
      switch errno {
      case EWOULDBLOCK: return nil
      case ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL: return
      default: throw .cannotWrite(path: path, reason: lastReason())
      }
    }

    deinit { if descriptor >= 0 { systemClose(descriptor) } }

    /// Locks the file without waiting for another program; `errno` tells why not.
    private static func lock(_ descriptor: Int32) -> Bool {
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EINTR else { return false }
      }
      return true
    }

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
