public import QuillCore

/// Makes one set of tiles of several: where only one has a tile its file is copied, where several
/// have it their pictures are laid over each other, the later ones above.
///
///     let plan = try MergePlan(count: 2, records: records) { sheets[$0] }
///     try Merger(plan: plan).merge(into: sink) { sheets[$0] }
///
/// Memory follows the number of tiles, by some 50 bytes each, not their pixels.
public struct Merger: Sendable {
  /// Which tiles, and who has them.
  public let plan: MergePlan

  /// How many threads share the work.
  public var jobs = 1

  /// How much time small files are worth.
  public var compression = Compression.default

  /// Whether a picture is written; those that are not still count in the means of lower zooms.
  public var keeps: @Sendable (TilePath) -> Bool = { _ in true }

  /// Asked between tiles, on any thread; once true the work ends with `MergeError.cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Told of each tile that is done, on any thread.
  public var progress: @Sendable () -> Void = {}

  /// Creates the merger of a plan.
  public init(plan: MergePlan) { self.plan = plan }

  /// How the written pictures came to be.
  public struct Outcome: Equatable, Sendable {
    /// Files of a single set, or the same in all sets that have it.
    public var copied = 0
    /// Pictures laid over each other.
    public var laid = 0
    /// Tiles of lower zooms made anew as the means of what was laid over each other.
    public var shrunk = 0
    /// Bytes of all pictures.
    public var bytes = 0
    /// The format of all pictures.
    public var format = FileKind.png
    /// The size of all pictures, retina ones aside; nil where they are not decoded.
    public var size: PixelSize?

    /// Number of pictures written.
    public var count: Int { copied + laid + shrunk }
  }

  /// Puts all tiles into the sink, which the caller then finishes.
  ///
  /// - Parameters:
  ///   - sink: Where the tiles go.
  ///   - open: Gives a set by its number; asked for each picture, on any thread.
  /// - Returns: What was made.
  /// - Throws: `MergeError` when the tiles do not go together, what a source or the sink throws.
  public func merge(
    into sink: any TileSink, opening open: @escaping @Sendable (Int) throws -> any TileSource
  ) throws -> Outcome {
    let run = MergeRun(self, sink: sink, opening: open)
    let tools = (0..<max(1, jobs)).map { _ in MergeTool(compression: compression) }
    try run.survey(with: tools)
    try run.write(with: tools)
    return run.outcome
  }
}

/// One run of a merger.
private final class MergeRun: @unchecked Sendable {
  private let merger: Merger
  private let sink: any TileSink
  private let open: @Sendable (Int) throws -> any TileSource

  // What follows is read and written with the condition held while threads work.
  private let condition = Condition()
  private var formats: [FileKind: Int] = [:]
  private var sizes: [TileScale: [PixelSize: Int]] = [:]
  private var shared: [Zoom: [Tile]] = [:]
  private(set) var outcome = Merger.Outcome()

  private var pyramid: MergePyramid?
  private var means: [Zoom: TileCoverage] = [:]

  init(
    _ merger: Merger, sink: any TileSink,
    opening open: @escaping @Sendable (Int) throws -> any TileSource
  ) {
    self.merger = merger
    self.sink = sink
    self.open = open
  }

  /// Looks at the head of every picture, and finds the tiles to be made as means.
  func survey(with tools: [MergeTool]) throws {
    try ParallelLoop.run(merger.plan.count, with: tools) { [self] number, _ in
      if merger.isCancelled() { throw MergeError.cancelled }
      let piece = merger.plan[number]
      let files = try read(piece)
      let kinds = try files.enumerated().map { place, file in
        try look(at: file, piece, source: piece.source(place))
      }
      let isMean =
        merger.plan.mayBeMean(piece) && merger.keeps(piece.path)
        && !files.allSatisfy { $0 == files[0] }
      condition.withLock {
        for kind in kinds { formats[kind, default: 0] += 1 }
        if isMean { shared[piece.path.tile.zoom, default: []].append(piece.path.tile) }
      }
    }
    guard formats.count <= 1 else { throw MergeError.mixedFormats(formats) }
    for counts in sizes.values {
      guard counts.count == 1 else { throw MergeError.mixedSizes(counts) }
      for size in counts.keys where size.width != size.height || size.width % 8 > 0 {
        throw MergeError.oddSize(size)
      }
    }
    outcome.format = formats.first?.key ?? .png
    outcome.size = sizes[.single]?.first?.key
    guard let native = merger.plan.nativeZoom, let lost = merger.plan.lost, let size = outcome.size,
      let natives = merger.plan.coverages().first(where: { $0.zoom == native })
    else { return }
    for (zoom, tiles) in shared {
      let whole = natives.ancestors(at: zoom).subtracting(lost.ancestors(at: zoom))
      let tiles = TileCoverage(zoom: zoom, tiles: tiles).intersection(whole)
      if !tiles.isEmpty { means[zoom] = tiles }
    }
    if means.isEmpty { return }
    pyramid = MergePyramid(side: size.width, natives: natives, wanted: means)
  }

