package import QuillCore

/// Something that gives a picture row by row, from the top, once.
package protocol RowSource: AnyObject {
  /// The picture's size.
  var size: PixelSize { get }

  /// How its pixels become sRGB, which any thread can do once they were read; nil when they are.
  var conversion: ColourConversion? { get }

  /// Fills `bytes` with the next `count` rows of RGBA pixels, straight alpha, without gaps.
  func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws

  /// Reads what follows the last row, so that damage there is found too.
  func finish() throws
}

extension RowSource {
  package var conversion: ColourConversion? { nil }
}
