/// A place on a drawing whose place on the globe is known.
public struct ControlPoint: Hashable, Sendable {
  /// Where it is on the drawing.
  public var pixel: PixelPoint

  /// Where it is on the globe.
  public var place: Coordinate

  /// What its row in the file calls it.
  public var label: String?

  /// The line of the file it was read from, or its number in a list, from 1.
  public var line: Int

  /// Creates the point.
  public init(pixel: PixelPoint, place: Coordinate, label: String? = nil, line: Int) {
    self.pixel = pixel
    self.place = place
    self.label = label
    self.line = line
  }
}

extension ControlPoint {
  /// Reads a file of points: CSV with a header, or what QGIS's georeferencer saves (`.points`).
  ///
  /// In CSV the header names `pixel_x`, `pixel_y`, `lon` and `lat` in any order; `name` or `label`
  /// is kept, other columns are left alone. Fields are separated by commas, semicolons or tabs and
  /// may be quoted. When every pixel lies within 0…1 they are fractions of the picture.
  ///
  /// A `.points` file counts y upwards from the top, so below 0 on the picture; its points that are
  /// switched off are left out; its places are in the system of its first line or, without one,
  /// degrees when all lie within ±180 and ±90, else metres.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - size: the picture's size, for fractions of it.
  /// - Returns: the points in the file's order.
  /// - Throws: `ControlPointError` that names the line and what was found.
  public static func points(
    parsing text: String, for size: PixelSize
  ) throws(ControlPointError) -> [ControlPoint] {
    let table = try SeparatedTable(parsing: text)
    let points =
      if table.column(["mapx"]) != nil {
        try qgisPoints(table)
      } else {
        try csvPoints(table, size)
      }
    guard !points.isEmpty else { throw .noPoints }
    return points
  }

  private static func csvPoints(
    _ table: SeparatedTable, _ size: PixelSize
  ) throws(ControlPointError) -> [ControlPoint] {
    let columns = try table.columns([
      ["pixel_x"], ["pixel_y"], ["lon", "longitude"], ["lat", "latitude"],
    ])
    let label = table.column(["name", "label"])
    var points: [ControlPoint] = []
    for row in table.rows {
      let pixel = PixelPoint(
        x: try row.number(columns[0]), y: try row.number(columns[1]))
      let place = try place(
        longitude: try row.number(columns[2]), latitude: try row.number(columns[3]), row.line)
      let name = label.map { row.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      points.append(ControlPoint(pixel: pixel, place: place, label: name, line: row.line))
    }
    let isFraction = points.allSatisfy {
      (0...1).contains($0.pixel.x) && (0...1).contains($0.pixel.y)
    }
    guard isFraction else { return points }
    return points.map { point in
      var point = point
      point.pixel.x *= Double(size.width)
      point.pixel.y *= Double(size.height)
      return point
    }
  }

  private static func qgisPoints(
    _ table: SeparatedTable
  ) throws(ControlPointError) -> [ControlPoint] {
    let columns = try table.columns([
      ["mapx"], ["mapy"], ["sourcex", "pixelx"], ["sourcey", "pixely"],
    ])
    let enable = table.column(["enable"])
    var rows: [(map: (x: Double, y: Double), pixel: PixelPoint, line: Int)] = []
    for row in table.rows {
      if let enable, try row.number(enable) == 0 { continue }
      let map = (x: try row.number(columns[0]), y: try row.number(columns[1]))
      let pixel = PixelPoint(x: try row.number(columns[2]), y: -(try row.number(columns[3])))
      rows.append((map, pixel, row.line))
    }
    let isDegrees = rows.allSatisfy { abs($0.map.x) <= 180 && abs($0.map.y) <= 90 }
    let crs = table.crs ?? (isDegrees ? .geographic : .mercator)
    var points: [ControlPoint] = []
    for (map, pixel, line) in rows {
      let place =
        switch crs {
        case .geographic: try place(longitude: map.x, latitude: map.y, line)
        case .mercator: try place(easting: map.x, northing: map.y, line)
        }
      points.append(ControlPoint(pixel: pixel, place: place, line: line))
    }
    return points
  }

  private static func place(
    longitude: Double, latitude: Double, _ line: Int
  ) throws(ControlPointError) -> Coordinate {
    let place: Coordinate
    do {
      place = try Coordinate(longitude: longitude, latitude: latitude)
    } catch {
      throw .offTheGlobe(line: line, error)
    }
    guard abs(latitude) <= WebMercator.latitudeLimit + 1e-9 else {
      throw .offTheGlobe(line: line, .beyondTheMap(south: latitude, north: latitude))
    }
    return place
  }

  private static func place(
    easting: Double, northing: Double, _ line: Int
  ) throws(ControlPointError) -> Coordinate {
    let point = WebMercator.worldPoint(of: MercatorPoint(easting: easting, northing: northing))
    let edge = -1e-9...(1 + 1e-9)
    guard edge.contains(point.x), edge.contains(point.y) else {
      throw .beyondTheMetres(line: line, easting: easting, northing: northing)
    }
    return WebMercator.coordinate(of: point)
  }
}

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

  /// A field has a comma for its decimal point.
  case decimalComma(line: Int, column: String, found: String)

  /// A quoted field does not end.
  case unclosedQuote(line: Int)

  /// A place is off the globe or the map.
  case offTheGlobe(line: Int, GeographyError)

  /// A place in metres is beyond the edge of the map.
  case beyondTheMetres(line: Int, easting: Double, northing: Double)

  /// The places are in a system that is neither of ours.
  case crs(UnknownCRS)
}

extension ControlPointError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "has no header (expected pixel_x,pixel_y,lon,lat)"
    case .noPoints: "has no points (expected a line for each below its header)"
    case .missingColumn(let name, let found):
      "line 1 has no column \(name) (found \(found.joined(separator: ", ")))"
    case .repeatedColumn(let name): "line 1 names the column \(name) twice"
    case .fieldCount(let line, let found, let expected):
      "line \(line) has \(found) fields (expected \(expected), as the header)"
    case .notANumber(let line, let column, let found):
      "line \(line): \(column) is '\(found)' (expected a number)"
    case .decimalComma(let line, let column, let found):
      "line \(line): \(column) is '\(found)' with a decimal comma"
        + " (expected '\(found.replacing(",", with: "."))')"
    case .unclosedQuote(let line): "line \(line) has a quoted field that does not end"
    case .offTheGlobe(let line, let error): "line \(line): \(error)"
    case .beyondTheMetres(let line, let easting, let northing):
      "line \(line): \(easting.plainDecimal), \(northing.plainDecimal) lies beyond the edge of web"
        + " maps (expected metres of EPSG:3857, within 20037508.34)"
    case .crs(let unknown): unknown.description
    }
  }
}
