#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A folder that is held open: what is done below it is done to this very folder, wherever it is moved
/// meanwhile, and never to another one that took its name.
///
/// Names are relative to the folder. May be used by several threads at once.
@safe
package final class OpenFolder: Sendable {
  /// The path by which it was opened, for errors.
  package let path: String

  private let descriptor: Int32

  /// Opens a folder that is there.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - followsLink: Whether the path may be a link to the folder.
  /// - Throws: `FileError.cannotRead`.
  package init(_ path: String, followsLink: Bool = true) throws(FileError) {
    self.path = path
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW)
    descriptor = systemOpen(path, flags)
    guard descriptor >= 0 else {
      throw .cannotRead(path: path, reason: FileSystem.lastReason())
    }
  }

  deinit { if descriptor >= 0 { systemClose(descriptor) } }

  /// Whether that path leads to this very folder.
  package func isAt(_ path: String) -> Bool {
    var mine = stat()
    var there = stat()
    return unsafe fstat(descriptor, &mine) == 0 && stat(path, &there) == 0
      && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  /// What has that name, links not followed; nil when nothing has.
  package func kind(of name: String) throws(FileError) -> FileSystem.Kind? {
    var facts = stat()
    guard unsafe fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .cannotRead(path: "\(path)/\(name)", reason: FileSystem.lastReason())
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file(bytes: Int(facts.st_size))
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Writes a file that is not there yet, making its folders as needed.
  package func write(_ bytes: Span<UInt8>, to name: String) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    var file = systemOpen(at: descriptor, name, flags)
    if file < 0, errno == ENOENT, let folder = Self.parent(of: name) {
      try makeFolder(folder)
      file = systemOpen(at: descriptor, name, flags)
    }
    guard file >= 0 else { throw cannotWrite(name) }
    do throws(FileError) {
      try FileSystem.write(bytes, to: file, path: "\(path)/\(name)")
    } catch {
      systemClose(file)
      throw error
    }
    try FileSystem.close(file, path: "\(path)/\(name)")
  }

  /// Makes a folder and those between; one that is there already is left as it is.
  package func makeFolder(_ name: String) throws(FileError) {
    if unsafe mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let above = Self.parent(of: name) {
      try makeFolder(above)
      if unsafe mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST { return }
    }
    throw cannotWrite(name)
  }

  /// Gives something here its name in a folder of the same disk, and makes the folders of that name as
  /// needed; a file that has it is replaced.
  package func move(_ name: String, to folder: OpenFolder, as newName: String) throws(FileError) {
    if systemRename(descriptor, name, folder.descriptor, newName) == 0 { return }
    if errno == ENOENT, let above = Self.parent(of: newName) {
      try folder.makeFolder(above)
      if systemRename(descriptor, name, folder.descriptor, newName) == 0 { return }
    }
    throw folder.cannotWrite(newName)
  }

  /// Gives a file anywhere a second name here, making the folders of that name as needed.
  package func link(_ file: String, as name: String) throws(FileError) {
    if systemLink(file, descriptor, name) == 0 { return }
    if errno == ENOENT, let folder = Self.parent(of: name) {
      try makeFolder(folder)
      if systemLink(file, descriptor, name) == 0 { return }
    }
    let why = errno == EXDEV ? "it is on another disk than '\(file)'" : FileSystem.lastReason()
    throw .cannotWrite(path: "\(path)/\(name)", reason: why)
  }

  /// Removes a file or a link; nothing there is no error.
  package func removeFile(_ name: String) throws(FileError) {
    guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw cannotWrite(name)
    }
  }

  /// Removes a folder that has nothing in it, and leaves anything else alone.
  package func removeIfEmpty(_ name: String) {
    unsafe _ = unlinkat(descriptor, name, AT_REMOVEDIR)
  }

  /// Removes a file, or a folder with all in it, whatever bytes the names in it are; links are not
  /// followed, and nothing there is no error.
  package func remove(_ name: String) throws(FileError) {
    guard unsafe removeTree(descriptor, name) else { throw cannotWrite(name) }
  }

  /// Waits until the disk has all that was written to the folder's file system.
  ///
  /// Where the system cannot tell one file system from others, only the folder itself is waited for.
  package func syncFileSystem() throws(FileError) {
    #if canImport(Darwin)
      // A Mac's disk keeps writes in its own cache, which only this empties.
      guard fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 else {
        throw .cannotWrite(path: path, reason: FileSystem.lastReason())
      }
    #else
      guard systemSync(descriptor) == 0 else {
        throw .cannotWrite(path: path, reason: FileSystem.lastReason())
      }
    #endif
  }

  /// Waits until the disk has the names in the folder.
  ///
  /// Some disks cannot do that for folders, and need not.
  package func syncNames() { _ = fsync(descriptor) }

  /// Gives the folder the mode of another, and its owner and group where that is allowed.
  package func takeMode(of other: OpenFolder) {
    FileSystem.giveMode(of: other.descriptor, to: descriptor)
  }

  private func cannotWrite(_ name: String) -> FileError {
    .cannotWrite(path: "\(path)/\(name)", reason: FileSystem.lastReason())
  }

  private static func parent(of name: String) -> String? {
    name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) }
  }
}

extension OpenFolder {
  /// What became of an exchange of two names.
  package enum Exchange {
    case done
    /// The disk or the system cannot do it.
    case unsupported
  }

