/// The size of a picture in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels from left to right.
  public let width: Int

  /// Pixels from top to bottom.
  public let height: Int

  /// Creates a size; neither side may be 0 or less.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A picture has pixels")
    self.width = width
    self.height = height
  }
}

extension PixelSize: CustomStringConvertible {
  /// `width x height`, as in `5120x6144`.
  public var description: String { "\(width)x\(height)" }
}
