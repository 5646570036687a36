internal import QuillCore

/// Rows of pixels come in from the top and leave as finished tiles of several zooms.
///
/// Each level keeps one row of tiles per grid that is written, and one row of sums of the level
/// below it: memory follows the width of the drawing, never its height. A row goes to the tiles
/// of its level; two rows make one of the next level, and so on up.
final class Pyramid {
  private let levels: [Level]
  private let bands: [TileBand]
  private let shrinking: Shrinking
  private var nextRow: Int
  private var finished: [FinishedTile] = []

  /// Grids of other pyramids that wait for the parents of tiles made here.
  private let shallower: Set<TileGrid>

  /// The tiles of those grids that are parents or partners of tiles handed out here.
  private(set) var parentsElsewhere: Set<TilePath> = []

  /// One halving's worth of the drawing.
  @safe
  private final class Level {
    let extent: PixelExtent
    let bands: [TileBand]
    let sums: UnsafeMutablePointer<ColourSum>
    let pixels: UnsafeMutablePointer<UInt32>
    /// Whether the sums hold the upper of two rows.
    var hasUpperRow = false
    /// Makes the level's rows of the drawing's own, where they are not made by sums.
    var resampler: Resampler?
    /// Rows of the level that were delivered.
    var delivered = 0

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
  ///   - shrinking: How shallower levels are made.
  ///   - parents: Tiles that are handed out even when clear.
  ///   - shallower: Grids of other pyramids, which want to know the parents of tiles made here.
  init(
    extent: PixelExtent, level: Int, grids: [TileGrid], keepsBlank: Bool,
    shrinking: Shrinking = .average, parents: Set<TilePath> = [],
    awaitedBy shallower: Set<TileGrid> = []
  ) {
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
    self.shrinking = shrinking
    bands = levels.flatMap(\.bands)
    nextRow = extent.y.lowerBound
    self.shallower = shallower
    for parent in parents { addParent(parent) }
    guard shrinking == .lanczos else { return }
    for (halvings, level) in levels.enumerated().dropFirst() where !level.bands.isEmpty {
      level.resampler = Self.resampler(from: extent, to: level.extent, halvings: halvings)
    }
  }

  /// Lanczos' kernel over the whole picture, as wide as a pixel of the level.
  private static func resampler(
    from extent: PixelExtent, to target: PixelExtent, halvings: Int
  ) -> Resampler {
    let weights = { (source: Range<Int>, target: Range<Int>) in
      AxisWeights(count: target.count, sourceCount: source.count, resampling: .lanczos) { place in
        Double((target.lowerBound + place) << halvings - source.lowerBound)
      }
    }
    return Resampler(across: weights(extent.x, target.x), down: weights(extent.y, target.y))
  }

  /// Rows that may be added after `buffersNeeded` was asked and reserved.
  ///
  /// Where a row of tiles of the top level ends, all shallower ones that end there end with it; but
  /// the rows of a wide kernel come late, and may begin a row of tiles at any time.
  var rowsAtOnce: Int { shrinking == .lanczos ? 1 : .max }

  /// Buffers that the next rows may take from the stock, by the tiles' side.
  var buffersNeeded: [Int: Int] {
    bands.reduce(into: [:]) { needed, band in
      needed[band.grid.side, default: 0] +=
        band.buffersNeeded + (shrinking == .lanczos ? band.buffersAtMost : 0)
    }
  }

  /// Adds the next row of the drawing, whose pixels are words as in `PixelBuffer`.
  func add(_ pixels: UnsafePointer<UInt32>, stock: inout BufferStock) {
    let y = nextRow
    nextRow += 1
    unsafe deliver(pixels, of: levels[0], y: y, stock: &stock)
    switch shrinking {
    case .average: unsafe addSums(pixels, y: y, stock: &stock)
    case .nearest: unsafe pick(pixels, y: y, stock: &stock)
    case .lanczos: unsafe resample(pixels, stock: &stock)
    }
  }