  /// Lets two things that are there change their names, in one step.
  package func exchange(_ name: String, _ other: String) throws(FileError) -> Exchange {
    guard systemExchange(descriptor, name, other) != 0 else { return .done }
    switch errno {
    case ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP: return .unsupported
    default: throw cannotWrite(other)
    }
  }
}

extension FileSystem {
  /// Gives an open file or folder the mode of another, and its owner and group where that is allowed.
  fileprivate static func giveMode(of model: Int32, to descriptor: Int32) {
    var wanted = stat()
    var now = stat()
    guard unsafe fstat(model, &wanted) == 0, unsafe fstat(descriptor, &now) == 0 else { return }
    if now.st_uid != wanted.st_uid || now.st_gid != wanted.st_gid {
      // An owner is root's to give; a group, anybody's who is in it.
      if fchown(descriptor, wanted.st_uid, wanted.st_gid) != 0 {
        _ = fchown(descriptor, uid_t.max, wanted.st_gid)
      }
    }
    _ = fchmod(descriptor, wanted.st_mode & 0o7777)
  }

  /// Gives a file the mode of another, and its owner and group where that is allowed.
  static func giveMode(of model: String, to path: String) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    let old = systemOpen(model, flags)
    let new = systemOpen(path, flags)
    if old >= 0, new >= 0 { giveMode(of: old, to: new) }
    for file in [old, new] where file >= 0 { systemClose(file) }
  }

  /// Waits until the disk has a file.
  package static func sync(_ path: String) throws(FileError) {
    let file = systemOpen(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotWrite(path: path, reason: lastReason()) }
    defer { systemClose(file) }
    #if canImport(Darwin)
      let isDone = fcntl(file, F_FULLFSYNC) == 0 || fsync(file) == 0
    #else
      let isDone = fsync(file) == 0
    #endif
    guard isDone else { throw .cannotWrite(path: path, reason: lastReason()) }
  }

  /// Waits until the disk has the name of a file, where it can.
  package static func syncName(of path: String) {
    let folder = systemOpen(parent(of: path) ?? "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    systemClose(folder)
  }

  /// Where a destination really lies, links followed, those of the folders above too.
  ///
  /// One destination has one path then, however it is called. The last parts may be missing.
  ///
  /// - Throws: `FileError.danglingLink` for a link to nothing.
  package static func destination(_ path: String) throws(FileError) -> String {
    if let real = resolved(path) { return real }
    if let target = linkTarget(path) { throw .danglingLink(path: path, target: target) }
    guard let folder = parent(of: path), folder != path else { return path }
    let above = try destination(folder)
    return above.utf8.last == UInt8(ascii: "/")
      ? above + name(of: path) : "\(above)/\(name(of: path))"
  }

  /// What a link says it leads to, nil for anything else.
  static func linkTarget(_ path: String) -> String? {
    let size = 4096
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(0, readlink(path, start, size))
    }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
private func systemOpen(at folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
  unsafe openat(folder, name, flags, 0o666)
}
private func systemClose(_ file: Int32) { _ = close(file) }
private func systemRename(
  _ folder: Int32, _ name: String, _ newFolder: Int32, _ newName: String
) -> Int32 {
  unsafe renameat(folder, name, newFolder, newName)
}
private func systemLink(_ file: String, _ folder: Int32, _ name: String) -> Int32 {
  unsafe linkat(AT_FDCWD, file, folder, name, 0)
}

/// Lets two names in a folder change places; −1 with `errno` where it cannot be done.
private func systemExchange(_ folder: Int32, _ name: String, _ other: String) -> Int32 {
  #if canImport(Darwin)
    return unsafe renameatx_np(folder, name, folder, other, UInt32(RENAME_SWAP))
  #else
    typealias Call =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    guard let call = unsafe systemCall("renameat2") else {
      errno = ENOSYS
      return -1
    }
    // RENAME_EXCHANGE of linux/fs.h.
    return unsafe unsafeBitCast(call, to: Call.self)(folder, name, folder, other, 1 << 1)
  #endif
}

#if !canImport(Darwin)
  /// Waits for the disk of an open folder, or for all disks where the system knows no better.
  private func systemSync(_ folder: Int32) -> Int32 {
    typealias Call = @convention(c) (Int32) -> Int32
    guard let call = unsafe systemCall("syncfs") else {
      sync()
      return 0
    }
    return unsafe unsafeBitCast(call, to: Call.self)(folder)
  }

  /// A function of the C library that its headers show to GNU sources alone; nil where it has none.
  private func systemCall(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(nil, name)
  }
#endif

/// Removes what has that name, and says whether nothing has it any more.
private func removeTree(_ folder: Int32, _ name: UnsafePointer<CChar>) -> Bool {
  if unsafe unlinkat(folder, name, 0) == 0 { return true }
  if errno == ENOENT { return true }
  // A folder is EISDIR on Linux and EPERM on a Mac.
  guard errno == EISDIR || errno == EPERM else { return false }
  let inner = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  guard inner >= 0 else { return false }
  guard let handle = unsafe fdopendir(inner) else {
    systemClose(inner)
    return false
  }
  var isEmpty = true
  while let entry = unsafe readdir(handle) {
    let start = unsafe UnsafeRawPointer(entry)
      .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      .assumingMemoryBound(to: CChar.self)
    if unsafe strcmp(start, ".") == 0 || strcmp(start, "..") == 0 { continue }
    if unsafe !removeTree(inner, start) {
      isEmpty = false
      break
    }
  }
  let why = errno
  unsafe closedir(handle)
  errno = why
  return unsafe isEmpty && unlinkat(folder, name, AT_REMOVEDIR) == 0
}
