/// Which columns of a table hold the pixels of control points and which their places.
struct ControlPointColumns: Equatable {
  /// The columns of a pixel's x and y.
  var pixel: (x: Int, y: Int)

  /// The columns of a place's x and y: longitude and latitude, or east and north.
  var place: (x: Int, y: Int)

  /// What the names of the columns say of the places.
  var unit: Unit

  /// Whether the table is one of a GIS, which counts y upwards from the top edge.
  var isGIS = false

  /// The column that switches points off.
  var enable: Int?

  /// The column that names points.
  var label: Int?

  /// What the numbers of a place are.
  enum Unit {
    /// Degrees, as `lon` and `lat` say.
    case degrees

    /// Those of the system that the file names; without one, degrees where they can be, else metres
    /// of web maps.
    case map

    /// Those of the system that the file names, which it has to unless they can be degrees.
    case grid
  }

  static func == (one: ControlPointColumns, other: ControlPointColumns) -> Bool {
    one.pixel == other.pixel && one.place == other.place && one.unit == other.unit
      && one.isGIS == other.isGIS && one.enable == other.enable && one.label == other.label
  }
}

extension ControlPointColumns {
  /// What a column's name says that it holds.
  private enum Role {
    case pixelX, pixelY, longitude, latitude, mapX, mapY, east, north, x, y, enable, label
  }

  /// The names of each role, in small letters without blanks and underscores.
  private static let names: [(Role, [String])] = [
    (.pixelX, ["pixelx", "sourcex", "imagex", "px", "xpixel", "column", "col"]),
    (.pixelY, ["pixely", "sourcey", "imagey", "py", "ypixel", "row"]),
    (.longitude, ["lon", "long", "lng", "longitude"]), (.latitude, ["lat", "latitude"]),
    (.mapX, ["mapx"]), (.mapY, ["mapy"]), (.east, ["e", "east", "easting"]),
    (.north, ["n", "north", "northing"]), (.x, ["x"]), (.y, ["y"]),
    (.enable, ["enable", "enabled"]), (.label, ["name", "label"]),
  ]

  private static func role(of name: String) -> Role? {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return names.first { $0.1.contains(plain) }?.0
  }

  /// Whether at least four names are those of columns that matter, as a heading's are.
  static func isHeading(_ names: [String]) -> Bool {
    let roles = names.compactMap(role)
    return roles.count { $0 != .enable && $0 != .label } >= 4
  }

  /// Reads the names of the columns.
  ///
  /// `x` and `y` are pixels where other columns are places, and places where others are pixels.
  ///
  /// - Throws: `ControlPointError` that names the first column that is missing or there twice.
  init(heading: [String]) throws(ControlPointError) {
    let roles = heading.map(Self.role)
    func find(_ role: Role) throws(ControlPointError) -> Int? {
      guard let first = roles.firstIndex(of: role) else { return nil }
      guard !roles[(first + 1)...].contains(role) else { throw .repeatedColumn(heading[first]) }
      return first
    }
    func pair(_ x: Role, _ y: Role) throws(ControlPointError) -> (x: Int?, y: Int?) {
      (try find(x), try find(y))
    }
    let source = try pair(.pixelX, .pixelY)
    let degrees = try pair(.longitude, .latitude)
    let map = try pair(.mapX, .mapY)
    let grid = try pair(.east, .north)
    let bare = try pair(.x, .y)
    let named: [(x: Int?, y: Int?, names: (String, String), unit: Unit)] = [
      (map.x, map.y, ("mapX", "mapY"), .map), (degrees.x, degrees.y, ("lon", "lat"), .degrees),
      (grid.x, grid.y, ("east", "north"), .grid),
    ]
    let place = named.first { $0.x != nil || $0.y != nil }
    let hasSource = source.x != nil || source.y != nil
    let pixels = hasSource || place == nil ? source : bare
    guard let pixelX = pixels.x else { throw .missingColumn("pixel_x", found: heading) }
    guard let pixelY = pixels.y else { throw .missingColumn("pixel_y", found: heading) }
    let spot = place ?? (bare.x, bare.y, ("lon", "lat"), .grid)
    guard let placeX = spot.x else { throw .missingColumn(spot.names.0, found: heading) }
    guard let placeY = spot.y else { throw .missingColumn(spot.names.1, found: heading) }
    pixel = (pixelX, pixelY)
    self.place = (placeX, placeY)
    unit = spot.unit
    isGIS = map.x != nil
    enable = try find(.enable)
    label = roles.firstIndex(of: .label)
  }
}

extension ControlPointColumns {
  /// Guesses the columns of a table without names by its numbers; nil unless one reading alone makes
  /// sense.
  ///
  /// Of the first four columns of numbers one half are degrees, and the other are pixels that could
  /// not be degrees. Degrees are longitude before latitude, unless only the other order lies on the
  /// globe.
  init?(guessing rows: [SeparatedTable.Row], for size: PixelSize) {
    let width = rows.map(\.fields.count).min() ?? 0
    let columns = (0..<width).map { column in
      rows.compactMap { Double(plainDecimal: $0.fields[column]) }
    }
    let numeric = columns.indices.filter { columns[$0].count == rows.count }.prefix(4)
    guard numeric.count == 4, let start = numeric.first else { return nil }
    let pairs = [Array(numeric[0..<2]), Array(numeric[2..<4])]
    func order(_ pair: [Int]) -> (x: Int, y: Int)? {
      let most = pair.map { column in columns[column].map(abs).max() ?? 0 }
      if most[0] <= 180, most[1] <= 90 { return (pair[0], pair[1]) }
      return most[0] <= 90 && most[1] <= 180 ? (pair[1], pair[0]) : nil
    }
    let reach = Double(2 * max(size.width, size.height))
    func isPixels(_ pair: [Int]) -> Bool {
      pair.allSatisfy { column in columns[column].allSatisfy { abs($0) <= reach } }
    }
    switch (order(pairs[0]), order(pairs[1])) {
    case (nil, let place?) where isPixels(pairs[0]):
      pixel = (pairs[0][0], pairs[0][1])
      self.place = place
    case (let place?, nil) where isPixels(pairs[1]):
      pixel = (pairs[1][0], pairs[1][1])
      self.place = place
    default: return nil
    }
    unit = .degrees
    label = start > 0 ? 0 : nil
  }

  /// The heading that says of a table with so many columns what this says.
  func heading(columns count: Int) -> String {
    var names = (0..<count).map { "column_\($0 + 1)" }
    names[pixel.x] = "pixel_x"
    names[pixel.y] = "pixel_y"
    names[place.x] = "lon"
    names[place.y] = "lat"
    if let label { names[label] = "name" }
    if let enable { names[enable] = "enable" }
    return names.joined(separator: ",")
  }

  /// The same with the columns of longitude and latitude swapped.
  var swapped: ControlPointColumns {
    var columns = self
    columns.place = (place.y, place.x)
    return columns
  }
}
