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

  /// Another program writes it, with that program's number where it is known.
  case busy(path: String, process: Int?)
}

extension FileError {
  /// The path in question.
  public var path: String {
    switch self {
    case .cannotRead(let path, _), .cannotWrite(let path, _), .exists(let path), .absent(let path),
      .busy(let path, _):
      path
    }
  }

  /// The same error about another path: the one that the user knows.
  package func about(_ path: String) -> FileError {
    switch self {
    case .cannotRead(_, let reason): .cannotRead(path: path, reason: reason)
    case .cannotWrite(_, let reason): .cannotWrite(path: path, reason: reason)
    case .exists: .exists(path: path)
    case .absent: .absent(path: path)
    case .busy(_, let process): .busy(path: path, process: process)
    }
  }

  /// Runs `body`, whose errors then tell of the path that the user knows: that of a scratch file
  /// says nothing to anybody.
  package static func telling<Result>(
    of path: @autoclosure () -> String, _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw error.about(path())
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
    case .busy(_, let process):
      "is being written by another program" + (process.map { " (process \($0))" } ?? "")
    }
  }
}
