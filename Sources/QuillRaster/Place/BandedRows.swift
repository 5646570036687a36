internal import QuillCore

/// The rows of a picture that is made some rows at a time, from the top.
struct BandedRows {
  /// The rows at hand, RGBA.
  let band: PixelBuffer

  private let width: Int
  private let height: Int
  private var row = 0

  /// Creates the rows of a picture that wide, of which `height` are made at a time.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    band = PixelBuffer(count: width * height)
  }

  /// Copies the next rows, one behind the other; each time a band is used up `fill` makes the next one,
  /// whose first row it is given.
  mutating func read(
    _ count: Int, into bytes: inout MutableRawSpan, fill: (_ top: Int) throws -> Void
  ) rethrows {
    for place in 0..<count {
      if row % height == 0 { try fill(row) }
      band.copy(width, from: row % height * width, into: &bytes, at: place * width * 4)
      row += 1
    }
  }
}
