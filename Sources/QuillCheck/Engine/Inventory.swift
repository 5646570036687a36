import QuillCore

/// Sets of tiles, one a zoom.
struct Inventory: Sendable {
  private var levels: [Zoom: TileCoverage] = [:]

  init() {}

  init(_ coverages: [TileCoverage]) {
    for coverage in coverages {
      levels[coverage.zoom, default: .init(zoom: coverage.zoom)]
        .formUnion(coverage)
    }
  }

  /// The tiles of a zoom.
  subscript(zoom: Zoom) -> TileCoverage {
    get { levels[zoom] ?? TileCoverage(zoom: zoom) }
    set { levels[zoom] = newValue }
  }

  /// The zooms that have tiles, shallowest first.
  var zooms: [Zoom] { levels.filter { !$0.value.isEmpty }.keys.sorted() }

  var count: Int { levels.values.reduce(0) { $0 + $1.count } }

  var isEmpty: Bool { levels.values.allSatisfy(\.isEmpty) }

  func contains(_ tile: Tile) -> Bool { levels[tile.zoom]?.contains(tile) ?? false }

  /// Adds a tile that comes after all others of its zoom.
  mutating func append(_ tile: Tile) {
    levels[tile.zoom, default: TileCoverage(zoom: tile.zoom)].append(tile)
  }
}

/// The size of a tile's picture.
struct PixelSize: Hashable, Comparable, Sendable, CustomStringConvertible {
  let width: Int
  let height: Int
  let scale: TileScale

  var description: String { "\(width)x\(height) pixels" }

  static func < (left: PixelSize, right: PixelSize) -> Bool {
    (left.scale.rawValue, left.width, left.height)
      < (right.scale.rawValue, right.width, right.height)
  }

  /// The size of square tiles, nil when this is none of them.
  var tileSize: TileSize? {
    width == height ? TileSize(rawValue: width / scale.rawValue) : nil
  }

  /// Whether the picture is of that size.
  func fits(_ size: TileSize) -> Bool {
    width == size.pixels * scale.rawValue && height == width
  }
}
