public import QuillCore

/// Why tilesets do not become one.
public enum MergeError: Error, Equatable, Sendable {
  /// The tiles are not of one size, most frequent first.
  case mixedSizes([PixelSize: Int])

  /// Tiles that are not square, or whose side is no multiple of 8.
  case oddSize(PixelSize)

  /// The tiles are not of one format.
  case mixedFormats([FileKind: Int])

  /// Tiles of a format that is not decoded lie over each other.
  case cannotLayOver(Tile, FileKind)

  /// A tile that is no picture.
  case notAPicture(Tile, source: Int, FileKind)

  /// A tile that is there but broken, in one of the sets.
  case badTile(Tile, source: Int, PNGError)

  /// A tile was removed while the sets were laid over each other.
  case vanished(Tile, source: Int)

  /// The work was interrupted.
  case cancelled
}

extension MergeError: CustomStringConvertible {
  /// What is wrong, without a path.
  public var description: String {
    switch self {
    case .mixedSizes(let counts):
      "would have tiles of several sizes, "
        + StitchError.listed(counts.map { ($0.key.description, $0.value) }) + " (expected one size)"
    case .oddSize(let size):
      "would have tiles of \(size) pixels (expected squares, a multiple of 8 pixels a side)"
    case .mixedFormats(let counts):
      "would have tiles of several formats, "
        + StitchError.listed(counts.map { ($0.key.displayName, $0.value) })
        + " (expected one format)"
    case .cannotLayOver(let tile, let kind):
      "tile \(tile) is \(kind.displayName) in several sets, and such pictures are not decoded"
        + " (expected PNG)"
    case .notAPicture(let tile, _, let kind):
      "tile \(tile) looks like \(kind.displayName) (expected a PNG, JPEG or WebP picture)"
    case .badTile(let tile, _, let error): "tile \(tile) \(error)"
    case .vanished(let tile, _): "tile \(tile) was there, and is gone now"
    case .cancelled: "was interrupted"
    }
  }
}
