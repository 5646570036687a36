import QuillCore

/// A file that keeps which tiles were asked for, in lines that `list --requested` reads.
final class RequestLogFile: Sendable {
  private let file: Int32

  /// Opens the file; lines are added to what it holds.
  init(_ path: String) throws {
    file = LibC.openForAppending(path)
    if file < 0, LibC.lastErrorIsPipeWithoutReader {
      throw CommandFailure(
        "is a pipe that nobody reads (expected a file)", about: path)
    }
    guard file >= 0 else {
      throw CommandFailure("cannot be written: \(LibC.lastMessage())", about: path)
    }
  }

  /// Adds a line; what the disk does not take, or a pipe not at once, is lost: a preview must go on.
  func add(_ tile: Tile) {
    let line = "requested tile z:\(tile.zoom) x:\(tile.x) y:\(tile.y)\n"
    LibC.writeWithoutWaiting(Array(line.utf8), to: file)
  }
}
