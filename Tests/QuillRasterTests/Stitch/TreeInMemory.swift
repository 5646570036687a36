import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport

/// A set of tiles in memory.
struct TreeInMemory: TileSource {
  var tiles: [TilePath: [UInt8]] = [:]
  var metadata: TilesetMetadata?
  var record: SliceRecord?

  /// Tiles whose bytes are gone once they are asked for.
  var ghosts: Set<TilePath> = []

  init() {}

  /// What a slice of a drawing gave, with its record.
  init(_ sliced: Sliced) {
    tiles = sliced.tiles
    let plan = sliced.plan
    record = SliceRecord(
      drawing: .init(name: "x.png", width: plan.drawing.width, height: plan.drawing.height),
      placement: plan.placement,
      options: .init(zooms: plan.zooms, tileSize: plan.look.tileSize), made: sliced.outcome.made,
      blank: sliced.outcome.blank)
  }

  subscript(name: String) -> [UInt8]? {
    get { tiles[TilePath(knownTile(name))] }
    set { tiles[TilePath(knownTile(name))] = newValue }
  }

  func bytes(of path: TilePath) -> [UInt8]? { ghosts.contains(path) ? nil : tiles[path] }

  func has(_ path: TilePath) -> Bool { tiles[path] != nil }

  func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    for path in tiles.keys.sorted(by: { $0.tile < $1.tile }) { try visit(path) }
  }
}

/// A stitched picture's file.
struct Stitched {
  let bytes: [UInt8]
  let plan: StitchPlan

  /// The picture as libpng decodes it.
  var picture: Canvas { get throws { Canvas(try Decoder.libpng(bytes)) } }

  /// The colour type that its header says.
  var colorType: Int { Int(bytes[25]) }

  init(
    _ source: some TileSource, zoom: Int, area: StitchArea? = nil, holes: HoleFilling = .clear,
    jobs: Int = 2
  ) throws {
    guard let zoom = Zoom(zoom) else { preconditionFailure("That is no zoom") }
    let record = try source.record
    plan = try StitchPlan(of: source, record: record, zoom: zoom, area: area, jobs: jobs)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    let writer = try DrawingWriter(
      path: path.path, size: plan.size, isOpaque: plan.isOpaque, jobs: jobs)
    var stitcher = Stitcher(plan: plan)
    stitcher.record = record
    stitcher.holes = holes
    stitcher.jobs = jobs
    try stitcher.stitch(source, into: writer)
    try writer.finish()
    defer { try? FileManager.default.removeItem(at: path) }
    bytes = [UInt8](try Data(contentsOf: path))
  }
}

/// A tile of one colour, stored as RGBA.
func plainTile(side: Int = 4, _ colour: [UInt8]) -> [UInt8] {
  let row = [0] + Array(repeating: colour, count: side).joined()
  return PNGMaker.png(
    width: side, height: side, depth: 8, color: 6,
    rows: Array(Array(repeating: row, count: side).joined()))
}
