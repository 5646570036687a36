public import QuillCore

/// An MBTiles archive: an SQLite database whose `tiles`, a table or a view, has one row a tile.
///
///     let archive = try MBTilesArchive(path: "park.mbtiles")
///     try archive.bytes(of: TilePath(Tile("14/4825/6156")!))
///
/// Rows always count from the south, as the format has it, whatever a key `scheme` says; `remarks`
/// tells when it says something else. May be used by several threads at once.
public final class MBTilesArchive: StrayReporting, FallbackHolding, Remarking {
  /// The archive's path as it was given.
  public let path: String

  private let database: MBTilesDatabase

  /// Opens an archive.
  ///
  /// - Throws: `FileError` when there is no file by that path, `ArchiveError` when it is no such
  ///   database, is cut off, or has no tiles table.
  public init(path: String) throws {
    self.path = path
    database = try MBTilesDatabase(path: path)
  }

  /// What the archive says of itself; values that make no sense are left out, `remarks` tells them.
  public var metadata: TilesetMetadata? {
    get throws { try said().archive.readable.metadata }
  }

  /// What the slicer recorded, nil without a record.
  public var record: SliceRecord? {
    get throws { try said().archive.record.map(SliceRecord.init(json:)) }
  }

  /// The fallback that the metadata hold, nil without one.
  public var fallback: FallbackPicture? {
    get throws { try said().archive.fallback }
  }

  public func bytes(of path: TilePath) throws -> [UInt8]? {
    guard path.scale == .single else { return nil }
    return try find(path.tile, \.tile) { statement in
      switch statement.value(0) {
      case .blob(let bytes): bytes
      case .text(let text): Array(text.utf8)
      default: []
      }
    }
  }

  public func has(_ path: TilePath) throws -> Bool {
    try path.scale == .single && find(path.tile, \.isThere) { _ in true } ?? false
  }

  private func find<Result>(
    _ tile: Tile, _ question: (MBTilesDatabase.Connection) -> SQLiteStatement,
    _ read: (SQLiteStatement) -> Result
  ) throws -> Result? {
    try database.withConnection { connection in
      let statement = question(connection)
      defer { statement.reset() }
      try statement.bind(tile.zoom.level, at: 1)
      try statement.bind(tile.x, at: 2)
      try statement.bind(tile.tmsRow.index, at: 3)
      return try statement.step() ? read(statement) : nil
    }
  }

  public func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    var last: TilePath?
    try visitEntries { entry in
      guard case .tile(let path, _) = entry, path != last else { return }
      last = path
      try visit(path)
    }
  }

  /// Calls `visit` with every row: tiles sorted by zoom, column and row, a tile that has two rows
  /// twice; rows of no tile where their numbers sort.
  public func visitEntries(_ visit: (TilesetEntry) throws -> Void) throws {
    var last: Tile?
    try database.visitRows(
      """
      SELECT zoom_level, tile_column, tile_row, length(tile_data) FROM tiles
      ORDER BY zoom_level, tile_column, tile_row DESC
      """
    ) { row in
      let entry = Self.entry(row)
      if case .tile(let path, _) = entry {
        // An index that is damaged can give rows in any order.
        if let last, path.tile < last { throw ArchiveError.database("its index is out of order") }
        last = path.tile
      }
      try visit(entry)
    }
  }

  private static func entry(_ row: SQLiteStatement) -> TilesetEntry {
    let values = (row.value(0), row.value(1), row.value(2))
    guard case .integer(let level) = values.0, case .integer(let x) = values.1,
      case .integer(let southern) = values.2
    else {
      let numbers = [values.0, values.1, values.2]
      let odd = numbers.first { if case .integer = $0 { false } else { true } }
      return .stray(
        path: numbers.map(\.spelt).joined(separator: "/"),
        .misnamed(.notANumber(odd?.spelt ?? "")))
    }
    guard let zoom = Zoom(level) else {
      return .stray(path: "\(level)/\(x)/\(southern)", .misnamed(.zoomTooDeep(level)))
    }
    guard let tile = Tile(zoom: zoom, x: x, row: TMSRow(southern)) else {
      let (y, isBeyond) = (zoom.tilesPerSide - 1).subtractingReportingOverflow(southern)
      return .stray(
        path: "\(level)/\(x)/\(isBeyond ? southern : y).png",
        .misnamed(.outsideTheZoom(zoom: zoom, x: x, y: isBeyond ? southern : y)))
    }
    var bytes = 0
    if case .integer(let count) = row.value(3) { bytes = count }
    return .tile(TilePath(tile), bytes: bytes)
  }
}

