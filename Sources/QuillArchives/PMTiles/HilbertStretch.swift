internal import QuillCore

/// Collects tiles that follow one another along the Hilbert curves, as squares.
///
/// Tile numbers that share all but their lowest 2k bits are those of one square, 2^k tiles wide:
/// a stretch of any length is a few squares, so that an entry which stands for millions of tiles
/// takes no room.
struct HilbertStretches {
  private var squares: [Zoom: [TileRange]] = [:]
  private var pending: Range<UInt64> = 0..<0

  /// Adds tiles, by number and after all others.
  mutating func append(_ ids: Range<UInt64>) {
    if pending.upperBound == ids.lowerBound, !pending.isEmpty {
      pending = pending.lowerBound..<ids.upperBound
    } else {
      flush()
      pending = ids
    }
  }

  /// The tiles, one set a zoom, shallowest first.
  mutating func coverages() -> [TileCoverage] {
    flush()
    return squares.sorted { $0.key < $1.key }
      .map { TileCoverage(zoom: $0.key, ranges: $0.value) }
  }

  private mutating func flush() {
    var next = pending.lowerBound
    while next < pending.upperBound {
      guard let tile = HilbertIndex(next).tile,
        let first = Tile(zoom: tile.zoom, x: 0, y: 0)?.hilbertIndex.value
      else { return }
      // The largest square that begins here and ends in time.
      var level = min(tile.zoom.level, (next - first).trailingZeroBitCount / 2)
      while level > 0, next + 1 << UInt64(2 * level) > pending.upperBound { level -= 1 }
      let side = 1 << level
      let (x, y) = (tile.x / side * side, tile.y / side * side)
      if let square = TileRange(
        zoom: tile.zoom, columns: x...(x + side - 1), rows: y...(y + side - 1))
      {
        squares[tile.zoom, default: []].append(square)
      }
      next += 1 << UInt64(2 * level)
    }
    pending = 0..<0
  }
}
