#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// The few calls of the operating system that tiles need, with typed errors.
///
/// Tiles are written by open, write and close alone: no call here waits for the disk except
/// `flush`.
public enum FileSystem {
  /// What a path leads to.
  public enum Kind: Hashable, Sendable {
    /// A plain file, with its size in bytes.
    case file(bytes: Int)
    /// A folder.
    case folder
    /// A symbolic link; only listings tell it, `kind` follows links.
    case link
    /// A socket, a device and the like.
    case other
  }

  /// What the path leads to, links followed; nil when nothing is there.
  public static func kind(of path: String) throws(FileError) -> Kind? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .cannotRead(path: path, reason: reason())
    }
    return Self.kind(facts)
  }

  /// What tells one state of a file from the next: its size, its time and which file it is.
  public struct Version: Hashable, Sendable {
    let bytes: Int
    let seconds: Int
    let nanoseconds: Int
    let number: UInt64
  }

  /// The state of a file, nil when nothing is there.
  public static func version(of path: String) -> Version? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      let time = facts.st_mtimespec
    #else
      let time = facts.st_mtim
    #endif
    return Version(
      bytes: Int(facts.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec),
      number: UInt64(facts.st_ino))
  }

  /// The names in a folder with what each is, links not followed, in no order.
  public static func entries(
    of folder: String
  ) throws(FileError) -> [(name: String, kind: Kind)] {
    guard let handle = unsafe opendir(folder) else {
      throw .cannotRead(path: folder, reason: reason())
    }
    defer { unsafe closedir(handle) }
    let number = unsafe dirfd(handle)
    var found: [(name: String, kind: Kind)] = []
    while true {
      // Only the error tells a folder that cannot be read from its end.
      errno = 0
      guard let entry = unsafe readdir(handle) else {
        guard errno == 0 else { throw .cannotRead(path: folder, reason: reason()) }
        return found
      }
      let start = unsafe UnsafeRawPointer(entry)
        .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
        .assumingMemoryBound(to: CChar.self)
      let name = unsafe String(cString: start)
      guard name != ".", name != ".." else { continue }
      var facts = stat()
      if unsafe fstatat(number, start, &facts, AT_SYMLINK_NOFOLLOW) == 0 {
        found.append((name, Self.kind(facts)))
      } else if errno != ENOENT {
        throw .cannotRead(path: "\(folder)/\(name)", reason: reason())
      }
    }
  }

  /// The first name below a folder, folders in it included, that is no UTF-8 text, with its odd bytes
  /// as `\xNN`; nil when all are.
  ///
  /// Such a name cannot be told to any other call here: whatever would have to carry it along has to
  /// refuse.
  static func unspeakableName(below folder: String) throws(FileError) -> String? {
    guard let handle = unsafe opendir(folder) else {
      throw .cannotRead(path: folder, reason: reason())
    }
    defer { unsafe closedir(handle) }
    let number = unsafe dirfd(handle)
    var folders: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(handle) else {
        guard errno == 0 else { throw .cannotRead(path: folder, reason: reason()) }
        break
      }
      let start = unsafe UnsafeRawPointer(entry)
        .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
        .assumingMemoryBound(to: CChar.self)
      guard let name = unsafe String(validatingCString: start) else {
        return unsafe "\(folder)/\(spelled(start))"
      }
      guard name != ".", name != ".." else { continue }
      var facts = stat()
      guard unsafe fstatat(number, start, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      if Self.kind(facts) == .folder { folders.append("\(folder)/\(name)") }
    }
    for folder in folders {
      if let name = try unspeakableName(below: folder) { return name }
    }
    return nil
  }

  /// The bytes of a name, those beyond ASCII as `\xNN`.
  private static func spelled(_ name: UnsafePointer<CChar>) -> String {
    var text = ""
    var place = 0
    while unsafe name[place] != 0 {
      let byte = unsafe UInt8(bitPattern: name[place])
      text +=
        (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
      place += 1
    }
    return text
  }

  /// The bytes of a file, nil when nothing is there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are read: the size of a file is easily said, and taking it at its
  ///     word takes that much memory.
  /// - Returns: All bytes of the file.
  /// - Throws: `FileError.cannotRead`, `FileError.tooLarge`.
  public static func read(_ path: String, limit: Int = 1 << 32) throws(FileError) -> [UInt8]? {
    // A pipe by that name must not make the call wait for someone to write.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .cannotRead(path: path, reason: reason())
    }
    defer { _ = systemClose(file) }
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0 else { throw .cannotRead(path: path, reason: reason()) }
    guard case .file(let size) = Self.kind(facts) else {
      throw .cannotRead(path: path, reason: "it is not a file")
    }
    guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
    // An array without room shares its count with all empty ones, and must not be written to.
    guard size > 0 else { return [] }
    var failure: String?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe Self.read(file, into: buffer, from: count)
        if got < 0 { failure = reason() }
        guard got > 0 else { return }
        count += got
      }
    }
    if let failure { throw .cannotRead(path: path, reason: failure) }
    return bytes
  }

  /// Writes a file that is not there yet or replaces one that is, making its folders as needed.
  public static func write(_ bytes: Span<UInt8>, to path: String) throws(FileError) {
    let file = try create(path)
    do throws(FileError) {
      try write(bytes, to: file, path: path)
    } catch {
      _ = systemClose(file)
      throw error
    }
    try close(file, path: path)
  }

  /// Makes a folder and those above it; one that is there already is left as it is.
  public static func makeFolder(_ path: String) throws(FileError) {
    if unsafe mkdir(path, 0o777) == 0 { return }
    if errno == EEXIST {
      if case .folder? = try kind(of: path) { return }
      throw .cannotWrite(path: path, reason: "Not a directory")
    }
    if errno == ENOENT, let above = parent(of: path) {
      try makeFolder(above)
      if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    }
    throw .cannotWrite(path: path, reason: reason())
  }

  /// Gives a file or folder its final name; what is there by that name is replaced if it is a
  /// file, or an empty folder.
  public static func rename(_ path: String, to newPath: String) throws(FileError) {
    guard Self.renameFile(path, newPath) == 0 else {
      throw .cannotWrite(path: newPath, reason: reason())
    }
  }

  /// Gives a file a second name, making the folders of that name as needed.
  public static func link(_ path: String, at newPath: String) throws(FileError) {
    if Self.linkFile(path, newPath) == 0 { return }
    if errno == ENOENT, let folder = parent(of: newPath) {
      try makeFolder(folder)
      if Self.linkFile(path, newPath) == 0 { return }
    }
    let why = errno == EXDEV ? "it is on another disk than '\(path)'" : reason()
    throw .cannotWrite(path: newPath, reason: why)
  }

  /// Removes a file, or a folder with all in it; nothing there is no error.
  public static func remove(_ path: String) throws(FileError) {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw .cannotWrite(path: path, reason: reason())
    }
    if Self.kind(facts) == .folder {
      for entry in try entries(of: path) { try remove("\(path)/\(entry.name)") }
      guard unsafe rmdir(path) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    } else {
      guard unsafe unlink(path) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
    }
  }

  /// Removes a folder that has nothing in it, and leaves anything else alone.
  public static func removeIfEmpty(_ folder: String) { unsafe _ = rmdir(folder) }

  /// The path with all links followed and no `.` or `..` left, nil when nothing is there.
  public static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The process's number, for names of scratch folders.
  public static var processNumber: Int { Int(getpid()) }
}

