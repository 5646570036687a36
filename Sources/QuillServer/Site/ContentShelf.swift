private import QuillCore

/// Keeps what was read lately, so that it need not be read again while it stays as it is.
///
/// It holds two shelves: when the newer one is full it becomes the older one, and what was on that
/// is let go. What is asked for moves to the newer one.
final class ContentShelf<Name: Hashable & Sendable, State: Equatable & Sendable>: Sendable {
  private let shelves: Mutex<Shelves>

  fileprivate struct Entry {
    let state: State
    let content: Content
  }

  fileprivate struct Shelves {
    let limit: Int
    var newer: [Name: Entry] = [:]
    var older: [Name: Entry] = [:]
    var bytes = 0
  }

  /// Creates a shelf; it holds at most twice `limit` bytes, and one thing more.
  init(limit: Int) { shelves = Mutex(Shelves(limit: limit)) }

  /// What was kept under that name, if it is still of that state.
  func content(_ name: Name, in state: State) -> Content? {
    shelves.withLock { shelves in
      if let entry = shelves.newer[name] { return entry.state == state ? entry.content : nil }
      guard let entry = shelves.older[name], entry.state == state else { return nil }
      shelves.put(entry, name)
      return entry.content
    }
  }

  /// Keeps content of a state.
  func keep(_ content: Content, as name: Name, in state: State) {
    shelves.withLock { $0.put(Entry(state: state, content: content), name) }
  }
}

extension ContentShelf.Shelves {
  /// What an entry takes besides its bytes, roughly.
  private static var overhead: Int { 256 }

  fileprivate mutating func put(_ entry: ContentShelf.Entry, _ name: Name) {
    if let old = newer.updateValue(entry, forKey: name) { bytes -= old.content.bytes.count }
    bytes += entry.content.bytes.count
    guard bytes + newer.count * Self.overhead > limit else { return }
    older = newer
    newer = [:]
    bytes = 0
  }
}
