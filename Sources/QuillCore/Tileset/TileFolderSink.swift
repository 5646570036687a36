/// Writes a new folder of tiles: everything goes to a scratch folder beside it, which takes the
/// final name at the end.
///
/// Let go unfinished, it removes the scratch folder, and the folders above that it made.
public final class TileFolderSink: TileSink {
  /// The folder's final path.
  public let destination: String

  private let scratch: String

  /// The folders above the destination that were not there before, deepest first.
  private let newFolders: [String]

  /// Begins a folder of tiles.
  ///
  /// - Throws: `FileError.exists` when something is there by that name, `FileError.cannotWrite`
  ///   when the scratch folder cannot be made.
  public init(destination: String) throws(FileError) {
    guard try FileSystem.kind(of: destination) == nil else { throw .exists(path: destination) }
    let folder = FileSystem.parent(of: destination) ?? "."
    let name = FileSystem.name(of: destination)
    self.destination = destination
    // Names end at 255 bytes; two sinks for one destination must not share their scratch.
    let lot = String(UInt64.random(in: .min ... .max), radix: 36)
    let own = "\(FileSystem.processNumber)-\(lot)"
    scratch =
      "\(folder)/.\(String(decoding: name.utf8.prefix(180), as: UTF8.self)).tilequill-\(own)"
    newFolders = try Self.missingFolders(from: folder)
    try FileSystem.makeFolder(scratch)
  }

  deinit {
    // After `finish` nothing is left by that name. Scratch that cannot be removed has a name that
    // tells what it is.
    try? FileSystem.remove(scratch)
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

  public func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    try FileSystem.write(bytes, to: "\(scratch)/\(path)")
  }

  /// Keeps a file beside the zooms, such as the fallback.
  public func put(_ bytes: Span<UInt8>, besideZooms name: String) throws {
    try FileSystem.write(bytes, to: "\(scratch)/\(name)")
  }

  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    try put(metadata.json.span, besideZooms: TilesetMetadata.fileName)
    if let record { try put(record.json.span, besideZooms: SliceRecord.fileName) }
    guard try FileSystem.kind(of: destination) == nil else {
      throw FileError.exists(path: destination)
    }
    try FileSystem.rename(scratch, to: destination)
  }
}
