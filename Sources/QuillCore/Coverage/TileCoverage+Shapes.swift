extension TileCoverage {
  /// The tiles of a zoom that a shape meets, or that lie within a distance of it.
  ///
  /// A tile is listed when its inside shares area, or length, or the point with the shape. A tile
  /// owns its western and northern border, for points and for stretches of lines along it; an area
  /// that only touches a tile does not list it. What is within 1e-12 of the world's width counts as
  /// on the border.
  ///
  ///     let route = Shape(try GPX(parsing: bytes))
  ///     TileCoverage.tiles(covering: route, at: 16, buffer: GroundDistance("250m"))
  ///
  /// - Parameters:
  ///   - shape: the shape, edges straight on the map.
  ///   - zoom: the zoom of the tiles.
  ///   - buffer: how far around the shape tiles are listed too, in metres on the ground at the
  ///     shape's latitude; nil and 0 add nothing.
  /// - Returns: the tiles; none only when the shape has nothing.
  /// - Complexity: the length of the shape's outline, in tiles.
  public static func tiles(
    covering shape: Shape, at zoom: Zoom, buffer: GroundDistance? = nil
  ) -> TileCoverage {
    let points = shape.points.map { PointCoverage.tile(at: $0, zoom) }
    var parts = [
      TileCoverage(zoom: zoom, tiles: points), LineCoverage.tiles(along: shape.lines, at: zoom),
    ]
    parts += shape.polygons.map { PolygonCoverage.tiles(meeting: $0, at: zoom) }
    if let buffer, buffer.metres > 0 {
      parts.append(surroundings(of: shape, within: buffer, at: zoom))
    }
    return union(of: parts[...], zoom: zoom)
  }

  /// The tiles of several zooms that a shape meets, one set a zoom, shallowest first.
  ///
  /// Only the deepest zoom is searched: a tile meets the shape exactly when one of the tiles in it
  /// does.
  public static func tiles(
    covering shape: Shape, at zooms: ZoomRange, buffer: GroundDistance? = nil
  ) -> [TileCoverage] {
    var sets = [tiles(covering: shape, at: zooms.deepest, buffer: buffer)]
    for zoom in zooms.dropLast().reversed() {
      sets.append(sets[sets.count - 1].ancestors(at: zoom))
    }
    return sets.reversed()
  }

  /// How many columns of tiles the pieces of a shape's outline pass through, all told: what
  /// `tiles(covering:at:buffer:)` costs.
  ///
  /// A hundred million take some ten seconds and gigabytes of memory. Level pieces count once.
  public static func columns(
    outlining shape: Shape, at zoom: Zoom, buffer: GroundDistance? = nil
  ) -> Int {
    let side = Double(zoom.tilesPerSide)
    let around = buffer.map { Buffer($0, at: zoom) }
    var columns = 0.0
    for point in shape.points { columns += 1 + (around?.columns(from: point, to: point) ?? 0) }
    let rings = shape.polygons.joined().map { $0 + $0.prefix(1) }
    for line in shape.lines + rings {
      for (from, to) in zip(line, line.dropFirst()) {
        columns += from.y == to.y ? 1 : abs(to.x - from.x) * side + 1
        columns += around?.columns(from: from, to: to) ?? 0
      }
    }
    return Int(Swift.min(columns, 1e18))
  }

  private static func surroundings(
    of shape: Shape, within distance: GroundDistance, at zoom: Zoom
  ) -> TileCoverage {
    var buffer = Buffer(distance, at: zoom)
    for point in shape.points { buffer.surround(point) }
    for line in shape.lines { buffer.surround(line) }
    for ring in shape.polygons.joined() {
      guard let start = ring.first else { continue }
      buffer.surround(ring + [start])
    }
    return buffer.tiles()
  }
}
