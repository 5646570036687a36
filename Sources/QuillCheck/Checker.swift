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
/// The set is walked once. Memory follows the set's outline, the height of its columns and the number
/// of findings, not the number of tiles; the report is the same for any number of workers.
public struct Checker: Sendable {
  private let source: any TileSource
  private let request: CheckRequest
  private let decoding: any TileDecoding
  private let workers: Int
  private let isCancelled: @Sendable () -> Bool

  /// How many tiles a worker looks at in one go: some columns of most drawings, so that it meets
  /// all four tiles below one, which are in two columns, while it remembers that one.
  private static let stretch = 512

  /// How many pictures of tiles above others are remembered, some 16 MiB of those of 256 pixels.
  private static let parents = 64

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
    let check = DrawingCheck(context: context, book: book)
    let crew = Crew(
      workers: (0..<workers).map { _ in
        TileWorker(
          context: context, check: check, book: book.empty,
          parents: max(1, Self.parents / workers))
      })
    let survey = try survey(context, crew: crew, book: &book, progress: progress)
    NameCheck(context: context, survey: survey).run(into: &book)
    AreaCheck(context: context, survey: survey).run(into: &book)
    ZoomCheck(context: context, survey: survey).run(into: &book)
    PictureCheck(context: context, survey: survey).run(into: &book)
    PromiseCheck(context: context, survey: survey).run(into: &book)
    UnlikeCheck(context: context, survey: survey).run(crew.workers.flatMap(\.unlike), into: &book)
    for worker in crew.workers { book.add(contentsOf: worker.book) }
    return CheckReport(
      findings: book.findings, baseline: request.baseline, tiles: survey.count,
      bytes: survey.bytes)
  }

  private func survey(
    _ context: CheckContext, crew: Crew<TileWorker>, book: inout FindingBook,
    progress: (Int) -> Void
  ) throws -> Survey {
    var survey = Survey()
    var borders = ColumnBorders()
    var batch: [TilePath] = []
    let size = Self.stretch * workers
    func flush() throws {
      if isCancelled() { throw CheckError.cancelled }
      crew.share(batch) { worker, part in worker.inspect(part) }
      for worker in crew.workers {
        for result in worker.takeResults() {
          survey.add(result)
          borders.compare(result, in: context, into: &book)
        }
      }
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
}

/// Why a check ended without a report.
public enum CheckError: Error, Equatable, Sendable {
  /// It was asked to stop.
  case cancelled
}

extension CheckError: CustomStringConvertible {
  public var description: String { "the check was stopped" }
}
