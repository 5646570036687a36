/// A disc, in tiles of some zoom.
struct Disc {
  let x: Double
  let y: Double
  let radius: Double

  /// How far the disc reaches north and south of its middle at an x, nil beside the disc.
  func halfHeight(at x: Double) -> Double? {
    let aside = x - self.x
    guard abs(aside) <= radius * (1 + 1e-12) else { return nil }
    return max(radius * radius - aside * aside, 0).squareRoot()
  }
}

/// The hull of two discs, in tiles of some zoom.
struct Capsule: SweptPiece {
  let columns: ClosedRange<Int>
  private let start: Disc
  private let end: Disc
  private let sides: (Side, Side)?
  private let span: ClosedRange<Double>

  /// A straight side of the hull, where it touches the two discs.
  private struct Side {
    let from: WorldPoint
    let to: WorldPoint

    /// The y of the side at an x, nil beside it.
    func height(at x: Double) -> Double? {
      let (low, high) = from.x <= to.x ? (from, to) : (to, from)
      guard low.x <= x, x <= high.x, low.x < high.x else { return nil }
      return low.y + (x - low.x) / (high.x - low.x) * (high.y - low.y)
    }
  }

  init(_ start: Disc, _ end: Disc) {
    self.start = start
    self.end = end
    let west = min(start.x - start.radius, end.x - end.radius)
    let east = max(start.x + start.radius, end.x + end.radius)
    span = west...max(west, east)
    let first = Int(west.rounded(.down))
    columns = first...max(first, Int(east.rounded(.up)) - 1)
    sides = Self.sides(start, end)
  }

  /// The two sides, nil when one disc lies in the other.
  ///
  /// A side touches both discs, so with its normal n and the way w from one middle to the other
  /// n · w is the difference of the radii; n has length 1.
  private static func sides(_ start: Disc, _ end: Disc) -> (Side, Side)? {
    let (right, down) = (end.x - start.x, end.y - start.y)
    let length = (right * right + down * down).squareRoot()
    let difference = start.radius - end.radius
    guard length > abs(difference) else { return nil }
    let along = difference / length
    let across = max(1 - along * along, 0).squareRoot()
    let (unitX, unitY) = (right / length, down / length)
    func side(_ across: Double) -> Side {
      let normalX = along * unitX - across * unitY
      let normalY = along * unitY + across * unitX
      return Side(
        from: WorldPoint(
          x: start.x + start.radius * normalX, y: start.y + start.radius * normalY),
        to: WorldPoint(x: end.x + end.radius * normalX, y: end.y + end.radius * normalY))
    }
    return (side(across), side(-across))
  }

  func extent(in column: Int) -> ClosedRange<Double> {
    let west = max(Double(column), span.lowerBound)
    let east = max(min(Double(column + 1), span.upperBound), west)
    // The hull is convex: beside its northernmost point it only falls, so that the point of the
    // column nearest to that one is the column's northernmost.
    let northern = start.y - start.radius < end.y - end.radius ? start : end
    let southern = start.y + start.radius > end.y + end.radius ? start : end
    let north = north(at: min(max(northern.x, west), east))
    return north...max(north, south(at: min(max(southern.x, west), east)))
  }

  func crossing(westOf column: Int) -> Double? { nil }

  func levelEnd(from column: Int) -> Int? {
    guard start.y == end.y, start.radius == end.radius else { return nil }
    let (west, east) = (min(start.x, end.x), max(start.x, end.x))
    let last = Int(east.rounded(.up)) - 1
    return Double(column + 1) > west && column < last ? last : nil
  }

  private func north(at x: Double) -> Double {
    var north = Double.infinity
    if let half = start.halfHeight(at: x) { north = start.y - half }
    if let half = end.halfHeight(at: x) { north = min(north, end.y - half) }
    guard let sides else { return north }
    return min(north, sides.0.height(at: x) ?? north, sides.1.height(at: x) ?? north)
  }

  private func south(at x: Double) -> Double {
    var south = -Double.infinity
    if let half = start.halfHeight(at: x) { south = start.y + half }
    if let half = end.halfHeight(at: x) { south = max(south, end.y + half) }
    guard let sides else { return south }
    return max(south, sides.0.height(at: x) ?? south, sides.1.height(at: x) ?? south)
  }
}
