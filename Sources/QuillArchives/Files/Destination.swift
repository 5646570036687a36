internal import QuillCore

/// Where a new archive will lie: its final name, a scratch name beside it, and the folders above
/// that had to be made.
///
/// Let go unfinished, it removes the scratch file and those folders.
final class Destination: Sendable {
  /// The archive's final path.
  let path: String

  /// The path of the file that takes the final name at the end.
  let scratch: String

  /// The folder that both lie in.
  let folder: String

  private let isReplacing: Bool
  private let newFolders: [String]

  /// Looks that nothing is there yet, and makes the folders above.
  ///
  /// - Parameters:
  ///   - path: The archive's final name.
  ///   - replacing: Whether a file that is there is replaced at the end.
  /// - Throws: `FileError.exists` when something is there and is not to be replaced, or is no file.
  init(_ path: String, replacing: Bool) throws(FileError) {
    self.path = path
    isReplacing = replacing
    folder = FileSystem.parent(of: path) ?? "."
    // Names end at 255 bytes; two sinks for one destination must not share their scratch.
    let name = String(decoding: FileSystem.name(of: path).utf8.prefix(180), as: UTF8.self)
    let lot = String(UInt64.random(in: .min ... .max), radix: 36)
    scratch = "\(folder)/.\(name).tilequill-\(FileSystem.processNumber)-\(lot)"
    var missing: [String] = []
    var next: String? = folder
    while let folder = next, try FileSystem.kind(of: folder) == nil {
      missing.append(folder)
      next = FileSystem.parent(of: folder)
    }
    newFolders = missing
    try check()
    try FileSystem.makeFolder(folder)
  }

  deinit {
    // After `take` nothing is left by that name. Scratch that cannot be removed has a name that
    // tells what it is.
    try? FileSystem.remove(scratch)
    for folder in newFolders { FileSystem.removeIfEmpty(folder) }
  }

  /// Gives the scratch file the final name, once the disk has all of it.
  func take() throws(FileError) {
    try FileError.telling(of: path) { () throws(FileError) in
      try ArchiveFile(reading: scratch).flush()
    }
    try check()
    try FileSystem.rename(scratch, to: path)
  }

  private func check() throws(FileError) {
    switch try FileSystem.kind(of: path) {
    case nil: return
    case .file? where isReplacing: return
    default: throw .exists(path: path)
    }
  }
}
