/// Pieces of work, numbered from 0, that threads take until none is left or one has failed.
package final class ParallelLoop<Failure: Error>: @unchecked Sendable {
  // All is read and written with the condition held.
  private let condition = Condition()
  private let count: Int
  private var next = 0
  private var nextThread = 0
  private var failure: (piece: Int, error: Failure)?

  private init(_ count: Int) { self.count = count }

  /// Does all pieces of work, on as many threads as there are tools; each thread has a tool of its
  /// own.
  ///
  /// - Throws: what the work threw, of several failures the one of the first piece.
  package static func run<Tool: Sendable>(
    _ count: Int, with tools: [Tool],
    _ body: @escaping @Sendable (Int, Tool) throws(Failure) -> Void
  ) throws(Failure) {
    let work = ParallelLoop(count)
    Threads.run(min(tools.count, max(1, count))) {
      let tool = tools[work.takeThread()]
      while let piece = work.take() {
        do throws(Failure) {
          try body(piece, tool)
        } catch {
          work.fail(piece, error)
        }
      }
    }
    if let failure = work.failure { throw failure.error }
  }

  private func takeThread() -> Int {
    condition.withLock {
      nextThread += 1
      return nextThread - 1
    }
  }

  private func take() -> Int? {
    condition.withLock {
      guard failure == nil, next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  private func fail(_ piece: Int, _ error: Failure) {
    condition.withLock {
      if failure.map({ piece < $0.piece }) ?? true { failure = (piece, error) }
    }
  }
}
