internal import QuillCore

/// The database of an MBTiles archive, opened by as many threads as ask for tiles at once.
///
/// Nothing is ever written beside the file, not even a lock: SQLite is told that nobody changes it.
final class MBTilesDatabase: Sendable {
  private let path: String
  private let file: ArchiveFile
  private let size: Int
  private let idle = Mutex<[Connection]>([])

  /// One thread's way to the tiles.
  final class Connection {
    let database: SQLiteDatabase
    let tile: SQLiteStatement
    let isThere: SQLiteStatement
    let watch: SQLiteWatch

    init(path: String, size: Int) throws {
      do throws(SQLiteFailure) {
        database = try SQLiteDatabase(path: path, .reading)
        watch = SQLiteWatch(
          fileSize: size,
          views: try Self.names("SELECT name FROM sqlite_master WHERE type = 'view'", in: database),
          isCancelled: Tileset.isCancelled)
      } catch {
        throw ArchiveError(error, nil)
      }
      do throws(SQLiteFailure) {
        database.limitValues(to: 1 << 28)
        try database.execute("PRAGMA cell_size_check = ON")
        let computed = try Self.computedTables(in: database)
        database.distrust(watch)
        let place = try Self.place(in: database)
        tile = try database.prepare("SELECT tile_data FROM tiles WHERE \(place) LIMIT 1")
        isThere = try database.prepare("SELECT 1 FROM tiles WHERE \(place) LIMIT 1")
        if let table = computed.first(where: watch.tables.contains) {
          throw SQLiteFailure(
            code: SQLiteFailure.forbidden, message: "a computed column of '\(table)'")
        }
      } catch {
        throw ArchiveError(error, watch)
      }
    }

    /// The names of tables, in lower case, that work out what is read from them: virtual tables, and
    /// those with generated columns.
    private static func computedTables(
      in database: SQLiteDatabase
    ) throws(SQLiteFailure) -> [String] {
      try names(
        """
        SELECT lower(name) FROM sqlite_master WHERE type = 'table' AND (
          sql LIKE 'CREATE VIRTUAL%' OR EXISTS (
            SELECT 1 FROM pragma_table_xinfo(sqlite_master.name) WHERE hidden IN (2, 3)))
        """, in: database)
    }

    /// The texts that a question gives.
    private static func names(
      _ question: String, in database: SQLiteDatabase
    ) throws(SQLiteFailure) -> [String] {
      let statement = try database.prepare(question)
      var names: [String] = []
      while try statement.step() {
        if case .text(let name) = statement.value(0) { names.append(name) }
      }
      return names
    }

    /// What picks the row of a tile.
    ///
    /// A table without an index gets one of the connection's own, in a temporary table that SQLite
    /// keeps elsewhere: else each tile would cost a walk over all.
    private static func place(in database: SQLiteDatabase) throws(SQLiteFailure) -> String {
      let plain = "zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3"
      guard try lacksIndex(database), try isTable(database) else { return plain }
      do throws(SQLiteFailure) {
        try database.execute(
          """
          CREATE TEMP TABLE tilequill_places (z, x, row, place, PRIMARY KEY (z, x, row)) WITHOUT ROWID;
          INSERT OR IGNORE INTO tilequill_places
            SELECT zoom_level, tile_column, tile_row, rowid FROM tiles
            WHERE typeof(zoom_level) = 'integer' AND typeof(tile_column) = 'integer'
              AND typeof(tile_row) = 'integer' ORDER BY rowid;
          """)
      } catch {
        // A table may do without row numbers, or be too damaged to be walked.
        return plain
      }
      return "rowid = (SELECT place FROM tilequill_places WHERE z = ?1 AND x = ?2 AND row = ?3)"
    }

    /// Whether finding a tile reads the whole table, as SQLite plans it.
    static func lacksIndex(_ database: SQLiteDatabase) throws(SQLiteFailure) -> Bool {
      let plan = try database.prepare(
        """
        EXPLAIN QUERY PLAN SELECT tile_data FROM tiles
        WHERE zoom_level = 1 AND tile_column = 1 AND tile_row = 1
        """)
      while try plan.step() {
        if case .text(let step) = plan.value(3), step.hasPrefix("SCAN") { return true }
      }
      return false
    }

