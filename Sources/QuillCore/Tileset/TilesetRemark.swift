/// A source that can tell what is odd about it beyond its tiles: only checks and reports ask.
public protocol Remarking: TileSource {
  /// What is odd, in the order it is found.
  ///
  /// - Throws: what reading the set throws.
  func remarks() throws -> [TilesetRemark]
}

/// Something odd about a tileset that keeps nobody from reading its tiles.
public struct TilesetRemark: Hashable, Sendable {
  /// The part of the set, such as `metadata` or `header`.
  public let part: String

  /// What was found, so that it completes the part's name to a sentence.
  public let found: String

  /// What was expected, nil where `found` tells it all.
  public let expected: String?

  /// Creates a remark.
  public init(_ part: String, found: String, expected: String? = nil) {
    self.part = part
    self.found = found
    self.expected = expected
  }
}

extension TilesetRemark: CustomStringConvertible {
  /// The remark as one sentence.
  public var description: String {
    "\(part) \(found)" + (expected.map { " (expected \($0))" } ?? "")
  }
}
