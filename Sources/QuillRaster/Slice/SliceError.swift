public import QuillCore

/// Why a drawing cannot be cut as asked.
public enum SliceError: Error, Equatable, Sendable {
  /// The drawing reaches beyond the eastern or southern edge of the map.
  case beyondTheMap(drawing: PixelSize, at: Tile, room: PixelSize)

  /// The drawing spans more than the width of the world.
  case widerThanTheWorld

  /// No part of the drawing lies on the map.
  case offTheMap

  /// The drawing would have to be seen from behind.
  case mirrored

  /// The drawing's own zoom is deeper than any map has.
  case tooDetailed(Double)

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
    case .widerThanTheWorld: "the drawing is wider than the world (expected at most once around)"
    case .offTheMap: "no part of the drawing lies on the map (expected latitudes within ±85.05)"
    case .mirrored:
      "the drawing would be seen from behind: left and right are exchanged (expected the top-left"
        + " pixel as 0,0 and rows counted downwards)"
    case .tooDetailed(let zoom):
      "a pixel of the drawing is smaller than those of any zoom (found zoom \(Int(min(zoom, 9999))), expected at"
        + " most 30)"
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
  var inMegabytes: String { "\((self + 1 << 20 - 1) >> 20)M" }
}
