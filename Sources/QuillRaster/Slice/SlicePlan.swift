public import QuillCore

/// What a slice will make, worked out before any pixel is read.
///
///     let plan = try SlicePlan(
///       drawing: PixelSize(width: 5120, height: 6144), placement: .at(Tile("17/38596/49236")!))
///     plan.zooms                      // 12-17
///     plan.coverage(at: 17)?.count    // 480
public struct SlicePlan: Equatable, Sendable {
  /// The drawing's size in pixels.
  public let drawing: PixelSize

  /// Where the drawing lies.
  public let placement: Placement

  /// Where each of its pixels lies.
  public let transform: DrawingTransform

  /// How the tiles look.
  public let look: Look

  /// The zoom of tiles whose pixels are as large as the drawing's, or nearly.
  public let nativeZoom: Zoom

  /// That zoom with its fraction: where a pixel of the drawing is one of a tile.
  public let exactZoom: Double

  /// The zooms that are written.
  public let zooms: ZoomRange

  /// The rows that are made of the drawing, one after the other.
  package let passes: [SlicePass]

  /// What shapes the tiles besides the drawing and its place.
  public struct Look: Hashable, Sendable {
    /// Pixels along each side of a tile.
    public var tileSize = TileSize.pixels256

    /// Whether each tile has a second picture of twice as many pixels a side.
    public var hasRetina = false

    /// How pixels are made that do not fall on pixels of the drawing.
    public var resampling = Resampling.auto

    /// How the zooms below the drawing's own are made.
    public var shrinking = Shrinking.average

    /// Creates the usual look.
    public init() {}
  }

  /// Works out a slice.
  ///
  /// - Parameters:
  ///   - drawing: The drawing's size.
  ///   - placement: Where it lies.
  ///   - zooms: The zooms to write; without them, from the zoom where the drawing's longer side is
  ///     at most one tile to its own.
  ///   - look: How the tiles look.
  /// - Throws: `PlacementError` when the drawing cannot lie so, `SliceError` when it does not fit
  ///   the map or the zooms do not fit it.
  public init(
    drawing: PixelSize, placement: Placement, zooms: ZoomRange? = nil, look: Look = Look()
  ) throws {
    let transform = try placement.transform(for: drawing)
    if transform.isMirrored { throw SliceError.mirrored }
    exactZoom = transform.nativeZoomLevel(for: drawing)
    let level = max(0, Self.rounded(exactZoom))
    let stepsUp = look.tileSize == .pixels512 ? 1 : 0
    guard let native = Zoom(max(0, level - stepsUp)), level - stepsUp <= 30 else {
      throw SliceError.tooDetailed(exactZoom)
    }
    self.drawing = drawing
    self.placement = placement
    self.transform = transform
    self.look = look
    self.zooms =
      zooms
      ?? Self.defaultZooms(
        drawing, native: native, level: level, exact: exactZoom, look)
    nativeZoom = native
    passes = try SlicePass.passes(
      drawing, transform, placement: placement, zooms: self.zooms, level: level, look)
  }

  /// The level whose pixels a drawing gets: the next whole one, unless it lies less than 0.2 above
  /// one already.
  static func rounded(_ level: Double) -> Int {
    guard level.isFinite, abs(level) < 1000 else { return level > 0 ? 1000 : 0 }
    let whole = (level + 1e-9).rounded(.down)
    return Int(whole) + (level - whole < 0.2 ? 0 : 1)
  }

  /// Works out the slice of a drawing that covers some pixels of a level's grid, wherever they lie.
  ///
  /// - Precondition: the zooms are no deeper than the level.
  package init(
    extent: PixelExtent, level: Zoom, zooms: ZoomRange, tileSize: TileSize = .pixels256
  ) {
    var look = Look()
    look.tileSize = tileSize
    let stepsUp = tileSize == .pixels512 ? 1 : 0
    guard let native = level.deeper(by: -stepsUp), zooms.deepest <= native,
      let corner = Tile(zoom: level, x: extent.x.lowerBound / 256, y: extent.y.lowerBound / 256)
    else { preconditionFailure("A drawing lies on the map, its zooms on its grid or above") }
    drawing = PixelSize(width: extent.x.count, height: extent.y.count)
    placement = .at(corner)
    transform = DrawingTransform(at: corner)
    self.look = look
    self.zooms = zooms
    nativeZoom = native
    exactZoom = Double(level.level)
    let grids = zooms.map { TileGrid(zoom: $0, side: tileSize.pixels) }
    passes = [SlicePass(path: .copy, level: level.level, extent: extent, grids: grids)]
  }

