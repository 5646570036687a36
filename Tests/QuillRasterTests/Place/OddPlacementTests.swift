import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Across the 180th meridian, at the poles, wider than the world, smaller than a pixel.
@Suite("Odd placements")
struct OddPlacementTests {
  private static let west = rgba(220, 10, 10, 255)
  private static let east = rgba(10, 10, 220, 255)

  /// Two thirds of the box lie west of the meridian and are red, the rest is blue.
  @Test func `a box across the 180th meridian fills both sides at every zoom`() throws {
    let canvas = Canvas(width: 600, height: 310) { x, _ in x < 400 ? Self.west : Self.east }
    let box = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    let slice = try PlacedSlice(canvas, .bounds(box, drawnIn: .mercator), zooms: "0-10")
    #expect(slice.plan.nativeZoom == 7)
    for zoom in slice.plan.zooms {
      let around = Double(slice.around(zoom))
      let row = Int(Globe.y(-17.5) * around)
      let places: [(Double, UInt32)] = [(177, Self.west), (179, Self.west), (-179, Self.east)]
      for (longitude, colour) in places {
        let x = Int(Globe.x(longitude) * around)
        let word = try slice.pixel(x, row, zoom)
        // At the shallowest zooms a pixel is wider than what is drawn there.
        if zoom.level >= 2 {
          #expect(word & 0xFF_FFFF == colour & 0xFF_FFFF, "\(longitude) at \(zoom)")
        }
        #expect(word >> 24 > 0, "\(longitude) at \(zoom)")
        if zoom.level >= 5 { #expect(word == colour, "\(longitude) at \(zoom)") }
      }
      #expect(try slice.pixel(Int(around) / 2, row, zoom) == 0)
      #expect(try slice.pixel(Int(Globe.x(170) * around), row, zoom) == 0)
      #expect(try slice.pixel(Int(Globe.x(-170) * around), row, zoom) == 0)
    }
    let top = slice.tiles.keys.filter { $0.tile.zoom == 9 }
    #expect(top.contains { $0.tile.x == 511 } && top.contains { $0.tile.x == 0 })
    #expect(slice.tiles.keys.filter { $0.tile.zoom == 0 }.count == 1)
    #expect(slice.plan.coverage(at: 0)?.count == 1)
    #expect(slice.plan.coverage(at: 1)?.count == 2)
    // The whole opaque picture is as large as the box.
    let alpha = try slice.canvas(x: 129_000..<132_500, y: 71_000..<73_000, 9)
      .words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    let area =
      6.0 / 360 * (Globe.y(-19) - Globe.y(-16)) * Double(slice.around(9) * slice.around(9))
    #expect(abs(alpha / area - 1) < 1e-3)
  }

  /// The drawing is slanted so that beyond its corner its horizon crosses the tiles around it.
  @Test("A drawing near its horizon covers what its corners span", arguments: Resampling.allCases)
  func horizon(_ resampling: Resampling) throws {
    let corners = [
      (0.0, 0.0, 17.6967206, 4.0279382), (200, 0, 22.3032794, 5.9720618),
      (0, 200, 21.7946068, 0.2884583), (200, 200, 22.1236468, 0.4273242),
    ]
    let points = try corners.enumerated().map { number, corner in
      ControlPoint(
        pixel: PixelPoint(x: corner.0, y: corner.1),
        place: try Coordinate(longitude: corner.2, latitude: corner.3), line: number + 2)
    }
    let canvas = Canvas(width: 200, height: 200) { _, _ in Self.west }
    let slice = try PlacedSlice(canvas, .points(points, transform: .projective)) {
      $0.resampling = resampling
    }
    let zoom = slice.plan.nativeZoom
    let around = Double(slice.around(zoom))
    let ring = [0, 1, 3, 2].map { corner in
      (x: Globe.x(corners[corner].2) * around, y: Globe.y(corners[corner].3) * around)
    }
    let area =
      zip(ring, ring.dropFirst() + ring.prefix(1))
      .reduce(0.0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    var alpha = 0.0
    for path in slice.tiles.keys where path.tile.zoom == zoom {
      let picture = try #require(try slice.picture(path))
      alpha += picture.words.reduce(0) { $0 + Double($1 >> 24) / 255 }
    }
    #expect(abs(alpha / abs(area) - 1) < 0.02)
  }

  @Test("A turned drawing goes across the 180th meridian too", arguments: [0.0, 30, 90])
  func turned(rotation: Double) throws {
    let canvas = Canvas(width: 300, height: 300) { _, _ in Self.west }
    let slice = try PlacedSlice(
      canvas,
      .center(
        try Coordinate(longitude: 179.99, latitude: -17), width: 30_000, rotation: rotation),
      zooms: "0-11")
    let around = Double(slice.around(11))
    let row = Int(Globe.y(-17) * around)
    for longitude in [179.9, -179.95] {
      #expect(try slice.pixel(Int(Globe.x(longitude) * around), row, 11) == Self.west)
    }
  }

  @Test func `a drawing once around the world is opaque all around`() throws {
    let canvas = Canvas(width: 512, height: 256) { _, _ in Self.west }
    let box = try GeographicBounds(west: -180, south: -60, east: 180, north: 60)
    for drawnIn in DrawnIn.allCases {
      let slice = try PlacedSlice(canvas, .bounds(box, drawnIn: drawnIn), zooms: "0-2")
      for zoom in slice.plan.zooms {
        let around = slice.around(zoom)
        for x in 0..<around { #expect(try slice.pixel(x, around / 2, zoom) == Self.west) }
      }
    }
  }

  @Test func `a drawing wider than the world is refused`() throws {
    let size = PixelSize(width: 100, height: 100)
    let place = try Coordinate(longitude: 10, latitude: 0)
    #expect(throws: SliceError.widerThanTheWorld) {
      _ = try SlicePlan(
        drawing: size, placement: .center(place, width: 50_000_000, rotation: 0))
    }
    #expect(throws: SliceError.widerThanTheWorld) {
      _ = try SlicePlan(
        drawing: size, placement: .center(place, width: 40_000_000, rotation: 28))
    }
  }

  @Test("At the poles a drawing in degrees is cut off at the map's edge", arguments: [90.0, -90])
  func poles(pole: Double) throws {
    let canvas = Canvas(width: 200, height: 200) { _, y in y < 100 ? Self.west : Self.east }
    let box = try GeographicBounds(
      west: 20, south: min(pole, pole / 90 * 60), east: 60, north: max(pole, pole / 90 * 60))
    let slice = try PlacedSlice(canvas, .bounds(box, drawnIn: .geographic), zooms: "3")
    let x = Int(Globe.x(40) * 2048)
    // Half way to the pole the colour changes.
    let row = Int(Globe.y(pole / 90 * 75) * 2048)
    #expect(try slice.pixel(x, row - 8, 3) == Self.west)
    #expect(try slice.pixel(x, row + 8, 3) == Self.east)
    let edge = pole > 0 ? 0 : 2047
    #expect(try slice.pixel(x, edge, 3) == (pole > 0 ? Self.west : Self.east))
  }

  @Test func `nothing on the map is an error`() throws {
    let file = try WorldFile(
      step: PixelStep(xPerColumn: 100, yPerColumn: 0, xPerRow: 0, yPerRow: -100), x: 0,
      y: 30_000_000)
    #expect(throws: SliceError.offTheMap) {
      _ = try SlicePlan(
        drawing: PixelSize(width: 10, height: 10), placement: .worldFile(file, crs: .mercator))
    }
  }

