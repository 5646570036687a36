public import QuillCore

/// Why tiles do not make one picture.
public enum StitchError: Error, Equatable, Sendable {
  /// The set has no tile in the area; the zooms that it has tiles at, nil for an empty set.
  case noTiles(Zoom, has: ZoomRange?)

  /// The tiles are not of one size, most frequent first.
  case mixedSizes([PixelSize: Int])

  /// The tiles are not of one format, or of one that is not read.
  case formats([FileKind: Int])

  /// Tiles that are not square.
  case notSquare(PixelSize)

  /// Tiles of another size than the work takes.
  case unexpectedSize(PixelSize, expected: PixelSize)

  /// A tile that is there but broken.
  case badTile(Tile, PNGError)

  /// A tile that was there when the work began.
  case vanished(Tile)

  /// The work takes more memory than it may.
  case needsMemory(needed: Int, limit: Int)

  /// The work was interrupted.
  case cancelled
}

extension StitchError: CustomStringConvertible {
  /// What is wrong, without the path.
  public var description: String {
    switch self {
    case .noTiles(let zoom, let has):
      "has no tile there at zoom \(zoom)"
        + (has.map { " (expected one of its zooms, \($0))" } ?? ": it has none at all")
    case .mixedSizes(let counts):
      "has tiles of several sizes: \(Self.listed(counts)) (expected one size)"
    case .formats(let counts):
      "has tiles of these kinds: "
        + Self.listed(counts.map { ($0.key.displayName, $0.value) }) + " (expected PNG pictures)"
    case .notSquare(let size): "its tiles are \(size) pixels (expected squares)"
    case .unexpectedSize(let found, let expected):
      "its tiles are \(found) pixels (expected \(expected))"
    case .badTile(let tile, let error): "tile \(tile) \(error)"
    case .vanished(let tile): "tile \(tile) was there, and is gone now"
    case .needsMemory(let needed, let limit):
      "so wide a picture needs \(needed.inMegabytes) of memory (expected at most"
        + " \(limit.inMegabytes))"
    case .cancelled: "was interrupted"
    }
  }

  private static func listed(_ counts: [PixelSize: Int]) -> String {
    listed(counts.map { ($0.key.description, $0.value) })
  }

  /// `3 of 256x256, 1 of 512x512`, most frequent first.
  static func listed(_ counts: [(name: String, count: Int)]) -> String {
    counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .map { "\($0.count) of \($0.name)" }.joined(separator: ", ")
  }
}
