import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Quarter turns copy, whole tiles copy: no pixel is computed that need not be.
@Suite("Turns and copies")
struct TurnTests {
  @Test(
    "A quarter turn gives the very tiles of a drawing turned before", arguments: [90, -90, 180])
  func quarters(degrees: Int) throws {
    var dice = Dice(state: 77)
    for (width, height) in [(512, 256), (511, 257), (130, 333), (1, 1), (65, 64)] {
      let canvas = Canvas.scenery(width: width, height: height)
      let quarters = (degrees + 360) / 90 % 4
      let turned = canvas.turned(quarters: quarters)
      for _ in 0..<6 {
        let place = try Coordinate(
          longitude: Double(dice.next() % 3_000_000) / 1e4 - 150,
          latitude: Double(dice.next() % 1_400_000) / 1e4 - 70)
        let metres = Double(width) * (5 + Double(dice.next() % 9000) / 100)
        let one = try PlacedSlice(
          canvas, .center(place, width: metres, rotation: Double(degrees)))
        let two = try PlacedSlice(
          turned,
          .center(
            place, width: metres / Double(width) * Double(turned.width), rotation: 0))
        #expect(one.tiles == two.tiles, "\(width)x\(height) at \(place), \(metres) m")
        #expect(one.outcome == two.outcome)
      }
    }
  }

  @Test func `half a turn puts four coloured corners opposite`() throws {
    let inks = [
      rgba(255, 0, 0, 255), rgba(0, 255, 0, 255), rgba(0, 0, 255, 255), rgba(9, 9, 9, 255),
    ]
    let canvas = Canvas(width: 512, height: 256) { x, y in
      x < 40 && y < 40
        ? inks[0]
        : x >= 472 && y < 40
          ? inks[1] : x < 40 && y >= 216 ? inks[2] : x >= 472 && y >= 216 ? inks[3] : 0
    }
    // As wide on the equator as 512 pixels of zoom 6, its middle on a corner of pixels.
    let metres = 40_075_016.685_578_49 / Double(256 << 6) * 512
    let slice = try PlacedSlice(
      canvas, .center(try Coordinate(longitude: 0, latitude: 0), width: metres, rotation: 180))
    #expect(slice.plan.nativeZoom == 6)
    #expect(try slice.own == canvas.turned(quarters: 2))
  }

  @Test(
    "A box of whole tiles gives the very tiles of --at",
    arguments: ["5/7/9", "12/1205/1539", "17/38596/49236", "2/3/3", "9/0/200", "20/5/1048570"])
  func wholeTiles(name: String) throws {
    let tile = knownTile(name)
    let canvas = Canvas.scenery(width: 768, height: 512)
    let columns = min(3, tile.zoom.tilesPerSide - tile.x)
    let rows = min(2, tile.zoom.tilesPerSide - tile.y)
    let drawing = Canvas(width: 256 * columns, height: 256 * rows) { canvas[$0, $1] }
    let side = Double(tile.zoom.tilesPerSide)
    let box = try GeographicBounds(
      west: Globe.longitude(Double(tile.x) / side),
      south: Globe.latitude(Double(tile.y + rows) / side),
      east: Globe.longitude(Double(tile.x + columns) / side),
      north: Globe.latitude(Double(tile.y) / side))
    let one = try PlacedSlice(drawing, .at(tile))
    let two = try PlacedSlice(drawing, .bounds(box, drawnIn: .mercator))
    #expect(two.plan.passes.map(\.path) == [.copy])
    #expect(one.tiles == two.tiles)
    #expect(one.plan.zooms == two.plan.zooms)
    #expect(try two.own == drawing.uncovered)
  }

  @Test func `a drawing within a thousandth of a pixel of the grid is copied`() throws {
    let canvas = Canvas.scenery(width: 300, height: 200)
    let around = Double(256 << 10)
    for (shift, isCopy) in [(0.0009, true), (-0.0009, true), (0.0012, false), (0.5, false)] {
      let (x, y) = ((70_000 + shift) / around, (90_000 + shift) / around)
      let box = try GeographicBounds(
        west: Globe.longitude(x), south: Globe.latitude(y + 200 / around),
        east: Globe.longitude(x + 300 / around), north: Globe.latitude(y))
      let slice = try PlacedSlice(canvas, .bounds(box, drawnIn: .mercator), zooms: "10")
      #expect((slice.plan.passes.map(\.path) == [.copy]) == isCopy, "\(shift)")
      if isCopy {
        let own = try slice.canvas(x: 70_000..<70_300, y: 90_000..<90_200, 10)
        #expect(own == canvas.uncovered)
      }
    }
  }
}
