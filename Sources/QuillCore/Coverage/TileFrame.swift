/// The smallest rectangle of whole tiles around a set of tiles: what a drawing of them must cover.
///
/// Columns go on beyond the 180th meridian where that makes the rectangle narrower and the set has
/// tiles on both sides of it.
///
///     TileFrame(around: TileCoverage(TileRange("16/19298-19307/24618-24629")!))!.columnCount  // 10
public struct TileFrame: Hashable, Sendable {
  /// The zoom of the tiles.
  public let zoom: Zoom

  /// The column in the west.
  public let firstColumn: Int

  /// Number of columns, at most those of the zoom.
  public let columnCount: Int

  /// The rows, north to south.
  public let rows: ClosedRange<Int>

  /// The rectangle around a set, nil when that is empty.
  public init?(around tiles: TileCoverage) {
    guard let extent = tiles.extent else { return nil }
    zoom = tiles.zoom
    rows = extent.rows
    let side = zoom.tilesPerSide
    let gap = extent.columns == 0...(side - 1) ? Self.widestGap(in: tiles) : nil
    firstColumn = gap.map { $0.upperBound + 1 } ?? extent.columns.lowerBound
    columnCount = gap.map { side - $0.count } ?? extent.columns.count
  }

  /// The widest stretch of columns without a tile between others; of a set that has tiles at both
  /// ends of the map it is what is best left out.
  private static func widestGap(in tiles: TileCoverage) -> ClosedRange<Int>? {
    var widest: ClosedRange<Int>?
    var next = 0
    for range in tiles.ranges {
      let width = range.columns.lowerBound - next
      if width > widest?.count ?? 0 { widest = next...(next + width - 1) }
      next = max(next, range.columns.upperBound + 1)
    }
    return widest
  }

  /// Number of rows.
  public var rowCount: Int { rows.count }

  /// Whether it goes on beyond the 180th meridian.
  public var crosses180: Bool { firstColumn + columnCount > zoom.tilesPerSide }

  /// The tile in its north-west corner.
  public var northWest: Tile { Tile(inside: zoom, x: firstColumn, y: rows.lowerBound) }

  /// The tile in its south-east corner.
  public var southEast: Tile {
    let column = (firstColumn + columnCount - 1) % zoom.tilesPerSide
    return Tile(inside: zoom, x: column, y: rows.upperBound)
  }

  /// Its outer edges in degrees.
  public var bounds: GeographicBounds {
    let (first, last) = (WebMercator.bounds(of: northWest), WebMercator.bounds(of: southEast))
    return GeographicBounds(onGlobe: first.west, last.south, last.east, first.north)
  }
}
