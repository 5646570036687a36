/// What can go wrong with a file or folder.
public enum FileError: Error, Equatable, Sendable {
  /// It cannot be read, with the system's reason.
  case cannotRead(path: String, reason: String)

  /// It cannot be written, made, renamed or removed, with the system's reason.
  case cannotWrite(path: String, reason: String)

  /// It should not be there, but is.
  case exists(path: String)

  /// It should be there, but is not.
  case absent(path: String)
}

extension FileError {
  /// The path in question.
  public var path: String {
    switch self {
    case .cannotRead(let path, _), .cannotWrite(let path, _), .exists(let path), .absent(let path):
      path
    }
  }
}

extension FileError: CustomStringConvertible {
  /// What happened, without the path.
  public var description: String {
    switch self {
    case .cannotRead(_, let reason): "cannot be read: \(reason)"
    case .cannotWrite(_, let reason): "cannot be written: \(reason)"
    case .exists: "exists already"
    case .absent: "does not exist"
    }
  }
}
