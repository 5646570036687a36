public import QuillCore

/// Why a drawing cannot be cut as asked.
public enum SliceError: Error, Equatable, Sendable {
  /// The drawing reaches beyond the eastern or southern edge of the map.
  case beyondTheMap(drawing: PixelSize, at: Tile, room: PixelSize)

  /// The drawing's own zoom is too shallow for tiles of that size.
  case tooShallow(Zoom, TileSize)

  /// Zooms deeper than the drawing's own were asked for.
  case tooDeep(asked: Zoom, native: Zoom)

  /// The work takes more memory than it may.
  case needsMemory(drawing: PixelSize, needed: Int, limit: Int)

  /// More tiles would be written than allowed.
  case tooManyTiles(Int, limit: Int)

  /// The work was interrupted.
  case cancelled
}

extension SliceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .beyondTheMap(let drawing, let tile, let room):
      "the drawing reaches beyond the edge of the map (found \(drawing) pixels, expected at most"
        + " \(room) from tile \(tile))"
    case .tooShallow(let zoom, let size):
      "zoom \(zoom) is too shallow for tiles of \(size.pixels) pixels (expected 1 or deeper)"
    case .tooDeep(let asked, let native):
      "zoom \(asked) is deeper than the drawing's own, \(native)"
    case .needsMemory(let drawing, let needed, let limit):
      "a drawing of \(drawing) pixels needs \(needed.inMegabytes) of memory (expected at most"
        + " \(limit.inMegabytes))"
    case .tooManyTiles(let count, let limit):
      "\(count) tiles would be written (expected at most \(limit))"
    case .cancelled: "was interrupted"
    }
  }
}

extension Int {
  /// A number of bytes as mebibytes, rounded up.
  fileprivate var inMegabytes: String { "\((self + 1 << 20 - 1) >> 20)M" }
}
