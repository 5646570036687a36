import QuillCore

/// Holds each column of tiles against the one west of it, while tiles come in their order.
///
/// Two tiles that are both as one slice wrote them continue each other as the drawing does, whatever
/// lines it has.
///
/// Of two columns the edges are kept, 4 KiB a tile of 256 pixels.
struct ColumnBorders {
  /// More rows of one column than this are not compared with the next one's: some 64 MiB, and
  /// columns that are higher than any drawing.
  private static let mostRows = 1 << 14

  private var zoom: Zoom?
  private var column = 0
  /// The eastern edges of the column that came before this one, and of this one, by row.
  private var western: [Int: Border] = [:]
  private var current: [Int: Border] = [:]

  private struct Border {
    let edge: PictureEdge
    /// Whether the tile is as the last slice wrote it.
    let isRecorded: Bool
  }

  /// Compares a tile's western edge with its neighbour's eastern one, and keeps its own.
  mutating func compare(
    _ result: TileResult, in context: CheckContext, into book: inout FindingBook
  ) {
    guard let west = result.west, let east = result.east else { return }
    let tile = result.path.tile
    if tile.zoom != zoom || tile.x != column { begin(tile) }
    if let neighbour = western[tile.y], !(neighbour.isRecorded && result.isRecorded),
      let seam = PictureSeam(between: neighbour.edge, and: west),
      let first = Tile(zoom: tile.zoom, x: tile.x - 1, y: tile.y)
    {
      book.add(seam, between: first, and: tile, in: context)
    }
    if current.count < Self.mostRows {
      current[tile.y] = Border(edge: east, isRecorded: result.isRecorded)
    }
  }

  private mutating func begin(_ tile: Tile) {
    let isNext = tile.zoom == zoom && tile.x == column + 1
    western = isNext ? current : [:]
    current = [:]
    zoom = tile.zoom
    column = tile.x
  }
}
