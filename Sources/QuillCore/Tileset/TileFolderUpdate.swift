/// Changes a folder of tiles that is there into what a new slice would make: file by file, and only
/// those that differ.
///
/// All that changes waits aside, in a hidden folder inside the set, until everything is made. Then the
/// files take their names one after the other, and the record last: until the first of them does, the set
/// is as it was, and only a program that is killed meanwhile leaves some tiles new and some old. The
/// hidden folder then tells so, and the next update makes all new.
public final class TileFolderUpdate: TileSink {
  /// Whether files are changed or only compared.
  public enum Mode: Hashable, Sendable {
    /// Change what differs.
    case write
    /// Only count what would change.
    case look
  }

  /// What an update did, or would do.
  public struct Tally: Hashable, Sendable {
    /// Tiles that were written, new or changed.
    public var written = 0
    /// Tiles that are as they were.
    public var unchanged = 0
    /// Tiles that were removed.
    public var removed = 0

    /// Creates the tally of nothing.
    public init() {}

    /// Whether something changed, or would.
    public var hasChanges: Bool { written > 0 || removed > 0 }
  }

  /// The folder's path.
  public let destination: String

  private let mode: Mode
  private let syncs: Bool
  private let discardsEdits: Bool
  private let lock: DestinationLock?
  private let folder: OpenFolder

  /// Where changed files wait, nil when nothing is written.
  private let staging: OpenFolder?
  private let edits: EditDetection?
  private let cutOffCount: Int
  private let state = Mutex(State())

  private struct State {
    var tally = Tally()
    /// The names of files that wait to be put in place, tiles first.
    var staged: [String] = []
    var removed: [TilePath] = []
    var edited: [TilePath] = []
    var kept: [TilePath] = []
  }

  /// The name of the folder in which changed files wait.
  package static let stagingName = ".tilequill-update"

  /// The start of the names of records of updates that put files in place.
  private static let pendingStem = "pending-"

  /// Begins to change the folder.
  ///
  /// - Throws: `FileError` when it is not there, or another program writes it.
  public convenience init(destination: String, mode: Mode = .write) throws(FileError) {
    try self.init(destination: destination, mode: mode, edits: nil, lock: nil)
  }

  /// Begins to change the folder.
  ///
  /// - Parameters:
  ///   - destination: The folder.
  ///   - mode: Whether to write.
  ///   - edits: What tells tiles that a person changed; nil takes all for the slicer's.
  ///   - discardsEdits: Whether tiles that a person changed are made anew like all others.
  ///   - syncs: Whether the disk has to have all files before the first takes its name.
  ///   - held: The folder's lock, when the caller has it already.
  /// - Throws: `FileError` when the folder is not there, or another program writes it.
  package init(
    destination: String, mode: Mode, edits: EditDetection?, discardsEdits: Bool = false,
    syncs: Bool = true, lock held: DestinationLock?
  ) throws(FileError) {
    guard try FileSystem.kind(of: destination) == .folder else {
      throw .absent(path: destination)
    }
    self.destination = destination
    self.mode = mode
    self.syncs = syncs
    self.discardsEdits = discardsEdits
    if mode == .look {
      lock = nil
    } else if let held {
      lock = held
    } else {
      lock = try DestinationLock(destination)
    }
    folder = try OpenFolder(destination)
    let cutOff = try Self.cutOffRecords(in: folder)
    cutOffCount = cutOff.count
    self.edits = edits?.adding(cutOff)
    guard mode == .write else {
      staging = nil
      return
    }
    let folder = folder
    staging = try FileError.telling(of: destination) { () throws(FileError) in
      try folder.makeFolder(Self.stagingName)
      let staging = try OpenFolder(
        "\(destination)/\(Self.stagingName)", followsLink: false)
      try staging.remove("new")
      return staging
    }
  }

  deinit {
    guard let staging else { return }
    try? staging.remove("new")
    // It stays while records of updates that were cut off are in it.
    folder.removeIfEmpty(Self.stagingName)
  }

  /// The records of updates of a folder that were killed while they put files in place.
  package static func cutOffRecords(in folder: OpenFolder) throws(FileError) -> [SliceRecord] {
    guard try folder.kind(of: stagingName) == .folder else { return [] }
    let path = "\(folder.path)/\(stagingName)"
    let names = try FileSystem.entries(of: path).map(\.name)
    var records: [SliceRecord] = []
    for name in names.sorted() where name.hasPrefix(pendingStem) {
      guard let json = try FileSystem.read("\(path)/\(name)") else { continue }
      // One that was cut off itself had not put any file in place.
      if let record = try? SliceRecord(json: json) { records.append(record) }
    }
    return records
  }

  /// What was done so far.
  public var tally: Tally { state.withLock { $0.tally } }

  /// The tiles that a person changed and that would be made anew or removed, sorted.
  package var editedTiles: [TilePath] { state.withLock { $0.edited.sorted() } }

  /// The tiles that would be removed but stay, as it is not known that a slice made them, sorted.
  package var keptTiles: [TilePath] { state.withLock { $0.kept.sorted() } }

  /// The bytes of a tile that is there, nil when there is none.
  public func bytes(of path: TilePath) throws -> [UInt8]? {
    try FileSystem.read("\(destination)/\(path)", limit: TileFolder.largestTile)
  }

