public import QuillCore

/// A PMTiles archive of version 3, read where a tile needs it; nothing but lists of tiles that
/// were used of late stays in memory.
///
///     let archive = try PMTilesArchive(path: "park.pmtiles")
///     try archive.bytes(of: TilePath(Tile("14/4825/6156")!))
///
/// Archives of any order of pictures are read; lists and metadata may be packed with gzip or not
/// at all. May be used by several threads at once.
public final class PMTilesArchive: StrayReporting, FallbackHolding, Remarking {
  /// The archive's path as it was given.
  public let path: String

  private let file: ArchiveFile
  private let fileSize: Int
  let header: PMTilesHeader
  private let index: PMTilesIndex

  /// Bytes of the metadata, unpacked.
  private static let metadataLimit = 1 << 26

  /// Bytes of one picture, unpacked.
  private static let tileLimit = 1 << 26

  /// Bytes of one picture as it is stored.
  private static let storedLimit = 1 << 28

  /// Opens an archive.
  ///
  /// - Throws: `FileError` when there is no file by that path, `ArchiveError` when it is no archive
  ///   of version 3, is packed in a way that is not read, or is cut off.
  public init(path: String) throws {
    self.path = path
    file = try ArchiveFile(reading: path)
    fileSize = try file.size()
    let beginning = try file.read(min(fileSize, 512), at: 0)
    header = try PMTilesHeader(beginning, fileSize: fileSize)
    index = try PMTilesIndex(file, header, fileSize: fileSize)
  }

  /// What the archive says of itself in its metadata and, where those are silent, in its header.
  ///
  /// Values that make no sense are left out; `remarks` tells them.
  public var metadata: TilesetMetadata? {
    get throws {
      var metadata = try said().readable.metadata
      metadata.format = metadata.format ?? header.type.format
      metadata.bounds = metadata.bounds ?? header.box
      if metadata.center == nil, header.box != nil {
        metadata.center = header.middle
        metadata.centerZoom = Zoom(Int(header.centerZoom))
      }
      if metadata.zooms == nil, header.minZoom <= header.maxZoom,
        let shallowest = Zoom(Int(header.minZoom)), let deepest = Zoom(Int(header.maxZoom))
      {
        metadata.zooms = ZoomRange(shallowest, through: deepest)
      }
      return metadata
    }
  }

  /// What the slicer recorded, nil without a record.
  public var record: SliceRecord? {
    get throws { try said().record.map(SliceRecord.init(json:)) }
  }

  /// The fallback that the metadata hold, nil without one.
  public var fallback: FallbackPicture? {
    get throws { try said().fallback }
  }

  private func said() throws -> ArchiveMetadata {
    guard header.metadata.length > 0 else { return ArchiveMetadata() }
    let json = try header.unpacked(
      .metadata, header.metadata, of: file, limit: Self.metadataLimit)
    return try ArchiveMetadata(json: json)
  }

  public func bytes(of path: TilePath) throws -> [UInt8]? {
    guard path.scale == .single, let entry = try index.entry(of: path.tile.hilbertIndex.value)
    else { return nil }
    guard Int(entry.length) <= Self.storedLimit else {
      throw ArchiveError.tooLarge(.tile, limit: Self.storedLimit)
    }
    let bytes = try file.read(
      Int(entry.length), at: Int(header.tiles.offset + entry.offset))
    guard bytes.count == Int(entry.length) else {
      throw ArchiveError.truncated(
        .tiles, bytes: try file.size(), expected: header.tiles.offset + header.tiles.length)
    }
    // A picture packed once more is handed out as the picture it is.
    guard header.tileCompression == .gzip, header.type.format != "pbf",
      FileKind(sniffing: bytes.span) == .gzip
    else { return bytes }
    do throws(Gzip.Failure) {
      return try Gzip.unpack(bytes, limit: Self.tileLimit)
    } catch {
      throw ArchiveError.notUnpackable(.tile)
    }
  }

