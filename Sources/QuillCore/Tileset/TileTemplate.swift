/// A pattern that names each tile of a set, such as `https://example.org/{z}/{x}/{y}.png`.
///
/// `{z}` is the zoom, `{x}` the column, `{y}` the row from the north, `{-y}` the row from the
/// south, `{q}` the quadkey.
///
///     let template = try TileTemplate("tiles/{z}/{x}/{-y}.png")
///     template.name(of: Tile("6/33/22")!)  // "tiles/6/33/41.png"
public struct TileTemplate: Hashable, Sendable {
  private let pieces: [Piece]

  private enum Piece: Hashable {
    case text(String)
    case zoom
    case column
    case row
    case southernRow
    case quadkey
  }

  /// Reads a pattern.
  ///
  /// - Throws: `TileTemplateError` when a placeholder is unknown or the pattern does not tell one
  ///   tile from another.
  public init(_ pattern: String) throws(TileTemplateError) {
    var pieces: [Piece] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { throw .unclosed(pattern) }
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(try Self.placeholder(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    let rows = pieces.contains(.row) || pieces.contains(.southernRow)
    let isNumbered = pieces.contains(.zoom) && pieces.contains(.column) && rows
    guard pieces.contains(.quadkey) || isNumbered, Self.keepsNumbersApart(pieces) else {
      throw .ambiguous(pattern)
    }
    self.pieces = pieces
  }

  /// The name of a tile.
  public func name(of tile: Tile) -> String {
    pieces.reduce(into: "") { name, piece in
      switch piece {
      case .text(let text): name += text
      case .zoom: name += tile.zoom.description
      case .column: name += tile.x.description
      case .row: name += tile.y.description
      case .southernRow: name += tile.tmsRow.index.description
      case .quadkey: name += tile.quadkey
      }
    }
  }

  /// Whether something other than digits stands between any two numbers: `{x}{y}` would give 1 and
  /// 11 the name of 11 and 1.
  private static func keepsNumbersApart(_ pieces: [Piece]) -> Bool {
    var followsNumber = false
    for piece in pieces {
      if case .text(let text) = piece {
        let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        followsNumber = followsNumber && isDigits
      } else if followsNumber {
        return false
      } else {
        followsNumber = true
      }
    }
    return true
  }

  private static func placeholder(_ word: Substring) throws(TileTemplateError) -> Piece {
    switch word {
    case "z": .zoom
    case "x": .column
    case "y": .row
    case "-y": .southernRow
    case "q": .quadkey
    default: throw .unknownPlaceholder(String(word))
    }
  }
}

/// What can be wrong with a pattern of tile names.
public enum TileTemplateError: Error, Equatable, Sendable {
  /// A placeholder that is none of `{z} {x} {y} {-y} {q}`.
  case unknownPlaceholder(String)

  /// A `{` without its `}`.
  case unclosed(String)

  /// A pattern that would give several tiles one name.
  case ambiguous(String)
}

extension TileTemplateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownPlaceholder(let word): "'{\(word)}' is unknown (expected {z} {x} {y} {-y} or {q})"
    case .unclosed(let pattern): "'\(pattern)' has a { without its }"
    case .ambiguous(let pattern):
      "'\(pattern)' gives several tiles one name (expected {z}, {x} and {y} or {-y}, or {q})"
    }
  }
}
