/// The pixels of one row of tiles, which threads fill tile by tile.
///
/// Each column belongs to one thread at a time, and all of it to the caller in between.
@safe
final class StitchBand: @unchecked Sendable {
  /// Number of tiles.
  let columnCount: Int

  /// Pixels along each side of a tile.
  let side: Int

  private let bytes: UnsafeMutableRawPointer

  /// Creates a band; what its pixels are is for the caller to write.
  init(columnCount: Int, side: Int) {
    self.columnCount = columnCount
    self.side = side
    unsafe bytes = .allocate(
      byteCount: Self.byteCount(columnCount: columnCount, side: side), alignment: 16)
  }

  deinit { unsafe bytes.deallocate() }

  /// Bytes of a band.
  static func byteCount(columnCount: Int, side: Int) -> Int { columnCount * side * side * 4 }

  private var rowByteCount: Int { columnCount * side * 4 }

  /// Puts a tile's pixels there, RGBA from the top without gaps.
  func put(_ pixels: RawSpan, column: Int) {
    precondition(
      (0..<columnCount).contains(column) && pixels.byteCount == side * side * 4,
      "A tile of the band's size lies in one of its columns")
    unsafe pixels.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return }
      for row in 0..<side {
        unsafe (bytes + row * rowByteCount + column * side * 4).copyMemory(
          from: source + row * side * 4, byteCount: side * 4)
      }
    }
  }

  /// Makes a tile's pixels clear.
  func clear(column: Int) {
    precondition((0..<columnCount).contains(column), "The band has that column")
    for row in 0..<side {
      unsafe (bytes + row * rowByteCount + column * side * 4).initializeMemory(
        as: UInt8.self, repeating: 0, count: side * 4)
    }
  }

  /// Calls `body` with all rows, one after the other without gaps.
  func withRows<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    try body(
      unsafe RawSpan(
        _unsafeStart: bytes, byteCount: Self.byteCount(columnCount: columnCount, side: side)))
  }
}
