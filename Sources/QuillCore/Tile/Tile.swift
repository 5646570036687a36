/// One square of the Web Mercator tile grid, named as `z/x/y`: row 0 is in the north (XYZ).
///
/// A `Tile` that exists is valid: its zoom is 0…30, its column and row lie inside that zoom.
///
///     let tile = Tile("14/4825/6156")!
///     tile.parent?.description  // "13/2412/3078"
///     Tile(zoom: 1, x: 2, y: 0)  // nil: zoom 1 has the columns 0 and 1
public struct Tile: Hashable, Sendable {
  /// The zoom whose grid the tile belongs to.
  public let zoom: Zoom

  /// The column, 0 in the west.
  public let x: Int

  /// The row, 0 in the north.
  public let y: Int

  /// Creates the tile of that column and row, or nil when the zoom has no such tile.
  public init?(zoom: Zoom, x: Int, y: Int) {
    let indices = 0..<zoom.tilesPerSide
    guard indices.contains(x), indices.contains(y) else { return nil }
    self.init(inside: zoom, x: x, y: y)
  }

  /// Reads `z/x/y`, plain digits only; nil when the text is anything else or no tile.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let zoom = GridNumber.parse(parts[0]).flatMap(Zoom.init),
      let x = GridNumber.parse(parts[1]), let y = GridNumber.parse(parts[2])
    else { return nil }
    self.init(zoom: zoom, x: x, y: y)
  }

  /// Creates a tile whose indices the caller derived from a valid one.
  init(inside zoom: Zoom, x: Int, y: Int) {
    assert(x >= 0 && y >= 0 && x < zoom.tilesPerSide && y < zoom.tilesPerSide)
    self.zoom = zoom
    self.x = x
    self.y = y
  }
}

extension Tile {
  /// The tile one zoom shallower that holds this one, or nil for the world's tile 0/0/0.
  public var parent: Tile? { zoom.deeper(by: -1).flatMap(ancestor) }

  /// The tile at `zoom` that holds this one; itself at its own zoom, nil at deeper ones.
  public func ancestor(at zoom: Zoom) -> Tile? {
    let steps = self.zoom.level - zoom.level
    return steps < 0 ? nil : Tile(inside: zoom, x: x >> steps, y: y >> steps)
  }

  /// The four tiles one zoom deeper, clockwise from the north-west; none at zoom 30.
  public var children: [Tile] {
    guard let deeper = zoom.deeper(by: 1) else { return [] }
    return [(0, 0), (1, 0), (1, 1), (0, 1)].map {
      Tile(inside: deeper, x: 2 * x + $0.0, y: 2 * y + $0.1)
    }
  }

  /// The tiles that share an edge or a corner with this one, row by row from the north-west.
  ///
  /// There are eight inside the grid, fewer at its edges: the grid does not wrap around.
  public var neighbours: [Tile] {
    (-1...1).flatMap { down in
      (-1...1).compactMap { right in
        right == 0 && down == 0 ? nil : Tile(zoom: zoom, x: x + right, y: y + down)
      }
    }
  }

  /// Whether `other` is this tile or lies inside it at a deeper zoom.
  public func contains(_ other: Tile) -> Bool { other.ancestor(at: zoom) == self }
}

extension Tile: Comparable {
  /// Orders tiles by zoom, then column, then row: the order of every listing.
  public static func < (left: Tile, right: Tile) -> Bool {
    (left.zoom.level, left.x, left.y) < (right.zoom.level, right.x, right.y)
  }
}

extension Tile: CustomStringConvertible {
  /// The tile's name, `z/x/y`.
  public var description: String { "\(zoom)/\(x)/\(y)" }
}
