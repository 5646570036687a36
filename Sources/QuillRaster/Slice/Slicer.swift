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

  /// Asked between pieces of work, on any thread; once true the slice ends with
  /// `SliceError.cancelled`.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Told the tiles written so far, on any thread.
  public var progress: @Sendable (_ tiles: Int) -> Void = { _ in }

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

    /// Seconds of all threads together, by stage; empty unless they were timed.
    package var stages: [SliceStage: Double] = [:]
  }

  /// Reads the drawing and puts its tiles into the sink, which the caller then finishes.
  ///
  /// - Throws: what the drawing or the sink throw, the first of them; `SliceError.cancelled`.
  package func slice(rows source: some RowSource, into sink: any TileSink) throws -> Outcome {
    precondition(source.size == plan.drawing, "The plan was made for this drawing")
    let progress = progress
    let pipeline = SlicePipeline(
      source: source, plan: plan, keepsBlank: keepsBlank, sink: sink,
      settings: SlicePipeline.Settings(
        jobs: max(1, jobs), compression: compression, timesStages: timesStages,
        isCancelled: isCancelled,
        progress: { progress($0.tiles) }))
    let (tally, made, blank) = try pipeline.run()
    return Outcome(made: made, blank: blank, bytes: tally.bytes, stages: tally.stages)
  }
}
