public import QuillCore

/// A rectangle of tiles of one zoom that become one picture.
///
/// It may go on beyond the 180th meridian: columns from `zoom.tilesPerSide` on are those of the
/// next turn around the world.
///
///     let area = StitchArea(TileRange("16/19298-19307/24618-24629")!)
///     area.size(tileSide: 256)  // 2560x3072
public struct StitchArea: Hashable, Sendable {
  /// The zoom of the tiles.
  public let zoom: Zoom

  /// The columns, west to east.
  public let columns: ClosedRange<Int>

  /// The rows, north to south.
  public let rows: ClosedRange<Int>

  /// Creates the area of a rectangle of tiles.
  public init(_ range: TileRange) {
    self.init(zoom: range.zoom, columns: range.columns, rows: range.rows)
  }

  private init(zoom: Zoom, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.zoom = zoom
    self.columns = columns
    self.rows = rows
  }

  /// Creates the area of the tiles that share area with a box, or nil when it lies wholly beyond
  /// the latitudes of the map.
  public init?(covering box: GeographicBounds, at zoom: Zoom) {
    let halves = TileRange.tiles(covering: box, at: zoom)
    guard let first = halves.first else { return nil }
    guard halves.count == 2 else {
      self.init(first)
      return
    }
    let (western, eastern) =
      halves[0].columns.lowerBound > halves[1].columns.lowerBound
      ? (halves[0], halves[1]) : (halves[1], halves[0])
    self.init(
      zoom: zoom,
      columns: western.columns.lowerBound...(eastern.columns.upperBound + zoom.tilesPerSide),
      rows: western.rows)
  }
}

extension StitchArea {
  /// Number of tiles.
  public var count: Int { columns.count * rows.count }

  /// The tile in that column, which may be one of the next turn, and row.
  ///
  /// - Precondition: it lies in the area.
  public func tile(column: Int, row: Int) -> Tile {
    precondition(columns.contains(column) && rows.contains(row), "The tile lies in the area")
    guard let tile = Tile(zoom: zoom, x: column % zoom.tilesPerSide, y: row) else {
      preconditionFailure("The columns and rows of an area lie on the grid")
    }
    return tile
  }

  /// The area's tiles as a set.
  public var coverage: TileCoverage {
    let side = zoom.tilesPerSide
    let halves =
      columns.upperBound < side
      ? [columns] : [0...(columns.upperBound - side), columns.lowerBound...(side - 1)]
    return TileCoverage(
      zoom: zoom,
      ranges: halves.compactMap { TileRange(zoom: zoom, columns: $0, rows: rows) })
  }

  /// The picture's size when each tile has that many pixels a side.
  public func size(tileSide: Int) -> PixelSize {
    PixelSize(width: columns.count * tileSide, height: rows.count * tileSide)
  }

  /// The box of the area in degrees.
  public var bounds: GeographicBounds {
    let side = Double(zoom.tilesPerSide)
    return GeographicBounds(
      from: WorldPoint(x: Double(columns.lowerBound) / side, y: Double(rows.lowerBound) / side),
      to: WorldPoint(
        x: Double(columns.upperBound + 1) / side, y: Double(rows.upperBound + 1) / side))
  }

  /// Where the picture lies, in metres of EPSG:3857.
  public func geoTransform(tileSide: Int) -> GeoTransform {
    let side = Double(zoom.tilesPerSide)
    let corner = WebMercator.metres(
      of: WorldPoint(x: Double(columns.lowerBound) / side, y: Double(rows.lowerBound) / side))
    let pixel = WebMercator.circumference / side / Double(tileSide)
    return GeoTransform(
      originX: corner.easting, originY: corner.northing,
      step: PixelStep(xPerColumn: pixel, yPerColumn: 0, xPerRow: 0, yPerRow: -pixel))
  }
}

extension StitchArea: CustomStringConvertible {
  /// Number of columns and rows, as in `36x18`.
  public var description: String { "\(columns.count)x\(rows.count)" }
}
