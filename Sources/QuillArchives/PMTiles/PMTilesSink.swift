public import QuillCore

/// Writes a new PMTiles archive of version 3.
///
/// Tiles come in any order and from any thread; the archive's bytes depend on the tiles alone.
/// Each picture is stored once, in the order of the first tile that shows it, so that the archive
/// is clustered. Let go unfinished, it leaves nothing.
public final class PMTilesSink: FallbackKeeping {
  private let draft: ArchiveDraft

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - path: The archive's final name.
  ///   - replacing: Whether a file that is there is replaced at the end.
  ///   - syncs: Whether the disk has to have all of it before it takes its name.
  /// - Throws: `FileError.exists` when something is there by that name and is not to be replaced,
  ///   `FileError.busy` when another program writes it, `FileError.cannotWrite` when nothing can be
  ///   written beside it.
  public convenience init(
    destination path: String, replacing: Bool = false, syncs: Bool = true
  ) throws(FileError) {
    try self.init(destination: path, replacing: replacing, syncs: syncs, lock: nil)
  }

  /// Begins an archive whose lock the caller has already.
  package init(
    destination path: String, replacing: Bool, syncs: Bool, lock: DestinationLock?
  ) throws(FileError) {
    draft = try ArchiveDraft(
      path, replacing: replacing, order: .hilbert, syncs: syncs, lock: lock)
  }

  /// The archive's final path.
  public var path: String { draft.destination.path }

  public func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    try draft.put(bytes, at: path)
  }

  public func put(_ fallback: FallbackPicture) throws { draft.put(fallback) }

  /// Writes the archive and gives it its name.
  ///
  /// What `metadata` leave open is taken from the tiles.
  ///
  /// - Throws: `ArchiveError` when there are no tiles, or some of another format than the others;
  ///   `FileError` when the archive cannot be written.
  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    let (contents, measure) = try draft.sorted()
    let whole = draft.completed(metadata, by: measure, record)
    let said = try draft.said(whole, record: record)
    let layout = Layout(contents)
    let lists = PMTilesDirectory.pack(layout.entries)
    let packedMetadata = Gzip.pack(said.json)
    var header = layout.header
    var end = UInt64(PMTilesHeader.byteCount)
    func place(_ length: Int) -> PMTilesHeader.Part {
      defer { end += UInt64(length) }
      return PMTilesHeader.Part(offset: end, length: UInt64(length))
    }
    header.root = place(lists.root.count)
    header.metadata = place(packedMetadata.count)
    header.leaves = place(lists.leaves.count)
    header.tiles = place(Int(layout.byteCount))
    if let zooms = measure.zooms { header.describe(whole, zooms: zooms) }
    let writer = try ArchiveWriter(draft.makeFile())
    for part in [header.bytes, lists.root, packedMetadata, lists.leaves] {
      try writer.append(part)
    }
    for number in layout.pictures {
      try writer.append(draft.bytes(of: contents.pictures[Int(number)]))
    }
    try writer.end()
    try draft.destination.take()
  }
}

/// Which entries an archive has and in which order its pictures lie.
private struct Layout {
  var entries: [PMTilesDirectory.Entry] = []
  /// The numbers of the pictures, in their order.
  var pictures: [UInt32] = []
  var byteCount: UInt64 = 0
  private var tileCount = 0

  /// Lays out sorted tiles: tiles that follow one another and show the same picture are one entry.
  init(_ contents: TileSpool.Contents) {
    var offsets = [UInt64?](repeating: nil, count: contents.pictures.count)
    for place in contents.places {
      let picture = contents.pictures[Int(place.picture)]
      let offset = offsets[Int(place.picture)] ?? byteCount
      if offsets[Int(place.picture)] == nil {
        offsets[Int(place.picture)] = offset
        pictures.append(place.picture)
        byteCount += UInt64(picture.length)
      }
      if let last = entries.last, last.offset == offset, last.end == place.key,
        last.runLength < UInt32.max
      {
        entries[entries.count - 1].runLength += 1
      } else {
        entries.append(
          PMTilesDirectory.Entry(
            id: place.key, runLength: 1, length: picture.length, offset: offset))
      }
    }
    tileCount = contents.places.count
  }

  /// The header as far as the tiles alone tell it.
  var header: PMTilesHeader {
    var header = PMTilesHeader()
    header.addressed = UInt64(tileCount)
    header.entries = UInt64(entries.count)
    header.contents = UInt64(pictures.count)
    header.isClustered = true
    return header
  }
}

/// Writes a file from its beginning to its end, in large pieces.
private final class ArchiveWriter {
  private let file: ArchiveFile
  private var buffer: [UInt8] = []
  private var written = 0

  init(_ file: ArchiveFile) { self.file = file }

  func append(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= 1 << 20 { try end() }
  }

  func end() throws(FileError) {
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ piece: [UInt8]) throws(FileError) {
    try file.write(piece.span, at: written)
    written += piece.count
  }
}
