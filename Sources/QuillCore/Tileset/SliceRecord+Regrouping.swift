extension SliceRecord {
  /// The record of the same pixels in tiles of another size.
  ///
  /// - Parameters:
  ///   - size: The new tiles' size.
  ///   - made: The new tiles, one set a zoom, shallowest first.
  /// - Returns: Nil where there is no tile left.
  public func regrouped(to size: TileSize, made: [TileCoverage]) -> SliceRecord? {
    guard size != options.tileSize else { return self }
    guard let first = made.first?.zoom, let last = made.last?.zoom else { return nil }
    var new = self
    let shift = size == .pixels512 ? -1 : 1
    new.options.tileSize = size
    new.options.zooms = ZoomRange(first, through: last)
    new.options.nativeZoom = options.nativeZoom?.deeper(by: shift)
    new.options.hasRetina = false
    new.fingerprints = nil
    new.made = made
    let known = made.map { level in
      let old = (self.made + blank).filter { $0.zoom.deeper(by: shift) == level.zoom }
      return old.map { $0.regrouped(at: level.zoom) }
        .reduce(TileCoverage(zoom: level.zoom)) { $0.union($1) }.subtracting(level)
    }
    new.blank = known.filter { !$0.isEmpty }
    return new
  }
}

extension TileCoverage {
  /// The tiles of the next zoom, shallower or deeper, that share area with these.
  fileprivate func regrouped(at zoom: Zoom) -> TileCoverage {
    if zoom < self.zoom { return ancestors(at: zoom) }
    return TileCoverage(
      zoom: zoom,
      ranges: ranges.compactMap { range in
        TileRange(
          zoom: zoom,
          columns: 2 * range.columns.lowerBound...2 * range.columns.upperBound + 1,
          rows: 2 * range.rows.lowerBound...2 * range.rows.upperBound + 1)
      })
  }
}
