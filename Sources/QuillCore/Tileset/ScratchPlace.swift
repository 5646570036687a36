/// The hidden name beside a destination under which something is made before it takes its final
/// name.
package struct ScratchPlace: Sendable {
  /// The final name, where it really lies: links followed.
  package let destination: String

  /// The name in use until the work is done.
  package let path: String

  /// The folders above the destination that were not there before, deepest first.
  private let newFolders: [String]

  /// Chooses a name, and makes nothing yet.
  ///
  /// - Throws: `FileError.danglingLink`, `FileError.cannotRead`.
  package init(beside path: String) throws(FileError) {
    destination = try FileSystem.destination(path)
    self.path = Scratch.path(beside: destination)
    newFolders = try Self.missingFolders(from: FileSystem.parent(of: destination) ?? ".")
  }

  /// Gives a finished file its final name, with the mode of the one that it replaces.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that is there is replaced.
  ///   - syncs: Whether the disk has to have the file before, and its name after.
  /// - Throws: `FileError` as of `check`, or when the disk does not do it.
  package func giveFinalName(replacing: Bool, syncs: Bool = true) throws(FileError) {
    try Self.check(destination, replacing: replacing)
    if replacing, try FileSystem.kind(of: destination) != nil {
      FileSystem.giveMode(of: destination, to: path)
    }
    if syncs { try FileSystem.sync(path) }
    try FileSystem.rename(path, to: destination)
    if syncs { FileSystem.syncName(of: destination) }
  }

  /// Looks whether a new file may have that name.
  ///
  /// - Throws: `FileError.exists` when something is there that is not to be replaced, or is no
  ///   file.
  package static func check(_ destination: String, replacing: Bool) throws(FileError) {
    switch try FileSystem.kind(of: destination) {
    case nil: return
    case .file? where replacing: return
    default: throw .exists(path: destination)
    }
  }

  /// Removes what is there by that name, and the folders above that are new and still empty.
  ///
  /// After the work took its final name nothing is left to remove. Scratch that cannot be removed
  /// has a name that tells what it is.
  package func clear() {
    try? FileSystem.remove(path)
    for folder in newFolders { FileSystem.removeIfEmpty(folder) }
  }

  private static func missingFolders(from folder: String) throws(FileError) -> [String] {
    var missing: [String] = []
    var next: String? = folder
    while let folder = next, try FileSystem.kind(of: folder) == nil {
      missing.append(folder)
      next = FileSystem.parent(of: folder)
    }
    return missing
  }
}
