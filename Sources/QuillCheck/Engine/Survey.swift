import QuillCore

/// What one walk over a tileset gathered, kept compactly.
struct Survey {
  /// The tiles that have a plain picture, sound or not.
  private(set) var tiles = Inventory()

  /// The tiles that have an @2x picture.
  private(set) var retina = Inventory()

  /// The tiles of each size of picture.
  private(set) var sizes: [PixelSize: Inventory] = [:]

  /// The tiles of each colour profile.
  private(set) var profiles: [String?: Inventory] = [:]

  /// The pictures that come up most, per zoom.
  private(set) var repeats: [Zoom: RepeatTally] = [:]

  /// What is no tile.
  var strays: [Stray] = []

  /// Bytes of all pictures together.
  private(set) var bytes = 0

  /// Number of pictures.
  private(set) var count = 0

  private var last: TilePath?

  /// Something that is no tile.
  struct Stray {
    let path: String
    let kind: StrayKind
  }

  /// Takes a tile into the set; false when it was there before.
  mutating func admit(_ path: TilePath) -> Bool {
    let known = path.scale == .single ? tiles : retina
    guard !known.contains(path.tile) else { return false }
    if path.scale == .single { tiles.append(path.tile) } else { retina.append(path.tile) }
    return true
  }

  /// Takes in what a worker saw.
  mutating func add(_ result: TileResult) {
    count += 1
    bytes += result.bytes
    guard let size = result.size else { return }
    let tile = result.path.tile
    sizes[size, default: Inventory()].append(tile)
    if result.path.scale == .single {
      profiles[result.profile, default: Inventory()].append(tile)
      repeats[tile.zoom, default: RepeatTally()].add(result.fingerprint, tile)
    }
  }
}

/// Finds the picture that fills most of a list, in constant memory.
///
/// Misra and Gries' summary ("Finding repeated elements", 1982): with k counters each count is at
/// most n / (k + 1) below the true one and never above it, so that a count over half of n proves a
/// majority.
struct RepeatTally {
  private var counters: [(fingerprint: Fingerprint, first: Tile, count: Int)] = []
  private var total = 0
  private static let places = 16

  /// Counts a picture; nil for one that does not matter, such as a plain colour.
  mutating func add(_ fingerprint: Fingerprint?, _ tile: Tile) {
    total += 1
    guard let fingerprint else { return }
    if let place = counters.firstIndex(where: { $0.fingerprint == fingerprint }) {
      counters[place].count += 1
    } else if counters.count < Self.places {
      counters.append((fingerprint, tile, 1))
    } else {
      for place in counters.indices { counters[place].count -= 1 }
      counters.removeAll { $0.count == 0 }
    }
  }

  /// The picture that over half of the tiles have, at least five of them, by one of its tiles.
  var majority: (tile: Tile, count: Int, total: Int)? {
    guard let top = counters.max(by: { $0.count < $1.count }), top.count >= 5,
      top.count * 2 > total
    else { return nil }
    return (top.first, top.count, total)
  }
}
