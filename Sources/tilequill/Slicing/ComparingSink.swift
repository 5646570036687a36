import QuillArchives
import QuillCore

/// Hands tiles on to a new archive, and counts which of them the old one has just so.
///
/// With no archive to hand them to, it only counts.
final class ComparingSink: TileSink, @unchecked Sendable {
  private let old: any TileSource
  private let new: (any FallbackKeeping)?
  // The numbers are touched only with the lock held.
  private let lock = Lock()
  private var numbers = TileFolderUpdate.Tally()
  private var edited: [TilePath] = []
  private let edits: EditDetection

  init(
    comparing old: any TileSource, writing new: (any FallbackKeeping)?, edits: EditDetection
  ) {
    self.old = old
    self.new = new
    self.edits = edits
  }

  /// What differs so far.
  var tally: TileFolderUpdate.Tally { lock { numbers } }

  /// The tiles that a person changed and that are made anew or left out, sorted.
  var editedTiles: [TilePath] { lock { edited.sorted() } }

  func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    let before = try readOld(path)
    let isSame = before.map { $0.count == bytes.count && $0.span.isEqual(to: bytes) } ?? false
    try new?.put(bytes, at: path)
    let isEdited = !isSame && before.map { edits.isEdited(path, $0) } ?? false
    lock {
      if isSame { numbers.unchanged += 1 } else { numbers.written += 1 }
      if isEdited { edited.append(path) }
    }
  }

  /// The old tile, nil where there is none or it is broken: that is made anew without a word.
  private func readOld(_ path: TilePath) throws -> [UInt8]? {
    do {
      return try old.bytes(of: path)
    } catch is ArchiveError {
      return nil
    }
  }

  /// Takes a tile over from the old archive.
  ///
  /// - Throws: What the archive throws when the tile cannot be read: left out, it would be lost.
  func keep(_ path: TilePath) throws {
    guard let bytes = try old.bytes(of: path) else { return }
    try new?.put(bytes.span, at: path)
  }

  /// Leaves a tile of the old archive out, when a slice made it; any other is taken over.
  func drop(_ path: TilePath) throws {
    guard let bytes = try readOld(path) else { return }
    if edits.isKnown(path, bytes) ?? false {
      lock { numbers.removed += 1 }
    } else if edits.isEdited(path, bytes) {
      lock {
        edited.append(path)
        numbers.removed += 1
      }
    } else {
      try new?.put(bytes.span, at: path)
    }
  }

  func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {
    try new?.finish(metadata: metadata, record: record)
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    for place in 0..<count where self[place] != other[place] { return false }
    return true
  }
}
