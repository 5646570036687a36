public import QuillCore

/// Which tiles become one picture, worked out before any pixel is written.
public struct StitchPlan: Sendable {
  /// The tiles' place.
  public let area: StitchArea

  /// The tiles of the area that the set has.
  public let present: TileCoverage

  /// The tiles of the area that are blank on purpose.
  public let blank: TileCoverage

  /// The tiles of the area that are missing.
  public let holes: TileCoverage

  /// The zooms that the set has tiles at.
  public let zooms: ZoomRange

  /// Pixels along each side of a tile.
  public let tileSide: Int

  /// Whether the set fills the area with tiles that have no transparent pixel.
  public let isOpaque: Bool

  /// The picture's size.
  public var size: PixelSize { area.size(tileSide: tileSide) }

  /// Bytes of memory that the work takes with that many threads, the program itself aside: a row of
  /// tiles, and what the writer holds of it.
  public func memory(jobs: Int) -> Int {
    StitchBand.byteCount(columnCount: area.columns.count, side: tileSide)
      + (2 * jobs + 2) * 3 * max(1 << 20, size.width * 4)
  }
}

extension StitchPlan {
  /// Looks which tiles are there, and at the head of each.
  ///
  /// - Parameters:
  ///   - source: The set.
  ///   - record: What the slicer recorded of it, which tells blank tiles from missing ones.
  ///   - zoom: The zoom of the tiles.
  ///   - area: Which of them; without it, the rectangle around those that are there and those that
  ///     the record knows.
  ///   - jobs: How many threads share the work.
  ///   - isCancelled: Asked between tiles; once true the work ends with `StitchError.cancelled`.
  /// - Throws: `StitchError` when the tiles do not make one picture, what the source throws.
  public init(
    of source: any TileSource, record: SliceRecord?, zoom: Zoom, area: StitchArea? = nil,
    jobs: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    precondition(area.map { $0.zoom == zoom } ?? true, "The area lies at the zoom")
    var all = TileCoverage(zoom: zoom)
    var levels: ClosedRange<Zoom>?
    try source.visitTiles { path in
      guard path.scale == .single else { return }
      let level = path.tile.zoom
      levels = levels.map { min($0.lowerBound, level)...max($0.upperBound, level) } ?? level...level
      if level == zoom { all.append(path.tile) }
    }
    let known = record?.made.first { $0.zoom == zoom } ?? TileCoverage(zoom: zoom)
    let left = record?.blank.first { $0.zoom == zoom } ?? TileCoverage(zoom: zoom)
    guard let levels, let whole = all.union(known).union(left).extent, !all.isEmpty else {
      throw StitchError.noTiles(
        zoom, has: levels.map { ZoomRange($0.lowerBound, through: $0.upperBound) })
    }
    self.area = area ?? StitchArea(whole)
    zooms = ZoomRange(levels.lowerBound, through: levels.upperBound)
    let asked = self.area.coverage
    present = all.intersection(asked)
    blank = left.intersection(asked).subtracting(present)
    holes = asked.subtracting(present).subtracting(blank)
    guard !present.isEmpty else { throw StitchError.noTiles(zoom, has: zooms) }
    let survey = TileSurvey(looksForClearPixels: blank.isEmpty && holes.isEmpty)
    try survey.run(over: present, of: source, jobs: jobs, isCancelled: isCancelled)
    tileSide = try survey.side()
    isOpaque = survey.isOpaque
  }
}