  @Test("A drawing of one pixel gives its colour", arguments: EveryPlacement.all)
  func onePixel(every: EveryPlacement) throws {
    let canvas = Canvas(width: 1, height: 1) { _, _ in rgba(1, 2, 3, 200) }
    let slice = try PlacedSlice(canvas, every.placement)
    let words = slice.tiles.keys.compactMap { try? slice.picture($0) }.flatMap(\.words)
    #expect(words.contains { $0 & 0xFF_FFFF == 0x03_0201 })
    #expect(words.allSatisfy { $0 == 0 || $0 & 0xFF_FFFF == 0x03_0201 })
  }

  @Test func `lines one pixel wide are drawn in any turn`() throws {
    for (width, height) in [(4000, 1), (1, 3000)] {
      let canvas = Canvas(width: width, height: height) { _, _ in Self.west }
      for rotation in [0.0, 45, 90, 3] {
        let slice = try PlacedSlice(
          canvas,
          .center(
            try Coordinate(longitude: 3, latitude: 50), width: Double(width) * 20,
            rotation: rotation))
        let own = try slice.own
        let area = own.words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
        let pixel =
          20 / (40_075_016.685_578_49 * cos(50 * .pi / 180))
          * Double(slice.around(slice.plan.nativeZoom))
        #expect(abs(area / (pixel * pixel * Double(width * height)) - 1) < 0.2, "\(rotation)")
      }
    }
  }

