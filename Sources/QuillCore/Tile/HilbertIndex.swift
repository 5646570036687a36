/// The place of a tile on the Hilbert curves of all zooms, one after the other: the tile id of
/// the PMTiles specification, version 3.
///
///     Tile("1/1/0")!.hilbertIndex.value  // 4
///     HilbertIndex(5).tile               // 2/0/0
public struct HilbertIndex: Hashable, Sendable {
  /// The number, 0 for the world's tile.
  public let value: UInt64

  /// Creates the index of that number.
  public init(_ value: UInt64) { self.value = value }

  /// Number of tiles of all zooms above `level`: 1 + 4 + … + 4^(level−1) = (4^level − 1) / 3.
  static func firstValue(atLevel level: Int) -> UInt64 { ((1 << UInt64(2 * level)) - 1) / 3 }

  /// The tile at this place, or nil beyond zoom 30.
  ///
  /// Walks the curve from its smallest square up: two bits choose a quadrant, and the part walked
  /// so far is mirrored along the diagonal when that quadrant's curve is.
  public var tile: Tile? {
    guard let zoom = Zoom.all.last(where: { Self.firstValue(atLevel: $0.level) <= value }),
      value < Self.firstValue(atLevel: zoom.level + 1)
    else { return nil }
    var rest = value - Self.firstValue(atLevel: zoom.level)
    var x = 0
    var y = 0
    for bit in 0..<zoom.level {
      let side = 1 << bit
      let right = Int(rest >> 1 & 1)
      let down = Int(rest & 1) ^ right
      (x, y) = turned(x: x, y: y, side: side, right: right, down: down)
      x += right * side
      y += down * side
      rest >>= 2
    }
    return Tile(inside: zoom, x: x, y: y)
  }
}

extension HilbertIndex: Comparable {
  public static func < (left: HilbertIndex, right: HilbertIndex) -> Bool {
    left.value < right.value
  }
}

extension Tile {
  /// The tile's place on the Hilbert curves of all zooms.
  public var hilbertIndex: HilbertIndex {
    var x = x
    var y = y
    var place: UInt64 = 0
    for bit in (0..<zoom.level).reversed() {
      let side = 1 << bit
      let right = x >> bit & 1
      let down = y >> bit & 1
      place += UInt64(side) * UInt64(side) * UInt64((3 * right) ^ down)
      (x, y) = turned(x: x & (side - 1), y: y & (side - 1), side: side, right: right, down: down)
    }
    return HilbertIndex(HilbertIndex.firstValue(atLevel: zoom.level) + place)
  }
}

extension Zoom {
  /// All zooms of the grid, shallowest first.
  public static let all = ZoomRange(.shallowest, through: .deepest)
}

/// A point of a square of that side as the curve of one quadrant sees it: the two northern
/// quadrants run along the other diagonal, the eastern one of them backwards.
private func turned(x: Int, y: Int, side: Int, right: Int, down: Int) -> (x: Int, y: Int) {
  guard down == 0 else { return (x, y) }
  return right == 1 ? (side - 1 - y, side - 1 - x) : (y, x)
}
