extension Placement {
  /// The same place for the same drawing exported at another size.
  ///
  /// A tile's placement stays one when the sizes differ by a power of two and the corner stays on
  /// a tile's; otherwise it becomes the box of the drawing.
  ///
  ///     let half = PixelSize(width: 256, height: 256)
  ///     try Placement.at(Tile("17/6/8")!)
  ///       .scaled(from: PixelSize(width: 512, height: 512), to: half)  // --at 16/3/4
  ///
  /// - Parameters:
  ///   - old: the size that the placement was made for.
  ///   - new: the size of the drawing now.
  /// - Returns: the placement for the new size.
  /// - Throws: `PlacementError.anotherShape` when neither side of the new drawing is, rounded to a
  ///   pixel, what the old shape makes it.
  public func scaled(
    from old: PixelSize, to new: PixelSize
  ) throws(PlacementError) -> Placement {
    guard old != new else { return self }
    guard new.hasShape(of: old) else { throw .anotherShape(found: new, recorded: old) }
    let columns = Double(old.width) / Double(new.width)
    let rows = Double(old.height) / Double(new.height)
    switch self {
    case .at(let tile):
      if let scaled = Self.tile(tile, from: old, to: new) { return .at(scaled) }
      return .bounds(try Self.box(of: old, at: tile), drawnIn: .mercator)
    case .worldFile(let file, let crs):
      do throws(WorldFileError) {
        return .worldFile(try file.scaled(columns: columns, rows: rows), crs: crs)
      } catch {
        throw .worldFile(error)
      }
    case .points(let points, let kind):
      let scaled = points.map { point in
        var point = point
        point.pixel = PixelPoint(x: point.pixel.x / columns, y: point.pixel.y / rows)
        return point
      }
      return .points(scaled, transform: kind)
    case .bounds, .center, .plain: return self
    }
  }

  private static func tile(_ tile: Tile, from old: PixelSize, to new: PixelSize) -> Tile? {
    for steps in 1...30 {
      if old.width << steps == new.width, old.height << steps == new.height {
        return tile.zoom.deeper(by: steps)
          .map { Tile(inside: $0, x: tile.x << steps, y: tile.y << steps) }
      }
      let mask = 1 << steps - 1
      if new.width << steps == old.width, new.height << steps == old.height {
        return (tile.x | tile.y) & mask == 0
          ? tile.zoom.deeper(by: -steps).flatMap(tile.ancestor) : nil
      }
    }
    return nil
  }

  private static func box(
    of size: PixelSize, at tile: Tile
  ) throws(PlacementError) -> GeographicBounds {
    let transform = DrawingTransform(at: tile)
    let northWest = transform.worldPoint(of: size.corners[0])
    let southEast = transform.worldPoint(of: size.corners[2])
    guard southEast.x <= 1, southEast.y <= 1 else { throw .beyondTheMap(size, at: tile) }
    let (first, last) = (
      WebMercator.coordinate(of: northWest), WebMercator.coordinate(of: southEast)
    )
    return GeographicBounds(
      onGlobe: first.longitude, last.latitude, last.longitude, first.latitude)
  }
}

extension PixelSize {
  /// Whether a picture of the other size, scaled to one side of this one, comes within half a
  /// pixel of the other side.
  fileprivate func hasShape(of other: PixelSize) -> Bool {
    // The difference of the cross products is the error of a side times the other picture's side.
    let one = Double(width) * Double(other.height)
    let two = Double(height) * Double(other.width)
    return 2 * abs(one - two) <= Double(max(other.width, other.height))
  }
}
