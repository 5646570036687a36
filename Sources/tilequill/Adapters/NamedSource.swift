import QuillArchives
import QuillCore

/// A tileset whose faults tell which one it is, for commands that read several.
struct NamedSource: TileSource {
  let source: any TileSource
  let path: String

  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: path)
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: path)
    }
  }

  var metadata: TilesetMetadata? { get throws { try naming { try source.metadata } } }
  var record: SliceRecord? { get throws { try naming { try source.record } } }

  func bytes(of path: TilePath) throws -> [UInt8]? { try naming { try source.bytes(of: path) } }
  func has(_ path: TilePath) throws -> Bool { try naming { try source.has(path) } }

  func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    try naming { try source.visitTiles(visit) }
  }
}

/// Looks whether a folder that is read stays as it was, so that no result is a mixture of two.
struct SteadyFolder {
  private let folder: TileFolder?
  private let state: TileFolder.State?

  /// Begins to look, where the set is a folder.
  ///
  /// - Throws: `CommandFailure` when an update of it is under way or was cut off.
  init(_ source: any TileSource) throws {
    folder = source as? TileFolder
    do {
      state = try folder?.state()
    } catch TileFolder.Unsteady.cutOff {
      throw CommandFailure(
        "an update of it was cut off, so that its tiles are a mixture", about: folder?.root,
        remedy: "Run the update again: tilequill slice DRAWING \(folder?.root ?? "") --update")
    }
  }

  /// Ends looking.
  ///
  /// - Throws: `CommandFailure` when the folder changed since.
  func check() throws {
    guard let folder, let state else { return }
    guard (try? folder.state()) == state else {
      throw CommandFailure(
        "changed while it was read (expected one state from the first tile to the last)",
        about: folder.root, remedy: "Run the command again.")
    }
  }
}