  public func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    let name = path.description
    var isEdited = false
    if let old = try self.bytes(of: path) {
      if old.span.equals(bytes) { return keep(path) }
      isEdited = edits?.isEdited(path, old) ?? false
    }
    try stage(name, bytes)
    state.withLock {
      $0.tally.written += 1
      if isEdited { $0.edited.append(path) }
      if mode == .write { $0.staged.append(name) }
    }
  }

  /// Counts a tile that is known to be what a new slice would make.
  public func keep(_ path: TilePath) { state.withLock { $0.tally.unchanged += 1 } }

  /// Has a tile's file removed, when there is one and a slice made it.
  public func remove(_ path: TilePath) throws {
    guard case .file? = try folder.kind(of: path.description), try !isBehindLink(path),
      let bytes = try self.bytes(of: path)
    else { return }
    let isOurs = edits == nil ? true : edits?.isKnown(path, bytes) ?? false
    state.withLock { state in
      if isOurs || discardsEdits {
        state.removed.append(path)
        state.tally.removed += 1
      } else if edits?.isEdited(path, bytes) ?? false {
        state.edited.append(path)
      } else {
        state.kept.append(path)
      }
    }
  }

  /// Replaces a file beside the zooms, when its bytes differ.
  public func put(_ bytes: Span<UInt8>, besideZooms name: String) throws {
    if let old = try FileSystem.read("\(destination)/\(name)"), old.span.equals(bytes) { return }
    guard mode == .write else { return }
    try stage(name, bytes)
    state.withLock { $0.staged.append(name) }
  }

  /// Puts all that changed in place.
  ///
  /// - Throws: `EditedTiles` when a person changed tiles and these are not to be discarded, `FileError`;
  ///   in both cases nothing was changed.
  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    let edited = editedTiles
    guard edited.isEmpty || discardsEdits || mode == .look else {
      throw EditedTiles(paths: edited)
    }
    let record = try record?.json
    let file = "\(destination)/\(TilesetMetadata.fileName)"
    let old = try FileSystem.read(file)
    try put(metadata.json(keepingOthersOf: old).span, besideZooms: TilesetMetadata.fileName)
    if let record { try put(record.span, besideZooms: SliceRecord.fileName) }
    guard let staging else { return }
    try requireNoLinks()
    try commit(staging, record)
  }

  private func stage(_ name: String, _ bytes: Span<UInt8>) throws(FileError) {
    guard let staging else { return }
    try FileError.telling(of: "\(destination)/\(name)") { () throws(FileError) in
      try staging.write(bytes, to: "new/\(name)")
    }
  }

  /// Gives the files their names, the record's last.
  private func commit(_ staging: OpenFolder, _ record: [UInt8]?) throws(FileError) {
    let (staged, removed) = state.withLock { ($0.staged, $0.removed) }
    guard folder.isAt(destination), staging.isAt("\(destination)/\(Self.stagingName)") else {
      throw .moved(path: destination)
    }
    try FileError.telling(of: destination) { () throws(FileError) in
      if let record, !staged.isEmpty || !removed.isEmpty {
        try staging.write(record.span, to: "\(Self.pendingStem)\(cutOffCount)")
      }
      if syncs, !staged.isEmpty { try staging.syncFileSystem() }
    }
    for name in staged where name != SliceRecord.fileName { try place(name, staging) }
    for path in removed {
      try folder.removeFile(path.description)
      folder.removeIfEmpty("\(path.tile.zoom)/\(path.tile.x)")
      folder.removeIfEmpty("\(path.tile.zoom)")
    }
    // An old record would tell of tiles that are not there any more.
    if record == nil { try folder.removeFile(SliceRecord.fileName) }
    if staged.contains(SliceRecord.fileName) { try place(SliceRecord.fileName, staging) }
    guard folder.isAt(destination) else { throw .moved(path: destination) }
    try folder.remove(Self.stagingName)
  }

  private func place(_ name: String, _ staging: OpenFolder) throws(FileError) {
    try FileError.telling(of: "\(destination)/\(name)") { () throws(FileError) in
      try staging.move("new/\(name)", to: folder, as: name)
    }
  }

  /// Looks that no folder in which a file changes is a link that leads out of the set.
  private func requireNoLinks() throws(FileError) {
    let names = state.withLock { $0.staged + $0.removed.map(\.description) }
    var folders: Set<String> = []
    for name in names {
      let parts = name.split(separator: "/").dropLast()
      for count in 1..<(parts.count + 1) where parts.count > 0 {
        folders.insert(parts.prefix(count).joined(separator: "/"))
      }
    }
    for name in folders.sorted() where try leadsOut(name) {
      throw .leadsElsewhere(path: "\(destination)/\(name)")
    }
  }

  private func isBehindLink(_ path: TilePath) throws(FileError) -> Bool {
    try leadsOut("\(path.tile.zoom)") ? true : leadsOut("\(path.tile.zoom)/\(path.tile.x)")
  }

  private func leadsOut(_ name: String) throws(FileError) -> Bool {
    guard try folder.kind(of: name) == .link else { return false }
    guard let home = FileSystem.resolved(destination),
      let end = FileSystem.resolved("\(destination)/\(name)")
    else { return true }
    return !end.utf8.starts(with: (home + "/").utf8)
  }
}

extension Span<UInt8> {
  /// Whether both have the same bytes.
  func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for place in 0..<count where self[place] != other[place] { return false }
    return true
  }
}
