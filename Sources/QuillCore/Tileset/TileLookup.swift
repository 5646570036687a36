/// Tells what an app shows for a tile: the one place where stand-ins for missing tiles are chosen.
///
///     let lookup = TileLookup(zooms: ZoomRange("13-16")!, fallback: true) { own.contains($0) }
///     lookup.answer(for: Tile("17/38600/49240")!)  // .outsideZooms(13-16)
public struct TileLookup {
  /// The zooms an app asks for.
  public let zooms: ZoomRange

  /// Whether the set has a fallback picture.
  public let hasFallback: Bool

  /// Whether a missing tile is shown as a part of the nearest shallower one before the fallback.
  public let enlargesAncestors: Bool

  private let has: (Tile) throws -> Bool
  private let isBlank: (Tile) -> Bool

  /// What an app shows for a tile.
  public enum Answer: Hashable, Sendable {
    /// The tile's own file.
    case own

    /// Nothing of the set's own: the tile was left out because the drawing is clear there. An app
    /// that has a fallback shows it.
    case blank

    /// A part of a shallower tile, enlarged.
    case ancestor(Tile, TilePart)

    /// The fallback picture.
    case fallback

    /// Nothing: the set has no such tile, and no fallback.
    case missing

    /// Nothing: no app asks for a zoom beyond the set's.
    case outsideZooms(ZoomRange)
  }

  /// Creates the rule for a set of tiles.
  ///
  /// - Parameters:
  ///   - zooms: The zooms an app asks for.
  ///   - fallback: Whether the set has a fallback picture.
  ///   - enlargingAncestors: Whether missing tiles are shown as parts of shallower ones.
  ///   - isBlank: Whether a tile was left out on purpose.
  ///   - has: Whether the set has a tile of its own.
  public init(
    zooms: ZoomRange, fallback: Bool, enlargingAncestors: Bool = false,
    isBlank: @escaping (Tile) -> Bool = { _ in false }, has: @escaping (Tile) throws -> Bool
  ) {
    self.zooms = zooms
    self.has = has
    self.isBlank = isBlank
    hasFallback = fallback
    enlargesAncestors = enlargingAncestors
  }

  /// What an app shows for the tile.
  public func answer(for tile: Tile) throws -> Answer {
    guard zooms.contains(tile.zoom) else {
      guard enlargesAncestors, tile.zoom > zooms.deepest else { return .outsideZooms(zooms) }
      return try ancestor(of: tile) ?? .outsideZooms(zooms)
    }
    if try has(tile) { return .own }
    if isBlank(tile) { return .blank }
    if enlargesAncestors, let answer = try ancestor(of: tile) { return answer }
    return hasFallback ? .fallback : .missing
  }

  private func ancestor(of tile: Tile) throws -> Answer? {
    var candidate = tile.parent
    while let ancestor = candidate, ancestor.zoom >= zooms.shallowest {
      if zooms.contains(ancestor.zoom), try has(ancestor) {
        return TilePart(of: tile, in: ancestor).map { .ancestor(ancestor, $0) }
      }
      candidate = ancestor.parent
    }
    return nil
  }
}

/// The square of a tile's picture that a deeper tile covers, in fractions of its side.
///
///     TilePart(of: Tile("17/37610/50892")!, in: Tile("15/9402/12723")!)
///     // x 0.5, y 0, side 0.25: pixels 128…191 by 0…63 of 256
public struct TilePart: Hashable, Sendable {
  /// Fraction of the side west of the part.
  public let x: Double

  /// Fraction of the side north of the part.
  public let y: Double

  /// Fraction of the side that the part spans.
  public let side: Double

  /// The part of `ancestor` that `tile` covers, nil when it does not lie inside.
  public init?(of tile: Tile, in ancestor: Tile) {
    guard ancestor.contains(tile) else { return nil }
    let steps = tile.zoom.level - ancestor.zoom.level
    side = 1 / Double(1 << steps)
    x = Double(tile.x - ancestor.x << steps) * side
    y = Double(tile.y - ancestor.y << steps) * side
  }
}
