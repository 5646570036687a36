/// One safe change to a folder of tiles.
public enum Mend: Hashable, Sendable {
  /// A file takes the name it should have, which nothing else has.
  case rename(String, to: String)

  /// A file or folder that Finder or Explorer left behind goes.
  case removeDropping(String)

  /// A tile's file without a visible pixel goes.
  case removeClear(String)

  /// A tile's file that looks exactly as the fallback goes.
  case removeFallback(String)
}

extension Mend: CustomStringConvertible {
  /// The change as an order: `rename 2/0/3.PNG to 2/0/3.png`.
  public var description: String {
    switch self {
    case .rename(let path, let name): "rename \(path) to \(name)"
    case .removeDropping(let path): "remove \(path), which Finder or Explorer left behind"
    case .removeClear(let path): "remove \(path), which is wholly transparent"
    case .removeFallback(let path): "remove \(path), which looks exactly as the fallback does"
    }
  }
}

/// A fault that is left for someone to look at, and why.
public struct LeftFault: Hashable, Sendable, CustomStringConvertible {
  /// The path inside the set.
  public let path: String

  /// Why it is left, in a clause.
  public let reason: String

  /// The fault as a line: `leave 2/0/3.PNG: 2/0/3.png is there already`.
  public var description: String { "leave \(path): \(reason)" }
}
