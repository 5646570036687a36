/// A place on a drawing in pixels: x to the right and y down from its top-left corner.
///
/// Whole numbers are the corners of pixels; the first pixel's centre is (0.5, 0.5).
public struct PixelPoint: Hashable, Sendable {
  /// Pixels from the drawing's left edge.
  public var x: Double

  /// Pixels from the drawing's top edge.
  public var y: Double

  /// Creates the point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension PixelSize {
  /// The middle of the picture.
  public var center: PixelPoint { PixelPoint(x: Double(width) / 2, y: Double(height) / 2) }

  /// The picture's corners, clockwise from the top left.
  public var corners: [PixelPoint] {
    let (right, bottom) = (Double(width), Double(height))
    return [(0, 0), (right, 0), (right, bottom), (0, bottom)].map { PixelPoint(x: $0.0, y: $0.1) }
  }
}
