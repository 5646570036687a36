internal import QuillCore

/// Where a new archive will lie: its final name, which no other program writes meanwhile, and a
/// scratch name beside it.
///
/// Let go unfinished, it removes the scratch file and the folders that it made.
final class Destination: Sendable {
  /// The archive's final path as it was called.
  let path: String

  private let place: ScratchPlace
  private let lock: DestinationLock
  private let isReplacing: Bool
  private let syncs: Bool

  /// Looks that nothing is there yet, makes the folders above, and removes what killed programs left.
  ///
  /// - Parameters:
  ///   - path: The archive's final name.
  ///   - replacing: Whether a file that is there is replaced at the end.
  ///   - syncs: Whether the disk has to have all of it before it takes its name.
  ///   - held: The archive's lock, when the caller has it already.
  /// - Throws: `FileError.exists` when something is there and is not to be replaced, or is no file;
  ///   `FileError.busy` when another program writes it, `FileError.cannotWrite`.
  init(
    _ path: String, replacing: Bool, syncs: Bool, lock held: DestinationLock?
  ) throws(FileError) {
    self.path = path
    isReplacing = replacing
    self.syncs = syncs
    place = try ScratchPlace(beside: path)
    do throws(FileError) {
      try ScratchPlace.check(place.destination, replacing: replacing)
      if let held { lock = held } else { lock = try DestinationLock(path) }
    } catch {
      place.clear()
      throw error.about(path)
    }
  }

  deinit {
    lock.release()
    place.clear()
  }

  /// The path of the file that takes the final name at the end.
  var scratch: String { place.path }

  /// Gives the scratch file the final name, once the disk has all of it if it has to.
  func take() throws(FileError) {
    try FileError.telling(of: path) { () throws(FileError) in
      try place.giveFinalName(replacing: isReplacing, syncs: syncs)
    }
    lock.release()
  }
}