extension SQLiteValue {
  /// The value in a row's name.
  fileprivate var spelt: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension MBTilesArchive {
  /// What the metadata table holds, and what is odd about it.
  private func said() throws -> (archive: ArchiveMetadata, remarks: [TilesetRemark]) {
    var archive = ArchiveMetadata()
    var remarks: [TilesetRemark] = []
    do {
      try database.visitRows("SELECT name, value FROM metadata ORDER BY rowid") { row in
        guard case .text(let name) = row.value(0) else { return }
        let value = row.value(1)
        guard value != .null else { return }
        if name == ArchiveMetadata.recordKey {
          archive.record = archive.record ?? Array(value.spelt.utf8)
        } else if archive.keys[name] == nil {
          archive.keys[name] = value.spelt
        } else {
          remarks.append(
            TilesetRemark("metadata", found: "has '\(name)' twice", expected: "one row"))
        }
      }
    } catch ArchiveError.database(let words) {
      remarks.append(
        TilesetRemark("metadata", found: "cannot be read: \(words)", expected: "name and value"))
    }
    return (archive, remarks)
  }

  /// What the metadata say that makes no sense or that the tiles contradict; a missing index.
  public func remarks() throws -> [TilesetRemark] {
    let (archive, oddities) = try said()
    let (metadata, faults) = archive.readable
    var remarks = oddities + faults.map { TilesetRemark("metadata", found: "\($0)") }
    if let scheme = archive.keys["scheme"], scheme != "tms" {
      remarks.append(
        TilesetRemark(
          "metadata", found: "says the scheme is '\(scheme)'",
          expected: "tms, as all MBTiles count; rows were read so"))
    }
    remarks += try mirrorRemarks(metadata)
    if archive.keys["name"] == nil {
      remarks.append(TilesetRemark("metadata", found: "has no name"))
    }
    if archive.keys["format"] == nil {
      remarks.append(TilesetRemark("metadata", found: "has no format", expected: "png"))
    }
    if try database.withConnection({ try MBTilesDatabase.Connection.lacksIndex($0.database) }) {
      remarks.append(
        TilesetRemark(
          "tiles", found: "has no index, so that each tile is searched for from the first row on",
          expected: "a unique index on zoom_level, tile_column, tile_row"))
    }
    return remarks
  }

  /// Tells when the tiles lie where the bounds would have them only if rows counted from the north.
  private func mirrorRemarks(_ metadata: TilesetMetadata) throws -> [TilesetRemark] {
    guard let bounds = metadata.bounds, let extent = try deepestExtent() else { return [] }
    let promised = TileRange.tiles(covering: bounds, at: extent.zoom)
    let last = extent.zoom.tilesPerSide - 1
    let mirrored = (last - extent.rows.upperBound)...(last - extent.rows.lowerBound)
    guard !promised.contains(where: { $0.rows.overlaps(extent.rows) }),
      promised.contains(where: { $0.rows.overlaps(mirrored) })
    else { return [] }
    return [
      TilesetRemark(
        "metadata", found: "has bounds that no tile touches",
        expected: "rows from the south; the bounds fit rows from the north")
    ]
  }

  /// The rectangle of the deepest zoom's tiles, nil without any.
  private func deepestExtent() throws -> TileRange? {
    var extent: TileRange?
    try database.visitRows(
      """
      SELECT zoom_level, min(tile_column), max(tile_column), min(tile_row), max(tile_row)
      FROM tiles WHERE zoom_level = (SELECT max(zoom_level) FROM tiles)
      """
    ) { row in
      let numbers = (Int32(0)..<5).compactMap { column -> Int? in
        if case .integer(let number) = row.value(column) { number } else { nil }
      }
      guard numbers.count == 5, let zoom = Zoom(numbers[0]),
        let south = Tile(zoom: zoom, x: numbers[1], row: TMSRow(numbers[3])),
        let north = Tile(zoom: zoom, x: numbers[2], row: TMSRow(numbers[4])),
        south.x <= north.x, north.y <= south.y
      else { return }
      extent = TileRange(zoom: zoom, columns: south.x...north.x, rows: north.y...south.y)
    }
    return extent
  }
}
