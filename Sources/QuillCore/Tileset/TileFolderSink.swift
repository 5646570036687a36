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
  private let syncs: Bool

  /// The folder in which the destination lies, and the one that takes its name.
  private let parent: OpenFolder
  private let folder: OpenFolder

  /// Begins a folder of tiles.
  ///
  /// A destination that is a link means the folder that it leads to: that one is made anew, and the link
  /// stays.
  ///
  /// - Parameters:
  ///   - destination: Its final path.
  ///   - replacing: Whether a folder that is there by that name is replaced at the end. What the
  ///     old one holds besides tiles is kept, and so are tiles that its record does not know.
  ///   - syncs: Whether the disk has to have all of it before it takes its name.
  /// - Throws: `FileError.exists` when something is there by that name and is not to be replaced,
  ///   `FileError.busy` when another program writes it, `FileError.cannotWrite` when the scratch
  ///   folder cannot be made, `FileError.unspeakableName` when the old folder holds a name that could
  ///   not be kept.
  public convenience init(
    destination: String, replacing: Bool = false, syncs: Bool = true
  ) throws(FileError) {
    try self.init(destination: destination, replacing: replacing, syncs: syncs, lock: nil)
  }

  /// Begins a folder of tiles whose lock the caller has already.
  package init(
    destination: String, replacing: Bool, syncs: Bool, lock held: DestinationLock?
  ) throws(FileError) {
    self.destination = destination
    self.syncs = syncs
    place = try ScratchPlace(beside: destination)
    do throws(FileError) {
      if let held { lock = held } else { lock = try DestinationLock(destination) }
      let old = try FileSystem.kind(of: place.destination)
      guard old == nil || (replacing && old == .folder) else { throw .exists(path: destination) }
      replaces = old != nil
      if replaces { try Self.requireSpeakableNames(in: place.destination, as: destination) }
      do throws(FileError) {
        try FileSystem.makeFolder(place.path)
        parent = try OpenFolder(FileSystem.parent(of: place.path) ?? "/")
        folder = try OpenFolder(place.path, followsLink: false)
      } catch {
        throw error.about(destination)
      }
    } catch {
      place.clear()
      throw error
    }
  }

  // Scratch that cannot be removed has a name that tells what it is, and the next run removes it.
  deinit {
    lock.release()
    // After a swap the old folder is there; by its parent it is found even when that was moved.
    try? parent.remove(FileSystem.name(of: place.path))
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
      try folder.link(path, as: name)
    }
  }

  /// Keeps a file beside the zooms, such as the fallback.
  public func put(_ bytes: Span<UInt8>, besideZooms name: String) throws {
    try write(bytes, to: name)
  }

  private func write(_ bytes: Span<UInt8>, to name: String) throws(FileError) {
    try FileError.telling(of: "\(destination)/\(name)") { () throws(FileError) in
      try folder.write(bytes, to: name)
    }
  }

  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    let record = try record?.json
    try put(metadata.json.span, besideZooms: TilesetMetadata.fileName)
    if let record { try put(record.span, besideZooms: SliceRecord.fileName) }
    if replaces { try keepOthers() }
    try takeName()
    lock.release()
  }

  /// Gives the new folder its name, once the disk has all of it.
  private func takeName() throws(FileError) {
    try FileError.telling(of: destination) { () throws(FileError) in
      if syncs { try folder.syncFileSystem() }
      guard isWhereItWasMade else { throw FileError.moved(path: destination) }
      if replaces {
        try takePlaceOfOld()
      } else {
        guard try FileSystem.kind(of: place.destination) == nil else {
          throw FileError.exists(path: destination)
        }
        try FileSystem.rename(place.path, to: place.destination)
      }
      guard folder.isAt(place.destination) else { throw FileError.moved(path: destination) }
      if syncs { parent.syncNames() }
    }
  }

  /// Whether nobody moved the new folder, or a folder above it, since it was begun.
  private var isWhereItWasMade: Bool {
    folder.isAt(place.path) && parent.isAt(FileSystem.parent(of: place.path) ?? "/")
  }

  /// Puts the new folder where the old one is.
  ///
  /// Where the system can, both change their names in one step. Elsewhere there are two, and where the
  /// second fails, the old folder is there again; a run that is killed between them is mended by the
  /// next command that looks at the destination.
  private func takePlaceOfOld() throws(FileError) {
    folder.takeMode(of: try OpenFolder(place.destination))
    let new = FileSystem.name(of: place.path)
    let own = FileSystem.name(of: place.destination)
    // The work is done then: what cannot be removed now, the next run removes.
    if try parent.exchange(new, own) == .done {
      try? parent.remove(new)
      return
    }
    let old = FileSystem.name(of: Scratch.old(beside: place.destination))
    try parent.move(own, to: parent, as: old)
    do throws(FileError) {
      try parent.move(new, to: parent, as: own)
    } catch {
      try? parent.move(old, to: parent, as: own)
      throw error
    }
    try? parent.remove(old)
  }

  /// Gives what a user put into the old folder a place in the new one.
  private func keepOthers() throws {
    let old = try TileFolder(root: place.destination)
    let record = try old.record
    try old.visitEntries { entry in
      switch entry {
      case .tile(let path, _):
        if let record, !record.isMade(path.tile) { try keep(path.description) }
      case .stray(_, .dropping): break
      case .stray(let path, _): try keep(path)
      }
    }
  }

  /// Looks that every name below the old folder can be told to the calls that carry it along.
  private static func requireSpeakableNames(
    in folder: String, as destination: String
  ) throws(FileError) {
    let name: String?
    do throws(FileError) {
      name = try FileSystem.unspeakableName(below: folder)
    } catch {
      throw error.about(destination)
    }
    guard let name else { return }
    throw .unspeakableName(path: destination + name.dropFirst(folder.count))
  }

  private func keep(_ path: String) throws {
    let from = "\(place.destination)/\(path)"
    if path.hasSuffix("/") {
      for entry in try FileSystem.entries(of: from) {
        try keep(path + entry.name + (entry.kind == .folder ? "/" : ""))
      }
      return
    }
    guard try folder.kind(of: path) == nil else { return }
    do {
      try folder.link(from, as: path)
    } catch {
      // Not every disk has second names.
      guard let bytes = try FileSystem.read(from) else { return }
      try write(bytes.span, to: path)
    }
  }
}
