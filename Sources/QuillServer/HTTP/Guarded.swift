private import QuillCore

/// A value that threads use one after the other.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = PlainLock()
  // Touched with the lock held only.
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  /// Runs `body` while no other thread uses the value.
  func callAsFunction<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}
