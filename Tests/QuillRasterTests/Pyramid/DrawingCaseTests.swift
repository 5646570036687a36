import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Faults that users of other tilers met, each as a drawing and what its tiles must hold.
@Suite("Drawings that other tilers spoilt")
struct DrawingCaseTests {
  #if DEBUG
    /// Tiles along each side of the world at the deepest zoom of the heavier cases.
    static let deepest: Zoom = 2
  #else
    static let deepest: Zoom = 4
  #endif

  @Test func `an opaque drawing of the whole world has no clear pixel at any zoom`() throws {
    let side = 256 << Self.deepest.level
    let red = rgba(255, 0, 0, 255)
    let canvas = Canvas(width: side, height: side, words: Array(repeating: red, count: side * side))
    let sliced = try Sliced(canvas, at: "\(Self.deepest)/0/0")
    #expect(sliced.tiles.count == ((4 << (2 * Self.deepest.level)) - 1) / 3)
    let whole = Canvas(width: 256, height: 256, words: Array(repeating: red, count: 65536))
    for bytes in Set(sliced.tiles.values) { #expect(Canvas(try Decoder.libpng(bytes)) == whole) }
    #expect(sliced.outcome.blank.flatMap(\.ranges).isEmpty)
  }

  /// Every pixel tells where it was.
  @Test func `no pixel column is repeated or lost between tiles`() throws {
    let side = 256 << Self.deepest.level
    let canvas = Canvas(width: side, height: side) { x, y in
      rgba(UInt8(x & 255), UInt8(y & 255), UInt8((x >> 8) * 16 + (y >> 8)), 255)
    }
    let sliced = try Sliced(canvas, at: "\(Self.deepest)/0/0")
    #expect(try sliced.stitched(Self.deepest) == canvas)
    var exact = ExactSums(canvas, left: 0, top: 0)
    for zoom in ZoomRange(0, through: Self.deepest).reversed().dropFirst() {
      exact.halve()
      #expect(try sliced.stitched(zoom) == exact.rounded, "zoom \(zoom)")
    }
  }

  @Test func `colours hidden under clear pixels leave no fringe`() throws {
    let ink = rgba(200, 100, 50, 255)
    // 255 columns of ink, so that a column of every lower zoom mixes ink and nothing.
    let hidden = [rgba(255, 255, 255, 0), rgba(0, 0, 0, 0)].map { outside in
      Canvas(width: 512, height: 512) { x, _ in x < 255 ? ink : outside }
    }
    let slices = try hidden.map { try Sliced($0, at: "5/4/4", zooms: ZoomRange(0, through: 5)) }
    #expect(slices[0].tiles == slices[1].tiles)
    #expect(slices[0].outcome == slices[1].outcome)
    let parent = try #require(try slices[0].picture("4/2/2"))
    #expect(parent[126, 0] == ink)
    #expect(parent[127, 0] == rgba(200, 100, 50, 128))
    #expect(parent[128, 0] == 0)
    for bytes in slices[0].tiles.values {
      for word in Set(Canvas(try Decoder.libpng(bytes)).words) {
        #expect(word == 0 || word & 0xFF_FFFF == ink & 0xFF_FFFF)
      }
    }
  }

  @Test func `one pixel of four keeps its colour at a quarter of its alpha`() throws {
    let canvas = Canvas(width: 2, height: 2) { x, y in
      x + y == 0 ? rgba(200, 100, 50, 255) : rgba(255, 255, 255, 0)
    }
    let sliced = try Sliced(canvas, at: "1/0/0", zooms: ZoomRange(0, through: 1))
    #expect(try sliced.picture("0/0/0")?[0, 0] == rgba(200, 100, 50, 64))
  }

  @Test func `every alpha is kept as it is`() throws {
    let canvas = Canvas(width: 256, height: 256) { x, y in
      rgba(UInt8(y), UInt8(255 - y), 7, UInt8(x))
    }
    let sliced = try Sliced(canvas, at: "3/1/1", zooms: ZoomRange(3))
    #expect(try sliced.picture("3/1/1") == canvas.uncovered)
  }

  /// Slices a file as a user's program does.
  private func slice(
    _ file: [UInt8], at tile: String, zooms: ZoomRange
  ) throws -> [TilePath: [UInt8]] {
    try withFile(file) { path in
      let reader = try DrawingFile(path: path)
      let plan = try SlicePlan(
        drawing: reader.size, placement: .at(knownTile(tile)), zooms: zooms)
      let sink = MemorySink()
      _ = try Slicer(plan: plan).slice(reader, into: sink)
      return sink.tiles
    }
  }

  private func pixels(_ tiles: [TilePath: [UInt8]], _ tile: String) throws -> Canvas {
    Canvas(try Decoder.libpng(try #require(tiles[TilePath(knownTile(tile))])))
  }

  @Test func `sixteen-bit samples are rounded, alpha too`() throws {
    let samples: [(wide: UInt16, narrow: UInt8)] = [
      (127, 0), (128, 0), (129, 1), (255, 1), (256, 1), (257, 1), (32767, 127), (32768, 128),
      (65279, 254), (65407, 255), (65535, 255),
    ]
    let row = samples.flatMap { sample in
      [sample.wide, 0, 65535, sample.wide].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    let file = PNGMaker.png(width: samples.count, height: 1, depth: 16, color: 6, rows: [0] + row)
    let tile = try pixels(try slice(file, at: "2/1/1", zooms: ZoomRange(2)), "2/1/1")
    for (x, sample) in samples.enumerated() {
      let alpha = sample.narrow
      #expect(tile[x, 0] == (alpha == 0 ? 0 : rgba(alpha, 0, 255, alpha)), "\(sample.wide)")
    }
  }

  @Test(
    "Grey and alpha, in every depth that there is, are drawn as they are",
    arguments: [
      (8, 4, [20, 128], rgba(20, 20, 20, 128)), (16, 4, [20, 20, 128, 128], rgba(20, 20, 20, 128)),
      (8, 0, [20], rgba(20, 20, 20, 255)), (16, 0, [20, 20], rgba(20, 20, 20, 255)),
      (4, 0, [0x70], rgba(119, 119, 119, 255)), (2, 0, [0x40], rgba(85, 85, 85, 255)),
      (1, 0, [0x80], rgba(255, 255, 255, 255)),
    ] as [(Int, Int, [UInt8], UInt32)])
  func grey(depth: Int, color: Int, row: [UInt8], expected: UInt32) throws {
    let file = PNGMaker.png(width: 1, height: 1, depth: depth, color: color, rows: [0] + row)
    let tiles = try slice(file, at: "1/0/0", zooms: ZoomRange(1))
    let tile = try pixels(tiles, "1/0/0")
    #expect(tile[0, 0] == expected)
    #expect(tile.words.count { $0 != 0 } == 1)
  }

  @Test func `colours marked as transparent are clear at every zoom`() throws {
    let key = PNGMaker.chunk("tRNS", [0, 255, 0, 0, 0, 0])
    let rows = (0..<2).flatMap { _ in [0] + [255, 0, 0, 10, 20, 30] as [UInt8] }
    let keyed = PNGMaker.png(width: 2, height: 2, depth: 8, color: 2, rows: rows, before: key)
    let tiles = try slice(keyed, at: "1/0/0", zooms: ZoomRange(0, through: 1))
    #expect(try pixels(tiles, "1/0/0")[0, 0] == 0)
    #expect(try pixels(tiles, "1/0/0")[1, 0] == rgba(10, 20, 30, 255))
    #expect(try pixels(tiles, "0/0/0")[0, 0] == rgba(10, 20, 30, 128))

    let palette =
      PNGMaker.chunk("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255]) + PNGMaker.chunk("tRNS", [0, 128])
    let listed = PNGMaker.png(
      width: 3, height: 1, depth: 2, color: 3, rows: [0, 0b0001_1000], before: palette)
    let tile = try pixels(try slice(listed, at: "1/0/0", zooms: ZoomRange(1)), "1/0/0")
    #expect(tile.words.prefix(4) == [0, rgba(0, 255, 0, 128), rgba(0, 0, 255, 255), 0])
  }

  // MARK: Blank tiles

  private static let white = rgba(255, 255, 255, 0)

  private func names(_ coverages: [TileCoverage]) -> Set<String> {
    Set(coverages.flatMap { $0.map(\.description) })
  }

  @Test func `transparent white is blank`() throws {
    var canvas = Canvas(width: 1024, height: 1024) { _, _ in Self.white }
    for y in 256..<512 { for x in 512..<768 { canvas[x, y] = rgba(0, 0, 0, 255) } }
    let sliced = try Sliced(canvas, at: "5/8/12")
    #expect(
      Set(sliced.tiles.keys.map(\.tile.description)) == ["5/10/13", "4/5/6", "3/2/3"])
    #expect(names(sliced.outcome.made) == ["5/10/13", "4/5/6", "3/2/3"])
    #expect(sliced.outcome.blank.map(\.count) == [0, 3, 15])
    #expect(sliced.outcome.bytes == sliced.tiles.values.reduce(0) { $0 + $1.count })
  }

  @Test func `one pixel of alpha 1 keeps its tile and all parents, clear as they are`() throws {
    var canvas = Canvas(width: 1024, height: 1024) { _, _ in Self.white }
    canvas[1023, 1023] = rgba(9, 8, 7, 1)
    let sliced = try Sliced(canvas, at: "5/8/12", zooms: ZoomRange(0, through: 5))
    let kept: Set = ["5/11/15", "4/5/7", "3/2/3", "2/1/1", "1/0/0", "0/0/0"]
    #expect(names(sliced.outcome.made) == kept)
    #expect(Set(sliced.tiles.keys.map(\.tile.description)) == kept)
    #expect(try sliced.picture("5/11/15")?[255, 255] == rgba(9, 8, 7, 1))
    #expect(try sliced.picture("5/11/15")?.words.count { $0 != 0 } == 1)
    for parent in kept.subtracting(["5/11/15"]) {
      #expect(try sliced.picture(parent)?.words.allSatisfy { $0 == 0 } == true)
    }
    #expect(names(sliced.outcome.blank).isDisjoint(with: kept))
    #expect(sliced.outcome.blank.map(\.count) == [0, 0, 0, 0, 3, 15])
  }

  @Test func `a drawing without a visible pixel ends well with nothing written`() throws {
    let canvas = Canvas(width: 600, height: 300) { _, _ in Self.white }
    let sliced = try Sliced(canvas, at: "4/3/3")
    #expect(sliced.tiles.isEmpty)
    #expect(sliced.outcome.made.flatMap(\.ranges).isEmpty)
    #expect(sliced.outcome.blank.map(\.zoom) == [2, 3, 4])
    #expect(
      sliced.outcome.blank.flatMap(\.ranges).map(\.description) == [
        "2/0-1/0-1", "3/1-2/1-2", "4/3-5/3-4",
      ])
    #expect(sliced.outcome.bytes == 0)
  }

  @Test func `blank tiles are written where they are asked for`() throws {
    let canvas = Canvas(width: 600, height: 300) { _, _ in Self.white }
    let plan = try SlicePlan(
      drawing: PixelSize(width: 600, height: 300), placement: .at(knownTile("4/3/3")))
    let sliced = try Sliced(canvas, plan, keepsBlank: true)
    #expect(sliced.tiles.count == plan.tileCount)
    #expect(names(sliced.outcome.blank).isEmpty)
    for bytes in Set(sliced.tiles.values) {
      #expect(try Decoder.libpng(bytes).rgba == [UInt8](repeating: 0, count: 262_144))
    }
  }

  // MARK: Zooms

  /// 7952 x 5304 pixels and zooms 0-5, sixteen times smaller.
  @Test func `a zoom has the same tiles whichever others are asked for`() throws {
    let canvas = Canvas(width: 497, height: 332) { x, y in
      rgba(UInt8(x / 2), UInt8(y / 2), UInt8((x + y) / 4), 255)
    }
    let all = try Sliced(canvas, at: "5/0/0", zooms: ZoomRange(0, through: 5))
    let upper = try Sliced(canvas, at: "5/0/0", zooms: ZoomRange(0, through: 4))
    #expect(upper.tiles == all.tiles.filter { $0.key.tile.zoom < 5 })
    for zoom in ZoomRange(0, through: 5) {
      let one = try Sliced(canvas, at: "5/0/0", zooms: ZoomRange(zoom))
      #expect(one.tiles == all.tiles.filter { $0.key.tile.zoom == zoom }, "zoom \(zoom)")
      #expect(!one.tiles.isEmpty)
    }
  }

  @Test func `a drawing of 7952 x 5304 pixels has the tiles that others counted`() throws {
    let plan = try SlicePlan(
      drawing: PixelSize(width: 7952, height: 5304), placement: .at(knownTile("5/0/0")))
    #expect(plan.zooms == ZoomRange(0, through: 5))
    let grids = plan.zooms.map { zoom in
      plan.coverage(at: zoom)?.extent.map { "\($0.columns.count)x\($0.rows.count)" } ?? ""
    }
    #expect(grids == ["1x1", "2x2", "4x3", "8x6", "16x11", "32x21"])
    #expect(plan.tileCount == 913)
  }
}
