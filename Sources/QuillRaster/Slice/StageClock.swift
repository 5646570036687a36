#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A part of a slice's work whose time is told apart.
package enum SliceStage: String, CaseIterable, Sendable {
  /// Reading rows from the drawing.
  case decode
  /// Converting colours to sRGB.
  case convert
  /// Sums, rounding, and filling tiles.
  case shrink
  /// Looking at a tile's pixels and packing them.
  case scan
  /// Choosing how rows are predicted, and predicting them.
  case filter
  /// Compressing.
  case deflate
  /// Handing tiles to the sink.
  case write
  /// Waiting for other threads.
  case idle
}

/// Seconds that one thread spent on each stage; does nothing unless it is switched on.
final class StageClock {
  private let isOn: Bool
  private(set) var seconds: [SliceStage: Double] = [:]

  init(isOn: Bool) { self.isOn = isOn }

  /// Does the work and counts its time for the stage.
  @inline(__always)
  func time<Result, Failure: Error>(
    _ stage: SliceStage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOn else { return try work() }
    let start = Self.now
    defer { seconds[stage, default: 0] += Self.now - start }
    return try work()
  }

  private static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
