public import QuillCore

/// What a slice will make, worked out before any pixel is read.
///
///     let plan = try SlicePlan(
///       drawing: PixelSize(width: 5120, height: 6144), placement: .at(Tile("17/38596/49236")!))
///     plan.zooms                    // 12-17
///     plan.tiles(at: 17)?.count     // 480
public struct SlicePlan: Equatable, Sendable {
  /// The drawing's size in pixels.
  public let drawing: PixelSize

  /// Where the drawing lies.
  public let placement: Placement

  /// Pixels along each side of a tile.
  public let tileSize: TileSize

  /// The zoom at which one pixel of the drawing is one pixel of a tile.
  public let nativeZoom: Zoom

  /// The zooms that are written.
  public let zooms: ZoomRange

  /// The drawing's pixels on the grid of its own level.
  package let extent: PixelExtent

  /// The level of that grid; see `TileGrid.pixelLevel`.
  package let level: Int

  /// Works out a slice.
  ///
  /// - Parameters:
  ///   - drawing: The drawing's size.
  ///   - placement: Where it lies.
  ///   - zooms: The zooms to write; without them, from the zoom where the drawing's longer side is
  ///     at most one tile to its own.
  ///   - tileSize: Pixels along each side of a tile.
  /// - Throws: `SliceError` when the drawing does not fit the map or the zooms do not fit it.
  public init(
    drawing: PixelSize, placement: Placement, zooms: ZoomRange? = nil,
    tileSize: TileSize = .pixels256
  ) throws(SliceError) {
    let tile =
      switch placement {
      case .at(let tile): tile
      }
    let stepsUp = tileSize == .pixels512 ? 1 : 0
    guard let native = tile.zoom.deeper(by: -stepsUp) else {
      throw .tooShallow(tile.zoom, tileSize)
    }
    let extent = PixelExtent(
      x: (tile.x * 256)..<(tile.x * 256 + drawing.width),
      y: (tile.y * 256)..<(tile.y * 256 + drawing.height))
    let world = tile.zoom.tilesPerSide * 256
    guard extent.x.upperBound <= world, extent.y.upperBound <= world else {
      let room = PixelSize(width: world - tile.x * 256, height: world - tile.y * 256)
      throw .beyondTheMap(drawing: drawing, at: tile, room: room)
    }
    let zooms = zooms ?? Self.defaultZooms(drawing, native: native, tileSize)
    guard zooms.deepest <= native else { throw .tooDeep(asked: zooms.deepest, native: native) }
    self.drawing = drawing
    self.placement = placement
    self.tileSize = tileSize
    self.zooms = zooms
    self.extent = extent
    nativeZoom = native
    level = tile.zoom.level
  }

  /// Works out the slice of a drawing that covers some pixels of a level's grid, wherever they lie.
  ///
  /// - Precondition: the zooms are no deeper than the level.
  package init(
    extent: PixelExtent, level: Zoom, zooms: ZoomRange, tileSize: TileSize = .pixels256
  ) {
    let stepsUp = tileSize == .pixels512 ? 1 : 0
    guard let native = level.deeper(by: -stepsUp), zooms.deepest <= native,
      let corner = Tile(zoom: level, x: extent.x.lowerBound / 256, y: extent.y.lowerBound / 256)
    else { preconditionFailure("A drawing lies on the map, its zooms on its grid or above") }
    drawing = PixelSize(width: extent.x.count, height: extent.y.count)
    placement = .at(corner)
    self.tileSize = tileSize
    self.zooms = zooms
    self.extent = extent
    nativeZoom = native
    self.level = level.level
  }

  private static func defaultZooms(
    _ drawing: PixelSize, native: Zoom, _ tileSize: TileSize
  ) -> ZoomRange {
    var shallowest = native
    var longer = Double(max(drawing.width, drawing.height))
    while longer > Double(tileSize.pixels), let above = shallowest.deeper(by: -1) {
      shallowest = above
      longer /= 2
    }
    return ZoomRange(shallowest, through: native)
  }
}

extension SlicePlan {
  /// The tiles of a zoom that lie under the drawing, blank ones included; nil for other zooms.
  public func tiles(at zoom: Zoom) -> TileRange? {
    guard zooms.contains(zoom) else { return nil }
    let grid = TileGrid(zoom: zoom, side: tileSize.pixels)
    let (columns, rows) = pixels(at: grid.pixelLevel).tiles(ofSide: grid.side)
    return TileRange(zoom: zoom, columns: columns, rows: rows)
  }

  /// How many tiles lie under the drawing, blank ones included.
  public var tileCount: Int { zooms.reduce(0) { $0 + (tiles(at: $1)?.count ?? 0) } }

  /// The box of the drawing's outer pixel edges in degrees.
  public var bounds: GeographicBounds {
    let world = Double(256 << level)
    let northWest = WebMercator.coordinate(
      of: WorldPoint(x: Double(extent.x.lowerBound) / world, y: Double(extent.y.lowerBound) / world)
    )
    let southEast = WebMercator.coordinate(
      of: WorldPoint(x: Double(extent.x.upperBound) / world, y: Double(extent.y.upperBound) / world)
    )
    // The corners of a rectangle on the map are the corners of a box.
    guard
      let box = try? GeographicBounds(
        west: northWest.longitude, south: southEast.latitude, east: southEast.longitude,
        north: northWest.latitude)
    else { preconditionFailure("A drawing on the map has a box") }
    return box
  }

  /// The grids that are written.
  package var grids: [TileGrid] {
    zooms.map { TileGrid(zoom: $0, side: tileSize.pixels) }
  }

  /// The drawing's pixels on the grid of a level that is not deeper than its own.
  package func pixels(at pixelLevel: Int) -> PixelExtent {
    (pixelLevel..<level).reduce(extent) { extent, _ in extent.halved }
  }
}

extension SlicePlan {
  /// Bytes of memory that the slice takes with that many threads, the program itself aside.
  ///
  /// Two rows of tiles of the deepest zoom and one of each other, four batches of rows, a row of
  /// sums a zoom, and the encoders' own.
  public func memory(jobs: Int) -> Int {
    let tileBytes = 4 * tileSize.pixels * tileSize.pixels
    let batchBytes = RowBatch.number * RowBatch.rows(width: drawing.width) * drawing.width * 4
    let sumBytes = 2 * 20 * drawing.width
    return bufferCount(jobs: jobs) * tileBytes + batchBytes + sumBytes + jobs
      * (6 * tileBytes + 2 << 20)
  }

  /// Buffers for tiles: one row of tiles of each zoom being filled, one of the widest being encoded.
  package func bufferCount(jobs: Int) -> Int {
    let columns = zooms.compactMap { tiles(at: $0)?.columns.count }
    return columns.reduce(0, +) + (columns.max() ?? 0) + 2 * jobs
  }
}
