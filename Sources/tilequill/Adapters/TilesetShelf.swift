import QuillCore

/// Tilesets that are opened when they are needed, of which only some are open at a time: a map
/// series has more sheets than a program may have open files.
final class TilesetShelf: @unchecked Sendable {
  /// How many are open at most.
  private static let room = 100

  private let sets: [TilesetWords]

  // What follows is read and written with the lock held.
  private let lock = Lock()
  private var open: [Int: any TileSource] = [:]
  private var lastUse: [Int: Int] = [:]
  private var uses = 0

  init(_ sets: [TilesetWords]) { self.sets = sets }

  /// Number of sets.
  var count: Int { sets.count }

  /// The path of a set.
  func path(of number: Int) -> String { sets[number].path }

  /// The set of that number, opened if it is not; to be used at once and let go.
  subscript(number: Int) -> any TileSource {
    get throws {
      try lock {
        uses += 1
        lastUse[number] = uses
        if let source = open[number] { return source }
        if open.count >= Self.room,
          let oldest = open.keys.min(by: { lastUse[$0, default: 0] < lastUse[$1, default: 0] })
        {
          open[oldest] = nil
        }
        let source = try sets[number].open()
        open[number] = source
        return source
      }
    }
  }
}