  public func has(_ path: TilePath) throws -> Bool {
    try path.scale == .single && index.entry(of: path.tile.hilbertIndex.value) != nil
  }

  /// Calls `visit` with each tile, sorted by zoom, column and row.
  ///
  /// The archive's own order is another one: held in memory is the outline of the set.
  public func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    for coverage in try coverages() {
      for tile in coverage { try visit(TilePath(tile)) }
    }
  }

  public func visitEntries(_ visit: (TilesetEntry) throws -> Void) throws {
    try visitTiles { path in
      guard let entry = try index.entry(of: path.tile.hilbertIndex.value) else { return }
      try visit(.tile(path, bytes: Int(entry.length)))
    }
  }

  /// The most tiles that are visited one by one: an entry can stand for billions.
  private var mostTiles: Int { 1 << 20 + 16 * min(fileSize, 1 << 40) }

  /// The outline of the set.
  ///
  /// - Throws: `ArchiveError.tooManyTiles` when there are more tiles than anybody puts into a file of that
  ///   size.
  private func coverages() throws -> [TileCoverage] {
    var stretches = HilbertStretches()
    var left = mostTiles
    try index.visitEntries { entry in
      left -= Int(entry.end - entry.id)
      guard left >= 0 else { throw ArchiveError.tooManyTiles(bytes: fileSize) }
      stretches.append(entry.id..<entry.end)
    }
    return stretches.coverages()
  }
}

extension PMTilesArchive {
  /// What the header and the metadata say that the tiles contradict, and values that make no sense.
  public func remarks() throws -> [TilesetRemark] {
    var remarks: [TilesetRemark] = []
    do {
      remarks += try said().readable.faults.map { TilesetRemark("metadata", found: "\($0)") }
    } catch let error as MetadataError {
      remarks.append(TilesetRemark("metadata", found: "\(error)"))
    }
    let count = try count()
    func compare(_ what: String, _ told: UInt64, _ found: UInt64) {
      guard told != 0, told != found else { return }
      remarks.append(
        TilesetRemark("header", found: "counts \(told) \(what)", expected: "\(found)"))
    }
    compare("tiles", header.addressed, count.addressed)
    compare("entries", header.entries, count.entries)
    compare("different pictures", header.contents, count.contents)
    if header.isClustered, !count.isClustered {
      remarks.append(
        TilesetRemark("header", found: "says that the pictures are sorted, which they are not"))
    }
    if let zooms = count.zooms,
      Int(header.minZoom) != zooms.shallowest.level || Int(header.maxZoom) != zooms.deepest.level
    {
      remarks.append(
        TilesetRemark(
          "header", found: "has the zooms \(header.minZoom) to \(header.maxZoom)",
          expected: "\(zooms.shallowest) to \(zooms.deepest), those of the tiles"))
    }
    if header.type.format == nil {
      remarks.append(TilesetRemark("header", found: "does not say what the pictures are"))
    }
    if header.box == nil, (try? record)?.isPlaced ?? true {
      remarks.append(
        TilesetRemark("header", found: "has no box of any size", expected: "that of the tiles"))
    }
    return remarks
  }

  private struct Count {
    var addressed: UInt64 = 0
    var entries: UInt64 = 0
    var contents: UInt64 = 0
    var isClustered = true
    var zooms: ZoomRange?
  }

  private func count() throws -> Count {
    var count = Count()
    var offsets: Set<UInt64> = []
    var end: UInt64 = 0
    var first: Tile?
    var last: Tile?
    try index.visitEntries { entry in
      count.addressed += UInt64(entry.runLength)
      count.entries += 1
      if offsets.insert(entry.offset).inserted {
        if entry.offset != end { count.isClustered = false }
        end = entry.offset + UInt64(entry.length)
      }
      first = first ?? HilbertIndex(entry.id).tile
      last = HilbertIndex(entry.end - 1).tile
    }
    count.contents = UInt64(offsets.count)
    if let first, let last { count.zooms = ZoomRange(first.zoom, through: last.zoom) }
    return count
  }
}
