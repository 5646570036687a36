import QuillCore

/// Where tiles are expected.
enum Region {
  /// Those tiles, one set a zoom.
  case tiles(Inventory)

  /// A box in degrees, as exact as people write boxes.
  case box(GeographicBounds)

  /// How far, in degrees, a written box may be off: about a metre.
  private static let slack = 1e-5

  /// The tiles of a zoom that must be there, a hair's breadth of the box not counted; none when
  /// the region does not say.
  func wanted(at zoom: Zoom) -> TileCoverage {
    switch self {
    case .tiles(let inventory): inventory[zoom]
    case .box(let bounds): Self.coverage(of: bounds, grownBy: -Self.slack, at: zoom)
    }
  }

  /// The tiles of a zoom that may be there, nil when the region does not say.
  func allowed(at zoom: Zoom) -> TileCoverage? {
    switch self {
    case .tiles(let inventory): inventory[zoom].isEmpty ? nil : inventory[zoom]
    case .box(let bounds): Self.coverage(of: bounds, grownBy: Self.slack, at: zoom)
    }
  }

  /// Whether the tile may be there.
  func contains(_ tile: Tile) -> Bool { allowed(at: tile.zoom)?.contains(tile) ?? false }

  /// How a tile outside would come to lie inside, as the end of a clause; empty when in no way
  /// that people often err.
  func hint(for tile: Tile) -> String {
    func holds(_ other: Tile?) -> Bool { other.map(contains) ?? false }
    if holds(Tile(zoom: tile.zoom, x: tile.x, row: TMSRow(tile.y))) {
      return "; inside if rows count from the south (TMS)"
    }
    if holds(Tile(zoom: tile.zoom, x: tile.y, y: tile.x)) {
      return "; inside if x and y are swapped"
    }
    for step in [-1, 1] {
      guard let zoom = tile.zoom.deeper(by: step), holds(Tile(zoom: zoom, x: tile.x, y: tile.y))
      else { continue }
      return "; inside at zoom \(zoom), is the zoom off by one?"
    }
    return ""
  }

  private static func coverage(
    of bounds: GeographicBounds, grownBy slack: Double, at zoom: Zoom
  ) -> TileCoverage {
    let width = bounds.east - bounds.west + (bounds.crosses180 ? 360 : 0)
    let isWide = width > 4 * Self.slack
    let isHigh = bounds.north - bounds.south > 4 * Self.slack
    let west = isWide ? max(bounds.west - slack, -180) : bounds.west
    let east = isWide ? min(bounds.east + slack, 180) : bounds.east
    let south = isHigh ? max(bounds.south - slack, -90) : bounds.south
    let north = isHigh ? min(bounds.north + slack, 90) : bounds.north
    let box = try? GeographicBounds(west: west, south: south, east: east, north: north)
    return TileCoverage(
      zoom: zoom, ranges: TileRange.tiles(covering: box ?? bounds, at: zoom))
  }
}
