internal import QuillCore

/// What a set's tiles tell by their heads.
final class TileSurvey: @unchecked Sendable {
  // All is read and written with the condition held.
  private let condition = Condition()
  private var kinds: [FileKind: Int] = [:]
  private var sizes: [PixelSize: Int] = [:]
  private var mayBeOpaque: Bool

  /// Begins a survey; only one that looks for clear pixels tells whether all are opaque.
  init(looksForClearPixels: Bool) { mayBeOpaque = looksForClearPixels }

  /// Whether no tile has a transparent pixel.
  var isOpaque: Bool { mayBeOpaque }

  /// The side of all tiles.
  func side() throws(StitchError) -> Int {
    guard kinds.keys.allSatisfy({ $0 == .png }) else { throw .formats(kinds) }
    guard let size = sizes.first?.key, sizes.count == 1 else { throw .mixedSizes(sizes) }
    guard size.width == size.height else { throw .notSquare(size) }
    return size.width
  }

  /// Looks at the head of each of these tiles.
  func run(
    over tiles: TileCoverage, of source: any TileSource, jobs: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws {
    let tiles = Array(tiles)
    let tools = (0..<max(1, jobs)).map { _ in TilePixels(source) }
    try ParallelLoop.run(tiles.count, with: tools) { [self] number, tool in
      if isCancelled() { throw StitchError.cancelled }
      try look(at: tiles[number], tool)
    }
  }

  private func look(at tile: Tile, _ tool: TilePixels) throws {
    let bytes = try tool.bytes(of: tile)
    let kind = FileKind(sniffing: bytes.span)
    var facts: PNGFacts?
    if kind == .png { facts = try tool.inspect(bytes, of: tile) }
    let isUnsure = condition.withLock {
      kinds[kind, default: 0] += 1
      if let header = facts?.header {
        sizes[PixelSize(width: header.width, height: header.height), default: 0] += 1
      }
      return mayBeOpaque
    }
    guard isUnsure, let facts, facts.canBeTransparent else { return }
    _ = try tool.decode(bytes, of: tile)
    if !tool.isOpaque { condition.withLock { mayBeOpaque = false } }
  }
}

extension PNGFacts {
  /// Whether the file's kind lets a pixel be transparent.
  fileprivate var canBeTransparent: Bool {
    hasTransparency || header.colorType == .rgba || header.colorType == .grayAlpha
  }
}
