internal import QuillCore

/// A new archive until it is finished: where it will lie, its tiles and its fallback so far.
final class ArchiveDraft: Sendable {
  let destination: Destination
  private let spool: TileSpool
  private let fallback = Mutex<FallbackPicture?>(nil)

  /// Begins with nothing.
  ///
  /// - Throws: As `Destination` does.
  init(
    _ path: String, replacing: Bool, order: TileOrder, syncs: Bool, lock: DestinationLock?
  ) throws(FileError) {
    destination = try Destination(path, replacing: replacing, syncs: syncs, lock: lock)
    spool = try TileSpool(beside: destination, order: order)
  }

  func put(_ bytes: Span<UInt8>, at path: TilePath) throws { try spool.put(bytes, at: path) }

  func put(_ fallback: FallbackPicture) { self.fallback.withLock { $0 = fallback } }

  /// The tiles in the archive's order, once all are there.
  func sorted() throws -> (contents: TileSpool.Contents, measure: TileMeasure) {
    try spool.sorted()
  }

  /// The bytes of a picture of the contents.
  func bytes(of picture: TileSpool.Picture) throws(FileError) -> [UInt8] {
    try spool.bytes(of: picture)
  }

  /// The metadata, with what they leave open taken from the tiles and from the archive's name.
  func completed(
    _ metadata: TilesetMetadata, by measure: TileMeasure, _ record: SliceRecord?
  ) -> TilesetMetadata {
    metadata.completed(
      by: measure, name: Self.stem(of: destination.path), isPlaced: record?.isPlaced ?? true)
  }

  /// All that the archive says of itself.
  func said(
    _ metadata: TilesetMetadata, record: SliceRecord?
  ) throws(MetadataError) -> ArchiveMetadata {
    try ArchiveMetadata(metadata, record: record, fallback: fallback.withLock { $0 })
  }

  /// Makes the file that takes the final name at the end.
  func makeFile() throws(FileError) -> ArchiveFile {
    try ArchiveFile(creating: destination.scratch, for: destination.path)
  }

  /// The last part of a path without its extension.
  private static func stem(of path: String) -> String {
    let name = FileSystem.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
