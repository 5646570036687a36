public import QuillCore

/// Cuts a drawing into tiles.
///
///     let plan = try SlicePlan(drawing: size, placement: .at(tile))
///     let outcome = try Slicer(plan: plan).slice(drawing, into: sink)
///
/// Rows are read once, from the top; memory follows the drawing's width. At the drawing's own zoom
/// every tile holds the drawing's pixels; at every shallower zoom each pixel is the exact mean of
/// the drawing's pixels under it, colours weighted by alpha.
public struct Slicer: Sendable {
  /// What is to be made.
  public let plan: SlicePlan

  /// How many threads share the work.
  public var jobs = 1

  /// How much time small files are worth.
  public var compression = Compression.default

  /// Whether tiles without a visible pixel are written too.
  public var keepsBlank = false

  /// What is put under each finished tile.
  public var background: Background?

  /// The colour profile that each tile carries; nil for sRGB.
  package var profile: TileProfile?

  /// Asked between pieces of work, on any thread; once true the slice ends with
  /// `SliceError.cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Told how many more tiles were written or left out, on any thread.
  public var progress: @Sendable (_ tiles: Int) -> Void = { _ in }

  /// Whether the outcome holds the tiles' fingerprints.
  public var takesFingerprints = false

  /// Asked for each tile, by what tells its pixels from others, whether the sink has it already:
  /// then its fingerprint is the answer, and the tile is neither encoded nor handed over.
  public var isCurrent: (@Sendable (TilePath, _ pixels: UInt64) -> TileFingerprint?)?

  /// What encodes the tiles; equal pixels have equal bytes only from the same.
  public var encoder: String { "1, \(compression.rawValue), libdeflate \(deflateVersion)" }

  /// Whether the outcome tells how long each stage took.
  package var timesStages = false

  /// Creates the slicer of a plan.
  public init(plan: SlicePlan) { self.plan = plan }

  /// What a slice made.
  public struct Outcome: Equatable, Sendable {
    /// The tiles that were written, one set a zoom, shallowest first.
    public var made: [TileCoverage]

    /// The tiles that were left out because they are blank, one set a zoom, shallowest first.
    public var blank: [TileCoverage]

    /// Bytes of all tiles written.
    public var bytes: Int

    /// What tells each tile from others; empty unless asked for.
    public var fingerprints: [TilePath: TileFingerprint] = [:]

    /// Seconds of all threads together, by stage; empty unless they were timed.
    package var stages: [SliceStage: Double] = [:]
  }

  /// Reads the drawing and puts its tiles into the sink, which the caller then finishes.
  ///
  /// - Parameters:
  ///   - sink: Where the tiles go.
  ///   - open: Gives the drawing's rows from the top; asked once for each reading that the plan
  ///     takes.
  /// - Returns: What was made.
  /// - Throws: what the drawing or the sink throw, the first of them; `SliceError.cancelled`.
  package func slice(
    into sink: any TileSink, opening open: () throws -> any RowSource
  ) throws -> Outcome {
    var outcome = Outcome(made: [], blank: [], bytes: 0)
    // From the deepest, so that each pass knows which of its tiles are parents.
    var parents: Set<TilePath> = []
    for (number, pass) in plan.passes.enumerated().reversed() {
      let source = try open()
      precondition(source.size == plan.drawing, "The plan was made for this drawing")
      let rows = pass.rows(of: source, plan.transform, plan.look, jobs: jobs)
      let pipeline = SlicePipeline(
        source: rows, pass: pass, sink: sink, settings: settings, parents: parents,
        awaitedBy: Set(plan.passes[..<number].flatMap(\.grids)))
      outcome.add(try pipeline.run())
      parents.formUnion(pipeline.parentsElsewhere)
    }
    return outcome
  }

  /// Reads a drawing whose plan takes one reading.
  package func slice(rows source: some RowSource, into sink: any TileSink) throws -> Outcome {
    precondition(plan.passes.count == 1, "The plan takes one reading")
    return try slice(into: sink) { source }
  }

  private var settings: SlicePipeline.Settings {
    SlicePipeline.Settings(
      jobs: max(1, jobs), compression: compression, keepsBlank: keepsBlank,
      shrinking: plan.look.shrinking, background: background, profile: profile,
      timesStages: timesStages, takesFingerprints: takesFingerprints, isCurrent: isCurrent,
      isCancelled: isCancelled, progress: progress)
  }
}

extension Slicer.Outcome {
  /// Tiles that were written, retina pictures aside.
  public var tileCount: Int { made.reduce(0) { $0 + $1.count } }

  /// Adds what a further reading made: zooms shallower than all before.
  fileprivate mutating func add(
    _ more: (tally: SlicePipeline.Tally, made: [TileCoverage], blank: [TileCoverage])
  ) {
    made = more.made + made
    blank = more.blank + blank
    bytes += more.tally.bytes
    fingerprints.merge(more.tally.fingerprints) { _, new in new }
    stages.merge(more.tally.stages, uniquingKeysWith: +)
  }
}
