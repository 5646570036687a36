/// A file of control points: CSV, or what QGIS's georeferencer saves (`.points`).
///
/// In CSV the heading names `pixel_x`, `pixel_y`, `lon` and `lat` in any order; names that other
/// programs use are known too (`x,y,lon,lat`, `X,Y,E,N`), and the heading may stand behind a `#`.
/// `name` or `label` is kept, `enable` switches a point off by 0 or false, other columns are left
/// alone. Fields are separated by commas, semicolons or tabs and may be quoted. When every pixel
/// lies within 0…1 they are fractions of the picture. Without a heading the numbers are read where
/// they make sense in one way alone.
///
/// A `.points` file (`mapX,mapY,sourceX,sourceY`) counts y upwards from the top, so below 0 on the
/// picture; its places are in the system of its first line or, without one, degrees when all lie
/// within ±180 and ±90, else metres.
public struct ControlPointFile: Hashable, Sendable {
  /// The points that are switched on, in the file's order.
  public let points: [ControlPoint]

  /// Whether the file is a GIS's, which counts the pixels of a picture as they are stored, whatever
  /// its camera says of their orientation.
  public let isGIS: Bool

  /// Whether the heading names longitude and latitude, so that no system is asked for.
  public let namesDegrees: Bool

  /// The heading that was assumed, where the file has none.
  public let assumedHeading: String?

  /// The heading that says the same with longitude and latitude swapped.
  public let swappedHeading: String

  /// The line that the heading stands on, nil without one.
  public let headingLine: Int?

  /// The name of the system of the places where it is not WGS 84 but taken for it (`StatedCRS`).
  public let nearName: String?
}

extension ControlPointFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - size: the picture's size, for fractions of it.
  ///   - crs: the system of the places, whatever the file says of it.
  /// - Throws: `ControlPointError` that names the line and what was found.
  public init(
    parsing text: String, for size: PixelSize, crs: MapCRS? = nil
  ) throws(ControlPointError) {
    let table = try SeparatedTable(parsing: text)
    let named = try table.header.map { names throws(ControlPointError) in
      try ControlPointColumns(heading: names)
    }
    guard let first = table.rows.first else { throw .noPoints }
    let columns: ControlPointColumns
    if let named {
      columns = named
    } else {
      guard let guess = ControlPointColumns(guessing: table.rows, for: size) else {
        throw .noHeading(line: first.line, found: first.fields)
      }
      columns = guess
    }
    let rows = try Self.rows(table, columns)
    guard !rows.isEmpty else { throw .noPoints }
    let system = try Self.system(of: rows, columns, crs ?? table.crs?.crs)
    var points: [ControlPoint] = []
    for row in rows {
      points.append(
        ControlPoint(
          pixel: row.pixel, place: try row.place(in: system), label: row.label, line: row.row.line))
    }
    let isOurs = columns.unit == .degrees && !columns.isGIS
    self.points =
      isOurs && Self.areFractions(points)
      ? Self.scaled(points, to: size)
      : try Self.onPicture(points, rows, size, columns)
    isGIS = columns.isGIS
    namesDegrees = columns.unit == .degrees && table.header != nil
    assumedHeading = table.header == nil ? columns.heading(columns: first.fields.count) : nil
    swappedHeading = Self.swapped(columns, table.header, count: first.fields.count)
    headingLine = table.header == nil ? nil : table.firstLine
    nearName = table.crs?.nearName
  }

  /// A row with its numbers.
  private struct Numbers {
    let row: SeparatedTable.Row
    var pixel: PixelPoint
    let map: (x: Double, y: Double)
    let label: String?

    func place(in crs: MapCRS) throws(ControlPointError) -> Coordinate {
      switch crs {
      case .geographic: try Coordinate(pointAt: row.line, longitude: map.x, latitude: map.y)
      case .mercator: try Coordinate(pointAt: row.line, easting: map.x, northing: map.y)
      }
    }
  }

  private static func rows(
    _ table: SeparatedTable, _ columns: ControlPointColumns
  ) throws(ControlPointError) -> [Numbers] {
    var rows: [Numbers] = []
    for row in table.rows {
      if let enable = columns.enable, try !row.isOn(enable) { continue }
      let label = columns.label.map { row.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      rows.append(
        Numbers(
          row: row,
          pixel: PixelPoint(
            x: try row.number(columns.pixel.x), y: try row.number(columns.pixel.y)),
          map: (try row.number(columns.place.x), try row.number(columns.place.y)), label: label))
    }
    // Below the top edge y is less than 0 in a GIS; nobody marks points above it alone.
    let isUpwards =
      columns.isGIS || rows.allSatisfy { $0.pixel.y <= 0 } && table.isForeign
    guard isUpwards else { return rows }
    for index in rows.indices { rows[index].pixel.y = -rows[index].pixel.y }
    return rows
  }

  /// The system that the places are in.
  private static func system(
    of rows: [Numbers], _ columns: ControlPointColumns, _ stated: MapCRS?
  ) throws(ControlPointError) -> MapCRS {
    if columns.unit == .degrees { return .geographic }
    if let stated { return stated }
    guard let other = rows.first(where: { abs($0.map.x) > 180 || abs($0.map.y) > 90 }) else {
      return .geographic
    }
    if columns.unit == .map { return .mercator }
    let (x, y) = (columns.place.x, columns.place.y)
    throw .unknownUnit(
      columns: [other.row.header[x], other.row.header[y]], line: other.row.line,
      found: [other.row.fields[x], other.row.fields[y]])
  }

  private static func areFractions(_ points: [ControlPoint]) -> Bool {
    points.allSatisfy { (0...1).contains($0.pixel.x) && (0...1).contains($0.pixel.y) }
  }

  private static func scaled(_ points: [ControlPoint], to size: PixelSize) -> [ControlPoint] {
    points.map { point in
      var point = point
      point.pixel.x *= Double(size.width)
      point.pixel.y *= Double(size.height)
      return point
    }
  }

  /// The points, one of which at least has to lie on the picture or within its size beside it.
  private static func onPicture(
    _ points: [ControlPoint], _ rows: [Numbers], _ size: PixelSize, _ columns: ControlPointColumns
  ) throws(ControlPointError) -> [ControlPoint] {
    // The picture may be turned yet.
    let side = Double(max(size.width, size.height))
    let near = -side...2 * side
    let source = points.map { (x: $0.pixel.x, y: columns.isGIS ? -$0.pixel.y : $0.pixel.y) }
    let areMapCoordinates = zip(source, rows).allSatisfy { source, row in
      abs(source.x - row.map.x) <= 0.01 * max(1, abs(row.map.x))
        && abs(source.y - row.map.y) <= 0.01 * max(1, abs(row.map.y))
    }
    let isOutside = !points.contains { near.contains($0.pixel.x) && near.contains($0.pixel.y) }
    guard isOutside || columns.isGIS && areMapCoordinates else { return points }
    let (x, y) = (source.map(\.x).sorted(), source.map(\.y).sorted())
    throw .outside(
      x: x[0]...x[x.count - 1], y: y[0]...y[y.count - 1], areMapCoordinates: areMapCoordinates,
      isGIS: columns.isGIS)
  }

  private static func swapped(
    _ columns: ControlPointColumns, _ header: [String]?, count: Int
  ) -> String {
    guard var names = header else { return columns.swapped.heading(columns: count) }
    names.swapAt(columns.place.x, columns.place.y)
    return names.joined(separator: ",")
  }
}

