import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport

/// Small PNGs, a different one for each number.
enum Pictures {
  /// One pixel whose colour is the number.
  static func png(_ number: Int) -> [UInt8] {
    let color = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    return PNGMaker.png(width: 1, height: 1, depth: 8, color: 2, rows: [0] + color)
  }

  /// What a JPEG begins with.
  static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]

  /// What a WebP begins with.
  static let webp: [UInt8] = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBPVP8 ".utf8)
}

/// The tile of that name; a name that is none stops the tests.
func tile(_ name: String) -> Tile {
  guard let tile = Tile(name) else { preconditionFailure("\(name) is no tile") }
  return tile
}

extension TileSource {
  /// All tiles with their pictures.
  func allTiles() throws -> [Tile: [UInt8]] {
    var tiles: [Tile: [UInt8]] = [:]
    try visitTiles { path in tiles[path.tile] = try bytes(of: path) }
    return tiles
  }

  /// All tiles in the order they are visited.
  func tileOrder() throws -> [Tile] {
    var tiles: [Tile] = []
    try visitTiles { tiles.append($0.tile) }
    return tiles
  }
}

extension StrayReporting {
  /// All that is in the set.
  func allEntries() throws -> [TilesetEntry] {
    var entries: [TilesetEntry] = []
    try visitEntries { entries.append($0) }
    return entries
  }
}

/// Writes an archive of these tiles, in this order.
@discardableResult
func write(
  _ tiles: [(Tile, [UInt8])], to path: String, metadata: TilesetMetadata = TilesetMetadata(),
  record: SliceRecord? = nil, fallback: FallbackPicture? = nil
) throws -> [UInt8] {
  let sink = try Tileset.sink(to: path)
  for (tile, bytes) in tiles { try sink.put(bytes.span, at: TilePath(tile)) }
  if let fallback { try sink.put(fallback) }
  try sink.finish(metadata: metadata, record: record)
  return Tileset.Kind(ofNew: path) == .folder
    ? [] : Array(try Data(contentsOf: URL(filePath: path)))
}

/// Writes bytes as they are.
func store(_ bytes: [UInt8], at path: String) throws {
  try Data(bytes).write(to: URL(filePath: path))
}

/// The tiles of a pyramid over a rectangle, each with a picture of its own.
func pyramid(_ range: String, through zooms: Int) -> [(Tile, [UInt8])] {
  guard let top = TileRange(range) else { preconditionFailure("\(range) is no range") }
  var level = Array(top)
  var all: [Tile] = []
  for _ in 0..<zooms {
    all += level
    level = level.flatMap(\.children)
  }
  return all.enumerated().map { ($0.element, Pictures.png($0.offset)) }
}

/// The record of a slice of two zooms, one tile blank.
func sampleRecord(fallback: String? = nil) -> SliceRecord {
  SliceRecord(
    drawing: .init(name: "park.png", width: 512, height: 512), placement: .at(tile("3/2/2")),
    options: .init(zooms: ZoomRange(2, through: 3), fallback: fallback),
    made: [TileCoverage(zoom: 2, tiles: [tile("2/1/1")])],
    blank: [TileCoverage(zoom: 3, tiles: [tile("3/3/3")])])
}
