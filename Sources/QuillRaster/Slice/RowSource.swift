/// Something that gives a picture row by row, from the top, once.
package protocol RowSource: AnyObject {
  /// The picture's size.
  var size: PixelSize { get }

  /// Fills `bytes` with the next `count` rows of RGBA pixels, straight alpha, without gaps.
  func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws

  /// Reads what follows the last row, so that damage there is found too.
  func finish() throws
}

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
