/// A brush stroke of 200 x 200 pixels in the middle of a drawing: what changes between two exports.
struct PaintedStroke {
  private static let side = 200

  private let width: Int
  private let columns: Range<Int>
  private let rows: Range<Int>

  init(width: Int, height: Int) {
    self.width = width
    let (left, top) = (max(0, (width - Self.side) / 2), max(0, (height - Self.side) / 2))
    columns = left..<min(width, left + Self.side)
    rows = top..<min(height, top + Self.side)
  }

  /// Paints on `count` rows of RGBA, the first of which is the drawing's row `first`.
  func paint(_ pixels: inout [UInt8], first: Int, count: Int) {
    for row in rows.clamped(to: first..<first + count) {
      for column in columns {
        let place = ((row - first) * width + column) * 4
        pixels.replaceSubrange(place..<place + 4, with: [180, 30, 60, 255])
      }
    }
  }
}
