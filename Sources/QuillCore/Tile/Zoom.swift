/// A zoom level of the Web Mercator tile grid: 0 (one tile for the world) to 30.
///
/// A `Zoom` that exists is a level of the grid.
///
///     let zoom: Zoom = 16
///     zoom.tilesPerSide  // 65536
///     let typed = 31
///     Zoom(typed)  // nil; the literal 31 in its place would be a wrong program
public struct Zoom: Hashable, Sendable {
  /// The level as a number, 0…30.
  public let level: Int

  /// The shallowest level, one tile for the whole world.
  public static let shallowest: Zoom = 0

  /// The deepest level; a tile there is some 4 centimetres wide at the equator.
  public static let deepest: Zoom = 30

  /// Creates the zoom of that level, or nil when the grid has no such level.
  public init?(_ level: Int) {
    guard (0...30).contains(level) else { return nil }
    self.level = level
  }

  /// Columns, and likewise rows, of the grid at this zoom: 2 to the power of the level.
  public var tilesPerSide: Int { 1 << level }

  /// The zoom `steps` levels deeper (shallower when negative), or nil beyond the grid.
  public func deeper(by steps: Int) -> Zoom? {
    let (level, overflow) = level.addingReportingOverflow(steps)
    return overflow ? nil : Zoom(level)
  }
}

extension Zoom: ExpressibleByIntegerLiteral {
  public init(integerLiteral level: Int) {
    precondition((0...30).contains(level), "A zoom level is 0 to 30, not \(level)")
    self.level = level
  }
}

extension Zoom: Comparable {
  public static func < (left: Zoom, right: Zoom) -> Bool { left.level < right.level }
}

extension Zoom: Strideable {
  public func distance(to other: Zoom) -> Int { other.level - level }

  public func advanced(by steps: Int) -> Zoom {
    guard let zoom = deeper(by: steps) else {
      preconditionFailure("Zoom \(level) has no level \(steps) steps deeper")
    }
    return zoom
  }
}

extension Zoom: CustomStringConvertible {
  public var description: String { String(level) }
}