  /// The kind of a file; the size of a PNG is counted.
  private func look(
    at file: [UInt8], _ piece: MergePlan.Piece, source: Int
  ) throws(MergeError) -> FileKind {
    let kind = FileKind(sniffing: file.span)
    guard kind == .png else {
      guard kind == .jpeg || kind == .webp else {
        throw .notAPicture(piece.path.tile, source: source, kind)
      }
      return kind
    }
    do throws(PNGError) {
      let header = try PNGHeader(firstBytes: file.span)
      let size = PixelSize(width: header.width, height: header.height)
      condition.withLock { sizes[piece.path.scale, default: [:]][size, default: 0] += 1 }
      return kind
    } catch {
      throw .badTile(piece.path.tile, source: source, error)
    }
  }

  /// Writes all pictures.
  func write(with tools: [MergeTool]) throws {
    try ParallelLoop.run(merger.plan.count, with: tools) { [self] number, tool in
      if merger.isCancelled() { throw MergeError.cancelled }
      let piece = merger.plan[number]
      if piece.path.scale == .single,
        means[piece.path.tile.zoom]?.contains(piece.path.tile) ?? false
      {
        return
      }
      try write(piece, tool)
    }
  }

  private func write(_ piece: MergePlan.Piece, _ tool: MergeTool) throws {
    let (path, tile) = (piece.path, piece.path.tile)
    let isPart =
      path.scale == .single && tile.zoom == merger.plan.nativeZoom
      && pyramid?.needs(tile) ?? false
    guard merger.keeps(path) || isPart else { return }
    let files = try read(piece)
    let result = try lay(files, piece, tool)
    if merger.keeps(path) {
      switch result {
      case .copied(let file): try put(file.span, at: path) { $0.copied += 1 }
      case .laid: try tool.encode(tool.buffer) { try put($0, at: path) { $0.laid += 1 } }
      }
    }
    guard isPart, let pyramid else { return }
    if case .copied(let file) = result {
      do throws(PNGError) {
        try tool.decode(file)
      } catch {
        throw MergeError.badTile(tile, source: piece.source(0), error)
      }
    }
    try pyramid.add(tool.buffer, of: tile, scratch: tool.scratch) { tile, pixels in
      try tool.encode(pixels) { try put($0, at: TilePath(tile)) { $0.shrunk += 1 } }
    }
  }

  private func lay(
    _ files: [[UInt8]], _ piece: MergePlan.Piece, _ tool: MergeTool
  ) throws -> MergeTool.Result {
    guard let last = files.last, files.contains(where: { $0 != last }) else {
      return .copied(files[0])
    }
    switch FileKind(sniffing: last.span) {
    case .png: break
    // A JPEG has no transparent pixel.
    case .jpeg: return .copied(last)
    case let kind: throw MergeError.cannotLayOver(piece.path.tile, kind)
    }
    return try tool.lay(files) { place, error in
      MergeError.badTile(piece.path.tile, source: piece.source(place), error)
    }
  }

  private func read(_ piece: MergePlan.Piece) throws -> [[UInt8]] {
    try piece.sources.map { source in
      guard let file = try open(Int(source)).bytes(of: piece.path) else {
        throw MergeError.vanished(piece.path.tile, source: Int(source))
      }
      return file
    }
  }

  private func put(
    _ bytes: Span<UInt8>, at path: TilePath, _ count: (inout Merger.Outcome) -> Void
  ) throws {
    try sink.put(bytes, at: path)
    condition.withLock {
      count(&outcome)
      outcome.bytes += bytes.count
    }
    merger.progress()
  }
}

extension MergePlan.Piece {
  /// The number of the set that the picture at that place is from.
  fileprivate func source(_ place: Int) -> Int { Int(sources[sources.startIndex + place]) }
}
