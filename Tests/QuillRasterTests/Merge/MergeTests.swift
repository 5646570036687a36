import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

@Suite("Merging")
struct MergeTests {
  /// What merging some sets gave.
  private func merge(
    _ sets: [TreeInMemory], jobs: Int = 2
  ) throws -> (tiles: [TilePath: [UInt8]], outcome: Merger.Outcome) {
    let plan = try MergePlan(count: sets.count, records: sets.compactMap(\.record)) { sets[$0] }
    var merger = Merger(plan: plan)
    merger.jobs = jobs
    merger.compression = .fast
    let sink = MemorySink()
    let outcome = try merger.merge(into: sink) { sets[$0] }
    return (sink.tiles, outcome)
  }

  private static func record(_ sliced: Sliced) -> TreeInMemory {
    var tree = TreeInMemory(sliced)
    tree.record?.options.nativeZoom = sliced.plan.nativeZoom
    return tree
  }

  /// A picture with soft edges, and with much that is hardly visible.
  private static func picture(side: Int, seed: UInt64) -> Canvas {
    var dice = SeededNumbers(seed: seed)
    let noise = (0..<4096).map { _ in UInt32.random(in: 0...0xFF, using: &dice) }
    return Canvas(width: side, height: side) { x, y in
      let spot = noise[(x * 31 + y * 17) % 4096]
      let alpha = (x / 40 + y / 56) % 3 == 0 ? UInt8(spot & 7) : (x + y) % 300 < 20 ? 0 : 255
      return alpha == 0
        ? 0 : rgba(UInt8(spot), UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), alpha)
    }
  }

  /// Sheets whose borders lie at odd pixels, so that each border's pixels of lower zooms are shared.
  @Test("Sheets of a drawing become what the whole drawing gives", arguments: [256, 512])
  func sheets(_ side: Int) throws {
    let canvas = Self.picture(side: 1500, seed: UInt64(side))
    var look = SlicePlan.Look()
    look.tileSize = side == 512 ? .pixels512 : .pixels256
    let deep = knownTile("20/400000/300000")
    // The whole lies on whole pixels of zoom 20, its corner inside a tile.
    func plan(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> SlicePlan {
      let level: Zoom = 20
      let pixel = WebMercator.circumference / Double(256 << level.level)
      let west = Double(deep.x * 256 + 77 + x) * pixel - WebMercator.circumference / 2
      let north = WebMercator.circumference / 2 - Double(deep.y * 256 + 91 + y) * pixel
      let file = try GeoTransform(
        originX: west, originY: north, step: PixelStep(xPerColumn: pixel, yPerRow: -pixel)
      ).worldFile()
      let native: Zoom = side == 512 ? 19 : 20
      let top: Zoom = side == 512 ? 9 : 10
      return try SlicePlan(
        drawing: PixelSize(width: width, height: height),
        placement: .worldFile(file, crs: .mercator),
        zooms: ZoomRange(top, through: native), look: look)
    }
    let whole = try Sliced(canvas, try plan(0, 0, 1500, 1500))
    var sets: [TreeInMemory] = []
    for (x, width) in [(0, 701), (701, 799)] {
      for (y, height) in [(0, 333), (333, 1167)] {
        let part = Canvas(width: width, height: height) { canvas[x + $0, y + $1] }
        sets.append(Self.record(try Sliced(part, try plan(x, y, width, height))))
      }
    }
    let merged = try merge(sets)
    #expect(Set(merged.tiles.keys) == Set(whole.tiles.keys))
    for (path, bytes) in whole.tiles {
      let (found, wanted) = try (
        Decoder.libpng(try #require(merged.tiles[path])), Decoder.libpng(bytes)
      )
      #expect(found == wanted, "\(path)")
    }
    #expect(merged.outcome.laid > 4 && merged.outcome.shrunk > 8 && merged.outcome.copied > 4)
    #expect(try merge(sets, jobs: 1).tiles == merged.tiles)
  }

  /// Two halves of a square that meet inside of tiles; the deepest tiles along the border are taken away.
  @Test("Tiles over removed ones are laid over each other as they are", arguments: [1, 2])
  func pruned(_ columns: Int) throws {
    let deep = knownTile("18/100000/90000")
    let halves = try [0, 1].map { half -> TreeInMemory in
      let canvas = Canvas(width: 384, height: 512) { x, y in
        rgba(UInt8(x / 4), UInt8(y / 4), UInt8(half * 200), (x < 192) == (half == 0) ? 255 : 60)
      }
      let first = try #require(Tile(zoom: deep.zoom, x: deep.x + half, y: deep.y))
      let plan = try SlicePlan(
        drawing: PixelSize(width: 384, height: 512), placement: .at(first),
        zooms: ZoomRange(16, through: 18))
      return Self.record(try Sliced(canvas, plan))
    }
    let lost = (0..<columns).map { deep.x + 1 + $0 }
    let sets = halves.map { half in
      var half = half
      half.tiles = half.tiles.filter {
        $0.key.tile.zoom < deep.zoom || !lost.contains($0.key.tile.x)
      }
      return half
    }
    let merged = try merge(sets)
    let plain = try merge(
      sets.map { set in
        var set = set
        set.record = nil
        return set
      })
    #expect(Set(merged.tiles.keys) == Set(sets.flatMap(\.tiles.keys)))
    #expect(merged.tiles == plain.tiles)
    #expect(merged.outcome.laid > 0 && merged.outcome.shrunk == 0)
    #expect(try merge(halves).outcome.shrunk > 0)
  }

  @Test func `a tile that goes away meanwhile is named`() throws {
    var one = TreeInMemory()
    one["3/1/1"] = plainTile(side: 8, [1, 2, 3, 100])
    one.ghosts = [TilePath(knownTile("3/1/1"))]
    #expect(throws: MergeError.vanished(knownTile("3/1/1"), source: 1)) {
      try merge([TreeInMemory(), one])
    }
  }

  @Test func `what one set has, and what all have alike, is copied byte for byte`() throws {
    var one = TreeInMemory()
    var two = TreeInMemory()
    one["3/1/1"] = plainTile(side: 8, [1, 2, 3, 100]) + [1, 2, 3]
    two["3/2/1"] = plainTile(side: 8, [4, 5, 6, 100]) + [4]
    one["3/3/1"] = plainTile(side: 8, [7, 8, 9, 100]) + [5]
    two["3/3/1"] = one["3/3/1"]
    let merged = try merge([one, two])
    #expect(merged.outcome.copied == 3)
    for name in ["3/1/1", "3/2/1", "3/3/1"] {
      #expect(merged.tiles[TilePath(knownTile(name))] == one[name] ?? two[name])
    }
  }

  @Test func `later sets lie above, and what hides all below it is copied`() throws {
    var sets = Array(repeating: TreeInMemory(), count: 3)
    sets[0]["3/1/1"] = plainTile(side: 8, [255, 0, 0, 255])
    sets[1]["3/1/1"] = plainTile(side: 8, [0, 0, 255, 128])
    sets[2]["3/1/1"] = plainTile(side: 8, [0, 0, 0, 0])
    sets[0]["3/2/2"] = plainTile(side: 8, [1, 1, 1, 9])
    sets[2]["3/2/2"] = plainTile(side: 8, [2, 2, 2, 255]) + [7]
    let merged = try merge(sets)
    let laid = try Decoder.libpng(try #require(merged.tiles[TilePath(knownTile("3/1/1"))]))
    #expect(laid.rgba.prefix(4) == [127, 0, 128, 255])
    #expect(merged.tiles[TilePath(knownTile("3/2/2"))] == sets[2]["3/2/2"])
    #expect(merged.outcome.laid == 1 && merged.outcome.copied == 1)
  }

  @Test func `sets that do not go together are refused with what they are`() throws {
    var one = TreeInMemory()
    var two = TreeInMemory()
    one["3/1/1"] = plainTile(side: 8, [1, 2, 3, 100])
    one["3/1/2"] = plainTile(side: 8, [1, 2, 3, 100])
    func words() -> String? {
      do {
        _ = try merge([one, two])
        return nil
      } catch {
        return (error as? MergeError)?.description
      }
    }
    two["3/1/1"] = plainTile(side: 16, [1, 2, 3, 100])
    #expect(
      words() == "would have tiles of several sizes, 2 of 8x8, 1 of 16x16 (expected one size)")
    two["3/1/1"] = PNGMaker.png(width: 8, height: 4, depth: 8, color: 0)
    one["3/1/1"] = nil
    one["3/1/2"] = nil
    #expect(
      words() == "would have tiles of 8x4 pixels (expected squares, a multiple of 8 pixels a side)")
    one["3/1/1"] = plainTile(side: 8, [1, 2, 3, 100])
    one["3/1/2"] = plainTile(side: 8, [1, 2, 3, 100])
    two["3/1/1"] = [0xFF, 0xD8, 0xFF, 0xE0]
    #expect(
      words()
        == "would have tiles of several formats, 2 of a PNG picture, 1 of a JPEG picture (expected one format)"
    )
    two["3/1/1"] = Array("<html>".utf8)
    #expect(
      words()
        == "tile 3/1/1 looks like a web page (HTML) (expected a PNG, JPEG or WebP picture)")
    two["3/1/1"] = Array(plainTile(side: 8, [1, 2, 3, 100]).dropLast(20))
    #expect(words()?.hasPrefix("tile 3/1/1 is cut off") == true)
  }

  /// Each set has the same tile of JPEG: no pixel of it is transparent.
  @Test func `of pictures without transparency the last one is taken`() throws {
    var one = TreeInMemory()
    var two = TreeInMemory()
    one["3/1/1"] = [0xFF, 0xD8, 0xFF, 0xE0, 1]
    two["3/1/1"] = [0xFF, 0xD8, 0xFF, 0xE0, 2]
    #expect(try merge([one, two]).tiles[TilePath(knownTile("3/1/1"))] == two["3/1/1"])
    let webp = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBPVP8 ".utf8)
    one["3/1/1"] = webp + [1]
    two["3/1/1"] = webp + [2]
    #expect(throws: MergeError.cannotLayOver(knownTile("3/1/1"), .webp)) {
      try merge([one, two])
    }
  }
}
