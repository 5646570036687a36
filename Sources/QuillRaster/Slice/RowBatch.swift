/// A few rows of the drawing on their way from the decoder to the pyramid.
final class RowBatch {
  /// How many batches there are: enough that the decoder rarely waits.
  static let number = 4

  let pixels: PixelBuffer

  /// What was done to the rows.
  enum State {
    /// Their colours are still the drawing's own.
    case read
    /// A thread converts their colours.
    case beingConverted
    /// They may go on to the pyramid.
    case ready
  }

  var state = State.ready

  /// How many rows are filled.
  var rows = 0

  /// How many of them went on to the pyramid.
  var taken = 0

  init(width: Int) { pixels = PixelBuffer(count: width * Self.rows(width: width)) }

  /// Rows of a batch: 16, fewer where a row is large; a power of two, so that a row of tiles is a
  /// whole number of batches.
  static func rows(width: Int) -> Int {
    var rows = 16
    while rows > 1, rows * width * 4 > 2 << 20 { rows /= 2 }
    return rows
  }
}
