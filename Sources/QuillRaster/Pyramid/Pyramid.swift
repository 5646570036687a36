internal import QuillCore

/// Rows of pixels come in from the top and leave as finished tiles of several zooms.
///
/// Each level keeps one row of tiles per grid that is written, and one row of sums of the level
/// below it: memory follows the width of the drawing, never its height. A row goes to the tiles
/// of its level; two rows make one of the next level, and so on up.
final class Pyramid {
  private let levels: [Level]
  private let bands: [TileBand]
  private var nextRow: Int
  private var finished: [FinishedTile] = []

  /// One halving's worth of the drawing.
  @safe
  private final class Level {
    let extent: PixelExtent
    let bands: [TileBand]
    let sums: UnsafeMutablePointer<ColourSum>
    let pixels: UnsafeMutablePointer<UInt32>
    /// Whether the sums hold the upper of two rows.
    var hasUpperRow = false

    init(extent: PixelExtent, bands: [TileBand]) {
      self.extent = extent
      self.bands = bands
      unsafe sums = .allocate(capacity: extent.x.count)
      unsafe pixels = .allocate(capacity: extent.x.count)
      unsafe sums.initialize(repeating: ColourSum(), count: extent.x.count)
      unsafe pixels.initialize(repeating: 0, count: extent.x.count)
    }

    deinit {
      unsafe sums.deallocate()
      unsafe pixels.deallocate()
    }
  }

  /// Creates the pyramid of a drawing.
  ///
  /// - Parameters:
  ///   - extent: The drawing's pixels on the grid of its own level.
  ///   - level: That level; see `TileGrid.pixelLevel`.
  ///   - grids: The tiles to make, none deeper than `level`.
  ///   - keepsBlank: Whether clear tiles are handed out too.
  init(extent: PixelExtent, level: Int, grids: [TileGrid], keepsBlank: Bool) {
    precondition(grids.allSatisfy { $0.pixelLevel <= level }, "A pyramid only shrinks")
    let shallowest = grids.map(\.pixelLevel).min() ?? level
    var levels: [Level] = []
    var covered = extent
    for pixelLevel in stride(from: level, through: shallowest, by: -1) {
      let bands = grids.filter { $0.pixelLevel == pixelLevel }.map {
        TileBand(grid: $0, extent: covered, keepsBlank: keepsBlank)
      }
      levels.append(Level(extent: covered, bands: bands))
      covered = covered.halved
    }
    self.levels = levels
    bands = levels.flatMap(\.bands)
    nextRow = extent.y.lowerBound
  }

  /// Buffers that the next rows may take from the stock, by the tiles' side.
  ///
  /// Holds until a row of tiles of the top level ends: where one ends, all shallower ones that end
  /// there end with it.
  var buffersNeeded: [Int: Int] {
    bands.reduce(into: [:]) { $0[$1.grid.side, default: 0] += $1.buffersNeeded }
  }

  /// Adds the next row of the drawing, whose pixels are words as in `PixelBuffer`.
  func add(_ pixels: UnsafePointer<UInt32>, stock: inout BufferStock) {
    let top = levels[0]
    let y = nextRow
    nextRow += 1
    unsafe deliver(pixels, of: top, y: y, stock: &stock)
    guard levels.count > 1 else { return }
    let next = levels[1]
    unsafe ColourSums.gather(
      pixels: pixels, count: top.extent.x.count, startsOdd: top.extent.x.lowerBound & 1 == 1,
      into: next.sums, adding: next.hasUpperRow)
    next.hasUpperRow = true
    if y & 1 == 1 || y == top.extent.y.upperBound - 1 { rise(to: 1, y: y >> 1, stock: &stock) }
  }

  /// Takes the tiles that were finished since the last call.
  func takeFinished() -> [FinishedTile] {
    defer { finished.removeAll(keepingCapacity: true) }
    return finished
  }

  /// The tiles that were handed out and those left out, one set a zoom, shallowest first.
  var coverages: (made: [TileCoverage], blank: [TileCoverage]) {
    let single = bands.filter { $0.grid.scale == .single }.sorted { $0.grid.zoom < $1.grid.zoom }
    return (
      single.map { TileCoverage(zoom: $0.grid.zoom, ranges: $0.made) },
      single.map { TileCoverage(zoom: $0.grid.zoom, ranges: $0.blank) }
    )
  }

  /// Row `y` of that level is summed up: round it for the tiles, add it to the level above.
  private func rise(to index: Int, y: Int, stock: inout BufferStock) {
    let level = levels[index]
    level.hasUpperRow = false
    if !level.bands.isEmpty {
      unsafe ColourSums.round(
        level.sums, count: level.extent.x.count, halvings: index, into: level.pixels)
      unsafe deliver(level.pixels, of: level, y: y, stock: &stock)
    }
    guard index + 1 < levels.count else { return }
    let next = levels[index + 1]
    unsafe ColourSums.gather(
      sums: level.sums, count: level.extent.x.count,
      startsOdd: level.extent.x.lowerBound & 1 == 1,
      shift: index >= ColourSums.exactHalvings ? 2 : 0, into: next.sums, adding: next.hasUpperRow)
    next.hasUpperRow = true
    if y & 1 == 1 || y == level.extent.y.upperBound - 1 {
      rise(to: index + 1, y: y >> 1, stock: &stock)
    }
  }

  private func deliver(
    _ pixels: UnsafePointer<UInt32>, of level: Level, y: Int, stock: inout BufferStock
  ) {
    for band in level.bands {
      unsafe band.add(pixels, y: y, stock: &stock)
      guard band.ends(at: y) else { continue }
      band.end(stock: &stock) { tile in
        finished.append(tile)
        announce(tile.path)
      }
    }
  }

  /// Tells the grid of the next shallower zoom that the tile's parent has a child.
  private func announce(_ path: TilePath) {
    guard let parent = path.tile.parent else { return }
    for band in bands where band.grid.zoom == parent.zoom && band.grid.scale == path.scale {
      band.addParent(column: parent.x, row: parent.y)
    }
  }
}
