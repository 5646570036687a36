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

  init(comparing old: any TileSource, writing new: (any FallbackKeeping)?) {
    self.old = old
    self.new = new
  }

  /// What differs so far.
  var tally: TileFolderUpdate.Tally { lock { numbers } }

  func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    let before = (try? old.bytes(of: path)).flatMap { $0 }
    let isSame = before.map { $0.count == bytes.count && $0.span.isEqual(to: bytes) } ?? false
    try new?.put(bytes, at: path)
    lock {
      if isSame { numbers.unchanged += 1 } else { numbers.written += 1 }
    }
  }

  /// Takes a tile over from the old archive; returns false when it cannot be read.
  func keep(_ path: TilePath) throws -> Bool {
    guard let bytes = try? old.bytes(of: path) else { return false }
    try new?.put(bytes.span, at: path)
    return true
  }

  /// Counts tiles that the old archive has and the new one has not.
  func countRemoved(_ count: Int) { lock { numbers.removed += count } }

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
