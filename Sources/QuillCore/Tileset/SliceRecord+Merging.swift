extension SliceRecord {
  /// The zoom that holds the drawings' own pixels and of which all zooms below are the exact means,
  /// where it is the same for all sets; nil else.
  public static func commonNativeZoom(_ records: [SliceRecord]) -> Zoom? {
    guard let first = records.first?.options, let native = first.nativeZoom else { return nil }
    let fits = records.allSatisfy { record in
      let options = record.options
      return options.nativeZoom == native && options.tileSize == first.tileSize
        && options.shrink == "average" && options.background == nil
        && options.zooms.contains(native)
    }
    return fits ? native : nil
  }

  /// The record of several sets laid over each other, as of one drawing that covers them all.
  ///
  /// A tile that is in one set counts as made, though it be blank in another. Where the sets have
  /// their drawings' own pixels at different zooms, the record names no zoom as the one whose means
  /// those below it are.
  ///
  /// - Parameters:
  ///   - records: The records of the sets.
  ///   - made: The tiles of the whole, one set a zoom, shallowest first.
  /// - Returns: Nil where the sets have tiles of different sizes, or no place on the map.
  public static func merging(_ records: [SliceRecord], made: [TileCoverage]) -> SliceRecord? {
    let native = commonNativeZoom(records)
    guard let first = records.first, let base = native ?? made.map(\.zoom).max(),
      records.allSatisfy({
        $0.placement != .plain && $0.options.tileSize == first.options.tileSize
      }),
      let extent = native == nil
        ? reach(of: records, at: base) : extent(of: records, at: base)
    else { return nil }
    // The grid of 256-pixel tiles is one zoom deeper where tiles have 512.
    let side = first.options.tileSize.pixels
    let step = side / 256
    guard let level = base.deeper(by: step - 1),
      let corner = Tile(
        zoom: level, x: extent.columns.lowerBound * step, y: extent.rows.lowerBound * step)
    else { return nil }
    let levels = made.map(\.zoom)
    guard let shallowest = levels.min(), let deepest = levels.max() else { return nil }
    var options = first.options
    options.zooms = ZoomRange(shallowest, through: deepest)
    options.nativeZoom = native
    options.fallback = nil
    options.hasRetina = records.allSatisfy(\.options.hasRetina)
    var record = SliceRecord(
      drawing: Drawing(
        name: "\(records.count) drawings", width: extent.columns.count * side,
        height: extent.rows.count * side),
      placement: .at(corner), options: options, made: made, blank: blank(of: records, beside: made))
    record.sheetCount = records.reduce(0) { $0 + ($1.sheetCount ?? 1) }
    return record
  }

  /// The rectangle around all that lies under the drawings.
  private static func extent(of records: [SliceRecord], at zoom: Zoom) -> TileRange? {
    union(records.flatMap { $0.made + $0.blank }, at: zoom).extent
  }

  /// The rectangle at a zoom around what lies under each drawing at the deepest zoom of its set.
  private static func reach(of records: [SliceRecord], at zoom: Zoom) -> TileRange? {
    let ranges = records.compactMap { record -> TileRange? in
      let levels = (record.made + record.blank).map(\.zoom).filter { $0 <= zoom }
      guard let deepest = levels.max() else { return nil }
      guard let own = extent(of: [record], at: deepest) else { return nil }
      // A tile has 2ⁿ columns and rows of tiles n zooms below it.
      let steps = zoom.level - deepest.level
      return TileRange(
        zoom: zoom,
        columns: own.columns.lowerBound << steps...(own.columns.upperBound + 1) << steps - 1,
        rows: own.rows.lowerBound << steps...(own.rows.upperBound + 1) << steps - 1)
    }
    guard let west = ranges.map(\.columns.lowerBound).min(),
      let east = ranges.map(\.columns.upperBound).max(),
      let north = ranges.map(\.rows.lowerBound).min(),
      let south = ranges.map(\.rows.upperBound).max()
    else { return nil }
    return TileRange(zoom: zoom, columns: west...east, rows: north...south)
  }

  private static func blank(
    of records: [SliceRecord], beside made: [TileCoverage]
  ) -> [TileCoverage] {
    made.map { level in
      union(records.flatMap(\.blank), at: level.zoom).subtracting(level)
    }
  }

  private static func union(_ coverages: [TileCoverage], at zoom: Zoom) -> TileCoverage {
    TileCoverage.union(of: coverages.filter { $0.zoom == zoom }[...], zoom: zoom)
  }
}
