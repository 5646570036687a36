extension TileFolder {
  /// What tells one state of a folder from the next, as far as slices and updates change it.
  package struct State: Equatable, Sendable {
    fileprivate let root: UInt64?
    fileprivate let record: FileSystem.Version?
    fileprivate let metadata: FileSystem.Version?
  }

  /// Why a folder has no state to speak of.
  package enum Unsteady: Error {
    /// An update puts its files in place, or was killed while it did.
    case cutOff
  }

  /// Whether an update puts its files in place, or was killed while it did.
  package var isUpdateCutOff: Bool {
    get throws(FileError) {
      try !TileFolderUpdate.cutOffRecords(in: try OpenFolder(root)).isEmpty
    }
  }

  /// The state of the folder, at the cost of four looks at the disk.
  ///
  /// - Throws: `Unsteady` while some tiles may be new and some old.
  package func state() throws -> State {
    guard try !isUpdateCutOff else { throw Unsteady.cutOff }
    return State(
      root: FileSystem.version(of: root)?.number,
      record: FileSystem.version(of: "\(root)/\(SliceRecord.fileName)"),
      metadata: FileSystem.version(of: "\(root)/\(TilesetMetadata.fileName)"))
  }
}
