public import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// How one tileset differs from another, zoom by zoom and by what eyes see.
///
///     let comparison = try TilesetComparison(of: before, and: after, decoding: decoding)
///     comparison.isEqual                     // false
///     comparison.levels.map(\.changed.count) // [1, 1, 2, 4]
///
/// Tiles with the same bytes are taken for equal without a look; others are decoded, on all cores.
/// Memory follows the outline of the sets, not the number of their tiles.
public struct TilesetComparison: Sendable {
  /// What was found at each zoom, shallowest first; @2x pictures after the plain ones.
  public private(set) var levels: [Level] = []

  /// The first of the tiles that changed, in their order.
  public private(set) var changes: [Change] = []

  private let limit: Int

  /// The tiles of one zoom and scale.
  public struct Level: Equatable, Sendable {
    /// The zoom.
    public let zoom: Zoom
    /// Plain pictures, or @2x ones.
    public let scale: TileScale
    /// The tiles that only the second set has.
    public let added: TileCoverage
    /// The tiles that only the first set has.
    public let removed: TileCoverage
    /// The tiles whose pixels differ.
    public fileprivate(set) var changed: TileCoverage
    /// The tiles whose pixels are the same and whose files are not.
    public fileprivate(set) var reencoded: TileCoverage
    /// Number of tiles whose files are the same.
    public fileprivate(set) var same = 0
    /// Number of pixels that differ.
    public fileprivate(set) var pixels = 0
    /// The largest difference of a channel, 0…255.
    public fileprivate(set) var largest = 0

    /// Whether nothing differs that an eye could see.
    public var isEqual: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
  }

  /// A tile whose pixels differ.
  public struct Change: Hashable, Sendable {
    /// The tile's name.
    public let path: TilePath
    /// Number of pixels that differ: all, when the pictures are not of one size or one is broken.
    public let pixels: Int
    /// The largest difference of a channel, 0…255.
    public let largest: Int
  }

  /// Compares two sets.
  ///
  /// Pixels that are wholly transparent in both are equal, whatever their colours.
  ///
  /// - Parameters:
  ///   - before: The first set.
  ///   - after: The second set.
  ///   - decoding: Makes each worker's decoder.
  ///   - limit: How many changed tiles are kept one by one.
  ///   - workers: How many threads decode; nil for one a core.
  ///   - isCancelled: Asked between small batches of tiles.
  ///   - progress: Called on the calling thread with the number of tiles compared so far.
  /// - Throws: `CheckError.cancelled`, or what a source throws when it cannot be walked.
  public init(
    of before: any TileSource, and after: any TileSource, decoding: any TileDecoding,
    limit: Int = 100, workers: Int? = nil, isCancelled: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws {
    self.limit = limit
    let count = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    let crew = Crew(
      workers: (0..<count).map { _ in ComparisonWorker(before, after, decoding) })
    var done = 0
    let (old, new) = (try Holding(before), try Holding(after))
    for (zoom, scale) in Holding.levels(of: old, and: new) {
      let (had, has) = (old[scale][zoom], new[scale][zoom])
      levels.append(
        Level(
          zoom: zoom, scale: scale, added: has.subtracting(had), removed: had.subtracting(has),
          changed: TileCoverage(zoom: zoom), reencoded: TileCoverage(zoom: zoom)))
      var batch: [TilePath] = []
      func flush() throws {
        if isCancelled() { throw CheckError.cancelled }
        crew.share(batch) { worker, part in worker.compare(part) }
        for worker in crew.workers {
          for (path, verdict) in worker.takeVerdicts() { take(verdict, of: path) }
        }
        done += batch.count
        batch.removeAll(keepingCapacity: true)
        progress(done)
      }
      for tile in had.intersection(has) {
        batch.append(TilePath(tile, scale: scale))
        if batch.count == 64 * count { try flush() }
      }
      try flush()
    }
  }

  private mutating func take(_ verdict: ComparisonWorker.Verdict, of path: TilePath) {
    let place = levels.count - 1
    switch verdict {
    case .same: levels[place].same += 1
    case .reencoded: levels[place].reencoded.append(path.tile)
    case .changed(let pixels, let largest):
      levels[place].changed.append(path.tile)
      levels[place].pixels += pixels
      levels[place].largest = max(levels[place].largest, largest)
      if changes.count < limit {
        changes.append(Change(path: path, pixels: pixels, largest: largest))
      }
    }
  }
}

extension TilesetComparison {
  /// Whether nothing differs that an eye could see.
  public var isEqual: Bool { levels.allSatisfy(\.isEqual) }
}

/// The tiles that a set has.
private struct Holding {
  private var plain = Inventory()
  private var retina = Inventory()

  init(_ source: any TileSource) throws {
    try source.visitTiles { path in
      if path.scale == .single {
        if !plain.contains(path.tile) { plain.append(path.tile) }
      } else if !retina.contains(path.tile) {
        retina.append(path.tile)
      }
    }
  }

  subscript(scale: TileScale) -> Inventory { scale == .single ? plain : retina }

  static func levels(of one: Holding, and other: Holding) -> [(Zoom, TileScale)] {
    [TileScale.single, .retina].flatMap { scale in
      Set(one[scale].zooms + other[scale].zooms).sorted().map { ($0, scale) }
    }
  }
}
