public import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// What a tileset holds, zoom by zoom: how much, how much of it twice, how much of it blank.
///
///     let tally = try TilesetTally(of: folder, decoding: decoding)
///     tally.levels.map(\.tiles)  // [4, 12, 30, 85]
///
/// Every tile is decoded, on all cores. Memory is some 30 bytes for each different picture.
public struct TilesetTally: Sendable {
  /// The zooms that have tiles, shallowest first.
  public private(set) var levels: [Level] = []

  /// The tiles, one set a zoom, shallowest first.
  public private(set) var coverages: [TileCoverage] = []

  /// The paths of what is no tile.
  public private(set) var strays: [String] = []

  /// How many pictures have each number of pixels a side; for those not square, 0.
  public private(set) var sides: [Int: Int] = [:]

  /// Whether some picture shows what lies below it.
  public private(set) var hasTransparency = false

  /// The tiles of one zoom.
  public struct Level: Equatable, Sendable {
    /// The zoom.
    public let zoom: Zoom

    /// Number of tiles that have a plain picture.
    public var tiles = 0

    /// Number of @2x pictures.
    public var retina = 0

    /// Bytes of all pictures.
    public var bytes = 0

    /// Number of pictures whose file is byte for byte the same as an earlier one's.
    public var duplicates = 0

    /// Bytes of those.
    public var duplicateBytes = 0

    /// Number of pictures without a visible pixel.
    public var blank = 0

    /// Number of files that are no picture an app can show.
    public var broken = 0

    /// Number of pictures of each kind.
    public var kinds: [Kind: Int] = [:]
  }

  /// How a picture's colours are stored.
  public struct Kind: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// How colours are stored.
    public let color: TileFacts.Color

    /// Bits a channel, or of a palette's index.
    public let bitDepth: Int

    /// The kind in words, such as `palette 8`.
    public var description: String { "\(color.rawValue) \(bitDepth)" }

    public static func < (left: Kind, right: Kind) -> Bool {
      (left.color.rawValue, left.bitDepth) < (right.color.rawValue, right.bitDepth)
    }
  }

  /// Counts what a set holds.
  ///
  /// - Parameters:
  ///   - source: The set.
  ///   - decoding: Makes each worker's decoder.
  ///   - workers: How many threads decode; nil for one a core.
  ///   - isCancelled: Asked between small batches of tiles.
  ///   - progress: Called on the calling thread with the number of tiles looked at so far.
  /// - Throws: `CheckError.cancelled`, or what the source throws when it cannot be walked.
  public init(
    of source: any TileSource, decoding: any TileDecoding, workers: Int? = nil,
    isCancelled: () -> Bool = { false }, progress: (Int) -> Void = { _ in }
  ) throws {
    let count = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    let crew = Crew(workers: (0..<count).map { _ in TallyWorker(source, decoding) })
    var seen: Set<Fingerprint> = []
    var batch: [TilePath] = []
    var done = 0
    func flush() throws {
      if isCancelled() { throw CheckError.cancelled }
      crew.share(batch) { worker, part in worker.look(at: part) }
      for worker in crew.workers {
        for sight in worker.takeSights() { add(sight, &seen) }
      }
      done += batch.count
      batch.removeAll(keepingCapacity: true)
      progress(done)
    }
    try Self.walk(source) { entry in
      switch entry {
      case .tile(let path, _):
        batch.append(path)
        if batch.count == 64 * count { try flush() }
      case .stray(let path, _): strays.append(path)
      }
    }
    try flush()
  }

  private static func walk(
    _ source: any TileSource, _ visit: (TilesetEntry) throws -> Void
  ) throws {
    if let source = source as? any StrayReporting {
      try source.visitEntries(visit)
    } else {
      try source.visitTiles { try visit(.tile($0, bytes: 0)) }
    }
  }

  private mutating func add(_ sight: TileSight, _ seen: inout Set<Fingerprint>) {
    let tile = sight.path.tile
    if levels.last?.zoom != tile.zoom { levels.append(Level(zoom: tile.zoom)) }
    let place = levels.count - 1
    if sight.path.scale == .single {
      levels[place].tiles += 1
      if coverages.last?.zoom != tile.zoom { coverages.append(TileCoverage(zoom: tile.zoom)) }
      coverages[coverages.count - 1].append(tile)
    } else {
      levels[place].retina += 1
    }
    levels[place].bytes += sight.bytes
    if let fingerprint = sight.fingerprint, !seen.insert(fingerprint).inserted {
      levels[place].duplicates += 1
      levels[place].duplicateBytes += sight.bytes
    }
    guard let facts = sight.facts else {
      levels[place].broken += 1
      return
    }
    if sight.isClear { levels[place].blank += 1 }
    if sight.isSeeThrough { hasTransparency = true }
    levels[place].kinds[Kind(color: facts.color, bitDepth: facts.bitDepth), default: 0] += 1
    let side = facts.width == facts.height ? facts.width / sight.path.scale.rawValue : 0
    sides[side, default: 0] += 1
  }
}

extension TilesetTally {
  /// All zooms together, as of a zoom without a number; nil without tiles.
  public var total: Level? {
    guard var sum = levels.first else { return nil }
    for level in levels.dropFirst() {
      sum.tiles += level.tiles
      sum.retina += level.retina
      sum.bytes += level.bytes
      sum.duplicates += level.duplicates
      sum.duplicateBytes += level.duplicateBytes
      sum.blank += level.blank
      sum.broken += level.broken
      sum.kinds.merge(level.kinds, uniquingKeysWith: +)
    }
    return sum
  }

  /// From the shallowest to the deepest zoom that has tiles.
  public var zooms: ZoomRange? {
    guard let first = coverages.first, let last = coverages.last else { return nil }
    return ZoomRange(first.zoom, through: last.zoom)
  }

  /// The box in degrees around every tile that has none of the set below it; nil without tiles.
  ///
  /// Shallow tiles reach further than the drawing they show, and do not widen it.
  public var bounds: GeographicBounds? {
    guard let deepest = coverages.last?.zoom else { return nil }
    var below: TileCoverage?
    var ends = TileCoverage(zoom: deepest)
    for tiles in coverages.reversed() {
      let above = below?.ancestors(at: tiles.zoom) ?? TileCoverage(zoom: tiles.zoom)
      for range in tiles.subtracting(above).ranges {
        ends.formUnion(TileCoverage(range.descendants(at: deepest)))
      }
      below = tiles.union(above)
    }
    return TileFrame(around: ends)?.bounds
  }

  /// Pixels along each side of a tile, when all tiles have the same.
  public var tileSize: TileSize? {
    sides.count == 1 ? sides.keys.first.flatMap(TileSize.init) : nil
  }
}

extension TileRange {
  /// The tiles of a zoom no shallower than this one that lie in these.
  fileprivate func descendants(at zoom: Zoom) -> TileRange {
    let steps = zoom.level - self.zoom.level
    let range = TileRange(
      zoom: zoom,
      columns: (columns.lowerBound << steps)...(((columns.upperBound + 1) << steps) - 1),
      rows: (rows.lowerBound << steps)...(((rows.upperBound + 1) << steps) - 1))
    guard let range else { preconditionFailure("The tiles of a deeper zoom lie on its grid") }
    return range
  }
}
