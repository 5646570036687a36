public import QuillCore

/// Puts tiles together into one picture.
///
///     let plan = try StitchPlan(of: tiles, record: nil, zoom: 16)
///     let writer = try DrawingWriter(path: "park.png", size: plan.size, isOpaque: plan.isOpaque)
///     try Stitcher(plan: plan).stitch(tiles, into: writer)
///     try writer.finish()
///
/// One row of tiles is in memory at a time: memory follows the picture's width.
public struct Stitcher: Sendable {
  /// Which tiles.
  public let plan: StitchPlan

  /// What the slicer recorded of the set: no parent is looked for above a blank tile.
  public var record: SliceRecord?

  /// What is shown where a tile is missing.
  public var holes = HoleFilling.clear

  /// How many threads share the work.
  public var jobs = 1

  /// Asked between tiles, on any thread; once true the work ends with `StitchError.cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Told how many more tiles are done, by the calling thread.
  public var progress: (_ tiles: Int) -> Void {
    get { told.progress }
    set { told = Told(progress: newValue) }
  }

  private var told = Told(progress: { _ in })

  /// Only the calling thread uses it.
  private struct Told: @unchecked Sendable {
    let progress: (Int) -> Void
  }

  /// Creates the stitcher of a plan.
  public init(plan: StitchPlan) { self.plan = plan }

  /// Decodes the tiles and writes all rows, from the top; the caller finishes the file.
  ///
  /// - Throws: `StitchError` for a broken tile, what the source and the writer throw.
  public func stitch(_ source: any TileSource, into writer: DrawingWriter) throws {
    precondition(writer.size == plan.size, "The file was begun for this plan")
    let area = plan.area
    let band = StitchBand(columnCount: area.columns.count, side: plan.tileSide)
    let tools = (0..<max(1, jobs)).map { _ in
      Tool(
        tiles: TilePixels(source),
        holes: HolePixels(
          holes, side: plan.tileSide, source: source, zooms: plan.zooms, record: record))
    }
    for row in area.rows {
      try ParallelLoop.run(area.columns.count, with: tools) { [self] column, tool in
        if isCancelled() { throw StitchError.cancelled }
        let tile = area.tile(column: area.columns.lowerBound + column, row: row)
        try fill(band, column, with: tile, tool)
      }
      try band.withRows { try writer.writeRows(plan.tileSide, from: $0) }
      progress(area.columns.count)
    }
  }

  /// What a thread works with.
  private struct Tool: Sendable {
    let tiles: TilePixels
    let holes: HolePixels
  }

  private func fill(
    _ band: StitchBand, _ column: Int, with tile: Tile, _ tool: Tool
  ) throws {
    if plan.present.contains(tile) {
      let size = try tool.tiles.decode(try tool.tiles.bytes(of: tile), of: tile)
      // Someone may have changed the file since the plan was made.
      guard size == PixelSize(width: plan.tileSide, height: plan.tileSide) else {
        throw StitchError.mixedSizes([
          size: 1, PixelSize(width: plan.tileSide, height: plan.tileSide): plan.present.count - 1,
        ])
      }
      let pixels = tool.tiles.pixels
      band.put(unsafe pixels.span.bytes, column: column)
    } else if plan.holes.contains(tile), try tool.holes.fill(tile) {
      let pixels = tool.holes.pixels
      band.put(unsafe pixels.span.bytes, column: column)
    } else {
      band.clear(column: column)
    }
  }
}
