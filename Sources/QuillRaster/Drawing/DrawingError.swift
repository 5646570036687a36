public import QuillCore

/// Why a drawing cannot be read, whatever kind of file it is.
public enum DrawingError: Error, Equatable, Sendable {
  /// A PNG, or a file that cannot be opened, is the matter.
  case png(PNGError)
  /// A JPEG is the matter.
  case jpeg(JPEGError)
  /// The file is of a kind that cannot be sliced.
  case otherKind(FileKind)
  /// The file was written or replaced while it was being read, so that what was read is a mixture.
  case changed
}

extension DrawingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .png(let error): "\(error)"
    case .jpeg(let error): "\(error)"
    case .otherKind(.empty): "is an empty file (expected a PNG or JPEG picture)"
    case .changed: "was saved while it was being read"
    case .otherKind(let kind): "is \(kind.displayName) (expected a PNG or JPEG picture)"
    }
  }
}

extension DrawingError {
  /// The bytes of memory that the drawing needs, where they are more than it may take.
  public var neededByteCount: Int? {
    switch self {
    case .png(.tooLarge(_, _, let need, _)), .jpeg(.tooLarge(_, _, let need, _)): need
    default: nil
    }
  }

  /// The error of a reader as that of a drawing; nil for another's.
  init?(_ error: any Error) {
    switch error {
    case let error as DrawingError: self = error
    case PNGError.notAPNG(let kind, _) where kind != .unknown: self = .otherKind(kind)
    case let error as PNGError: self = .png(error)
    case let error as JPEGError: self = .jpeg(error)
    default: return nil
    }
  }
}
