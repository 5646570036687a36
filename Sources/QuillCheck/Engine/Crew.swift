private import Dispatch

/// Workers that share batches, each with a decoder and memory of its own.
struct Crew<Worker: Sendable>: Sendable {
  let workers: [Worker]

  /// Cuts a batch into one stretch a worker and waits for all; worker n alone touches its memory
  /// while iteration n runs.
  func share<Item: Sendable>(
    _ batch: [Item], _ work: @Sendable (Worker, ArraySlice<Item>) -> Void
  ) {
    guard !batch.isEmpty else { return }
    let share = (batch.count + workers.count - 1) / workers.count
    DispatchQueue.concurrentPerform(iterations: workers.count) { number in
      let start = min(number * share, batch.count)
      work(workers[number], batch[start..<min(start + share, batch.count)])
    }
  }
}
