import QuillCore

/// Tells when a drawing was saved anew.
///
/// An editor may write the file bit by bit, or put a new one in its place: a save counts once the
/// file has kept its size and time from one look to the next.
struct SavedDrawing {
  /// Seconds between two looks.
  static let pause = 0.15

  private let path: String
  private var done: FileSystem.Version?
  private var seen: FileSystem.Version?

  /// Begins to watch; what is there now is done with.
  ///
  /// Begin before the file is first read: a save while that is done would go unseen.
  init(_ path: String) {
    self.path = path
    done = FileSystem.version(of: path)
    seen = done
  }

  /// Looks at the file; true when there is a new one, which then is done with.
  mutating func isSavedAnew() -> Bool {
    let now = FileSystem.version(of: path)
    defer { seen = now }
    guard now != done, now == seen, now != nil else { return false }
    done = now
    return true
  }

  /// Takes the newest save for one that is still to be done.
  mutating func forget() { done = nil }
}
