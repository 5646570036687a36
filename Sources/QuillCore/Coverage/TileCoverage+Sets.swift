extension TileCoverage {
  /// The tiles of either set.
  ///
  /// - Precondition: both are of one zoom.
  public func union(_ other: TileCoverage) -> TileCoverage {
    combined(with: other) { $0.union($1) }
  }

  /// Adds the tiles of another set of the same zoom.
  public mutating func formUnion(_ other: TileCoverage) { self = union(other) }

  /// The tiles of both sets.
  ///
  /// - Precondition: both are of one zoom.
  public func intersection(_ other: TileCoverage) -> TileCoverage {
    combined(with: other) { $0.intersection($1) }
  }

  /// The tiles of this set that the other has not.
  ///
  /// - Precondition: both are of one zoom.
  public func subtracting(_ other: TileCoverage) -> TileCoverage {
    combined(with: other) { $0.subtracting($1) }
  }

  /// The set with `margin` tiles more around it, corners included, cut to the grid.
  public func widened(by margin: Int) -> TileCoverage {
    precondition(margin >= 0, "A margin is a number of tiles to add")
    let grid = 0...(zoom.tilesPerSide - 1)
    let reach = Swift.min(margin, zoom.tilesPerSide)
    let grown = slabs.map { slab in
      var alone = TileCoverage(zoom: zoom)
      let columns = (slab.columns.lowerBound - reach)...(slab.columns.upperBound + reach)
      alone.append(
        Slab(columns: columns.clamped(to: grid), rows: slab.rows.widened(by: reach, within: grid)))
      return alone
    }
    return Self.union(of: grown[...], zoom: zoom)
  }

  /// The tiles of a shallower zoom that hold these; itself at its own zoom.
  ///
  /// - Precondition: `zoom` is not deeper than the set's.
  public func ancestors(at zoom: Zoom) -> TileCoverage {
    let steps = self.zoom.level - zoom.level
    precondition(steps >= 0, "Ancestors are at shallower zooms")
    let raised = slabs.map { slab in
      var alone = TileCoverage(zoom: zoom)
      var rows: RowSpans = []
      for span in slab.rows {
        rows.append(southward: (span.lowerBound >> steps)...(span.upperBound >> steps))
      }
      let columns = (slab.columns.lowerBound >> steps)...(slab.columns.upperBound >> steps)
      alone.append(Slab(columns: columns, rows: rows))
      return alone
    }
    return Self.union(of: raised[...], zoom: zoom)
  }

  /// The tiles of any of the sets, halves joined with halves.
  static func union(of parts: ArraySlice<TileCoverage>, zoom: Zoom) -> TileCoverage {
    switch parts.count {
    case 0: TileCoverage(zoom: zoom)
    case 1: parts[parts.startIndex]
    default:
      union(of: parts.prefix(parts.count / 2), zoom: zoom)
        .union(union(of: parts.dropFirst(parts.count / 2), zoom: zoom))
    }
  }

  /// Walks both sets west to east, from one border of a slab to the next, and keeps of each
  /// stretch of columns what `rows` makes of the two lists of rows.
  private func combined(
    with other: TileCoverage, rows: (RowSpans, RowSpans) -> RowSpans
  ) -> TileCoverage {
    precondition(zoom == other.zoom, "Both coverages are of one zoom")
    var result = TileCoverage(zoom: zoom)
    var left = SlabCursor(slabs)
    var right = SlabCursor(other.slabs)
    var column = Swift.min(left.nextBorder(from: -1), right.nextBorder(from: -1))
    while column != Int.max {
      let border = Swift.min(left.nextBorder(from: column), right.nextBorder(from: column))
      guard border != Int.max else { break }
      let kept = rows(left.rows(at: column), right.rows(at: column))
      result.append(Slab(columns: column...(border - 1), rows: kept))
      column = border
    }
    return result
  }
}

/// A walk over slabs from west to east.
private struct SlabCursor {
  private let slabs: [TileCoverage.Slab]
  private var place = 0

  init(_ slabs: [TileCoverage.Slab]) { self.slabs = slabs }

  /// The first column after `column` where a slab begins, or after which one ends.
  mutating func nextBorder(from column: Int) -> Int {
    while place < slabs.count, slabs[place].columns.upperBound < column { place += 1 }
    guard place < slabs.count else { return Int.max }
    let columns = slabs[place].columns
    return columns.lowerBound > column ? columns.lowerBound : columns.upperBound + 1
  }

  /// The rows of a column, none outside the slabs.
  func rows(at column: Int) -> RowSpans {
    guard place < slabs.count, slabs[place].columns.contains(column) else { return [] }
    return slabs[place].rows
  }
}
