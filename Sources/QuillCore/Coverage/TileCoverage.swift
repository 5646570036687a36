/// A set of tiles of one zoom: any shape, kept as runs, so that its memory follows the length of
/// its outline and not its area.
///
///     var wanted = TileCoverage(TileRange("16/10-12/5-6")!)
///     wanted.formUnion(TileCoverage(TileRange("16/12/6-9")!))
///     wanted.count               // 9
///     wanted.map(\.description)  // sorted by column, then row
///
/// Counting costs the number of runs; membership the logarithm of it.
public struct TileCoverage: Hashable, Sendable {
  /// The zoom of all tiles.
  public let zoom: Zoom

  /// Neighbouring columns that have the same rows; west to east, apart or with other rows.
  private(set) var slabs: [Slab] = []

  struct Slab: Hashable {
    var columns: ClosedRange<Int>
    var rows: RowSpans
  }

  /// Creates the empty set of a zoom.
  public init(zoom: Zoom) { self.zoom = zoom }

  /// Creates the set of a rectangle's tiles.
  public init(_ range: TileRange) {
    zoom = range.zoom
    slabs = [Slab(columns: range.columns, rows: [range.rows])]
  }

  /// Creates the set of all tiles of some rectangles of one zoom.
  ///
  /// Halves are joined with halves, so that n rectangles cost n log n.
  ///
  /// - Precondition: each rectangle is of that zoom.
  public init(zoom: Zoom, ranges: some RandomAccessCollection<TileRange>) {
    switch ranges.count {
    case 0: self.init(zoom: zoom)
    case 1:
      let range = ranges[ranges.startIndex]
      precondition(range.zoom == zoom, "A coverage holds tiles of one zoom")
      self.init(range)
    default:
      self.init(zoom: zoom, ranges: ranges.prefix(ranges.count / 2))
      formUnion(TileCoverage(zoom: zoom, ranges: ranges.dropFirst(ranges.count / 2)))
    }
  }

  /// Creates the set of some tiles of one zoom, in any order, doubles allowed.
  ///
  /// - Precondition: each tile is of that zoom.
  public init(zoom: Zoom, tiles: some Sequence<Tile>) {
    self.init(zoom: zoom)
    for tile in tiles.sorted() { append(tile) }
  }

  /// Adds a tile that comes after all others in the order of tiles, or is the last one again.
  ///
  /// This is how a sorted listing becomes a set without a copy of it.
  ///
  /// - Precondition: the tile is of this zoom and comes no earlier than the last one added.
  public mutating func append(_ tile: Tile) {
    precondition(tile.zoom == zoom, "A coverage holds tiles of one zoom")
    let row = tile.y...tile.y
    guard let last = slabs.last, tile.x <= last.columns.upperBound else {
      append(Slab(columns: tile.x...tile.x, rows: [row]))
      return
    }
    let northernmost = last.rows.last?.lowerBound ?? 0
    precondition(
      tile.x == last.columns.upperBound && tile.y >= northernmost,
      "Tiles are appended in their order")
    slabs.removeLast()
    if last.columns.count > 1 {
      slabs.append(Slab(columns: last.columns.lowerBound...(tile.x - 1), rows: last.rows))
    }
    var rows = last.rows
    rows.append(southward: row)
    append(Slab(columns: tile.x...tile.x, rows: rows))
  }

  /// Adds columns east of all others; columns that continue the last ones join them.
  mutating func append(_ slab: Slab) {
    guard !slab.rows.isEmpty else { return }
    if let last = slabs.last, last.columns.upperBound + 1 == slab.columns.lowerBound,
      last.rows == slab.rows
    {
      slabs[slabs.count - 1].columns = last.columns.lowerBound...slab.columns.upperBound
    } else {
      slabs.append(slab)
    }
  }
}

extension TileCoverage {
  /// Number of tiles.
  public var count: Int {
    slabs.reduce(0) { $0 + $1.columns.count * $1.rows.reduce(0) { $0 + $1.count } }
  }

  /// Whether the set has no tile.
  public var isEmpty: Bool { slabs.isEmpty }

  /// Whether the tile is in the set.
  public func contains(_ tile: Tile) -> Bool {
    guard tile.zoom == zoom, let slab = slab(of: tile.x) else { return false }
    return slab.rows.contains { $0.contains(tile.y) }
  }

  /// The set as rectangles without overlap, in the order of their first tiles.
  public var ranges: [TileRange] {
    slabs.flatMap { slab in
      slab.rows.map { TileRange(inside: zoom, columns: slab.columns, rows: $0) }
    }
  }

  /// The smallest rectangle that holds the set, nil when it is empty.
  public var extent: TileRange? {
    guard let west = slabs.first, let east = slabs.last else { return nil }
    let north = slabs.compactMap(\.rows.first?.lowerBound).min() ?? 0
    let south = slabs.compactMap(\.rows.last?.upperBound).max() ?? 0
    return TileRange(
      inside: zoom, columns: west.columns.lowerBound...east.columns.upperBound, rows: north...south)
  }

  private func slab(of column: Int) -> Slab? {
    var low = 0
    var high = slabs.count
    while low < high {
      let middle = (low + high) / 2
      if slabs[middle].columns.upperBound < column { low = middle + 1 } else { high = middle }
    }
    return low < slabs.count && slabs[low].columns.contains(column) ? slabs[low] : nil
  }
}

extension TileCoverage: Sequence {
  /// Walks the tiles column by column, each from north to south.
  public struct Iterator: IteratorProtocol {
    private let zoom: Zoom
    private let slabs: [Slab]
    private var slab = 0
    private var column = 0
    private var span = 0
    private var row = 0

    fileprivate init(_ coverage: TileCoverage) {
      zoom = coverage.zoom
      slabs = coverage.slabs
      enterSlab()
    }

    public mutating func next() -> Tile? {
      guard slab < slabs.count else { return nil }
      let tile = Tile(inside: zoom, x: column, y: row)
      row += 1
      if row > slabs[slab].rows[span].upperBound { enterNextSpan() }
      return tile
    }

    private mutating func enterNextSpan() {
      span += 1
      if span == slabs[slab].rows.count {
        span = 0
        column += 1
        if column > slabs[slab].columns.upperBound {
          slab += 1
          enterSlab()
          return
        }
      }
      row = slabs[slab].rows[span].lowerBound
    }

    private mutating func enterSlab() {
      guard slab < slabs.count else { return }
      column = slabs[slab].columns.lowerBound
      span = 0
      row = slabs[slab].rows[0].lowerBound
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }

  public var underestimatedCount: Int { count }
}
