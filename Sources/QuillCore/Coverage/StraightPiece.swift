/// A straight stretch between two points in tiles of some zoom: a part of a line, or an edge of an
/// area.
struct StraightPiece: SweptPiece, Hashable {
  /// The end in the west; of an upright stretch the one in the north.
  let start: WorldPoint

  /// The end in the east; of an upright stretch the one in the south.
  let end: WorldPoint

  let columns: ClosedRange<Int>

  /// Creates the stretch between two points, or nil when they are one.
  ///
  /// An upright stretch on the border of a column is of that column, or of the one before when that
  /// column is `limit`.
  init?(_ one: WorldPoint, _ other: WorldPoint, limit: Int = Int.max) {
    guard one != other else { return nil }
    let isInOrder = (one.x, one.y) < (other.x, other.y)
    start = isInOrder ? one : other
    end = isInOrder ? other : one
    let first = Int(start.x.rounded(.down))
    columns =
      start.x == end.x
      ? min(first, limit - 1)...min(first, limit - 1)
      : first...(Int(end.x.rounded(.up)) - 1)
  }

  var isUpright: Bool { start.x == end.x }

  func extent(in column: Int) -> ClosedRange<Double> {
    if isUpright { return start.y...end.y }
    let west = height(at: Double(column))
    let east = height(at: Double(column + 1))
    return min(west, east)...max(west, east)
  }

  func crossing(westOf column: Int) -> Double? {
    start.x <= Double(column) && !isUpright ? height(at: Double(column)) : nil
  }

  func levelEnd(from column: Int) -> Int? {
    start.y == end.y && start.x <= Double(column) ? columns.upperBound : nil
  }

  /// The y of the stretch at an x; beyond its ends that of the end.
  private func height(at x: Double) -> Double {
    if x <= start.x { return start.y }
    if x >= end.x { return end.y }
    let height = start.y + (x - start.x) / (end.x - start.x) * (end.y - start.y)
    return min(max(height, min(start.y, end.y)), max(start.y, end.y))
  }
}

extension WorldPoint {
  /// The point in tiles of a zoom; a number within the tolerance of a tile border is put on it.
  func snapped(to zoom: Zoom) -> WorldPoint {
    WorldPoint(x: Self.snapped(x, to: zoom), y: Self.snapped(y, to: zoom))
  }

  private static func snapped(_ fraction: Double, to zoom: Zoom) -> Double {
    let tiles = fraction * Double(zoom.tilesPerSide)
    let border = tiles.rounded()
    let tolerance = WebMercator.edgeTolerance * Double(zoom.tilesPerSide)
    return abs(tiles - border) <= tolerance ? border : tiles
  }
}
