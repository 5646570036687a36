/// A new file that is written piece by piece: everything goes to a scratch file beside it, which
/// takes the final name at the end.
///
///     let file = try NewFile(destination: "island.png")
///     try file.append(bytes)
///     try file.finish()
///
/// Let go unfinished, it removes the scratch file, and the folders above that it made.
public final class NewFile {
  /// The file's final path.
  public let destination: String

  /// Bytes written so far.
  public private(set) var byteCount = 0

  private let scratch: ScratchPlace
  private let isReplacing: Bool

  /// The open scratch file; nil once it is closed.
  private var descriptor: Int32?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - destination: The file's final path.
  ///   - replacing: Whether a file that is there is replaced at the end.
  /// - Throws: `FileError.exists` when something is there by that name and is not to be replaced,
  ///   or is no file; `FileError.cannotWrite` when the scratch file cannot be made.
  public init(destination: String, replacing: Bool = false) throws(FileError) {
    self.destination = destination
    isReplacing = replacing
    scratch = try ScratchPlace(beside: destination)
    do throws(FileError) {
      try ScratchPlace.check(scratch.destination, replacing: replacing)
      descriptor = try FileSystem.create(scratch.path)
    } catch {
      scratch.clear()
      throw error.about(destination)
    }
  }

  deinit {
    if let descriptor { try? FileSystem.close(descriptor, path: destination) }
    scratch.clear()
  }

  /// Writes bytes after those before.
  ///
  /// - Throws: `FileError.cannotWrite`, as on a full disk.
  public func append(_ bytes: Span<UInt8>) throws(FileError) {
    guard let descriptor else { preconditionFailure("A finished file takes no more bytes") }
    try FileSystem.write(bytes, to: descriptor, path: destination)
    byteCount += bytes.count
  }

  /// Gives the file its final name, once the disk has all of it.
  ///
  /// - Parameter syncs: Whether to wait for the disk.
  /// - Throws: `FileError.exists` when something is there by now that is not to be replaced,
  ///   `FileError.cannotWrite`.
  public func finish(syncs: Bool = true) throws(FileError) {
    guard let descriptor else { preconditionFailure("A file is finished once") }
    self.descriptor = nil
    try FileSystem.close(descriptor, path: destination)
    do throws(FileError) {
      try scratch.giveFinalName(replacing: isReplacing, syncs: syncs)
    } catch {
      throw error.about(destination)
    }
  }
}

extension NewFile {
  /// Writes a file as a whole, in the place of one that may be there, and removes what killed runs left
  /// beside it.
  ///
  /// - Parameters:
  ///   - destination: The file's path.
  ///   - bytes: All that the file is to hold.
  ///   - lock: The lock of the set that the file lies in, nil where it is no part of one.
  /// - Throws: `FileError`; the file that was there stays as it was.
  package static func replace(
    _ destination: String, with bytes: Span<UInt8>, holding lock: DestinationLock?
  ) throws(FileError) {
    let own = lock == nil ? try DestinationLock(destination) : nil
    defer { own?.release() }
    do throws(FileError) {
      if lock != nil { try Scratch.sweep(beside: try FileSystem.destination(destination)) }
    } catch {
      throw error.about(destination)
    }
    let file = try NewFile(destination: destination, replacing: true)
    try file.append(bytes)
    try file.finish()
  }
}