  private static func defaultZooms(
    _ drawing: PixelSize, native: Zoom, level: Int, exact: Double, _ look: Look
  ) -> ZoomRange {
    var shallowest = native
    var longer = Double(max(drawing.width, drawing.height)) * SlicePass.power(Double(level) - exact)
    while longer > Double(look.tileSize.pixels) * 1.0001, let above = shallowest.deeper(by: -1) {
      shallowest = above
      longer /= 2
    }
    return ZoomRange(shallowest, through: native)
  }
}

extension SlicePlan {
  /// The tiles of a zoom that lie under the drawing's box, blank ones included; nil for zooms that
  /// are not written.
  public func coverage(at zoom: Zoom) -> TileCoverage? {
    guard zooms.contains(zoom) else { return nil }
    let grid = TileGrid(zoom: zoom, side: look.tileSize.pixels)
    guard let pass = passes.first(where: { $0.grids.contains(grid) }) else { return nil }
    return TileCoverage(grid: grid, extent: pass.pixels(at: grid.pixelLevel))
  }

  /// How many tiles lie under the drawing's box, blank ones included.
  public var tileCount: Int { zooms.reduce(0) { $0 + (coverage(at: $1)?.count ?? 0) } }

  /// The box of the drawing's outer pixel edges in degrees; of a turned drawing, the box around it.
  public var bounds: GeographicBounds {
    let (northWest, southEast) = transform.extent(of: drawing)
    return GeographicBounds(from: northWest, to: southEast)
  }

  /// Whether the tiles lie on the map: a plain pyramid does not.
  public var isOnTheMap: Bool { placement != .plain }

  /// Bytes of memory that the slice takes with that many threads, the program itself aside.
  ///
  /// Two rows of tiles of the deepest zoom and one of each other, four batches of rows, a row of
  /// sums a zoom, rows being resampled, and the encoders' own.
  public func memory(jobs: Int) -> Int {
    passes.map { $0.memory(drawing: drawing, jobs: jobs) }.max() ?? 0
  }

  /// Bytes of disk that the slice takes for a while, 0 for drawings that are read row by row.
  public var scratch: Int {
    passes.contains { $0.path != .copy && $0.path != .resample }
      ? ScratchPicture.byteCount(of: drawing) : 0
  }
}

extension TileCoverage {
  /// The tiles of a grid that share pixels with an extent, which may go on beyond the 180th
  /// meridian.
  init(grid: TileGrid, extent: PixelExtent) {
    let (columns, rows) = extent.tiles(ofSide: grid.side)
    let around = grid.zoom.tilesPerSide
    var parts: [ClosedRange<Int>] = []
    if columns.count >= around {
      parts = [0...(around - 1)]
    } else {
      let first = ((columns.lowerBound % around) + around) % around
      let last = first + columns.count - 1
      parts = last < around ? [first...last] : [0...(last - around), first...(around - 1)]
    }
    self.init(
      zoom: grid.zoom,
      ranges: parts.compactMap { TileRange(zoom: grid.zoom, columns: $0, rows: rows) })
  }
}

extension GeographicBounds {
  /// The box between two points of the map, of which the eastern may lie beyond the 180th meridian.
  init(from northWest: WorldPoint, to southEast: WorldPoint) {
    let turns = northWest.x.rounded(.down)
    let isWhole = southEast.x - northWest.x >= 1
    let west = isWhole ? 0 : northWest.x - turns
    let east = isWhole ? 1 : southEast.x - turns
    let top = WebMercator.coordinate(of: WorldPoint(x: west, y: northWest.y))
    let bottom = WebMercator.coordinate(
      of: WorldPoint(x: east > 1 ? east - 1 : east, y: southEast.y))
    guard
      let box = try? GeographicBounds(
        west: top.longitude, south: min(bottom.latitude, top.latitude), east: bottom.longitude,
        north: top.latitude)
    else { preconditionFailure("Two points of the map span a box") }
    self = box
  }
}
