public import QuillCore

/// What a check is asked to hold a tileset against, besides what the set promises itself.
public struct CheckRequest: Sendable {
  /// The tiles that should be there, one set a zoom; empty when no area was asked.
  public var area: [TileCoverage] = []

  /// The zooms that should have tiles.
  public var zooms: ZoomRange?

  /// Pixels along each side that a tile should have.
  public var tileSize: TileSize?

  /// The picture that an app shows where no tile is.
  public var fallback: Fallback?

  /// The most bytes that one tile may have.
  public var maxTileBytes: Int?

  /// The most bytes that all tiles together may have.
  public var maxBytes: Int?

  /// What was set for rules.
  public var rules = RuleSettings()

  /// Whether only the beginnings of tiles are looked at, and no pixels.
  public var isQuick = false

  /// Old findings that do not count again.
  public var baseline: Baseline?

  /// A picture that stands in for missing tiles.
  public struct Fallback: Equatable, Sendable {
    /// Its path, as findings shall name it.
    public var path: String

    /// The file's bytes.
    public var bytes: [UInt8]

    /// Creates the description of a fallback.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Creates a request that asks for nothing beyond the set's own promises.
  public init() {}
}
