/// The name of a tile's file inside a tileset: `z/x/y.png`, or `z/x/y@2x.png` for its retina
/// picture.
///
///     try TilePath("14/4825/6156.png").tile      // 14/4825/6156
///     TilePath(Tile("14/4825/6156")!).description  // "14/4825/6156.png"
///
/// Names are read strictly, since an app asks for exactly one spelling: plain digits, no leading
/// zero, lower-case extension.
public struct TilePath: Hashable, Sendable {
  /// The tile.
  public let tile: Tile

  /// How many pixels the picture has for each point of the tile.
  public let scale: TileScale

  /// Creates the name of a tile's picture.
  public init(_ tile: Tile, scale: TileScale = .single) {
    self.tile = tile
    self.scale = scale
  }

  /// Reads the name of a tile's file, with `/` between its parts.
  ///
  /// - Throws: `TilePathError` that tells in which way the name is none an app would ask for.
  public init(_ name: some StringProtocol) throws(TilePathError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .notThreeParts(String(name)) }
    try self.init(zoom: parts[0], column: parts[1], file: parts[2])
  }

  init(
    zoom: some StringProtocol, column: some StringProtocol, file: some StringProtocol
  ) throws(TilePathError) {
    guard let dot = file.lastIndex(of: ".") else { throw .noExtension(String(file)) }
    let suffix = file[dot...].dropFirst()
    guard suffix == "png" else {
      throw suffix.lowercased() == "png"
        ? .upperCase(String(suffix)) : .foreignExtension(String(suffix))
    }
    let stem = file[..<dot]
    let isRetina = stem.hasSuffix("@2x")
    let level = try Self.number(zoom)
    guard let grid = Zoom(level) else { throw .zoomTooDeep(level) }
    let x = try Self.number(column)
    let y = try Self.number(isRetina ? stem.dropLast(3) : stem[...])
    guard let tile = Tile(zoom: grid, x: x, y: y) else {
      throw .outsideTheZoom(zoom: grid, x: x, y: y)
    }
    self.init(tile, scale: isRetina ? .retina : .single)
  }

  private static func number(_ text: some StringProtocol) throws(TilePathError) -> Int {
    if let number = GridNumber.parse(text) { return number }
    let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, !text.isEmpty else { throw .notANumber(String(text)) }
    throw text.hasPrefix("0") ? .zeroPadded(String(text)) : .tooManyDigits(String(text))
  }
}

/// How many pixels a tile's picture has for each point of the tile.
public enum TileScale: Int, Hashable, Sendable {
  /// One pixel a point.
  case single = 1

  /// Two pixels a point, for retina screens; the file is named `y@2x.png`.
  case retina = 2
}

extension TilePath: CustomStringConvertible {
  /// The name, with `/` between its parts.
  public var description: String { name(endingIn: "png") }

  /// The name of the file when its picture is of another format than PNG.
  func name(endingIn ending: String) -> String {
    "\(tile)\(scale == .retina ? "@2x" : "").\(ending)"
  }
}

/// In which way a file's name is not the name of a tile.
public enum TilePathError: Error, Hashable, Sendable {
  /// The name is not of the form `z/x/y.png`.
  case notThreeParts(String)

  /// The last part has no extension.
  case noExtension(String)

  /// The extension is `png` in another case.
  case upperCase(String)

  /// The extension is no `png`.
  case foreignExtension(String)

  /// A part is not made of plain digits.
  case notANumber(String)

  /// A number begins with a zero.
  case zeroPadded(String)

  /// A number has more digits than the largest column of the deepest zoom.
  case tooManyDigits(String)

  /// The zoom is deeper than any grid.
  case zoomTooDeep(Int)

  /// The zoom has no such column or row.
  case outsideTheZoom(zoom: Zoom, x: Int, y: Int)
}

extension TilePathError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notThreeParts: "is not named z/x/y.png"
    case .noExtension: "has no extension (expected .png)"
    case .upperCase(let found): "ends in .\(found) (expected .png in lower case)"
    case .foreignExtension(let found): "ends in .\(found) (expected .png)"
    case .notANumber(let found): "'\(found)' is not a plain number (expected digits only)"
    case .zeroPadded(let found):
      "'\(found)' is padded with zeros (expected '\(found.trimmingLeadingZeros)')"
    case .tooManyDigits(let found):
      "'\(found)' is beyond every zoom (expected at most 10 digits)"
    case .zoomTooDeep(let found): "zoom \(found) is too deep (expected 0 to 30)"
    case .outsideTheZoom(let zoom, let x, let y):
      "x \(x), y \(y) lie outside zoom \(zoom) (expected 0 to \(zoom.tilesPerSide - 1))"
    }
  }
}

extension String {
  fileprivate var trimmingLeadingZeros: Substring {
    let digits = drop { $0 == "0" }
    return digits.isEmpty ? "0" : digits
  }
}
