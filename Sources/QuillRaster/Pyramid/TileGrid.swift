package import QuillCore

/// The tiles of one zoom that a slice writes: how large their pictures are, and which pixels of the
/// world they hold.
package struct TileGrid: Hashable, Sendable {
  /// The zoom of the tiles.
  package let zoom: Zoom

  /// Pixels along each side of a tile's picture.
  package let side: Int

  /// Pixels for each point.
  package let scale: TileScale

  /// Creates the grid.
  package init(zoom: Zoom, side: Int, scale: TileScale = .single) {
    precondition(
      side >= 256 && side.nonzeroBitCount == 1, "A tile's side is 256 times a power of two")
    self.zoom = zoom
    self.side = side
    self.scale = scale
  }

  /// The level of the pixel grid whose pixels the tiles hold: 256 · 2^level pixels around the world.
  ///
  /// Tiles of 512 pixels hold the pixels of one level more than their zoom.
  package var pixelLevel: Int { zoom.level + (side / 256).trailingZeroBitCount }
}
