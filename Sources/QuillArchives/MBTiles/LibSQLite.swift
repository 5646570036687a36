import CSQLite

/// What SQLite says when it cannot do something.
struct SQLiteFailure: Error, Equatable {
  /// The primary result code.
  let code: Int32
  /// SQLite's own words.
  let message: String

  /// The code for what the watch over the database does not allow.
  static let forbidden = SQLITE_AUTH

  /// Whether the file is no database.
  var isNoDatabase: Bool { code == SQLITE_NOTADB }
  /// Whether the disk has no room.
  var isDiskFull: Bool { code == SQLITE_FULL }
  /// Whether the watch over the database stopped a statement.
  var isInterrupted: Bool { code == SQLITE_INTERRUPT }
  /// Whether the watch over the database did not let a statement be run.
  var isForbidden: Bool { code == SQLITE_AUTH }
}

/// A value of a row.
enum SQLiteValue: Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// An open database, for one thread at a time.
@safe
final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer

  /// What is looked at while statements run; nil for a database of our own.
  private var watch: SQLiteWatch?

  /// How a database is opened.
  enum Access {
    /// Read only, no file made or changed beside it.
    case reading
    /// A new database in an empty file, or none.
    case creating
  }

  /// Opens the database by an absolute path.
  init(path: String, _ access: Access) throws(SQLiteFailure) {
    let flags: Int32
    switch access {
    case .reading: flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    case .creating:
      flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    }
    let address = "file://\(Self.escaped(path))" + (access == .reading ? "?immutable=1" : "")
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(address, &opened, flags, nil)
    guard code == SQLITE_OK, let database = unsafe opened else {
      let message = unsafe opened.map { unsafe Self.message($0) } ?? "no memory is left"
      unsafe sqlite3_close_v2(opened)
      throw SQLiteFailure(code: code & 0xff, message: message)
    }
    unsafe handle = database
  }

  deinit {
    // The watch may go before a statement that outlives the database's own object.
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    unsafe sqlite3_set_authorizer(handle, nil, nil)
    unsafe sqlite3_close_v2(handle)
  }

  /// Caps the bytes of one value and of one row.
  func limitValues(to byteCount: Int32) {
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, byteCount)
  }

  /// Takes the database for one from elsewhere: what is in it is believed no more than it has to be, and
  /// `watch` bounds what statements do.
  func distrust(_ watch: SQLiteWatch) {
    self.watch = watch
    _ = unsafe tilequill_sqlite_defend(handle)
    let context = unsafe Unmanaged.passUnretained(watch).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, SQLiteWatch.stepsBetweenLooks,
      { context in unsafe SQLiteWatch.of(context)?.mayGoOn() ?? true ? 0 : 1 }, context)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, accessor in
        let texts = unsafe [first, second, database, accessor].map { text in
          unsafe text.map { unsafe String(cString: $0) }
        }
        let isAllowed =
          unsafe SQLiteWatch.of(context)?.allows(
            SQLiteAction(action), texts[0], texts[1], in: texts[2], by: texts[3]) ?? false
        return isAllowed ? SQLITE_OK : SQLITE_DENY
      }, context)
  }

  /// Begins to count what a statement does.
  fileprivate func beginStatement() { watch?.begin() }

  /// Runs statements that give no rows, or none of interest.
  func execute(_ statements: String) throws(SQLiteFailure) {
    beginStatement()
    let code = unsafe sqlite3_exec(handle, statements, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Prepares one statement.
  func prepare(_ statement: String) throws(SQLiteFailure) -> SQLiteStatement {
    beginStatement()
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else { throw failure(code) }
    return unsafe SQLiteStatement(handle: prepared, of: self)
  }

  fileprivate func failure(_ code: Int32) -> SQLiteFailure {
    unsafe SQLiteFailure(code: code & 0xff, message: Self.message(handle))
  }

  private static func message(_ database: OpaquePointer) -> String {
    unsafe String(cString: sqlite3_errmsg(database))
  }

  /// A path as a URI spells it (RFC 3986): all but letters, digits, `-._~` and `/` as %XX.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e, 0x2f:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

/// A prepared statement, for one thread at a time.
@safe
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  fileprivate init(handle: OpaquePointer, of database: SQLiteDatabase) {
    unsafe self.handle = handle
    self.database = database
    database.beginStatement()
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Fills the placeholder at a place, counted from 1.
  func bind(_ number: Int, at place: Int32) throws(SQLiteFailure) {
    try check(unsafe sqlite3_bind_int64(handle, place, Int64(number)))
  }

  /// Fills the placeholder at a place, counted from 1, with a copy of the text.
  func bind(_ text: String, at place: Int32) throws(SQLiteFailure) {
    var copy = text
    let code = copy.withUTF8 { bytes in
      // -1 asks SQLite to keep a copy (SQLITE_TRANSIENT, a macro that Swift does not see).
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return unsafe sqlite3_bind_text64(
        handle, place, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
        sqlite3_uint64(bytes.count), transient, UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  /// Runs a statement that gives no rows with these bytes at a place, without copying them.
  func run(withBlob bytes: Span<UInt8>, at place: Int32) throws(SQLiteFailure) {
    let failure: SQLiteFailure? = unsafe bytes.withUnsafeBytes { bytes in
      let code = unsafe sqlite3_bind_blob64(
        handle, place, bytes.baseAddress, sqlite3_uint64(bytes.count), nil)
      guard code == SQLITE_OK else { return database.failure(code) }
      let ended = unsafe sqlite3_step(handle)
      // The message is that of the last call: it is read before the next one.
      let failure = ended == SQLITE_DONE ? nil : database.failure(ended)
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_bind_null(handle, place)
      return failure
    }
    if let failure { throw failure }
  }

  /// Runs a statement that gives no rows.
  func run() throws(SQLiteFailure) {
    defer { reset() }
    _ = try step()
  }

  /// Goes to the next row; false after the last.
  func step() throws(SQLiteFailure) -> Bool {
    let code = unsafe sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure(code)
    }
  }

  /// Makes the statement ready for another run.
  func reset() {
    unsafe sqlite3_reset(handle)
    database.beginStatement()
  }

  /// The value in a column of the row, counted from 0.
  func value(_ column: Int32) -> SQLiteValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(Int(unsafe sqlite3_column_int64(handle, column)))
    case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .text(String(decoding: bytes(column), as: UTF8.self))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }

  private func bytes(_ column: Int32) -> [UInt8] {
    // A column of text or bytes is not converted by either call.
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  private func check(_ code: Int32) throws(SQLiteFailure) {
    guard code == SQLITE_OK else { throw database.failure(code) }
  }
}

extension SQLiteWatch {
  /// The watch that SQLite hands to the functions it calls.
  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> SQLiteWatch? {
    unsafe context.map { unsafe Unmanaged<SQLiteWatch>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension SQLiteAction {
  /// The kind of an action by SQLite's code for it.
  fileprivate init(_ code: Int32) {
    switch code {
    case SQLITE_SELECT, SQLITE_TRANSACTION: self = .query
    case SQLITE_READ: self = .read
    case SQLITE_FUNCTION: self = .call
    case SQLITE_RECURSIVE: self = .recursion
    case SQLITE_PRAGMA: self = .pragma
    case SQLITE_ATTACH: self = .attachment
    default: self = .change
    }
  }
}
