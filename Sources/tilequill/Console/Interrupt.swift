private import QuillArchives

/// Stopping on request: Ctrl-C, or a signal that says terminate or hang up.
///
/// Until a command calls `watch`, such a signal ends the program at once. After that the first one
/// only raises a flag; the work asks for it, unwinds, and the program then dies by that signal, so
/// that a shell sees how it ended. A second one ends the program at once.
package enum Interrupt {
  /// Thrown by work that stops because it was asked to.
  package struct Requested: Error {
    package init() {}
  }

  private static let state = InterruptState()

  /// Begins to catch the signals; calling it again does nothing.
  ///
  /// A signal that the program was started to ignore, as `nohup` does, stays ignored.
  package static func watch() {
    guard state.beginWatching() else { return }
    Tileset.isCancelled = { isRequested }
    LibC.catchSignals(LibC.stopSignals()) { signal in
      if isRequested { LibC.die(by: signal) }
      state.note(signal)
    }
  }

  /// Whether the program was asked to stop; any thread may ask, at the cost of one lock.
  package static var isRequested: Bool { state.signal != nil }

  /// Throws `Requested` when the program was asked to stop.
  package static func check() throws {
    if isRequested { throw Requested() }
  }

  /// Ends the program by the signal that asked for it.
  package static func die() -> Never {
    guard let signal = state.signal else {
      preconditionFailure("the program dies by a signal that was never received")
    }
    LibC.die(by: signal)
  }
}

/// Everything here is read and written under the lock.
private final class InterruptState: @unchecked Sendable {
  private let lock = Lock()
  private var isWatching = false
  private var received: Int32?

  var signal: Int32? { lock { received } }

  func note(_ signal: Int32) { lock { received = signal } }

  /// True for the first caller.
  func beginWatching() -> Bool {
    lock {
      defer { isWatching = true }
      return !isWatching
    }
  }
}
