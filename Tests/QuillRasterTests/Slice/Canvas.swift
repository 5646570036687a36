import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport

/// A picture in memory that a test made, as words: red in the lowest byte, alpha in the highest.
struct Canvas: Equatable {
  let width: Int
  let height: Int
  var words: [UInt32]

  init(width: Int, height: Int, words: [UInt32]) {
    precondition(words.count == width * height)
    self.width = width
    self.height = height
    self.words = words
  }

  init(width: Int, height: Int, _ colour: (_ x: Int, _ y: Int) -> UInt32) {
    var words: [UInt32] = []
    words.reserveCapacity(width * height)
    for y in 0..<height { for x in 0..<width { words.append(colour(x, y)) } }
    self.init(width: width, height: height, words: words)
  }

  init(_ picture: Picture) {
    let words = stride(from: 0, to: picture.rgba.count, by: 4).map { at in
      rgba(
        picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2], picture.rgba[at + 3])
    }
    self.init(width: picture.width, height: picture.height, words: words)
  }

  subscript(x: Int, y: Int) -> UInt32 {
    get { words[y * width + x] }
    set { words[y * width + x] = newValue }
  }

  /// The same picture with nothing hidden under clear pixels.
  var uncovered: Canvas {
    Canvas(width: width, height: height, words: words.map { $0 >> 24 == 0 ? 0 : $0 })
  }

  /// The bytes of the words: red, green, blue, alpha.
  var bytes: [UInt8] {
    words.flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }
}

/// One colour as a word.
func rgba(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
  UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
}

/// The tile of that name, which the test knows to be one.
func knownTile(_ name: String) -> Tile {
  guard let tile = Tile(name) else { preconditionFailure("\(name) is no tile") }
  return tile
}

/// What a source or sink of a test throws.
struct Mishap: Error, Equatable {
  let place: Int
}

/// Gives a canvas row by row; throws at a row, or after the last, where asked to.
final class CanvasSource: RowSource {
  let size: PixelSize
  private let canvas: Canvas
  private let failsAtRow: Int?
  private var nextRow = 0
  private(set) var isFinished = false

  init(_ canvas: Canvas, failsAtRow: Int? = nil) {
    self.canvas = canvas
    self.failsAtRow = failsAtRow
    size = PixelSize(width: canvas.width, height: canvas.height)
  }

  func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    for row in 0..<count {
      if nextRow == failsAtRow { throw Mishap(place: nextRow) }
      for x in 0..<canvas.width {
        bytes.storeBytes(
          of: canvas[x, nextRow], toByteOffset: (row * canvas.width + x) * 4, as: UInt32.self)
      }
      nextRow += 1
    }
  }

  func finish() throws {
    precondition(nextRow == canvas.height, "A source is finished after its last row")
    if failsAtRow == canvas.height { throw Mishap(place: nextRow) }
    isFinished = true
  }
}

/// Keeps tiles in memory; throws at the nth, and calls `onPut` at each.
final class MemorySink: TileSink, @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [TilePath: [UInt8]] = [:]
  private var count = 0
  private let failsAt: Int?
  private let onPut: @Sendable (Int) -> Void

  init(failsAt: Int? = nil, onPut: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.failsAt = failsAt
    self.onPut = onPut
  }

  var tiles: [TilePath: [UInt8]] { lock.withLock { kept } }

  func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    let copy = bytes.indices.map { bytes[$0] }
    let number = try lock.withLock {
      count += 1
      if count == failsAt { throw Mishap(place: count) }
      precondition(kept.updateValue(copy, forKey: path) == nil, "Each tile is put once")
      return count
    }
    onPut(number)
  }

  func finish(metadata: TilesetMetadata, record: SliceRecord?) throws {}
}

/// What slicing a canvas gave.
struct Sliced {
  let plan: SlicePlan
  let outcome: Slicer.Outcome
  let tiles: [TilePath: [UInt8]]

  init(
    _ canvas: Canvas, _ plan: SlicePlan, jobs: Int = 2, keepsBlank: Bool = false
  ) throws {
    self.plan = plan
    var slicer = Slicer(plan: plan)
    slicer.jobs = jobs
    slicer.compression = .fast
    slicer.keepsBlank = keepsBlank
    let sink = MemorySink()
    outcome = try slicer.slice(rows: CanvasSource(canvas), into: sink)
    tiles = sink.tiles
  }

  init(_ canvas: Canvas, at tile: String, zooms: ZoomRange? = nil, jobs: Int = 2) throws {
    let plan = try SlicePlan(
      drawing: PixelSize(width: canvas.width, height: canvas.height),
      placement: .at(knownTile(tile)), zooms: zooms)
    try self.init(canvas, plan, jobs: jobs)
  }

  /// A tile's pixels as libpng decodes them; nil when there is no such tile.
  func picture(_ tile: String) throws -> Canvas? {
    try tiles[TilePath(knownTile(tile))].map { Canvas(try Decoder.libpng($0)) }
  }

  /// All tiles of a zoom put together, clear where there is none: the pixels of the extent.
  func stitched(_ zoom: Zoom) throws -> Canvas {
    let side = plan.look.tileSize.pixels
    let level = zoom.level + (side == 512 ? 1 : 0)
    let extent = plan.passes[0].pixels(at: level)
    var canvas = Canvas(width: extent.x.count, height: extent.y.count) { _, _ in 0 }
    for (path, bytes) in tiles where path.tile.zoom == zoom {
      let picture = try Decoder.libpng(bytes)
      precondition(picture.width == side && picture.height == side, "A tile is a whole square")
      let left = path.tile.x * side
      let top = path.tile.y * side
      for y in 0..<side {
        for x in 0..<side {
          let at = (y * side + x) * 4
          let colour = rgba(
            picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2], picture.rgba[at + 3])
          if colour == 0 { continue }
          precondition(
            extent.x.contains(left + x) && extent.y.contains(top + y),
            "Outside the drawing all is clear")
          canvas[left + x - extent.x.lowerBound, top + y - extent.y.lowerBound] = colour
        }
      }
    }
    return canvas
  }
}
