/// A rectangle of tiles of one zoom, written `16/19298-19307/24618-24629`.
///
/// It is a lazy collection: it counts without enumerating, and no tile is stored.
///
///     let range = TileRange("16/19298-19307/24618-24629")!
///     range.count  // 120
///     range.first  // 16/19298/24618
public struct TileRange: Hashable, Sendable {
  /// The zoom of the tiles.
  public let zoom: Zoom

  /// The columns, west to east.
  public let columns: ClosedRange<Int>

  /// The rows, north to south.
  public let rows: ClosedRange<Int>

  /// Creates the rectangle, or nil when it leaves the zoom's grid.
  public init?(zoom: Zoom, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let grid = 0...(zoom.tilesPerSide - 1)
    guard grid.contains(columns), grid.contains(rows) else { return nil }
    self.init(inside: zoom, columns: columns, rows: rows)
  }

  /// Creates the rectangle of one tile.
  public init(_ tile: Tile) {
    self.init(inside: tile.zoom, columns: tile.x...tile.x, rows: tile.y...tile.y)
  }

  /// Creates the rectangle of all tiles of a zoom.
  public init(all zoom: Zoom) {
    let grid = 0...(zoom.tilesPerSide - 1)
    self.init(inside: zoom, columns: grid, rows: grid)
  }

  /// Reads `z/x/y` where column and row may each be a span `a-b`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let zoom = GridNumber.parse(parts[0]).flatMap(Zoom.init),
      let columns = Self.span(parts[1]), let rows = Self.span(parts[2])
    else { return nil }
    self.init(zoom: zoom, columns: columns, rows: rows)
  }

  init(inside zoom: Zoom, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.zoom = zoom
    self.columns = columns
    self.rows = rows
  }

  private static func span(_ text: some StringProtocol) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = ends.compactMap { GridNumber.parse($0) }
    guard (1...2).contains(ends.count), numbers.count == ends.count,
      numbers[0] <= numbers[numbers.count - 1]
    else { return nil }
    return numbers[0]...numbers[numbers.count - 1]
  }
}

extension TileRange {
  /// Whether the tile lies in the rectangle.
  public func contains(_ tile: Tile) -> Bool {
    tile.zoom == zoom && columns.contains(tile.x) && rows.contains(tile.y)
  }

  /// The tiles of a shallower zoom that hold these; itself at its own zoom, nil at deeper ones.
  public func ancestors(at zoom: Zoom) -> TileRange? {
    let steps = self.zoom.level - zoom.level
    guard steps >= 0 else { return nil }
    return TileRange(
      inside: zoom, columns: (columns.lowerBound >> steps)...(columns.upperBound >> steps),
      rows: (rows.lowerBound >> steps)...(rows.upperBound >> steps))
  }
}

extension TileRange: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { columns.count * rows.count }

  /// The tile at a place: column by column, each from north to south.
  public subscript(place: Int) -> Tile {
    precondition(indices.contains(place), "The range has \(count) tiles, none at \(place)")
    let (column, row) = place.quotientAndRemainder(dividingBy: rows.count)
    return Tile(inside: zoom, x: columns.lowerBound + column, y: rows.lowerBound + row)
  }
}

extension TileRange: CustomStringConvertible {
  public var description: String { "\(zoom)/\(columns.spelt)/\(rows.spelt)" }
}

extension ClosedRange<Int> {
  /// `a-b`, or `a` alone for a span of one.
  var spelt: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}
