import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// A tile's bytes depend on the drawing and its place: not on the other zooms, nor on threads.
@Suite("Same bytes")
struct SameBytesTests {
  @Test(
    "The zooms asked for are written, and the same whatever others are",
    arguments: EveryPlacement.all)
  func zooms(every: EveryPlacement) throws {
    let all = try PlacedSlice(EveryPlacement.canvas, every.placement)
    let native = all.plan.nativeZoom.level
    #expect(all.plan.zooms.deepest.level == native)
    for range in ["\(native)", "\(native - 1)", "0-\(native)", "\(native - 1)-\(native)"] {
      let some = try PlacedSlice(EveryPlacement.canvas, every.placement, zooms: range)
      let zooms = try #require(ZoomRange(range))
      #expect(Set(some.tiles.keys.map(\.tile.zoom)) == Set(zooms), "\(range)")
      let shared = all.tiles.filter { zooms.contains($0.key.tile.zoom) }
      #expect(some.tiles.filter { all.plan.zooms.contains($0.key.tile.zoom) } == shared, "\(range)")
    }
    #expect(all.tiles.count >= 5)
  }

  @Test("Deeper zooms than the drawing's leave its own as they are", arguments: EveryPlacement.all)
  func deeper(every: EveryPlacement) throws {
    let all = try PlacedSlice(EveryPlacement.canvas, every.placement)
    let native = all.plan.nativeZoom.level
    let more = try PlacedSlice(
      EveryPlacement.canvas, every.placement, zooms: "\(native)-\(native + 2)")
    #expect(Set(more.tiles.keys.map(\.tile.zoom.level)) == Set(native...(native + 2)))
    for (path, bytes) in all.tiles where path.tile.zoom.level == native {
      #expect(more.tiles[path] == bytes, "\(path)")
    }
    let alone = try PlacedSlice(EveryPlacement.canvas, every.placement, zooms: "\(native + 2)")
    #expect(alone.tiles == more.tiles.filter { $0.key.tile.zoom.level == native + 2 })
    ShrinkingTests.expectParents(more)
  }

  @Test("Any number of threads gives the same", arguments: EveryPlacement.all)
  func threads(every: EveryPlacement) throws {
    let looks: [(inout SlicePlan.Look) -> Void] = [
      { _ in }, { $0.tileSize = .pixels512 }, { $0.hasRetina = true },
      {
        $0.resampling = .lanczos
        $0.shrinking = .lanczos
      },
      {
        $0.resampling = .nearest
        $0.shrinking = .nearest
      },
    ]
    for (number, look) in looks.enumerated() {
      let one = try PlacedSlice(EveryPlacement.canvas, every.placement, jobs: 1, look: look)
      let eight = try PlacedSlice(EveryPlacement.canvas, every.placement, jobs: 8, look: look)
      #expect(one.tiles == eight.tiles, "look \(number)")
      #expect(one.outcome == eight.outcome, "look \(number)")
    }
  }

  @Test("Tiles of 512 pixels hold the pixels of one zoom deeper", arguments: EveryPlacement.all)
  func large(every: EveryPlacement) throws {
    let small = try PlacedSlice(EveryPlacement.canvas, every.placement)
    let large = try PlacedSlice(EveryPlacement.canvas, every.placement) { $0.tileSize = .pixels512 }
    #expect(large.plan.nativeZoom == small.plan.nativeZoom.deeper(by: -1))
    for path in large.tiles.keys {
      guard let zoom = path.tile.zoom.deeper(by: 1), small.plan.zooms.contains(zoom) else {
        continue
      }
      let (x, y) = (path.tile.x * 512, path.tile.y * 512)
      let expected = try small.canvas(x: x..<(x + 512), y: y..<(y + 512), zoom)
      #expect(try large.picture(path) == expected, "\(path)")
    }
    let covered = Set(small.tiles.keys.compactMap { $0.tile.parent }).filter {
      large.plan.zooms.contains($0.zoom)
    }
    #expect(covered.isSubset(of: large.tiles.keys.map(\.tile)))
  }

  @Test("A retina picture is the tile of twice the size", arguments: EveryPlacement.all)
  func retina(every: EveryPlacement) throws {
    let slice = try PlacedSlice(EveryPlacement.canvas, every.placement) { $0.hasRetina = true }
    let plain = try PlacedSlice(EveryPlacement.canvas, every.placement)
    let zooms = "\(plain.plan.zooms)"
    let large = try PlacedSlice(EveryPlacement.canvas, every.placement, zooms: zooms) {
      $0.tileSize = .pixels512
    }
    let retina = slice.tiles.filter { $0.key.scale == .retina }
    #expect(retina.count > 4)
    for (path, bytes) in retina {
      #expect(slice.tiles[TilePath(path.tile)] != nil, "\(path) has no partner")
      let own = try #require(large.tiles[TilePath(path.tile)], "\(path)")
      #expect(bytes == own, "\(path)")
    }
    for (path, bytes) in plain.tiles { #expect(slice.tiles[path] == bytes, "\(path)") }
    ShrinkingTests.expectParents(slice)
  }

  /// Enlarging spreads ink beyond the pixels it was in: over the border of a blank tile.
  @Test func `ink that spreads into a blank tile has parents and partners there`() throws {
    let canvas = Canvas(width: 512, height: 256) { x, _ in x < 256 ? rgba(200, 0, 0, 255) : 0 }
    let slice = try PlacedSlice(canvas, .at(knownTile("8/90/91")), zooms: "6-10") {
      $0.hasRetina = true
    }
    #expect(slice.tiles[TilePath(knownTile("9/182/182"))] != nil)
    ShrinkingTests.expectParents(slice)
    for path in slice.tiles.keys where path.scale == .retina {
      #expect(slice.tiles[TilePath(path.tile)] != nil, "\(path) has no partner")
    }
    let made = slice.outcome.made.flatMap { $0 }
    #expect(Set(made) == Set(slice.tiles.keys.map(\.tile)))
  }
}
