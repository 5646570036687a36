/// A small table as text: a header and rows of fields between commas, semicolons or tabs.
///
/// Fields may be quoted, a quote inside doubled (RFC 4180). The separator is the one of the three
/// that the header has most of. Lines that begin with `#` are remarks; `#CRS:` names the system.
struct SeparatedTable {
  /// One row with the line of the file it begins on, from 1.
  struct Row {
    let line: Int
    let fields: [String]
    let header: [String]
  }

  /// The names of the columns.
  let header: [String]

  /// The rows that are not blank, each with as many fields as the header.
  let rows: [Row]

  /// The system that a remark names.
  let crs: MapCRS?

  init(parsing text: String) throws(ControlPointError) {
    var reader = Reader(text)
    var crs: MapCRS?
    while let remark = reader.remark() {
      guard remark.uppercased().hasPrefix("#CRS:") else { continue }
      do throws(UnknownCRS) { crs = try MapCRS(parsing: String(remark.dropFirst(5))) } catch {
        throw .crs(error)
      }
    }
    self.crs = crs
    guard let (_, names) = try reader.row() else { throw .empty }
    header = names
    var rows: [Row] = []
    while let (line, fields) = try reader.row() {
      // Spreadsheets save rows that were emptied as separators alone.
      guard fields.contains(where: { !$0.isEmpty }) else { continue }
      guard fields.count == names.count else {
        throw .fieldCount(line: line, found: fields.count, expected: names.count)
      }
      rows.append(Row(line: line, fields: fields, header: names))
    }
    self.rows = rows
  }

  /// The place of the column that has one of the names, in any case; nil when there is none.
  func column(_ names: [String]) -> Int? {
    header.firstIndex { names.contains($0.lowercased()) }
  }

  /// The places of columns that must be there once.
  func columns(_ wanted: [[String]]) throws(ControlPointError) -> [Int] {
    var places: [Int] = []
    for names in wanted {
      guard let place = column(names) else { throw .missingColumn(names[0], found: header) }
      guard header[(place + 1)...].allSatisfy({ !names.contains($0.lowercased()) }) else {
        throw .repeatedColumn(header[place])
      }
      places.append(place)
    }
    return places
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

    init(_ text: String) {
      rest = text.dropByteOrderMark
      let header = rest.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") } ?? ""
      let candidates: [Character] = [",", ";", "\t"]
      let counts = candidates.map { candidate in header.count { $0 == candidate } }
      let most = counts.max() ?? 0
      separator = zip(candidates, counts).first { $0.1 == most }?.0 ?? ","
    }

    /// The next line if it is a remark.
    mutating func remark() -> Substring? {
      skipBlankLines()
      guard rest.first == "#" else { return nil }
      let remark = rest.prefix { !$0.isNewline }
      rest = rest[remark.endIndex...]
      return remark
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
