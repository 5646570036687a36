private import Dispatch

/// A value that threads use one after the other.
final class Locked<Value>: @unchecked Sendable {
  private let turns = DispatchQueue(label: "tilequill.archive")
  // Touched inside `turns` only.
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  /// Runs `body` while no other thread uses the value.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try turns.sync { try body(&value) }
  }
}
