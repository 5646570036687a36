public import QuillCore

/// Makes tiles of 512 pixels from those of 256, or the other way round, pixel for pixel.
///
/// A tile of 512 pixels holds what the four tiles of 256 pixels below it hold: the zooms of the new
/// set are one shallower, or one deeper, than those of the old.
///
///     let outcome = try TileRegrouping(to: .pixels512).run(from: tiles, into: sink)
public struct TileRegrouping: Sendable {
  /// Pixels along each side of the new tiles.
  public let target: TileSize

  /// Which of the new tiles are wanted.
  public var wants: @Sendable (Tile) -> Bool = { _ in true }

  /// Whether tiles without a visible pixel are written too.
  public var keepsBlank = false

  /// How many threads share the work.
  public var jobs = 1

  /// How much time small files are worth.
  public var compression = Compression.default

  /// Asked between tiles, on any thread; once true the work ends with `StitchError.cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Told of each tile that is done, on any thread.
  public var progress: @Sendable () -> Void = {}

  /// Creates the work of making tiles of that size.
  public init(to target: TileSize) { self.target = target }

  /// What was made.
  public struct Outcome: Equatable, Sendable {
    /// The new tiles, one set a zoom, shallowest first.
    public var made: [TileCoverage] = []
    /// Bytes of all new tiles.
    public var bytes = 0
    /// Tiles of zoom 0 that no shallower tile has a place for.
    public var lost = 0
    /// Retina pictures, which are left out.
    public var retina = 0
  }

  /// Puts the new tiles into the sink, which the caller then finishes.
  ///
  /// - Throws: `StitchError` when the tiles are not of the other size, what the source and the sink
  ///   throw.
  public func run(from source: any TileSource, into sink: any TileSink) throws -> Outcome {
    var outcome = Outcome()
    var old: [TileCoverage] = []
    try source.visitTiles { path in
      guard path.scale == .single else {
        outcome.retina += 1
        return
      }
      if old.last?.zoom != path.tile.zoom { old.append(TileCoverage(zoom: path.tile.zoom)) }
      old[old.count - 1].append(path.tile)
    }
    try check(old, of: source)
    if target == .pixels512 { outcome.lost = old.first { $0.zoom == .shallowest }?.count ?? 0 }
    let shift = target == .pixels512 ? -1 : 1
    let tally = Tally()
    for level in old {
      guard let zoom = level.zoom.deeper(by: shift) else { continue }
      let pieces = Array(target == .pixels512 ? level.ancestors(at: zoom) : level)
      let tools = (0..<max(1, jobs)).map { _ in RegroupingTool(self, source) }
      try ParallelLoop.run(pieces.count, with: tools) { [self] number, tool in
        if isCancelled() { throw StitchError.cancelled }
        try tool.make(pieces[number], of: level) { tile, bytes in
          try sink.put(bytes, at: TilePath(tile))
          tally.add(tile, bytes: bytes.count)
          progress()
        }
      }
    }
    outcome.made = tally.made
    outcome.bytes = tally.bytes
    return outcome
  }

  private func check(_ old: [TileCoverage], of source: any TileSource) throws {
    let survey = TileSurvey(looksForClearPixels: false)
    for level in old {
      try survey.run(over: level, of: source, jobs: jobs, isCancelled: isCancelled)
    }
    guard !old.isEmpty else { return }
    let side = try survey.side()
    let expected = target == .pixels512 ? 256 : 512
    guard side == expected else {
      throw StitchError.unexpectedSize(
        PixelSize(width: side, height: side),
        expected: PixelSize(width: expected, height: expected))
    }
  }

  /// What was put, from any thread.
  private final class Tally: @unchecked Sendable {
    // What follows is read and written with the condition held.
    private let condition = Condition()
    private var tiles: [Zoom: [Tile]] = [:]
    private(set) var bytes = 0

    func add(_ tile: Tile, bytes count: Int) {
      condition.withLock {
        tiles[tile.zoom, default: []].append(tile)
        bytes += count
      }
    }

    var made: [TileCoverage] {
      tiles.sorted { $0.key < $1.key }.map { TileCoverage(zoom: $0.key, tiles: $0.value) }
    }
  }
}

/// One thread's way from old tiles to new ones.
private final class RegroupingTool: @unchecked Sendable {
  private let work: TileRegrouping
  private let source: any TileSource
  private let tiles: TilePixels
  private let encoder: TileEncoder
  private let buffer: PixelBuffer

  init(_ work: TileRegrouping, _ source: any TileSource) {
    self.work = work
    self.source = source
    tiles = TilePixels(source)
    encoder = TileEncoder(side: work.target.pixels, compression: work.compression)
    buffer = PixelBuffer(count: work.target.pixels * work.target.pixels)
  }

  /// Makes the new tiles of one piece of work: the tile itself, or its four children.
  func make(
    _ tile: Tile, of old: TileCoverage, _ put: (Tile, Span<UInt8>) throws -> Void
  ) throws {
    if work.target == .pixels512 {
      guard work.wants(tile) else { return }
      buffer.clear()
      for child in tile.children where old.contains(child) {
        _ = try tiles.decode(try tiles.bytes(of: child), of: child)
        copy(fromRow: 0, column: 0, toRow: (child.y & 1) * 256, column: (child.x & 1) * 256)
      }
      try encode(tile, put)
    } else {
      let wanted = tile.children.filter(work.wants)
      if wanted.isEmpty { return }
      _ = try tiles.decode(try tiles.bytes(of: tile), of: tile)
      for child in wanted {
        copy(fromRow: (child.y & 1) * 256, column: (child.x & 1) * 256, toRow: 0, column: 0)
        // A clear tile whose own children are there is written, as by a slice.
        let isNeeded = try work.keepsBlank || isVisible || source.has(TilePath(child))
        if isNeeded { try encode(child, put) }
      }
    }
  }

  private func encode(_ tile: Tile, _ put: (Tile, Span<UInt8>) throws -> Void) throws {
    encoder.encode(buffer)
    try encoder.withBytes { try put(tile, $0) }
  }

  private var isVisible: Bool {
    buffer.withPixels { pixels in
      for place in pixels.indices where pixels[place] >> 24 > 0 { return true }
      return false
    }
  }

  /// Copies a square of 256 pixels from the tile decoded last into the new one.
  private func copy(fromRow: Int, column: Int, toRow: Int, column newColumn: Int) {
    let pixels = tiles.pixels
    let newSide = work.target.pixels
    let oldSide = 768 - newSide
    let source = unsafe pixels.span.bytes
    for row in 0..<256 {
      let from = ((fromRow + row) * oldSide + column) * 4
      buffer.fill(
        from: source.extracting(from..<from + 256 * 4),
        at: (toRow + row) * newSide + newColumn)
    }
  }
}
