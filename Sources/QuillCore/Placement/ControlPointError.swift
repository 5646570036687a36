/// In which way a file of control points cannot be read.
public enum ControlPointError: Error, Equatable, Sendable {
  /// There is no header.
  case empty

  /// There are a header and no points, or none that is switched on.
  case noPoints

  /// The header names no such column.
  case missingColumn(String, found: [String])

  /// The header names a column twice.
  case repeatedColumn(String)

  /// A line has more or fewer fields than the header.
  case fieldCount(line: Int, found: Int, expected: Int)

  /// A field is no finite decimal number.
  case notANumber(line: Int, column: String, found: String)

  /// A field of the column that switches points on and off says neither.
  case notASwitch(line: Int, column: String, found: String)

  /// A field has a comma for its decimal point.
  case decimalComma(line: Int, column: String, found: String)

  /// A quoted field does not end.
  case unclosedQuote(line: Int)

  /// A place is off the globe or the map.
  case offTheGlobe(line: Int, GeographyError)

  /// A place in metres is beyond the edge of the map.
  case beyondTheMetres(line: Int, easting: Double, northing: Double)

  /// There is no heading, and the numbers of the first row may be read in more ways than one.
  case noHeading(line: Int, found: [String])

  /// The places are no degrees, and nothing says which system they are in.
  case unknownUnit(columns: [String], line: Int, found: [String])

  /// No point lies on the picture or near it; `areMapCoordinates` when its pixels are places.
  case outside(x: ClosedRange<Double>, y: ClosedRange<Double>, areMapCoordinates: Bool, isGIS: Bool)

  /// The places are in a system that is neither of ours.
  case crs(UnknownCRS)
}

extension ControlPointError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "has no header (expected pixel_x,pixel_y,lon,lat)"
    case .noPoints: "has no points (expected a line for each below its header)"
    case .missingColumn(let name, let found):
      "the heading has no column \(name) (found \(found.joined(separator: ", ")))"
    case .repeatedColumn(let name): "the heading names the column \(name) twice"
    case .fieldCount(let line, let found, let expected):
      "line \(line) has \(found) fields (expected \(expected), as the header)"
    case .notANumber(let line, let column, let found):
      "line \(line): \(column) is '\(found)' (expected a number)"
    case .notASwitch(let line, let column, let found):
      "line \(line): \(column) is '\(found)' (expected 1 or 0, true or false)"
    case .decimalComma(let line, let column, let found):
      "line \(line): \(column) is '\(found)' with a decimal comma"
        + " (expected '\(found.replacing(",", with: "."))')"
    case .unclosedQuote(let line): "line \(line) has a quoted field that does not end"
    case .offTheGlobe(let line, let error): "line \(line): \(error)"
    case .beyondTheMetres(let line, let easting, let northing):
      "line \(line): \(easting.plainDecimal), \(northing.plainDecimal) lies beyond the edge of web"
        + " maps (expected metres of EPSG:3857, within 20037508.34)"
    case .noHeading(let line, let found):
      "line \(line) names no columns (found \(found.joined(separator: ", "))), and it is not clear"
        + " which of them are pixels and which degrees"
    case .unknownUnit(let columns, let line, let found):
      "line \(line): \(columns.joined(separator: ", ")) are no degrees (found"
        + " \(found.joined(separator: ", "))), and nothing says which system they are in"
    case .outside(let x, let y, let areMapCoordinates, let isGIS):
      "all points lie far outside the drawing: \(isGIS ? "source" : "pixel") x from"
        + " \(x.lowerBound.plainDecimal) to \(x.upperBound.plainDecimal), y from"
        + " \(y.lowerBound.plainDecimal) to \(y.upperBound.plainDecimal)"
        + (areMapCoordinates
          ? "; these are map coordinates (expected pixels)" : " (expected pixels of the drawing)")
    case .crs(let unknown): unknown.description
    }
  }
}