    private static func isTable(_ database: SQLiteDatabase) throws(SQLiteFailure) -> Bool {
      try database.prepare(
        "SELECT 1 FROM sqlite_master WHERE name = 'tiles' AND type = 'table'"
      ).step()
    }
  }

  /// Opens the database of a file that begins as SQLite's do.
  ///
  /// - Throws: `ArchiveError` when the file is cut off or damaged, has no table of tiles, or was not
  ///   closed.
  init(path: String) throws {
    guard let resolved = FileSystem.resolved(path) else { throw FileError.absent(path: path) }
    self.path = resolved
    file = try ArchiveFile(reading: resolved)
    size = try Self.checkedSize(of: file)
    for suffix in ["-wal", "-journal"] {
      if case .file(let bytes)? = try FileSystem.kind(of: resolved + suffix), bytes > 0 {
        throw ArchiveError.unsavedChanges(inFile: FileSystem.name(of: resolved) + suffix)
      }
    }
    let connection = try open()
    idle.withLock { $0.append(connection) }
  }

  /// Opens one more connection to the very file that was opened first.
  ///
  /// SQLite knows files by their paths alone: one that another program put in its place since is told from it
  /// afterwards.
  private func open() throws -> Connection {
    let connection = try Connection(path: path, size: size)
    guard file.isAt(path) else { throw FileError.moved(path: path) }
    return connection
  }

  /// Runs `body` with a connection that no other thread uses meanwhile.
  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try idle.withLock { $0.popLast() } ?? open()
    defer { idle.withLock { $0.append(connection) } }
    do {
      return try body(connection)
    } catch let error as SQLiteFailure {
      throw ArchiveError(error, connection.watch)
    }
  }

  /// Runs a question of its own and calls `visit` with each row.
  func visitRows(
    _ question: String, _ visit: (SQLiteStatement) throws -> Void
  ) throws {
    try withConnection { connection in
      let statement = try connection.database.prepare(question)
      while try statement.step() { try visit(statement) }
    }
  }

  /// Holds the size that the database's first page tells against the file's.
  ///
  /// Source: "Database File Format" of SQLite, section 1.3: bytes 16 and 17 are the page's size (1
  /// for 65,536), bytes 28 to 31 the number of pages, which counts when bytes 92 to 95 equal bytes
  /// 24 to 27.
  private static func checkedSize(of file: ArchiveFile) throws -> Int {
    let size = try file.size()
    let bytes = try file.read(min(size, 100), at: 0)
    guard !bytes.isEmpty else { throw ArchiveError.empty }
    guard FileKind(sniffing: bytes.span) == .sqlite else {
      throw ArchiveError.notAnArchive(looksLike: FileKind(sniffing: bytes.span).displayName)
    }
    guard bytes.count == 100 else {
      throw ArchiveError.truncated(.database, bytes: size, expected: 512)
    }
    func big(_ places: Range<Int>) -> UInt64 { bytes[places].reduce(0) { $0 << 8 | UInt64($1) } }
    let pageSize = big(16..<18) == 1 ? 65_536 : big(16..<18)
    let expected = max(pageSize, big(92..<96) == big(24..<28) ? big(28..<32) * pageSize : 0)
    guard expected <= size else {
      throw ArchiveError.truncated(.database, bytes: size, expected: expected)
    }
    return size
  }
}

extension ArchiveError {
  /// What SQLite's failure to read means for an archive.
  init(_ failure: SQLiteFailure, _ watch: SQLiteWatch?) {
    if failure.isInterrupted {
      self = watch?.wasCancelled ?? false ? .cancelled : .endless
    } else if let refusal = watch?.refusal {
      self = .untrusted(refusal)
    } else if failure.isForbidden {
      self = .untrusted(failure.message)
    } else if failure.isNoDatabase {
      self = .notAnArchive(looksLike: FileKind.unknown.displayName)
    } else if failure.message.hasPrefix("no such table: tiles") {
      self = .noTilesTable
    } else {
      self = .database(failure.message)
    }
  }
}
