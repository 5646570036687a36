/// Writes a new folder of tiles: everything goes to a scratch folder beside it, which takes the
/// final name at the end.
///
/// Let go unfinished, it removes the scratch folder, and the folders above that it made.
public final class TileFolderSink: TileSink {
  /// The folder's final path.
  public let destination: String

  private let place: ScratchPlace
  private let lock: DestinationLock
  private let replaces: Bool
  private var scratch: String { place.path }

  /// Begins a folder of tiles.
  ///
  /// - Parameters:
  ///   - destination: Its final path.
  ///   - replacing: Whether a folder that is there by that name is replaced at the end. What the
  ///     old one holds besides tiles is kept, and so are tiles that its record does not know.
  /// - Throws: `FileError.exists` when something is there by that name and is not to be replaced,
  ///   `FileError.busy` when another program writes it, `FileError.cannotWrite` when the scratch
  ///   folder cannot be made.
  public init(destination: String, replacing: Bool = false) throws(FileError) {
    let old = try FileSystem.kind(of: destination)
    guard old == nil || (replacing && old == .folder) else { throw .exists(path: destination) }
    self.destination = destination
    replaces = old != nil
    place = try ScratchPlace(beside: destination)
    do throws(FileError) {
      lock = try DestinationLock(destination)
      try FileError.telling(of: destination) { () throws(FileError) in
        try FileSystem.makeFolder(place.path)
      }
    } catch {
      place.clear()
      throw error
    }
  }

  // Scratch that cannot be removed has a name that tells what it is, and the next run removes it.
  deinit {
    lock.release()
    place.clear()
  }

  /// Keeps a tile's picture, as it is: a JPEG or WebP picture under a name that ends so.
  public func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    let name = path.name(endingIn: TileFolder.fileExtension(of: bytes))
    try write(bytes, to: name)
  }

  /// Keeps a tile's picture as a second name of the file at `path`, which takes no room of its own.
  ///
  /// - Throws: `FileError.cannotWrite` when the file is on another disk, or the disk has no links.
  public func link(_ path: String, at tile: TilePath) throws(FileError) {
    let ending = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(path[$0...].dropFirst()) }
    let known = TileFolder.endings.first { $0 == ending } ?? TileFolder.endings[0]
    let name = tile.name(endingIn: known)
    try FileError.telling(of: "\(destination)/\(name)") { () throws(FileError) in
      try FileSystem.link(path, at: "\(scratch)/\(name)")
    }
  }

  /// Keeps a file beside the zooms, such as the fallback.
  public func put(_ bytes: Span<UInt8>, besideZooms name: String) throws {
    try write(bytes, to: name)
  }

  private func write(_ bytes: Span<UInt8>, to name: String) throws(FileError) {
    try FileError.telling(of: "\(destination)/\(name)") { () throws(FileError) in
      try FileSystem.write(bytes, to: "\(scratch)/\(name)")
    }
  }

  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    let record = try record?.json
    try put(metadata.json.span, besideZooms: TilesetMetadata.fileName)
    if let record { try put(record.span, besideZooms: SliceRecord.fileName) }
    guard replaces else {
      guard try FileSystem.kind(of: destination) == nil else {
        throw FileError.exists(path: destination)
      }
      try FileSystem.rename(scratch, to: destination)
      return lock.release()
    }
    try keepOthers()
    try takePlaceOfOld()
    lock.release()
  }

  /// Puts the new folder where the old one is; where that fails, the old one is there again.
  private func takePlaceOfOld() throws(FileError) {
    let old = Scratch.old(beside: destination)
    try FileError.telling(of: destination) { () throws(FileError) in
      try FileSystem.rename(destination, to: old)
    }
    do throws(FileError) {
      try FileSystem.rename(scratch, to: destination)
    } catch {
      try? FileSystem.rename(old, to: destination)
      throw error
    }
    // The work is done: what cannot be removed now, the next run removes.
    try? FileSystem.remove(old)
  }

  /// Gives what a user put into the old folder a place in the new one.
  private func keepOthers() throws {
    let old = try TileFolder(root: destination)
    let record = try? old.record
    try old.visitEntries { entry in
      switch entry {
      case .tile(let path, _):
        if let record, !record.isMade(path.tile) { try keep(path.description) }
      case .stray(_, .dropping): break
      case .stray(let path, _): try keep(path)
      }
    }
  }

  private func keep(_ path: String) throws {
    let from = "\(destination)/\(path)"
    let to = "\(scratch)/\(path)"
    if path.hasSuffix("/") {
      for entry in try FileSystem.entries(of: from) {
        try keep(path + entry.name + (entry.kind == .folder ? "/" : ""))
      }
      return
    }
    guard try FileSystem.kind(of: to) == nil else { return }
    do {
      try FileSystem.link(from, at: to)
    } catch {
      // Not every disk has second names.
      guard let bytes = try FileSystem.read(from) else { return }
      try write(bytes.span, to: path)
    }
  }
}
