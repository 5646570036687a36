private import QuillCore

/// Tells open pages what happens, as server-sent events.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
public final class EventFeed: Sendable {
  /// How many may listen at once.
  static let mostListeners = 64

  private let state = Mutex(State())

  private struct State {
    var listeners: [ObjectIdentifier: EventListener] = [:]
    var isClosed = false
  }

  /// Creates a feed that nobody listens to.
  public init() {}

  /// How many listen.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Sends news to all who listen.
  ///
  /// - Parameters:
  ///   - event: The kind of news, a word.
  ///   - data: The news, on one line.
  public func publish(_ event: String, data: String) {
    precondition(!data.contains { $0.isNewline }, "News are one line")
    send("event: \(event)\ndata: \(data)\n\n")
  }

  /// Sends nothing, so that connections whose other end is gone are noticed.
  public func beat() { send(":\n\n") }

  /// Ends all streams, for good.
  func close() {
    let all = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.listeners.values
    }
    for listener in all { listener.close() }
  }

  /// A new listener, nil when there are too many, or once the streams are ended.
  func listen() -> EventListener? {
    let listener = EventListener()
    return state.withLock { state in
      guard !state.isClosed, state.listeners.count < Self.mostListeners else { return nil }
      state.listeners[ObjectIdentifier(listener)] = listener
      return listener
    }
  }

  func forget(_ listener: EventListener) {
    state.withLock { $0.listeners[ObjectIdentifier(listener)] = nil }
  }

  private func send(_ text: String) {
    let all = state.withLock { $0.listeners.values }
    for listener in all { listener.append(Array(text.utf8)) }
  }
}

/// What one page has still to be told.
final class EventListener: Sendable {
  private static let mostBytes = 1 << 20

  private let state = Mutex(State())

  fileprivate struct State {
    // A stream begins with how long to wait before it is opened again, in milliseconds.
    var pending = Array("retry: 1000\n\n".utf8)
    var isClosed = false
    var wake: (@Sendable () -> Void)?
  }

  /// What there is to be sent.
  enum Portion {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  /// Takes up to so many bytes.
  ///
  /// When there are none, `sleep` is called, which returns how the sleeper is woken.
  func take(_ most: Int, sleep: () -> (@Sendable () -> Void)) -> Portion {
    state.withLock { state in
      if !state.pending.isEmpty {
        let portion = Array(state.pending.prefix(most))
        state.pending.removeFirst(portion.count)
        return .bytes(portion)
      }
      if state.isClosed { return .end }
      state.wake = sleep()
      return .nothingYet
    }
  }

  func append(_ bytes: [UInt8]) {
    state.withLock { state in
      // One who does not listen any more must not gather all news for ever.
      if state.pending.count + bytes.count > Self.mostBytes { state.isClosed = true }
      if !state.isClosed { state.pending += bytes }
      state.rouse()
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.rouse()
    }
  }
}

extension EventListener.State {
  fileprivate mutating func rouse() {
    wake?()
    wake = nil
  }
}