  private func addSums(_ pixels: UnsafePointer<UInt32>, y: Int, stock: inout BufferStock) {
    guard levels.count > 1 else { return }
    let top = levels[0]
    let next = levels[1]
    unsafe ColourSums.gather(
      pixels: pixels, count: top.extent.x.count, startsOdd: top.extent.x.lowerBound & 1 == 1,
      into: next.sums, adding: next.hasUpperRow)
    next.hasUpperRow = true
    if y & 1 == 1 || y == top.extent.y.upperBound - 1 { rise(to: 1, y: y >> 1, stock: &stock) }
  }

  /// Takes the pixels in the middle of those that a level's pixels cover, when this is their row.
  ///
  /// They are delivered with the last row that they cover: a tile is complete after its children.
  private func pick(_ pixels: UnsafePointer<UInt32>, y: Int, stock: inout BufferStock) {
    let whole = levels[0].extent
    for (halvings, level) in levels.enumerated().dropFirst() where !level.bands.isEmpty {
      if Self.middle(of: y >> halvings, halvings, in: whole.y) == y {
        for place in 0..<level.extent.x.count {
          let column = Self.middle(of: level.extent.x.lowerBound + place, halvings, in: whole.x)
          unsafe level.pixels[place] = pixels[column - whole.x.lowerBound]
        }
      }
      let isLast = (y + 1) >> halvings != y >> halvings || y == whole.y.upperBound - 1
      if isLast { unsafe deliver(level.pixels, of: level, y: y >> halvings, stock: &stock) }
    }
  }

  /// The pixel in the middle of those that a pixel of a shallower level covers, inside the drawing.
  private static func middle(of pixel: Int, _ halvings: Int, in extent: Range<Int>) -> Int {
    let middle = pixel << halvings + 1 << (halvings - 1)
    return min(max(middle, extent.lowerBound), extent.upperBound - 1)
  }

  private func resample(_ pixels: UnsafePointer<UInt32>, stock: inout BufferStock) {
    for level in levels.dropFirst() {
      guard let resampler = level.resampler else { continue }
      unsafe resampler.accept(pixels)
      while resampler.hasRow {
        unsafe resampler.emit(into: level.pixels)
        let y = level.extent.y.lowerBound + level.delivered
        level.delivered += 1
        unsafe deliver(level.pixels, of: level, y: y, stock: &stock)
      }
    }
  }

  /// Takes the tiles that were finished since the last call.
  func takeFinished() -> [FinishedTile] {
    defer { finished.removeAll(keepingCapacity: true) }
    return finished
  }

  /// How many tiles were left out since the last call.
  func takeBlankCount() -> Int {
    bands.reduce(0) { $0 + ($1.grid.scale == .single ? $1.takeBlankCount() : 0) }
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
      unsafe deliver(level.pixels, sums: level.sums, of: level, y: y, stock: &stock)
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
    _ pixels: UnsafePointer<UInt32>, sums: UnsafePointer<ColourSum>? = nil, of level: Level, y: Int,
    stock: inout BufferStock
  ) {
    for band in level.bands {
      unsafe band.add(pixels, sums: sums, y: y, stock: &stock)
      guard band.ends(at: y) else { continue }
      band.end(stock: &stock) { tile in
        finished.append(tile)
        announce(tile.path)
      }
    }
  }

  /// Tells the grid of the next shallower zoom that the tile's parent has a child, and that of the
  /// plain pictures that a retina picture has a partner.
  private func announce(_ path: TilePath) {
    if let parent = path.tile.parent { addParent(TilePath(parent, scale: path.scale)) }
    if path.scale == .retina { addParent(TilePath(path.tile, scale: .single)) }
  }

  private func addParent(_ path: TilePath) {
    let isHere: (TileGrid) -> Bool = { $0.zoom == path.tile.zoom && $0.scale == path.scale }
    if let band = bands.first(where: { isHere($0.grid) }) {
      band.addParent(column: path.tile.x, row: path.tile.y)
    } else if shallower.contains(where: isHere) {
      parentsElsewhere.insert(path)
    }
  }
}
