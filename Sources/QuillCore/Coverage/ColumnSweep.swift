/// A piece of a shape that a sweep meets on its way from west to east; lengths are in tiles of the
/// zoom in question.
protocol SweptPiece {
  /// The columns the piece has a part in; columns beside the world are those of its next copies.
  var columns: ClosedRange<Int> { get }

  /// From where to where, southward, the piece reaches within a column.
  func extent(in column: Int) -> ClosedRange<Double>

  /// Where the piece crosses the western border of a column, nil when it does not.
  func crossing(westOf column: Int) -> Double?

  /// The last column up to which the piece is the same as in this one, nil when it may differ in
  /// the next.
  func levelEnd(from column: Int) -> Int?
}

/// A walk over the columns of a zoom that turns pieces of shapes into the rows they meet.
///
/// An area meets a tile when some point of its inside lies inside the tile, so in one column the
/// rows follow from the shadow that area ∩ column casts on the y axis. From a point inside go west:
/// either an edge comes, whose own shadow in this column holds the point's y, or the western border
/// of the column does. Hence the shadow is the union of
///
/// - the extents of all edges within the column, and
/// - the stretches of its western border that lie inside, between every other crossing.
///
/// Lines and buffers need the first half alone. Time and memory follow the length of the outline
/// in tiles; level stretches count once however long they are.
struct ColumnSweep<Piece: SweptPiece> {
  private let pieces: [Piece]
  private let zoom: Zoom
  private let fills: Bool
  private var active: [Piece] = []
  private var spans: RowSpans = []
  private var crossings: [Double] = []

  /// Prepares the walk.
  ///
  /// - Parameters:
  ///   - pieces: what to meet, in any order.
  ///   - zoom: the zoom whose tiles are the unit of the pieces.
  ///   - fills: whether the pieces are the edges of an area, which then is covered too.
  init(over pieces: [Piece], at zoom: Zoom, fills: Bool) {
    self.pieces = pieces.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    self.zoom = zoom
    self.fills = fills
  }

  /// Walks and returns the tiles that were met.
  mutating func coverage() -> TileCoverage {
    var result = WrappedSlabs(zoom: zoom)
    var next = 0
    var column = pieces.first?.columns.lowerBound ?? 0
    while next < pieces.count || !active.isEmpty {
      if active.isEmpty { column = max(column, pieces[next].columns.lowerBound) }
      while next < pieces.count, pieces[next].columns.lowerBound <= column {
        active.append(pieces[next])
        next += 1
      }
      let alike = stretch(from: column, to: next < pieces.count ? pieces[next].columns : nil)
      result.append(alike, rows: rows(in: column))
      column = alike.upperBound + 1
      active.removeAll { $0.columns.upperBound < column }
    }
    return result.coverage()
  }

  /// The columns from this one on that have the same rows, as far as that can be told at once.
  private func stretch(from column: Int, to next: ClosedRange<Int>?) -> ClosedRange<Int> {
    var end = next.map { $0.lowerBound - 1 } ?? Int.max
    for piece in active {
      guard let levelEnd = piece.levelEnd(from: column) else { return column...column }
      end = min(end, levelEnd)
    }
    return column...end
  }

  private mutating func rows(in column: Int) -> RowSpans {
    spans.removeAll(keepingCapacity: true)
    for piece in active {
      let extent = piece.extent(in: column)
      note(from: extent.lowerBound, to: extent.upperBound)
    }
    if fills { noteInside(column) }
    if spans.count > 1 { spans.sort { $0.lowerBound < $1.lowerBound } }
    var merged: RowSpans = []
    for span in spans { merged.append(southward: span) }
    return merged
  }

  /// Notes the stretches of the column's western border that lie inside.
  private mutating func noteInside(_ column: Int) {
    crossings.removeAll(keepingCapacity: true)
    for piece in active {
      if let crossing = piece.crossing(westOf: column) { crossings.append(crossing) }
    }
    crossings.sort()
    for place in stride(from: 0, to: crossings.count - 1, by: 2) {
      note(from: crossings[place], to: crossings[place + 1])
    }
  }

  /// Notes the rows that a stretch meets; a line has at least the one that owns it.
  private mutating func note(from north: Double, to south: Double) {
    let tolerance = WebMercator.edgeTolerance * Double(zoom.tilesPerSide)
    let limit = Double(zoom.tilesPerSide - 1)
    let first = min(max((north + tolerance).rounded(.down), 0), limit)
    let last = min((south - tolerance).rounded(.up) - 1, limit)
    if last >= first {
      spans.append(Int(first)...Int(last))
    } else if !fills {
      spans.append(Int(first)...Int(first))
    }
  }
}

/// Slabs of columns that may lie beside the world, brought back into it.
private struct WrappedSlabs {
  private let zoom: Zoom
  private var worlds: [TileCoverage] = []
  private var lastWorld = Int.min

  init(zoom: Zoom) { self.zoom = zoom }

  /// Adds columns east of all others.
  mutating func append(_ columns: ClosedRange<Int>, rows: RowSpans) {
    let side = zoom.tilesPerSide
    var west = columns.lowerBound
    while west <= columns.upperBound {
      let world = west >> zoom.level
      let east = min(columns.upperBound, (world + 1) * side - 1)
      if world != lastWorld {
        worlds.append(TileCoverage(zoom: zoom))
        lastWorld = world
      }
      let inside = (west - world * side)...(east - world * side)
      worlds[worlds.count - 1].append(TileCoverage.Slab(columns: inside, rows: rows))
      west = east + 1
    }
  }

  func coverage() -> TileCoverage { TileCoverage.union(of: worlds[...], zoom: zoom) }
}
