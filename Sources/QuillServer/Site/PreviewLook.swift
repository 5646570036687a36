/// What a preview shows besides the tiles, and how.
public struct PreviewLook: Sendable {
  /// The title of the page; nil for the set's name.
  public var title: String?

  /// What is shown where the set has no tile.
  public var holes = HolePolicy.fallback

  /// The template of a map to show below, with `{z}`, `{x}` and `{y}`; nil for none.
  public var base: String?

  /// Where the page's map library comes from.
  public var leaflet = LeafletFiles.installed()

  /// Creates the look of a preview of nothing but tiles.
  public init() {}
}
