import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// What lies under the tiles lies as it does beside them.
@Suite("Background")
struct BackgroundTests {
  private static let paper = Canvas(width: 96, height: 64) { x, y in
    rgba(UInt8(200 + x % 50), UInt8(180 + y), UInt8(x * y % 90 + 100), y < 60 ? 255 : 120)
  }

  private static func background() throws -> Background {
    let rows = (0..<64).flatMap { y -> [UInt8] in
      [0] + Canvas(width: 96, height: 1) { x, _ in paper[x, y] }.bytes
    }
    return try withFile(PNGMaker.png(width: 96, height: 64, depth: 8, color: 6, rows: rows)) {
      try Background(picture: $0)
    }
  }

  /// One straight-alpha colour over another, in doubles.
  private static func over(_ upper: UInt32, _ lower: UInt32) -> SIMD4<Double> {
    let parts = { (word: UInt32) in
      SIMD4(
        Double(word & 255), Double(word >> 8 & 255), Double(word >> 16 & 255),
        Double(word >> 24))
    }
    let (top, bottom) = (parts(upper), parts(lower))
    let seen = bottom.w / 255 * (1 - top.w / 255)
    let alpha = top.w / 255 + seen
    guard alpha > 0 else { return SIMD4() }
    var sum = (top * (top.w / 255) + bottom * seen) / alpha
    sum.w = alpha * 255
    return sum
  }

  @Test(
    "Each tile is what it was without, over the paper at that place of the world",
    arguments: EveryPlacement.all)
  func picture(every: EveryPlacement) throws {
    let without = try PlacedSlice(EveryPlacement.canvas, every.placement)
    let with = try PlacedSlice(
      EveryPlacement.canvas, every.placement, background: try Self.background())
    #expect(Set(with.tiles.keys) == Set(without.tiles.keys))
    #expect(with.outcome.blank == without.outcome.blank)
    for path in with.tiles.keys {
      let bare = try #require(try without.picture(path))
      let found = try #require(try with.picture(path))
      var strays = 0
      for y in 0..<256 {
        for x in 0..<256 {
          let under = Self.paper[(path.tile.x * 256 + x) % 96, (path.tile.y * 256 + y) % 64]
          let expected = Self.over(bare[x, y], under)
          let word = found[x, y]
          let apart = [
            abs(Double(word & 255) - expected.x), abs(Double(word >> 8 & 255) - expected.y),
            abs(Double(word >> 16 & 255) - expected.z), abs(Double(word >> 24) - expected.w),
          ]
          if apart.contains(where: { $0 > 0.51 }) { strays += 1 }
        }
      }
      #expect(strays == 0, "\(path)")
    }
  }

  @Test func `a colour is put under each tile, and blank ones stay out`() throws {
    let canvas = Canvas(width: 600, height: 256) { x, _ in x < 100 ? rgba(9, 8, 7, 255) : 0 }
    let slice = try PlacedSlice(
      canvas, .at(knownTile("9/100/100")), background: Background(color: "#10203040"))
    #expect(Set(slice.tiles.keys.map(\.tile.description)).contains("9/100/100"))
    #expect(!slice.tiles.keys.map(\.tile.description).contains("9/101/100"))
    #expect(try slice.pixel(25_600 + 50, 25_600, 9) == rgba(9, 8, 7, 255))
    #expect(try slice.pixel(25_600 + 150, 25_600, 9) == rgba(16, 32, 48, 64))
  }

  /// An app without a retina tile shows the fallback at its own size in points.
  @Test func `under a retina picture each pixel of the paper is two by two`() throws {
    let slice = try PlacedSlice(
      EveryPlacement.canvas, .at(knownTile("12/1205/1539")), zooms: "11",
      background: try Self.background()
    ) { $0.hasRetina = true }
    let tile = knownTile("11/602/769")
    let picture = try #require(try slice.picture(TilePath(tile, scale: .retina)))
    // The drawing begins in the middle of this tile: its western half is paper alone.
    for y in 0..<200 {
      for x in 0..<200 {
        let paper = Self.paper[(tile.x * 256 + x / 2) % 96, (tile.y * 256 + y / 2) % 64]
        guard picture[x, y] == paper else {
          Issue.record("\(x),\(y)")
          return
        }
      }
    }
  }
}
