public import QuillCore

/// Opens tilesets of any kind, and begins new ones.
///
///     let source = try Tileset.open("park.mbtiles")
///     let sink = try Tileset.sink(to: "park.pmtiles")
public enum Tileset {
  /// Whether reading an archive is to stop; what a program sets that can be interrupted.
  ///
  /// Some questions to a database take long, and only this ends them early.
  package static var isCancelled: @Sendable () -> Bool {
    get { cancelling.withLock { $0 } }
    set { cancelling.withLock { $0 = newValue } }
  }

  private static let cancelling = Mutex<@Sendable () -> Bool>({ false })

  /// A kind of tileset.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A folder of tiles.
    case folder
    /// An SQLite database.
    case mbtiles
    /// A PMTiles archive.
    case pmtiles

    /// The kind that a new tileset's name asks for: of a name that ends in neither `.mbtiles` nor
    /// `.pmtiles`, a folder.
    public init(ofNew path: String) {
      let name = FileSystem.name(of: path).lowercased()
      self = name.hasSuffix(".mbtiles") ? .mbtiles : name.hasSuffix(".pmtiles") ? .pmtiles : .folder
    }
  }

  /// Opens a tileset; what an archive is its first bytes tell, not its name.
  ///
  /// - Parameters:
  ///   - path: A folder or an archive.
  ///   - rowOrder: From where a folder's rows count.
  ///   - layout: How a folder nests.
  /// - Returns: The set, which may be used by several threads at once.
  /// - Throws: `FileError` when nothing is there or it cannot be read, `ArchiveError` for a file
  ///   that is no archive or a broken one.
  public static func open(
    _ path: String, rowOrder: TileFolder.RowOrder = .xyz, layout: TileFolder.Layout = .zxy
  ) throws -> any TileSource {
    switch try kind(of: path) {
    case .folder: try TileFolder(root: path, rowOrder: rowOrder, layout: layout)
    case .mbtiles: try MBTilesArchive(path: path)
    case .pmtiles: try PMTilesArchive(path: path)
    }
  }

  /// The kind of a tileset that is there, by its first bytes.
  ///
  /// - Throws: `FileError` when nothing is there or it cannot be read, `ArchiveError` for a file
  ///   that is no archive.
  public static func kind(of path: String) throws -> Kind {
    var there = try FileSystem.kind(of: path)
    if there == nil {
      Scratch.recover(path)
      there = try FileSystem.kind(of: path)
    }
    switch there {
    case nil: throw FileError.absent(path: path)
    case .folder?: return .folder
    case .file?: break
    default: throw FileError.cannotRead(path: path, reason: "it is neither a folder nor a file")
    }
    let beginning = try ArchiveFile(reading: path).read(512, at: 0)
    let kind = FileKind(sniffing: beginning.span)
    switch kind {
    case .sqlite: return .mbtiles
    case .pmtiles: return .pmtiles
    case .empty: throw ArchiveError.empty
    default:
      // Two letters and a version: so older PMTiles begin.
      let isOld =
        beginning.starts(with: [0x50, 0x4d, 1, 0]) || beginning.starts(with: [0x50, 0x4d, 2, 0])
      if isOld { return .pmtiles }
      throw ArchiveError.notAnArchive(looksLike: kind.displayName)
    }
  }

  /// Begins a new tileset of the kind that its name asks for.
  ///
  /// - Parameters:
  ///   - path: The set's final name.
  ///   - replacing: Whether an archive that is there is replaced at the end; a folder never is.
  ///   - syncs: Whether the disk has to have all of it before it takes its name.
  /// - Returns: The sink, to be finished.
  /// - Throws: `FileError.exists` when something is there by that name, `FileError.busy` when another
  ///   program writes it, `FileError.cannotWrite`.
  public static func sink(
    to path: String, replacing: Bool = false, syncs: Bool = true
  ) throws(FileError) -> any FallbackKeeping {
    switch Kind(ofNew: path) {
    case .folder: try TileFolderSink(destination: path, syncs: syncs)
    case .mbtiles: try MBTilesSink(destination: path, replacing: replacing, syncs: syncs)
    case .pmtiles: try PMTilesSink(destination: path, replacing: replacing, syncs: syncs)
    }
  }

  /// Begins an archive, in the place of one whose lock the caller has where there is one.
  ///
  /// - Throws: As `sink(to:replacing:syncs:)`.
  package static func archiveSink(
    to path: String, replacing: Bool, syncs: Bool, lock: DestinationLock?
  ) throws(FileError) -> any FallbackKeeping {
    Kind(ofNew: path) == .mbtiles
      ? try MBTilesSink(destination: path, replacing: replacing, syncs: syncs, lock: lock)
      : try PMTilesSink(destination: path, replacing: replacing, syncs: syncs, lock: lock)
  }
}
