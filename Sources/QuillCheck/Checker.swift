private import Dispatch
public import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Checks a tileset against the rules, against what it promises, and against what was asked.
///
///     let checker = Checker(source: folder, request: CheckRequest(), decoding: decoding)
///     let report = try checker.run()
///     print(report.text())
///
/// The set is walked once, and a second time where the drawing's rules apply. Memory follows the
/// set's outline and the number of findings, not the number of tiles; the report is the same for
/// any number of workers.
public struct Checker: Sendable {
  private let source: any TileSource
  private let request: CheckRequest
  private let decoding: any TileDecoding
  private let workers: Int
  private let isCancelled: @Sendable () -> Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - source: The set; one that tells its strays is checked for them too.
  ///   - request: What to hold it against.
  ///   - decoding: Makes each worker's decoder.
  ///   - workers: How many threads decode; nil for one a core.
  ///   - isCancelled: Asked between small batches of tiles.
  public init(
    source: any TileSource, request: CheckRequest, decoding: any TileDecoding,
    workers: Int? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.source = source
    self.request = request
    self.decoding = decoding
    self.workers = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    self.isCancelled = isCancelled
  }

  /// Checks the set.
  ///
  /// - Parameter progress: Called on the calling thread, now and then, with the number of tiles
  ///   looked at so far.
  /// - Returns: All that was found, sorted.
  /// - Throws: `CheckError.cancelled`, or what the source throws when it cannot be walked. Files
  ///   that cannot be read are findings.
  public func run(progress: (Int) -> Void = { _ in }) throws -> CheckReport {
    var book = FindingBook(settings: request.rules)
    let context = CheckContext(source: source, request: request, decoding: decoding, into: &book)
    book.isSliced = context.record != nil
    let crew = Crew(
      workers: (0..<workers).map { _ in TileWorker(context: context, book: book.empty) })
    let survey = try survey(context, crew: crew, book: &book, progress: progress)
    NameCheck(context: context, survey: survey).run(into: &book)
    AreaCheck(context: context, survey: survey).run(into: &book)
    ZoomCheck(context: context, survey: survey).run(into: &book)
    PictureCheck(context: context, survey: survey).run(into: &book)
    PromiseCheck(context: context, survey: survey).run(into: &book)
    if !request.isQuick { try checkDrawing(context, survey, crew: crew, book: &book) }
    crew.collect(into: &book)
    return CheckReport(
      findings: book.findings, baseline: request.baseline, tiles: survey.count,
      bytes: survey.bytes)
  }

  private func survey(
    _ context: CheckContext, crew: Crew, book: inout FindingBook, progress: (Int) -> Void
  ) throws -> Survey {
    var survey = Survey()
    var batch: [TilePath] = []
    let size = 64 * workers
    func flush() throws {
      if isCancelled() { throw CheckError.cancelled }
      crew.share(batch) { worker, part in worker.inspect(part) }
      for result in crew.takeResults() { survey.add(result) }
      batch.removeAll(keepingCapacity: true)
      progress(survey.count)
    }
    try context.visitEntries { entry in
      switch entry {
      case .tile(let path, _):
        guard survey.admit(path) else {
          book.add(
            .twoFiles, at: context.name(of: path), found: "is in the set twice",
            expected: "one picture")
          return
        }
        batch.append(path)
        if batch.count == size { try flush() }
      case .stray(let path, let kind): survey.strays.append(Survey.Stray(path: path, kind: kind))
      }
    }
    try flush()
    return survey
  }

  /// The second walk: every tile is held against its children and its neighbours.
  private func checkDrawing(
    _ context: CheckContext, _ survey: Survey, crew: Crew, book: inout FindingBook
  ) throws {
    let check = DrawingCheck(context: context, survey: survey, book: book)
    guard check.isNeeded else { return }
    let size = 64 * workers
    for zoom in survey.tiles.zooms {
      var batch: [Tile] = []
      func flush() throws {
        if isCancelled() { throw CheckError.cancelled }
        crew.share(batch) { worker, part in worker.compare(part, check) }
        batch.removeAll(keepingCapacity: true)
      }
      for tile in survey.tiles[zoom] {
        batch.append(tile)
        if batch.count == size { try flush() }
      }
      try flush()
    }
  }
}

/// Why a check ended without a report.
public enum CheckError: Error, Equatable, Sendable {
  /// It was asked to stop.
  case cancelled
}

extension CheckError: CustomStringConvertible {
  public var description: String { "the check was stopped" }
}

/// The workers of a check, each with a decoder and memory of its own.
private struct Crew: Sendable {
  let workers: [TileWorker]

  /// Cuts a batch into one stretch a worker and waits for all; worker n alone touches its memory
  /// while iteration n runs.
  func share<Item: Sendable>(
    _ batch: [Item], _ work: @Sendable (TileWorker, ArraySlice<Item>) -> Void
  ) {
    guard !batch.isEmpty else { return }
    let share = (batch.count + workers.count - 1) / workers.count
    DispatchQueue.concurrentPerform(iterations: workers.count) { number in
      let start = min(number * share, batch.count)
      work(workers[number], batch[start..<min(start + share, batch.count)])
    }
  }

  /// What the workers saw since the last time, in the order of the batch.
  func takeResults() -> [TileResult] { workers.flatMap { $0.takeResults() } }

  func collect(into book: inout FindingBook) {
    for worker in workers { book.add(contentsOf: worker.book) }
  }
}
