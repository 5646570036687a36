internal import QuillCore

/// Workers that share batches, each with a decoder and memory of its own.
struct Crew<Worker: Sendable>: Sendable {
  let workers: [Worker]

  /// Cuts a batch into as many runs of items as there are workers, one each in their order, and waits
  /// for all: so what the workers saw, one after the other, is in the order of the batch.
  func share<Item: Sendable>(
    _ batch: [Item], _ work: @escaping @Sendable (Worker, ArraySlice<Item>) -> Void
  ) {
    guard !batch.isEmpty else { return }
    let share = (batch.count + workers.count - 1) / workers.count
    ParallelLoop.run(workers.count, with: workers) { number, _ in
      let start = min(number * share, batch.count)
      work(workers[number], batch[start..<min(start + share, batch.count)])
    }
  }
}
