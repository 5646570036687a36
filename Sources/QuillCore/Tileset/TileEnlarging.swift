/// Something that can enlarge a part of a tile's picture to a whole tile.
public protocol TileEnlarging: Sendable {
  /// Makes a picture as large as the tile's that shows nothing but the part.
  ///
  /// - Parameters:
  ///   - part: The part of the tile.
  ///   - bytes: The bytes of the tile's picture.
  /// - Returns: The bytes of the new picture, a PNG.
  /// - Throws: What tells why the picture cannot be read.
  func enlarge(_ part: TilePart, of bytes: [UInt8]) throws -> [UInt8]
}
