/// The right to write a destination: one program at a time has it.
///
/// The system gives it back when the program ends, however it ends: a dead program's lock is no
/// obstacle. Two names of one destination, as by a link, have one lock.
package final class DestinationLock: Sendable {
  /// Where the destination really lies.
  package let destination: String

  private let path: String
  private let file: FileSystem.LockedFile

  /// Takes the lock, and removes what killed programs left beside the destination.
  ///
  /// On a disk without locks it keeps nobody away, and removes nothing.
  ///
  /// - Throws: `FileError.busy` with the number of the program that has it.
  package convenience init(_ destination: String) throws(FileError) {
    do throws(FileError) {
      try self.init(locking: try FileSystem.destination(destination))
    } catch {
      // The path of a lock says nothing to a user.
      throw error.about(destination)
    }
  }

  private init(locking destination: String) throws(FileError) {
    self.destination = destination
    let path = Scratch.lock(beside: destination)
    while true {
      guard let file = try FileSystem.LockedFile(path) else {
        let holder = try FileSystem.read(path).map { String(decoding: $0, as: UTF8.self) }
        throw .busy(path: destination, process: holder.flatMap { Int($0) })
      }
      // Whoever had the lock may have removed its file after this one was opened.
      guard file.isStillAt(path) else { continue }
      file.write("\(FileSystem.processNumber)")
      self.path = path
      self.file = file
      break
    }
    // Without a lock, what lies there may be in use.
    if file.isLocked {
      try Scratch.sweep(beside: destination)
    } else {
      try Scratch.putBack(destination)
    }
  }

  deinit { release() }

  /// Takes the lock's file away, when the work is done; not one that another program made since.
  package func release() {
    if file.isStillAt(path) { try? FileSystem.remove(path) }
  }
}
