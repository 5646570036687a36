/// A row of the grid counted from the south, as the Tile Map Service and MBTiles count.
///
/// The rows of the two schemes mirror each other: at zoom z, TMS row = 2^z − 1 − XYZ row.
///
///     Tile("6/33/22")!.tmsRow.index              // 41
///     Tile(zoom: 6, x: 33, row: TMSRow(41))?.y   // 22
public struct TMSRow: Hashable, Sendable {
  /// The row's number, 0 in the south.
  public let index: Int

  /// Creates the row of that number; whether a zoom has it is known only with the zoom.
  public init(_ index: Int) { self.index = index }
}

extension Tile {
  /// The tile's row counted from the south.
  public var tmsRow: TMSRow { TMSRow(zoom.tilesPerSide - 1 - y) }

  /// Creates the tile of a row counted from the south, or nil when the zoom has no such tile.
  public init?(zoom: Zoom, x: Int, row: TMSRow) {
    guard (0..<zoom.tilesPerSide).contains(row.index) else { return nil }
    self.init(zoom: zoom, x: x, y: zoom.tilesPerSide - 1 - row.index)
  }
}
