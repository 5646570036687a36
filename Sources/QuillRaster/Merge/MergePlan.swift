public import QuillCore

/// Which tiles several sets have together, and which of the sets have each.
public struct MergePlan: Sendable {
  /// A tile's picture that at least one set has.
  struct Piece: Sendable {
    let path: TilePath
    /// The sets that have it, the lowest first.
    let sources: ArraySlice<UInt32>
  }

  /// The zoom at which the sets hold their drawings' own pixels; nil where lower zooms are not known
  /// to be its means.
  public let nativeZoom: Zoom?

  /// How many pictures are written.
  public var count: Int { starts.count - 1 }

  /// The tiles of that zoom that slices made and no set has any more: nothing is known of the pixels
  /// there but what lower zooms show.
  let lost: TileCoverage?

  /// The zooms of each set, from the shallowest to the deepest that has a tile; nil for a set without.
  public let zooms: [ZoomRange?]

  private let paths: [TilePath]
  private let owners: [UInt32]
  /// Where each piece begins in both lists, and at last their end.
  private let starts: [Int]

  /// Lists the tiles of all sets.
  ///
  /// - Parameters:
  ///   - count: The number of sets, the lowest first.
  ///   - records: What the sets' slicers recorded; of use where every set has a record and their lower
  ///     zooms are the means of one and the same.
  ///   - open: Gives a set by its number.
  /// - Throws: what a set throws.
  public init(
    count: Int, records: [SliceRecord], opening open: (Int) throws -> any TileSource
  ) throws {
    var all: [(path: TilePath, order: UInt64, source: UInt32)] = []
    var zooms: [ZoomRange?] = []
    for number in 0..<count {
      var last: TilePath?
      var reach: (shallowest: Zoom, deepest: Zoom)?
      try open(number).visitTiles { path in
        // A set may name a tile twice; the first counts, as everywhere.
        guard path != last else { return }
        last = path
        let zoom = path.tile.zoom
        reach = (min(reach?.shallowest ?? zoom, zoom), max(reach?.deepest ?? zoom, zoom))
        all.append((path, path.tile.hilbertIndex.value, UInt32(number)))
      }
      zooms.append(reach.map { ZoomRange($0.shallowest, through: $0.deepest) })
    }
    // Along the Hilbert curve the children of a tile come together.
    all.sort {
      ($0.order, $0.path.scale.rawValue, $0.source) < ($1.order, $1.path.scale.rawValue, $1.source)
    }
    var starts: [Int] = []
    for place in all.indices where place == 0 || all[place].path != all[place - 1].path {
      starts.append(place)
    }
    starts.append(all.count)
    self.starts = starts
    self.zooms = zooms
    paths = all.map(\.path)
    owners = all.map(\.source)
    nativeZoom = records.count == count ? SliceRecord.commonNativeZoom(records) : nil
    lost = nativeZoom.map { Self.lost(at: $0, records, all.map(\.path)) }
  }

  private static func lost(
    at zoom: Zoom, _ records: [SliceRecord], _ paths: [TilePath]
  ) -> TileCoverage {
    let there = paths.filter { $0.scale == .single && $0.tile.zoom == zoom }.map(\.tile)
    return records.flatMap(\.made).filter { $0.zoom == zoom }
      .reduce(TileCoverage(zoom: zoom)) { $0.union($1) }
      .subtracting(TileCoverage(zoom: zoom, tiles: there))
  }

  subscript(number: Int) -> Piece {
    let range = starts[number]..<starts[number + 1]
    return Piece(path: paths[range.lowerBound], sources: owners[range])
  }

  /// The tiles that are wanted, retina pictures aside, one set a zoom, shallowest first.
  public func coverages(keeping keeps: (TilePath) -> Bool = { _ in true }) -> [TileCoverage] {
    var tiles: [Zoom: [Tile]] = [:]
    for number in 0..<count {
      let path = self[number].path
      if path.scale == .single, keeps(path) {
        tiles[path.tile.zoom, default: []].append(path.tile)
      }
    }
    return tiles.sorted { $0.key < $1.key }.map { TileCoverage(zoom: $0.key, tiles: $0.value) }
  }

  /// Whether a tile lies below the zoom of the drawings' own pixels, and in several sets.
  func mayBeMean(_ piece: Piece) -> Bool {
    guard let nativeZoom, piece.path.scale == .single else { return false }
    return piece.path.tile.zoom < nativeZoom && piece.sources.count > 1
  }
}
