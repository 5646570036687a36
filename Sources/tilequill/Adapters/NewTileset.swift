import QuillArchives
import QuillCore

extension Tileset {
  /// Begins a tileset by a name that nothing has yet.
  ///
  /// - Parameters:
  ///   - path: The set's final name.
  ///   - command: Who asks, for the error.
  /// - Returns: The sink, to be finished.
  /// - Throws: `CommandFailure` when something is there, or nothing can be written.
  static func newSink(to path: String, for command: String) throws -> any FallbackKeeping {
    guard !path.isEmpty else {
      throw CommandFailure("DST has no name (expected a new folder or archive)", about: command)
    }
    do throws(FileError) {
      return try sink(to: path)
    } catch {
      let isThere = error == .exists(path: path)
      throw CommandFailure(
        isThere ? "exists already (expected a new name)" : "\(error)", about: path,
        remedy: isThere ? "Choose another name, or remove it first." : nil)
    }
  }

  /// What a set is called that has no other name: as its folder, or its file without the ending.
  static func usualName(of path: String) -> String {
    let own = FileSystem.name(of: path)
    guard Kind(ofNew: path) != .folder, let dot = own.lastIndex(of: ".") else { return own }
    return String(own[..<dot])
  }
}

extension FileError {
  /// Whether it is about a file that is read.
  var isOfReading: Bool {
    switch self {
    case .cannotRead, .absent, .tooLarge: true
    case .cannotWrite, .exists, .busy, .moved, .danglingLink, .leadsElsewhere, .foreignLock,
      .unspeakableName:
      false
    }
  }
}
