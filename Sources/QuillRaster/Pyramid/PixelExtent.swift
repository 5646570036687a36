/// A rectangle of pixels on one zoom's grid, counted from the north-west corner of the world.
///
/// The grid of zoom z is 256·2^z pixels wide. Columns may go on beyond the grid on either side, for
/// drawings across the 180th meridian.
package struct PixelExtent: Hashable, Sendable {
  /// The columns, from the west.
  package var x: Range<Int>

  /// The rows, from the north.
  package var y: Range<Int>

  /// Creates the rectangle.
  package init(x: Range<Int>, y: Range<Int>) {
    self.x = x
    self.y = y
  }

  /// The pixels of the next shallower grid that cover some of these.
  package var halved: PixelExtent {
    PixelExtent(
      x: (x.lowerBound >> 1)..<((x.upperBound + 1) >> 1),
      y: (y.lowerBound >> 1)..<((y.upperBound + 1) >> 1))
  }

  /// The tiles of that many pixels a side, a power of two, that share pixels with the rectangle.
  package func tiles(ofSide side: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let shift = side.trailingZeroBitCount
    return (
      (x.lowerBound >> shift)...((x.upperBound - 1) >> shift),
      (y.lowerBound >> shift)...((y.upperBound - 1) >> shift)
    )
  }
}
