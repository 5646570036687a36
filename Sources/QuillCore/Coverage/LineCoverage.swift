/// The tiles that lines run through.
enum LineCoverage {
  /// The tiles that share length with one of the lines.
  ///
  /// A stretch along a tile border belongs to the tile that owns the border; the eastern edge of
  /// the map belongs to the last column and its southern edge to the last row. A line whose places
  /// are all one is that place.
  static func tiles(along lines: [[WorldPoint]], at zoom: Zoom) -> TileCoverage {
    var pieces: [StraightPiece] = []
    var dots: [Tile] = []
    for line in lines {
      guard let start = line.first else { continue }
      let before = pieces.count
      let limit = columnLimit(of: line, at: zoom)
      var from = start.snapped(to: zoom)
      for place in line.dropFirst() {
        let to = place.snapped(to: zoom)
        if let piece = StraightPiece(from, to, limit: limit) { pieces.append(piece) }
        from = to
      }
      if pieces.count == before { dots.append(PointCoverage.tile(at: start, zoom)) }
    }
    var sweep = ColumnSweep(over: pieces, at: zoom, fills: false)
    return sweep.coverage().union(TileCoverage(zoom: zoom, tiles: dots))
  }

  /// The column after the last one that may own a stretch of the line: the world's last, unless
  /// the line goes on beyond it.
  private static func columnLimit(of line: [WorldPoint], at zoom: Zoom) -> Int {
    let east = line.reduce(0) { max($0, $1.x) }
    let worlds = max((east - WebMercator.edgeTolerance).rounded(.up), 1)
    return Int(worlds) * zoom.tilesPerSide
  }
}

/// The tiles that hold points.
enum PointCoverage {
  /// The tile that owns the point, found on the other side when it lies beside the world.
  static func tile(at point: WorldPoint, _ zoom: Zoom) -> Tile {
    let isInWorld = (0...1).contains(point.x)
    let x = isInWorld ? point.x : point.x - point.x.rounded(.down)
    return WebMercator.tile(containing: WorldPoint(x: x, y: point.y), at: zoom)
  }
}
