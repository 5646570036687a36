/// What is answered where a set has no tile.
public enum HolePolicy: String, Hashable, Sendable, CaseIterable {
  /// Status 404: there is none.
  case notFound = "404"
  /// Status 204: there is one, and it is empty.
  case empty = "204"
  /// The fallback picture, or 404 without one.
  case fallback
  /// A part of the nearest shallower tile, enlarged, or else as with a fallback.
  case parent
}
