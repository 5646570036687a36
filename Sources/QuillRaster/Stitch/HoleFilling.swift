public import QuillCore

/// What a stitched picture shows where a tile is missing.
public enum HoleFilling: Sendable {
  /// Nothing.
  case clear

  /// The part of the nearest shallower tile, its pixels enlarged as they are; nothing where there
  /// is none.
  case parent

  /// A picture of a tile's size.
  case picture(TilePicture)
}

/// One thread's way to what is shown in place of missing tiles.
final class HolePixels: @unchecked Sendable {
  /// What is shown in place of the tile asked for last, RGBA from the top without gaps.
  private(set) var pixels: [UInt8]

  private let filling: HoleFilling
  private let side: Int
  private let lookup: TileLookup
  private let tiles: TilePixels
  private var ancestor: (tile: Tile, size: PixelSize)?

  init(
    _ filling: HoleFilling, side: Int, source: any TileSource, zooms: ZoomRange,
    record: SliceRecord?
  ) {
    self.filling = filling
    self.side = side
    tiles = TilePixels(source)
    lookup = TileLookup(
      zooms: ZoomRange(.shallowest, through: zooms.deepest), fallback: false,
      enlargingAncestors: true, isBlank: { record?.isBlankOnPurpose($0) ?? false },
      has: { try source.has(TilePath($0)) })
    pixels = [UInt8](repeating: 0, count: side * side * 4)
    if case .picture(let picture) = filling { pixels = picture.pixels }
  }

  /// Makes the pixels that are shown in place of a missing tile; false when nothing is.
  func fill(_ tile: Tile) throws -> Bool {
    switch filling {
    case .clear: return false
    case .picture: return true
    case .parent:
      guard case .ancestor(let above, _) = try lookup.answer(for: tile) else { return false }
      return try enlarge(above, under: tile)
    }
  }

  /// A pixel of the tile lies under the ancestor's pixel that holds its corner.
  private func enlarge(_ above: Tile, under tile: Tile) throws -> Bool {
    if ancestor?.tile != above {
      ancestor = nil
      ancestor = (above, try tiles.decode(try tiles.bytes(of: above), of: above))
    }
    guard let size = ancestor?.size else { return false }
    let steps = tile.zoom.level - above.zoom.level
    let left = (tile.x - above.x << steps) * side
    let top = (tile.y - above.y << steps) * side
    let decoded = tiles.pixels
    let source = decoded.span
    var enlarged: [UInt8] = []
    swap(&enlarged, &pixels)
    defer { swap(&enlarged, &pixels) }
    for row in 0..<side {
      let line = (top + row) * size.height / (side << steps) * size.width
      for column in 0..<side {
        let from = (line + (left + column) * size.width / (side << steps)) * 4
        let to = (row * side + column) * 4
        for channel in 0..<4 { enlarged[to + channel] = source[from + channel] }
      }
    }
    return true
  }
}
