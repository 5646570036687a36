import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Lower zooms, against resampling of the whole picture at once.
@Suite("Shrinking")
struct ShrinkingTests {
  @Test("Lower zooms are the whole picture resampled", arguments: Shrinking.allCases)
  func whole(shrinking: Shrinking) throws {
    let canvas = Canvas.scenery(width: 601, height: 523)
    let slice = try PlacedSlice(canvas, .at(knownTile("10/515/343")), zooms: "3-10") {
      $0.shrinking = shrinking
    }
    let plain = try #require(PlainResampling(rawValue: shrinking.rawValue))
    for halvings in 1...7 {
      let zoom = try #require(Zoom(10 - halvings))
      let extent = slice.plan.passes[0].pixels(at: zoom.level)
      let places = { (range: Range<Int>, origin: Int, count: Int) in
        (range.lowerBound...range.upperBound).map { Double($0 << halvings - origin) }
      }
      var x = places(extent.x, 515 * 256, 601)
      var y = places(extent.y, 343 * 256, 523)
      if shrinking == .nearest {
        // A middle beyond the drawing is moved to its last pixel.
        (x, y) = (Self.inside(x, 601), Self.inside(y, 523))
      }
      let expected = plain.resample(canvas, x: x, y: y)
      let found = try slice.canvas(x: extent.x, y: extent.y, zoom)
      if shrinking == .nearest {
        #expect(found == expected.uncovered, "zoom \(zoom)")
      } else {
        #expect(found.distance(to: expected).count == 0, "zoom \(zoom)")
      }
    }
  }

  /// Edges of pixels, the last shortened so that its middle lies in the drawing.
  private static func inside(_ places: [Double], _ count: Int) -> [Double] {
    guard let last = places.last, let before = places.dropLast().last,
      (last + before) / 2 >= Double(count)
    else { return places }
    return places.dropLast() + [2 * (Double(count) - 0.5) - before]
  }

  @Test("Shrinking goes on over more than eight halvings", arguments: Shrinking.allCases)
  func far(shrinking: Shrinking) throws {
    let canvas = Canvas(width: 5000, height: 1) { x, _ in rgba(UInt8(x / 20), 9, 200, 255) }
    let slice = try PlacedSlice(canvas, .at(knownTile("14/9000/5")), zooms: "0-14") {
      $0.shrinking = shrinking
    }
    #expect(Set(slice.tiles.keys.map(\.tile.zoom.level)).count >= (shrinking == .nearest ? 15 : 5))
    for path in slice.tiles.keys {
      let picture = try #require(try slice.picture(path))
      for word in picture.words where word >> 24 > 3 {
        #expect(word >> 8 & 255 == 9 && word >> 16 & 255 == 200, "\(path)")
      }
    }
    // The drawing ends at the pixel where its last pixel lies.
    let end = try #require(slice.plan.coverage(at: 0))
    #expect(end.count == 1)
  }

  @Test("Every tile that has a child is there", arguments: Shrinking.allCases)
  func parents(shrinking: Shrinking) throws {
    // Ink so sparse that the pixels picked for one zoom are often not those of the next.
    let canvas = Canvas(width: 2100, height: 1900) { x, y in
      (x &* 7919 &+ y &* 104_729) % 50021 == 17 ? rgba(250, 0, 0, 255) : 0
    }
    for jobs in [1, 3] {
      let slice = try PlacedSlice(
        canvas, .at(knownTile("9/100/101")), zooms: "0-11", jobs: jobs
      ) { $0.shrinking = shrinking }
      Self.expectParents(slice)
      #expect(slice.tiles.count > 90)
    }
  }

  static func expectParents(_ slice: PlacedSlice) {
    for path in slice.tiles.keys {
      guard let parent = path.tile.parent, slice.plan.zooms.contains(parent.zoom) else { continue }
      #expect(slice.tiles[TilePath(parent, scale: path.scale)] != nil, "\(path) has no parent")
    }
  }
}
