#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a JPEG cannot be read.
///
/// A description continues a sentence that begins with the file's name. Rows are counted from 0 at
/// the top, as they are stored: before the picture is turned.
public enum JPEGError: Error, Equatable, Sendable {
  /// The system cannot open or read the file; `code` is its `errno`.
  case unreadable(code: Int32)
  /// The file ends before its picture begins.
  case endsEarly
  /// The picture's data stop; `row` is the first row that is not whole, nil where rows come several
  /// times, ever finer (progressive).
  case truncated(row: Int?, height: Int)
  /// The data are not those of a JPEG; `row` is the first row that could not be read.
  case damaged(row: Int?, reason: String)
  /// The colours are made for print.
  case forPrint
  /// The colours are of a kind that is not known.
  case unknownColors
  /// Decoding needs more bytes than the limit.
  case tooLarge(width: Int, height: Int, need: Int, limit: Int)
  /// There is no memory left.
  case outOfMemory
}

extension JPEGError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let code): "cannot be read: \(PNGError.text(ofSystemError: code))"
    case .endsEarly: "is cut off: the file ends before its picture begins"
    case .truncated(let row?, let height):
      "is cut off: the picture stops at row \(row) of \(height)"
    case .truncated(nil, _): "is cut off: the picture is incomplete"
    case .damaged(let row?, let reason): "is damaged at row \(row) (libjpeg: \(reason))"
    case .damaged(nil, let reason): "is damaged (libjpeg: \(reason))"
    case .forPrint: "is CMYK (expected RGB or grey)"
    case .unknownColors: "has colours of an unknown kind (expected RGB or grey)"
    case .tooLarge(let width, let height, let need, let limit):
      "is \(width) x \(height) pixels and needs \(need) bytes to be read; the limit is \(limit)"
    case .outOfMemory: "cannot be read: there is no memory left"
    }
  }
}