  @Test func `a pixel smaller than those of any zoom is refused`() throws {
    let size = PixelSize(width: 1000, height: 1000)
    let place = try Coordinate(longitude: 3, latitude: 50)
    let plan = try SlicePlan(
      drawing: size, placement: .center(place, width: 0.12, rotation: 0))
    #expect(plan.nativeZoom == 30)
    for width in [0.04, 1e-6] {
      for rotation in [0.0, 28] {
        let error = #expect(throws: SliceError.self) {
          _ = try SlicePlan(
            drawing: size, placement: .center(place, width: width, rotation: rotation))
        }
        guard case .tooDetailed = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func `a drawing at the deepest zoom is cut like any other`() throws {
    let canvas = Canvas.scenery(width: 300, height: 200, opaque: true)
    let slice = try PlacedSlice(
      canvas,
      .center(try Coordinate(longitude: 3, latitude: 50), width: 0.03, rotation: 10))
    #expect(slice.plan.nativeZoom == 30)
    let own = try slice.own
    #expect(own[own.width / 2, own.height / 2] >> 24 == 255)
  }

  @Test func `counting the tiles of all zooms is done at once`() throws {
    let plan = try SlicePlan(
      drawing: PixelSize(width: 4096, height: 4096), placement: .at(knownTile("4/0/0")),
      zooms: ZoomRange("0-30"))
    #expect(plan.tileCount == (1 << 62 - 1) / 3)
    #expect(plan.memory(jobs: 8) > 1 << 40)
  }
}

/// The zooms that a drawing gets.
@Suite("Zooms of a drawing")
struct DrawingZoomTests {
  @Test func `the native zoom is rounded up`() throws {
    let town = try GeographicBounds(
      west: -76.704997, south: 37.269758, east: -76.692923, north: 37.274518)
    let plan = try SlicePlan(
      drawing: PixelSize(width: 12000, height: 5945),
      placement: .bounds(town, drawnIn: .mercator))
    #expect(abs(plan.exactZoom - 20.41) < 0.005)
    #expect(plan.nativeZoom == 21)
    #expect(plan.zooms.deepest == 21)
  }

  /// 256 · 2^0.19 = 292.03 pixels, 256 · 2^0.2 = 294.07.
  @Test(
    "Less than 0.2 above a whole zoom it is rounded down",
    arguments: [
      (256, 8), (257, 8), (292, 8), (294, 8), (295, 9), (300, 9), (511, 9), (512, 9), (588, 9),
      (589, 10),
    ] as [(Int, Zoom)])
  func rounding(width: Int, zoom: Zoom) throws {
    let box = try GeographicBounds(
      west: 0, south: 0, east: 360.0 / 256, north: 360.0 / 256)
    let plan = try SlicePlan(
      drawing: PixelSize(width: width, height: width), placement: .bounds(box, drawnIn: .mercator))
    #expect(plan.nativeZoom == zoom)
  }

  @Test(
    "Zooms begin where the longer side is one tile",
    arguments: [
      (256, 200, 9), (257, 200, 8), (200, 512, 8), (200, 513, 7), (4096, 100, 5), (1, 1, 9),
    ] as [(Int, Int, Zoom)])
  func shallowest(width: Int, height: Int, first: Zoom) throws {
    let plan = try SlicePlan(
      drawing: PixelSize(width: width, height: height), placement: .at(knownTile("9/11/12")))
    #expect(plan.zooms == ZoomRange(first, through: 9))
  }

  @Test func `a plain pyramid has the grids of its picture halved`() throws {
    let plan = try SlicePlan(drawing: PixelSize(width: 7952, height: 5304), placement: .plain)
    let grids = try plan.zooms.map { zoom in
      let range = try #require(plan.coverage(at: zoom)?.ranges.first)
      return "\(range.columns.count)x\(range.rows.count)"
    }
    #expect(grids == ["1x1", "2x2", "4x3", "8x6", "16x11", "32x21"])
    #expect(plan.tileCount == 913)
    let shallow = try SlicePlan(
      drawing: PixelSize(width: 7952, height: 5304), placement: .plain, zooms: ZoomRange("0-4"))
    #expect(shallow.tileCount == 241)
    var look = SlicePlan.Look()
    look.tileSize = .pixels512
    let large = try SlicePlan(
      drawing: PixelSize(width: 3584, height: 3584), placement: .plain, look: look)
    #expect(large.zooms == ZoomRange("0-3"))
    #expect(large.zooms.map { large.coverage(at: $0)?.count } == [1, 4, 16, 49])
  }

  @Test func `tiles at the edges of a plain pyramid are whole squares`() throws {
    let canvas = Canvas.scenery(width: 700, height: 300, opaque: true)
    let slice = try PlacedSlice(canvas, .plain)
    #expect(slice.plan.zooms == ZoomRange("0-2"))
    #expect(slice.tiles.keys.filter { $0.tile.zoom == 2 }.count == 6)
    #expect(try slice.canvas(x: 0..<700, y: 0..<300, 2) == canvas)
    // Reading a tile checks that it is 256 by 256.
    for path in slice.tiles.keys { #expect(try slice.picture(path) != nil) }
    #expect(try slice.pixel(700, 0, 2) == 0)
  }
}
