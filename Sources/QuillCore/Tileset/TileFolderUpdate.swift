/// Changes a folder of tiles that is there into what a new slice would make: file by file, and only
/// those that differ.
///
/// Each file is written under a scratch name and renamed: at any moment every file is whole, the
/// old one or the new one. The record is written last; until then it tells of the old tiles, so
/// that a run that was cut off can be done again.
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
  private let lock: DestinationLock?
  private let scratch: String
  private let done = Guarded(Tally())

  /// Begins to change the folder.
  ///
  /// - Throws: `FileError` when it is not there, or another program writes it.
  public init(destination: String, mode: Mode = .write) throws(FileError) {
    guard try FileSystem.kind(of: destination) == .folder else {
      throw .absent(path: destination)
    }
    self.destination = destination
    self.mode = mode
    scratch = Scratch.path(beside: destination)
    lock = mode == .write ? try DestinationLock(destination) : nil
    guard mode == .write else { return }
    try FileError.telling(of: destination) { () throws(FileError) in
      try FileSystem.makeFolder(scratch)
    }
  }

  deinit { if mode == .write { try? FileSystem.remove(scratch) } }

  /// What was done so far.
  public var tally: Tally { done.withLock { $0 } }

  /// The bytes of a tile that is there, nil when there is none or it cannot be read.
  public func bytes(of path: TilePath) -> [UInt8]? {
    (try? FileSystem.read("\(destination)/\(path)")).flatMap { $0 }
  }

  public func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    if let old = self.bytes(of: path), old.span.equals(bytes) { return keep(path) }
    if mode == .write { try replace(path.description, bytes) }
    done.withLock { $0.written += 1 }
  }

  /// Counts a tile that is known to be what a new slice would make.
  public func keep(_ path: TilePath) { done.withLock { $0.unchanged += 1 } }

  /// Removes a tile's file, when there is one.
  public func remove(_ path: TilePath) throws {
    let file = "\(destination)/\(path)"
    guard try FileSystem.kind(of: file) != nil else { return }
    if mode == .write {
      try FileSystem.remove(file)
      FileSystem.removeIfEmpty(FileSystem.parent(of: file) ?? "")
    }
    done.withLock { $0.removed += 1 }
  }

  /// Replaces a file beside the zooms, when its bytes differ.
  public func put(_ bytes: Span<UInt8>, besideZooms name: String) throws {
    if let old = try FileSystem.read("\(destination)/\(name)"), old.span.equals(bytes) { return }
    if mode == .write { try replace(name, bytes) }
  }

  public func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    let record = try record?.json
    let file = "\(destination)/\(TilesetMetadata.fileName)"
    let old = try FileSystem.read(file)
    try put(metadata.json(keepingOthersOf: old).span, besideZooms: TilesetMetadata.fileName)
    if let record {
      try put(record.span, besideZooms: SliceRecord.fileName)
    } else if mode == .write {
      // An old record would tell of tiles that are not there any more.
      try FileSystem.remove("\(destination)/\(SliceRecord.fileName)")
    }
  }

  private func replace(_ name: String, _ bytes: Span<UInt8>) throws {
    let lot = String(UInt64.random(in: .min ... .max), radix: 36)
    let new = "\(scratch)/\(lot)"
    let file = "\(destination)/\(name)"
    try FileError.telling(of: file) { () throws(FileError) in
      try FileSystem.write(bytes, to: new)
      if let folder = FileSystem.parent(of: file) { try FileSystem.makeFolder(folder) }
      try FileSystem.rename(new, to: file)
    }
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
