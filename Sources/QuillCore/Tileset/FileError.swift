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

  /// It has more bytes than may be read.
  case tooLarge(path: String, bytes: Int, limit: Int)

  /// It was moved, removed or replaced while it was being written.
  case moved(path: String)

  /// It is a link to something that is not there.
  case danglingLink(path: String, target: String)

  /// A link in it leads out of it, so that writing there would change something else.
  case leadsElsewhere(path: String)

  /// It cannot be locked, as what has the name of its lock is no lock of this program.
  case foreignLock(path: String, lock: String, reason: String)

  /// A name in it is no UTF-8 text, so that it cannot be carried along.
  case unspeakableName(path: String)
}

extension FileError {
  /// The path in question.
  public var path: String {
    switch self {
    case .cannotRead(let path, _), .cannotWrite(let path, _), .exists(let path), .absent(let path),
      .busy(let path, _), .tooLarge(let path, _, _), .moved(let path), .danglingLink(let path, _),
      .leadsElsewhere(let path), .foreignLock(let path, _, _), .unspeakableName(let path):
      path
    }
  }

  /// Why it happened, in the system's words where there are any.
  package var reason: String {
    switch self {
    case .cannotRead(_, let reason), .cannotWrite(_, let reason): reason
    default: description
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
    case .tooLarge(_, let bytes, let limit): .tooLarge(path: path, bytes: bytes, limit: limit)
    case .moved: .moved(path: path)
    case .danglingLink(_, let target): .danglingLink(path: path, target: target)
    case .leadsElsewhere: .leadsElsewhere(path: path)
    case .foreignLock(_, let lock, let reason):
      .foreignLock(path: path, lock: lock, reason: reason)
    case .unspeakableName: .unspeakableName(path: path)
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
    case .tooLarge(_, let bytes, let limit):
      "is too large (found \(bytes) bytes, expected at most \(limit))"
    case .moved: "was moved, removed or replaced while it was being written"
    case .danglingLink(_, let target): "is a link to '\(target)', which does not exist"
    case .leadsElsewhere: "is a link that leads out of the tileset"
    case .foreignLock(_, let lock, let reason): "cannot be locked: '\(lock)' \(reason)"
    case .unspeakableName: "has a name that is not UTF-8 text"
    }
  }
}
