/// The pixels along each side of a tile.
///
/// The grid is the same for both sizes; a 512-pixel tile holds the pixels that four 256-pixel
/// tiles of the next zoom hold.
public enum TileSize: Int, Hashable, Sendable, CaseIterable {
  /// The classic size of web maps.
  case pixels256 = 256

  /// Twice as fine: the pixels of one zoom deeper.
  case pixels512 = 512

  /// Pixels along each side.
  public var pixels: Int { rawValue }
}
