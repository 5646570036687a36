/// Lines of words in columns, the first ones flush left and numbers flush right.
struct TextTable {
  /// How a column is filled up.
  enum Side {
    case left
    case right
  }

  private let sides: [Side]
  private var rows: [[String]]

  /// Begins a table with its heading.
  init(_ heading: [(String, Side)]) {
    sides = heading.map(\.1)
    rows = [heading.map(\.0)]
  }

  /// Adds a line; it has a word for each column.
  mutating func append(_ row: [String]) {
    precondition(row.count == sides.count, "A line has a word for each column")
    rows.append(row)
  }

  /// The lines, two blanks between columns and none at the end.
  var lines: [String] {
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, word) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - word.count)
        if column > 0 { line += "  " }
        line += sides[column] == .right ? blanks + word : word + blanks
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