extension SeparatedTable {
  /// Whether the heading is not one of ours, so that it does not say which way y is counted.
  fileprivate var isForeign: Bool {
    !(header ?? []).contains { $0.lowercased() == "pixel_y" }
  }
}

extension SeparatedTable.Row {
  /// Whether a column switches the point on, as an empty field does.
  fileprivate func isOn(_ column: Int) throws(ControlPointError) -> Bool {
    let text = fields[column]
    switch text.lowercased() {
    case "", "true", "t", "yes", "y", "on": return true
    case "false", "f", "no", "n", "off": return false
    default:
      guard let number = Double(plainDecimal: text) else {
        throw .notASwitch(line: line, column: header[column], found: text)
      }
      return number != 0
    }
  }
}

extension Coordinate {
  fileprivate init(
    pointAt line: Int, longitude: Double, latitude: Double
  ) throws(ControlPointError) {
    do {
      try self.init(longitude: longitude, latitude: latitude)
    } catch {
      throw .offTheGlobe(line: line, error)
    }
    guard abs(latitude) <= WebMercator.latitudeLimit + 1e-9 else {
      throw .offTheGlobe(line: line, .beyondTheMap(south: latitude, north: latitude))
    }
  }

  fileprivate init(
    pointAt line: Int, easting: Double, northing: Double
  ) throws(ControlPointError) {
    let point = WebMercator.worldPoint(of: MercatorPoint(easting: easting, northing: northing))
    let edge = -1e-9...(1 + 1e-9)
    guard edge.contains(point.x), edge.contains(point.y) else {
      throw .beyondTheMetres(line: line, easting: easting, northing: northing)
    }
    self = WebMercator.coordinate(of: point)
  }
}
