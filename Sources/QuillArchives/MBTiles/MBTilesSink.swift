public import QuillCore

/// Writes a new MBTiles archive of version 1.3: one file, rows from the south.
///
/// Tiles come in any order and from any thread; the archive's bytes depend on the tiles alone.
/// Without repeated pictures `tiles` is a plain table, which every program reads and which is the
/// smallest. Where pictures repeat so much that sharing them saves more than it costs, `tiles` is a
/// view over the tables `map` and `images`, as the format allows. Let go unfinished, it leaves
/// nothing.
public final class MBTilesSink: FallbackKeeping {
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
      path, replacing: replacing, order: .southern, syncs: syncs, lock: lock)
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
    var whole = draft.completed(metadata, by: measure, record)
    if let box = whole.bounds, box.crosses180 {
      // Bounds in MBTiles do not wrap around.
      whole.bounds = try GeographicBounds(
        west: -180, south: box.south, east: 180, north: box.north)
    }
    let said = try draft.said(whole, record: record)
    // SQLite makes the file when it is absent; making it here refuses one that is there.
    _ = try draft.makeFile()
    do {
      try write(contents, said)
    } catch let error as SQLiteFailure {
      throw FileError.cannotWrite(
        path: path, reason: error.isDiskFull ? "the disk is full" : error.message)
    }
    try draft.destination.take()
  }

  private func write(_ contents: TileSpool.Contents, _ said: ArchiveMetadata) throws {
    guard let scratch = FileSystem.resolved(draft.destination.scratch) else {
      throw FileError.absent(path: path)
    }
    let database = try SQLiteDatabase(path: scratch, .creating)
    // 0x4d504258 is "MPBX", the number that tells MBTiles from other databases.
    try database.execute(
      """
      PRAGMA page_size = 8192; PRAGMA application_id = 0x4d504258;
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      BEGIN;
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE UNIQUE INDEX name ON metadata (name);
      """)
    let row = try database.prepare("INSERT INTO metadata VALUES (?1, ?2)")
    var rows = said.keys
    rows[ArchiveMetadata.recordKey] = said.record.map { String(decoding: $0, as: UTF8.self) }
    for (name, value) in rows.sorted(by: { $0.key < $1.key }) {
      try row.bind(name, at: 1)
      try row.bind(value, at: 2)
      try row.run()
    }
    if contents.paysToShare {
      try writeShared(contents, into: database)
    } else {
      try writePlain(contents, into: database)
    }
    try database.execute("COMMIT")
  }

  private func writePlain(_ contents: TileSpool.Contents, into database: SQLiteDatabase) throws {
    try database.execute(
      """
      CREATE TABLE tiles (
        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      """)
    let row = try database.prepare("INSERT INTO tiles VALUES (?1, ?2, ?3, ?4)")
    for place in contents.places {
      try row.bind(TileOrder.southern.tile(of: place.key))
      let bytes = try draft.bytes(of: contents.pictures[Int(place.picture)])
      try row.run(withBlob: bytes.span, at: 4)
    }
  }

  private func writeShared(_ contents: TileSpool.Contents, into database: SQLiteDatabase) throws {
    try database.execute(
      """
      CREATE TABLE map (
        zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER);
      CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
      CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB);
      CREATE VIEW tiles AS
        SELECT zoom_level, tile_column, tile_row, tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id;
      """)
    let row = try database.prepare("INSERT INTO map VALUES (?1, ?2, ?3, ?4)")
    let image = try database.prepare("INSERT INTO images VALUES (?1, ?2)")
    var numbers = [Int?](repeating: nil, count: contents.pictures.count)
    var next = 1
    for place in contents.places {
      let number = numbers[Int(place.picture)] ?? next
      if number == next {
        try image.bind(number, at: 1)
        let bytes = try draft.bytes(of: contents.pictures[Int(place.picture)])
        try image.run(withBlob: bytes.span, at: 2)
        numbers[Int(place.picture)] = number
        next += 1
      }
      try row.bind(TileOrder.southern.tile(of: place.key))
      try row.bind(number, at: 4)
      try row.run()
    }
  }
}

extension SQLiteStatement {
  /// Fills the first three placeholders with a tile's zoom, column and row from the south.
  fileprivate func bind(_ tile: Tile) throws(SQLiteFailure) {
    try bind(tile.zoom.level, at: 1)
    try bind(tile.x, at: 2)
    try bind(tile.tmsRow.index, at: 3)
  }
}

extension TileSpool.Contents {
  /// A row of `map` and its place in the index.
  private static let bytesOfSharing = 32

  /// Whether storing each picture once saves more bytes than the table of tiles beside it takes.
  fileprivate var paysToShare: Bool {
    let all = places.reduce(0) { $0 + Int(pictures[Int($1.picture)].length) }
    return all - end > places.count * Self.bytesOfSharing
  }
}
