/// The pixels of one row of tiles, which threads fill tile by tile.
///
/// Each column belongs to one thread at a time, and all of it to the caller in between.
struct StitchBand: Sendable {
  /// Number of tiles.
  let columnCount: Int

  /// Pixels along each side of a tile.
  let side: Int

  private let pixels: PixelBuffer

  /// Creates a band of clear pixels.
  init(columnCount: Int, side: Int) {
    self.columnCount = columnCount
    self.side = side
    pixels = PixelBuffer(count: columnCount * side * side)
  }

  /// Bytes of a band.
  static func byteCount(columnCount: Int, side: Int) -> Int { columnCount * side * side * 4 }

  /// Puts a tile's pixels there, RGBA from the top without gaps.
  func put(_ tile: RawSpan, column: Int) {
    precondition(
      (0..<columnCount).contains(column) && tile.byteCount == side * side * 4,
      "A tile of the band's size lies in one of its columns")
    let width = side * 4
    for row in 0..<side {
      pixels.fill(
        from: tile.extracting(row * width..<(row + 1) * width), at: place(row, column))
    }
  }

  /// Makes a tile's pixels clear.
  func clear(column: Int) {
    precondition((0..<columnCount).contains(column), "The band has that column")
    for row in 0..<side { pixels.clear(place(row, column)..<place(row, column) + side) }
  }

  private func place(_ row: Int, _ column: Int) -> Int { (row * columnCount + column) * side }

  /// Calls `body` with all rows, one after the other without gaps.
  func withRows<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    try pixels.withPixels { pixels throws(Failure) in try body(unsafe pixels.bytes) }
  }
}