extension FileSystem {
  /// The folder that a path lies in, nil for a root.
  public static func parent(of path: String) -> String? {
    let trimmed = trimmingSlashes(path)
    guard let slash = trimmed.utf8.lastIndex(of: slash) else { return trimmed == "." ? nil : "." }
    return slash == trimmed.startIndex
      ? (trimmed == "/" ? nil : "/") : String(trimmed[..<slash])
  }

  /// The last part of a path, `/` for a root.
  public static func name(of path: String) -> String {
    let trimmed = trimmingSlashes(path)
    guard trimmed != "/", let slash = trimmed.utf8.lastIndex(of: slash) else {
      return String(trimmed)
    }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// The byte between the parts of a path.
  ///
  /// As a character it could be one with an accent that the next part begins with.
  private static let slash = UInt8(ascii: "/")

  private static func trimmingSlashes(_ path: String) -> Substring {
    var trimmed = path.utf8[...]
    while trimmed.count > 1, trimmed.last == slash { trimmed.removeLast() }
    return Substring(trimmed)
  }

  /// Opens a file for writing, empty, and makes its folders as needed.
  static func create(_ path: String) throws(FileError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    var file = unsafe open(path, flags, 0o666)
    if file < 0, errno == ENOENT, let folder = parent(of: path) {
      try makeFolder(folder)
      file = unsafe open(path, flags, 0o666)
    }
    guard file >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
    return file
  }

  /// Writes all bytes to an open file; the path is for the error.
  static func write(
    _ bytes: Span<UInt8>, to file: Int32, path: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(droppingFirst: written)
      let count = unsafe rest.withUnsafeBufferPointer { unsafe Self.write(file, $0) }
      guard count >= 0 else { throw .cannotWrite(path: path, reason: reason()) }
      written += count
    }
  }

  /// Closes a file that was written; the path is for the error.
  static func close(_ file: Int32, path: String) throws(FileError) {
    guard systemClose(file) == 0 else { throw .cannotWrite(path: path, reason: reason()) }
  }

  private static func kind(_ facts: stat) -> Kind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file(bytes: Int(facts.st_size))
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Why the last call of the system failed, in plain words.
  static func lastReason() -> String { reason() }

  private static func reason() -> String {
    switch errno {
    case ENOSPC: "the disk is full"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the disk is read-only"
    case ENOTEMPTY, EEXIST: "something is there already"
    default: unsafe String(cString: strerror(errno))
    }
  }

  private static func read(
    _ file: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    while true {
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
      let count = unsafe systemRead(file, rest.baseAddress, rest.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func write(_ file: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    while true {
      let count = unsafe systemWrite(file, bytes.baseAddress, bytes.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func linkFile(_ path: String, _ newPath: String) -> Int32 {
    systemLink(path, newPath)
  }

  private static func renameFile(_ path: String, _ newPath: String) -> Int32 {
    systemRename(path, newPath)
  }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }
private func systemLink(_ path: String, _ newPath: String) -> Int32 {
  unsafe link(path, newPath)
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
  unsafe rename(path, newPath)
}
