/// The hidden name beside a destination under which something is made before it takes its final
/// name.
struct ScratchPlace {
  /// The name in use until the work is done.
  let path: String

  /// The folders above the destination that were not there before, deepest first.
  private let newFolders: [String]

  /// Chooses a name, and makes nothing yet.
  init(beside destination: String) throws(FileError) {
    path = Scratch.path(beside: destination)
    newFolders = try Self.missingFolders(from: FileSystem.parent(of: destination) ?? ".")
  }

  /// Removes what is there by that name, and the folders above that are new and still empty.
  ///
  /// After the work took its final name nothing is left to remove. Scratch that cannot be removed
  /// has a name that tells what it is.
  func clear() {
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
