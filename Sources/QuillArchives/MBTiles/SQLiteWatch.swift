/// Bounds what the statements of a database from elsewhere may do.
///
/// A view can ask for more than any machine does in a life, and a schema can call functions. A statement
/// runs for as many steps as one over a true archive of that size could need, and until the program is asked
/// to stop; it reads tables, and calls functions that give no more than they are given.
///
/// Belongs to one thread at a time, as its database does.
final class SQLiteWatch {
  /// Steps of SQLite's machine between two looks.
  static let stepsBetweenLooks: Int32 = 20_000

  /// Steps that a small archive has; opening one and building an index of some thousand tiles.
  private static let leastSteps = 20_000_000

  /// Steps for a byte of the file: a row of a tile takes 20 bytes at least and some hundred steps.
  private static let stepsPerByte = 24

  private let steps: Int
  private let isCancelled: @Sendable () -> Bool
  private var left = 0

  /// The tables that statements read, in lower case.
  private(set) var tables: Set<String> = []

  /// What the last statement wanted that it may not do, for the error.
  private(set) var refusal: String?

  /// The names of views, in lower case, that no other view may stand on.
  private let innerViews: Set<String>

  /// Whether the program was asked to stop.
  private(set) var wasCancelled = false

  /// Creates the watch over a file of so many bytes, which has views of these names.
  init(fileSize: Int, views: [String], isCancelled: @escaping @Sendable () -> Bool) {
    innerViews = Set(views.map { $0.lowercased() }).subtracting(Self.views)
    let (more, isBeyond) = fileSize.multipliedReportingOverflow(by: Self.stepsPerByte)
    steps = isBeyond ? .max : max(Self.leastSteps, more)
    self.isCancelled = isCancelled
    left = steps
  }

  /// Begins to count the steps of a statement.
  func begin() {
    left = steps
    refusal = nil
  }

  /// Whether the statement may go on; counts the steps since the last look.
  func mayGoOn() -> Bool {
    left -= Int(Self.stepsBetweenLooks)
    if isCancelled() { wasCancelled = true }
    return left > 0 && !wasCancelled
  }

  /// Whether a statement may do that.
  ///
  /// - Parameters:
  ///   - action: The kind of action.
  ///   - first: What it is done to: of a read, the table.
  ///   - second: What else; of a call, the function.
  ///   - database: The name of the database, `main` or `temp`.
  ///   - accessor: The innermost view or trigger that does it, nil for the statement itself.
  /// - Returns: Whether it is let.
  func allows(
    _ action: SQLiteAction, _ first: String?, _ second: String?, in database: String?,
    by accessor: String?
  ) -> Bool {
    if database == "temp" || first == "sqlite_temp_master" { return true }
    if let accessor, innerViews.contains(accessor.lowercased()) {
      return refuse("a view, '\(accessor)', inside another")
    }
    switch action {
    case .query: return true
    case .read:
      if let first { tables.insert(first.lowercased()) }
      return true
    case .call:
      let name = (second ?? "").lowercased()
      return Self.functions.contains(name) || refuse("the function '\(name)'")
    case .recursion: return refuse("a query that calls itself")
    case .pragma: return refuse("the pragma '\(first ?? "")'")
    case .attachment: return refuse("another file")
    case .change: return refuse("a change")
    }
  }

  private func refuse(_ what: String) -> Bool {
    refusal = refusal ?? what
    return false
  }

  /// The views that archives have.
  private static let views: Set<String> = ["tiles", "metadata"]

  /// Functions whose results are no larger than what they are given.
  private static let functions: Set<String> = [
    "abs", "avg", "coalesce", "count", "glob", "ifnull", "iif", "instr", "length", "like", "lower",
    "max", "min", "nullif", "round", "substr", "substring", "sum", "total", "trim", "typeof",
    "upper",
  ]
}

/// What a statement wants to do, as far as it matters whether it may.
enum SQLiteAction {
  /// A query, or the frame around one.
  case query
  /// Reading a column.
  case read
  /// Calling a function.
  case call
  /// A query that refers to itself.
  case recursion
  /// A setting of the database.
  case pragma
  /// Another file.
  case attachment
  /// A change of any kind.
  case change
}
