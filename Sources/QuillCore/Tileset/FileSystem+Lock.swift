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

    /// Whether the file may be written; another user's may only be held.
    private let isWritable: Bool

    /// Opens or makes the file and takes hold of it; nil when another program has it.
    ///
    /// On a disk without locks, as shared ones may be, the file is held in name alone: that two
    /// programs write one destination at once is rare, and refusing would refuse every one for ever.
    ///
    /// - Throws: `FileError.foreignLock` when something has the file's name that this program would not
    ///   have made, or may not open; `FileError.cannotWrite` when the file cannot be made or locked.
    init?(_ path: String) throws(FileError) {
      if let folder = parent(of: path) { try makeFolder(folder) }
      // A link by that name is not followed: it could lead to anybody's file.
      let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      var file = systemOpen(path, O_RDWR | O_CREAT | flags)
      isWritable = file >= 0
      if file < 0, errno == EACCES || errno == EROFS {
        let why = errno
        file = systemOpen(path, O_RDONLY | flags)
        // Nothing is there: then it is the folder that may not be written.
        if file < 0, errno == ENOENT { errno = why == EACCES ? EPERM : why }
      }
      descriptor = file
      let oddness = file < 0 ? Self.oddness(errno) : Self.oddness(of: file)
      isLocked = file >= 0 && oddness == nil && Self.lock(file)
      // All is set: whoever leaves from here on has the file closed by `deinit`.
      if isLocked { return }
      if let oddness { throw .foreignLock(path: path, lock: name(of: path), reason: oddness) }
      guard file >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
      switch errno {
      case EWOULDBLOCK: return nil
      case ENOTSUP, EOPNOTSUPP, ENOLCK, ENOSYS, EINVAL: return
      default: throw .cannotWrite(path: path, reason: lastReason())
      }
    }

    /// Why a file is none that this program makes, nil for one that is.
    private static func oddness(of file: Int32) -> String? {
      var facts = stat()
      guard unsafe fstat(file, &facts) == 0 else { return "cannot be looked at" }
      if facts.st_mode & S_IFMT != S_IFREG { return "beside it is no file" }
      // The lock's name may have been taken away since: then it has none.
      if facts.st_nlink > 1 { return "beside it is a second name of another file" }
      return nil
    }

    /// Why a file could not be opened, where that tells that it is none that this program makes.
    private static func oddness(_ error: Int32) -> String? {
      switch error {
      case ELOOP: "beside it is a link"
      case EISDIR, ENXIO: "beside it is no file"
      case EACCES: "beside it belongs to another user"
      default: nil
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
      guard isWritable else { return }
      _ = ftruncate(descriptor, 0)
      var bytes = text
      bytes.withUTF8 { _ = unsafe systemWriteAll(descriptor, $0.baseAddress, $0.count) }
    }
  }
}

private func systemWriteAll(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  unsafe open(path, flags, 0o666)
}

private func systemClose(_ file: Int32) { _ = close(file) }
