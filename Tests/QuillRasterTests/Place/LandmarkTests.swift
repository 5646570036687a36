import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Spots of ink come to lie where formulas written down here say, within a tenth of a pixel.
@Suite("Landmarks")
struct LandmarkTests {
  private static let width = 700
  private static let height = 500
  private static let spots: [(x: Double, y: Double)] = [
    (60, 50), (651.3, 47.8), (349.5, 251.25), (41.7, 442.1), (660.6, 455.5), (200.2, 120.9),
  ]
  private static let canvas = Canvas.spots(width: width, height: height, at: spots)

  /// A way to place the drawing and where that puts its pixels, in widths of the world.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let placement: Placement
    let world: @Sendable (Double, Double) -> (x: Double, y: Double)
    var testDescription: String { name }
  }

  private static func points(
    _ pixels: [(Double, Double)], _ kind: FitKind,
    _ world: (Double, Double) -> (x: Double, y: Double)
  ) throws -> Placement {
    .points(
      try pixels.enumerated().map { number, pixel in
        let place = world(pixel.0, pixel.1)
        return ControlPoint(
          pixel: PixelPoint(x: pixel.0, y: pixel.1), place: try Globe.place(x: place.x, y: place.y),
          line: number + 2)
      }, transform: kind)
  }

  static let cases: [Case] = {
    do { return try boxes() + turns() + fits() + [skew()] } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static func boxes() throws -> [Case] {
    let box = (west: -76.704997, south: 37.269758, east: -76.692923, north: 37.276571)
    let bounds = try GeographicBounds(
      west: box.west, south: box.south, east: box.east, north: box.north)
    let x: @Sendable (Double) -> Double = {
      Globe.x(box.west) + $0 / Double(width) * (Globe.x(box.east) - Globe.x(box.west))
    }
    return [
      Case(name: "a box", placement: .bounds(bounds, drawnIn: .mercator)) { u, v in
        let (north, south) = (Globe.y(box.north), Globe.y(box.south))
        return (x(u), north + v / Double(height) * (south - north))
      },
      Case(name: "a box in degrees", placement: .bounds(bounds, drawnIn: .geographic)) { u, v in
        (x(u), Globe.y(box.north + v / Double(height) * (box.south - box.north)))
      },
    ]
  }

  private static func turns() throws -> [Case] {
    try [0, 28, -137.5, 90, 200].map { (degrees: Double) in
      let (longitude, latitude, metres) = (12.4922, 61.8902, 900.0)
      return Case(
        name: "turned by \(degrees)",
        placement: .center(
          try Coordinate(longitude: longitude, latitude: latitude), width: metres,
          rotation: degrees)
      ) { u, v in
        // Clockwise as seen: right goes towards down.
        let pixel = Globe.width(metres: metres, latitude: latitude) / Double(width)
        let (dx, dy) = ((u - Double(width) / 2) * pixel, (v - Double(height) / 2) * pixel)
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return (Globe.x(longitude) + dx * c - dy * s, Globe.y(latitude) + dx * s + dy * c)
      }
    }
  }

  /// Lines 5 and 6 of a world file are the middle of the first pixel.
  private static func skew() throws -> Case {
    let file = try WorldFile(
      step: PixelStep(xPerColumn: 3.1, yPerColumn: 0.7, xPerRow: 0.4, yPerRow: -2.9),
      x: -8_538_760, y: 4_477_440)
    return Case(name: "a skew world file", placement: .worldFile(file, crs: .mercator)) { u, v in
      let east = 3.1 * (u - 0.5) + 0.4 * (v - 0.5) - 8_538_760
      let north = 0.7 * (u - 0.5) - 2.9 * (v - 0.5) + 4_477_440
      return (0.5 + east / 40_075_016.685_578_49, 0.5 - north / 40_075_016.685_578_49)
    }
  }

  private static func fits() throws -> [Case] {
    let unit = 1.0 / Double(256 << 16)
    let similarity: @Sendable (Double, Double) -> (x: Double, y: Double) = { u, v in
      (0.3 + unit * (0.9 * u - 0.31 * v), 0.4 + unit * (0.31 * u + 0.9 * v))
    }
    let affine: @Sendable (Double, Double) -> (x: Double, y: Double) = { u, v in
      (0.61 + unit * (0.95 * u + 0.2 * v), 0.35 + unit * (-0.12 * u + 0.8 * v))
    }
    let slanted: @Sendable (Double, Double) -> (x: Double, y: Double) = { u, v in
      let depth = 1 + 2.5e-4 * u - 1.5e-4 * v
      return (
        0.52 + unit * (0.9 * u + 0.1 * v) / depth, 0.38 + unit * (0.05 * u + 0.85 * v) / depth
      )
    }
    // Bent, and known at the spots alone: a thin plate goes through each of them.
    let bent: @Sendable (Double, Double) -> (x: Double, y: Double) = { u, v in
      (
        0.44 + unit * (0.9 * u + 8 * sin(v / 90)), 0.37 + unit * (0.88 * v + 6 * cos(u / 110))
      )
    }
    let corners = [(0.0, 0.0), (700, 0), (0, 500), (700, 500)]
    return [
      Case(
        name: "two points", placement: try points([(10, 20), (650, 400)], .auto, similarity),
        world: similarity),
      Case(
        name: "three points",
        placement: try points([(10, 20), (650, 60), (300, 480)], .auto, affine), world: affine),
      Case(
        name: "a similarity", placement: try points(corners, .similarity, similarity),
        world: similarity),
      Case(name: "an affine fit", placement: try points(corners, .affine, affine), world: affine),
      Case(
        name: "a slanted view", placement: try points(corners, .projective, slanted),
        world: slanted),
      Case(
        name: "a thin plate",
        placement: try points(spots.map { ($0.x, $0.y) } + corners, .thinPlate, bent),
        world: bent),
    ]
  }

  @Test("Spots lie where the formula says", arguments: cases)
  func position(of test: Case) throws {
    let slice = try PlacedSlice(Self.canvas, test.placement)
    let zoom = slice.plan.zooms.deepest
    let around = Double(slice.around(zoom))
    for spot in Self.spots {
      let world = test.world(spot.x, spot.y)
      let (x, y) = (world.x * around, world.y * around)
      let found = try slice.centroid(near: x, y, reach: 16, zoom)
      #expect(abs(found.x - x) < 0.1, "\(spot): \(found.x - x) pixels east")
      #expect(abs(found.y - y) < 0.1, "\(spot): \(found.y - y) pixels south")
    }
  }

  /// What is enlarged lies where it lay.
  @Test(
    "Spots lie there on deeper zooms too", arguments: [cases[0], cases[1], cases[3], cases[11]])
  func enlarged(test: Case) throws {
    let native = try PlacedSlice(Self.canvas, test.placement).plan.nativeZoom
    let zoom = try #require(native.deeper(by: 1))
    let slice = try PlacedSlice(Self.canvas, test.placement, zooms: "\(zoom)")
    #expect(Set(slice.tiles.keys.map(\.tile.zoom)) == [zoom])
    let around = Double(slice.around(zoom))
    for spot in Self.spots {
      let world = test.world(spot.x, spot.y)
      let (x, y) = (world.x * around, world.y * around)
      let found = try slice.centroid(near: x, y, reach: 30, zoom)
      #expect(hypot(found.x - x, found.y - y) < 0.14, "\(spot)")
    }
  }

  /// The band in the middle of a tall drawing, in Mercator or in degrees.
  @Test(
    "The middle of a tall drawing lies where its rows are linear in",
    arguments: [(DrawnIn.mercator, 1525, 5), (.geographic, 1565, 6)])
  func tall(drawnIn: DrawnIn, row: Int, tileRow: Int) throws {
    let height = 2700
    let canvas = Canvas(width: 16, height: height) { _, y in
      abs(y - height / 2) < 20 ? rgba(255, 0, 0, 255) : 0
    }
    let box = try GeographicBounds(west: -128, south: 20, east: -65, north: 58)
    let slice = try PlacedSlice(canvas, .bounds(box, drawnIn: drawnIn), zooms: "4")
    let x = Globe.x(-96.5) * 4096
    let alphas = try (0..<4096).map { Double(try slice.pixel(Int(x), $0, 4) >> 24) }
    var moment = 0.0
    for row in 0..<4096 { moment += alphas[row] * (Double(row) + 0.5) }
    let total = alphas.reduce(0, +)
    #expect(abs(moment / total - Double(row)) < 1)
    let most = alphas.indices.max { alphas[$0] < alphas[$1] }
    #expect(most.map { $0 / 256 } == tileRow)
  }
}
