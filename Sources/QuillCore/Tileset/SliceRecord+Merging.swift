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
  /// A tile that is in one set counts as made, though it be blank in another.
  ///
  /// - Parameters:
  ///   - records: The records of the sets.
  ///   - made: The tiles of the whole, one set a zoom, shallowest first.
  /// - Returns: Nil where the sets have no common zoom of their own.
  public static func merging(_ records: [SliceRecord], made: [TileCoverage]) -> SliceRecord? {
    guard let first = records.first, let native = commonNativeZoom(records),
      !records.contains(where: { $0.placement == .plain }),
      let extent = extent(of: records, at: native)
    else { return nil }
    // The grid of 256-pixel tiles is one zoom deeper where tiles have 512.
    let side = first.options.tileSize.pixels
    let step = side / 256
    guard let level = native.deeper(by: step - 1),
      let corner = Tile(
        zoom: level, x: extent.columns.lowerBound * step, y: extent.rows.lowerBound * step)
    else { return nil }
    let levels = made.map(\.zoom)
    guard let shallowest = levels.min(), let deepest = levels.max() else { return nil }
    var options = first.options
    options.zooms = ZoomRange(shallowest, through: deepest)
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
