/// A small table as text: rows of fields between commas, semicolons or tabs, perhaps below a heading.
///
/// Fields may be quoted, a quote inside doubled (RFC 4180). The separator is the one of the three
/// that the first row has most of. Lines that begin with `#` are remarks; `#CRS:` names the system,
/// and the last remark before the first row may be the heading.
struct SeparatedTable {
  /// One row with the line of the file it begins on, from 1.
  struct Row {
    let line: Int
    let fields: [String]
    let header: [String]
  }

  /// The names of the columns; nil where the first row is one of numbers and no heading stands above.
  let header: [String]?

  /// The line that the heading or, without one, the first row stands on.
  let firstLine: Int

  /// The rows that are not blank, each with as many fields as the first.
  let rows: [Row]

  /// The system that a remark names.
  let crs: StatedCRS?

  init(parsing text: String) throws(ControlPointError) {
    var reader = Reader(text)
    var crs: StatedCRS?
    var remarked: (line: Int, names: [String])?
    while let (line, remark) = reader.remark() {
      if remark.uppercased().hasPrefix("#CRS:") {
        do throws(UnknownCRS) { crs = try StatedCRS(parsing: String(remark.dropFirst(5))) } catch {
          throw .crs(error)
        }
      } else {
        var inner = Reader(String(remark.drop { $0 == "#" }), separator: reader.separator)
        let names = try inner.row()?.fields ?? []
        if ControlPointColumns.isHeading(names) { remarked = (line, names) }
      }
    }
    self.crs = crs
    var next = try reader.row()
    guard let first = next else {
      if remarked != nil { throw .noPoints }
      throw .empty
    }
    // A heading has no four numbers, and stands once.
    let numbers = first.fields.count { Double(plainDecimal: $0.replacing(",", with: ".")) != nil }
    if numbers < 4, remarked == nil || ControlPointColumns.isHeading(first.fields) {
      remarked = (first.line, first.fields)
      next = try reader.row()
    }
    header = remarked?.names
    firstLine = remarked?.line ?? first.line
    let names = remarked?.names ?? first.fields.indices.map { "column \($0 + 1)" }
    var rows: [Row] = []
    while let (line, fields) = next {
      // Spreadsheets save rows that were emptied as separators alone.
      if fields.contains(where: { !$0.isEmpty }) {
        guard fields.count == names.count else {
          throw .fieldCount(line: line, found: fields.count, expected: names.count)
        }
        rows.append(Row(line: line, fields: fields, header: names))
      }
      next = try reader.row()
    }
    self.rows = rows
  }
}

extension SeparatedTable.Row {
  /// The number in a column.
  func number(_ column: Int) throws(ControlPointError) -> Double {
    let text = fields[column]
    if let number = Double(plainDecimal: text) { return number }
    let withPoint = text.replacing(",", with: ".")
    throw text.contains(",") && Double(plainDecimal: withPoint) != nil
      ? .decimalComma(line: line, column: header[column], found: text)
      : .notANumber(line: line, column: header[column], found: text)
  }
}

extension SeparatedTable {
  /// Takes a text apart from its beginning.
  private struct Reader {
    var rest: Substring
    var line = 1
    let separator: Character

    init(_ text: String, separator: Character) {
      rest = text[...]
      self.separator = separator
    }

    init(_ text: String) {
      rest = text.dropByteOrderMark
      let header = rest.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") } ?? ""
      let candidates: [Character] = [",", ";", "\t"]
      let counts = candidates.map { candidate in header.count { $0 == candidate } }
      let most = counts.max() ?? 0
      // Numbers with decimal commas have more commas than there are separators.
      let isMeant = counts[1] >= 3 || counts[2] >= 3
      separator =
        isMeant && counts[0] >= 3
        ? (counts[1] >= counts[2] ? ";" : "\t")
        : zip(candidates, counts).first { $0.1 == most }?.0 ?? ","
    }

    /// The next line if it is a remark.
    mutating func remark() -> (line: Int, text: Substring)? {
      skipBlankLines()
      guard rest.first == "#" else { return nil }
      let start = line
      let remark = rest.prefix { !$0.isNewline }
      rest = rest[remark.endIndex...]
      return (start, remark)
    }

    /// The next row that is not blank, nil at the end.
    mutating func row() throws(ControlPointError) -> (line: Int, fields: [String])? {
      skipBlankLines()
      while remark() != nil {}
      guard !rest.isEmpty else { return nil }
      let start = line
      var fields = [try field()]
      while rest.first == separator {
        rest.removeFirst()
        fields.append(try field())
      }
      return (start, fields)
    }

    private mutating func skipBlankLines() {
      while true {
        let blank = rest.prefix { $0.isWhitespace && !$0.isNewline && $0 != separator }
        guard let next = rest[blank.endIndex...].first else {
          rest = rest[blank.endIndex...]
          return
        }
        guard next.isNewline else { return }
        rest = rest[blank.endIndex...].dropFirst()
        line += 1
      }
    }

    /// The field up to the next separator or the end of the line, blanks at its ends dropped.
    private mutating func field() throws(ControlPointError) -> String {
      let blank = rest.prefix { ($0 == " " || $0 == "\t") && $0 != separator }
      guard rest[blank.endIndex...].first == "\"" else {
        let field = rest.prefix { $0 != separator && !$0.isNewline }
        rest = rest[field.endIndex...]
        return field.trimmingBlanks
      }
      let start = line
      rest = rest[blank.endIndex...].dropFirst()
      var text = ""
      while let next = rest.popFirst() {
        if next == "\"" {
          guard rest.first == "\"" else {
            text += rest.prefix { $0 != separator && !$0.isNewline }
            rest = rest.drop { $0 != separator && !$0.isNewline }
            return text.trimmingBlanks
          }
          rest.removeFirst()
        }
        if next.isNewline { line += 1 }
        text.append(next)
      }
      throw .unclosedQuote(line: start)
    }
  }
}
