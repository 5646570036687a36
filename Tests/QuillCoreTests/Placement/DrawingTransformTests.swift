import Foundation
import QuillCore
import QuillTestSupport
import Testing

/// The corners of a real illustrated town map.
let townBox = "-76.704997,37.269758,-76.692923,37.274518"

@Suite struct DrawingTransformTests {
  static let size = PixelSize(width: 12000, height: 5945)

  /// Transforms of every kind, across 180°, at the deepest zooms, and bent.
  static func transforms() throws -> [(String, DrawingTransform)] {
    let town = try GeographicBounds(parsing: townBox)
    let fiji = try GeographicBounds(parsing: "176,-19,-178,-16")
    let whole = try GeographicBounds(parsing: "-180,-85,180,85")
    let turned = try WorldFile(parsing: "0.3\n0.1\n0.2\n-0.4\n-8538761\n4477440\n")
    let degrees = try WorldFile(parsing: "0.0003\n0.0001\n0.0002\n-0.0004\n-122\n49\n")
    let oslo = try Coordinate(longitude: 10.75, latitude: 59.9)
    var transforms: [(String, DrawingTransform)] = [
      ("at", DrawingTransform(at: try #require(Tile("22/300000/400000")))),
      ("town", try DrawingTransform(bounds: town, size: size)),
      ("town in degrees", try DrawingTransform(bounds: town, size: size, drawnIn: .geographic)),
      ("Fiji", try DrawingTransform(bounds: fiji, size: size, drawnIn: .geographic)),
      ("world", try DrawingTransform(bounds: whole, size: size, drawnIn: .geographic)),
      ("turned metres", DrawingTransform(turned, crs: .mercator)),
      ("turned degrees", DrawingTransform(degrees, crs: .geographic)),
      (
        "turned by 33", try DrawingTransform(center: oslo, width: 900, rotation: 33, size: size)
      ),
    ]
    for (name, points) in try FitFacts.read() where name.hasPrefix("proj") || name.hasPrefix("tps")
    {
      let kind = FitKind(rawValue: String(name.prefix { $0 != "-" })) ?? .auto
      transforms.append(
        (name, try PointFit(points.points, kind: kind, size: FitFacts.size).transform))
    }
    return transforms
  }

  @Test func `a pixel comes back from the map within a millionth of a pixel`() throws {
    for (name, transform) in try Self.transforms() {
      let size = name.contains("-") ? FitFacts.size : Self.size
      for column in 0...8 {
        for row in 0...8 {
          let pixel = PixelPoint(
            x: Double(size.width * column) / 8 + 0.3, y: Double(size.height * row) / 8 - 0.2)
          let back = try #require(transform.pixel(of: transform.worldPoint(of: pixel)))
          #expect(hypot(back.x - pixel.x, back.y - pixel.y) < 1e-6, "\(name) \(pixel)")
        }
      }
    }
  }

  @Test func `a step is the difference of neighbouring pixels`() throws {
    for (name, transform) in try Self.transforms() {
      let size = name.contains("-") ? FitFacts.size : Self.size
      for corner in size.corners + [size.center] {
        // Central differences over a pixel; their error is far below a ten-thousandth here.
        let places = [(-0.5, 0.0), (0.5, 0), (0, -0.5), (0, 0.5)].map {
          transform.worldPoint(of: PixelPoint(x: corner.x + $0.0, y: corner.y + $0.1))
        }
        let step = transform.step(at: corner)
        let allowed = 1e-4 * step.alongRow
        #expect(abs(places[1].x - places[0].x - step.xPerColumn) < allowed, "\(name)")
        #expect(abs(places[1].y - places[0].y - step.yPerColumn) < allowed, "\(name)")
        #expect(abs(places[3].x - places[2].x - step.xPerRow) < allowed, "\(name)")
        #expect(abs(places[3].y - places[2].y - step.yPerRow) < allowed, "\(name)")
      }
    }
  }

  @Test func `the extent is that of the border within a hundredth of a pixel`() throws {
    for (name, transform) in try Self.transforms() {
      let size = name.contains("-") ? FitFacts.size : Self.size
      var (west, north, east, south) = (Double.infinity, Double.infinity, -1e9, -1e9)
      let corners = size.corners
      for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        for index in 0..<2000 {
          let part = Double(index) / 2000
          let place = transform.worldPoint(
            of: PixelPoint(
              x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
          (west, east) = (min(west, place.x), max(east, place.x))
          (north, south) = (min(north, place.y), max(south, place.y))
        }
      }
      let extent = transform.extent(of: size)
      let steps = corners.map { transform.step(at: $0) }
      let pixel = steps.map { min($0.alongRow, $0.alongColumn) }.max() ?? 0
      #expect(abs(extent.northWest.x - west) < 0.01 * pixel, "\(name)")
      #expect(abs(extent.northWest.y - north) < 0.01 * pixel, "\(name)")
      #expect(abs(extent.southEast.x - east) < 0.01 * pixel, "\(name)")
      #expect(abs(extent.southEast.y - south) < 0.01 * pixel, "\(name)")
    }
  }

  @Test func `a drawing at a tile lies pixel for pixel on its grid`() throws {
    let transform = DrawingTransform(at: try #require(Tile("17/38596/49236")))
    let point = transform.worldPoint(of: PixelPoint(x: 256, y: 512))
    #expect(point == WorldPoint(x: 38597.0 / 131072, y: 49238.0 / 131072))
    #expect(transform.nativeZoomLevel(for: PixelSize(width: 5120, height: 6144)) == 17)
    #expect(!transform.isMirrored)
  }

  @Test func `a box of a town has the native zoom that was computed for it`() throws {
    let transform = try DrawingTransform(
      bounds: try GeographicBounds(parsing: townBox), size: Self.size)
    #expect(abs(transform.nativeZoomLevel(for: Self.size) - 20.41) < 0.005)
  }

  @Test(arguments: [(DrawnIn.mercator, 41.727, 1525.0, 5.0), (.geographic, 39.0, 1565, 6)])
  func `the middle row is where the rows are linear in`(
    drawnIn: DrawnIn, latitude: Double, worldRow: Double, tileRow: Double
  ) throws {
    let size = PixelSize(width: 64, height: 10800)
    let transform = try DrawingTransform(
      bounds: try GeographicBounds(parsing: "-128,20,-65,58"), size: size, drawnIn: drawnIn)
    let middle = transform.worldPoint(of: size.center)
    #expect(abs(WebMercator.coordinate(of: middle).latitude - latitude) < 5e-4)
    #expect((middle.y * 4096).rounded() == worldRow)
    #expect((middle.y * 16).rounded(.down) == tileRow)
  }

  @Test func `the two readings of a tall box are 755,8 rows apart in the middle`() throws {
    let size = PixelSize(width: 64, height: 10800)
    let box = try GeographicBounds(parsing: "-128,20,-65,58")
    let mercator = try DrawingTransform(bounds: box, size: size)
    let degrees = try DrawingTransform(bounds: box, size: size, drawnIn: .geographic)
    let point = mercator.worldPoint(of: size.center)
    let other = degrees.worldPoint(of: size.center)
    let rows = try #require(degrees.pixel(of: point)).y - size.center.y
    let back = try #require(mercator.pixel(of: other)).y - size.center.y
    // 41.727 − 39 degrees, at 10800 rows for 38 degrees, is 775 rows of the drawing in degrees.
    #expect(abs(rows + 775.1) < 0.2)
    #expect(abs(back - 755.8) < 0.05)
  }

  @Test func `a box across the 180th meridian goes on to the east`() throws {
    let size = PixelSize(width: 600, height: 300)
    let transform = try DrawingTransform(
      bounds: try GeographicBounds(parsing: "176,-19,-178,-16"), size: size)
    #expect(abs(transform.worldPoint(of: PixelPoint(x: 0, y: 0)).x - 356 / 360.0) < 1e-15)
    #expect(abs(transform.worldPoint(of: PixelPoint(x: 400, y: 0)).x - 1) < 1e-15)
    #expect(abs(transform.worldPoint(of: PixelPoint(x: 600, y: 0)).x - 362 / 360.0) < 1e-15)
  }

  @Test func `a box in degrees may reach the poles, one in Mercator is cut to the map`() throws {
    let size = PixelSize(width: 3600, height: 1800)
    let box = try GeographicBounds(parsing: "-180,-90,180,90")
    let degrees = try DrawingTransform(bounds: box, size: size, drawnIn: .geographic)
    // Row 300 is latitude 60, whose height asinh(tan 60°) = ln(2 + √3).
    let up = log(2 + 3.0.squareRoot()) / (2 * Double.pi)
    #expect(abs(degrees.worldPoint(of: PixelPoint(x: 0, y: 300)).y - (0.5 - up)) < 1e-14)
    #expect(degrees.worldPoint(of: PixelPoint(x: 0, y: 0)).y < -1)
    let mercator = try DrawingTransform(bounds: box, size: size)
    #expect(abs(mercator.worldPoint(of: PixelPoint(x: 0, y: 0)).y) < 1e-15)
    #expect(abs(mercator.worldPoint(of: PixelPoint(x: 0, y: 1800)).y - 1) < 1e-15)
  }

  @Test(arguments: ["5,5,5,6", "5,5,6,5", "5,86,6,87"])
  func `a box without area on the map is refused`(text: String) throws {
    let box = try GeographicBounds(parsing: text)
    #expect(throws: PlacementError.self) {
      try DrawingTransform(bounds: box, size: PixelSize(width: 10, height: 10))
    }
  }
}

/// Placements by middle, width and turn.
@Suite struct CenteredTransformTests {
  static let size = PixelSize(width: 512, height: 256)

  static func transform(_ rotation: Double, latitude: Double = 60) throws -> DrawingTransform {
    // cos 60° = 1/2: a 2^-10 part of the equator there is a 2^-9 part of the world's width.
    try DrawingTransform(
      center: try Coordinate(longitude: 0, latitude: latitude),
      width: WebMercator.circumference / 1024, rotation: rotation, size: size)
  }

  @Test func `the width is measured on the ground at the middle's latitude`() throws {
    let transform = try Self.transform(0)
    let left = transform.worldPoint(of: PixelPoint(x: 0, y: 128))
    let right = transform.worldPoint(of: PixelPoint(x: 512, y: 128))
    #expect(abs(right.x - left.x - 1 / 512.0) < 1e-15)
    #expect(right.y == left.y)
    #expect(abs(transform.nativeZoomLevel(for: Self.size) - 10) < 1e-9)
    guard case .separable = transform else {
      Issue.record("a drawing that is not turned can stream")
      return
    }
  }

  @Test(arguments: [
    (90.0, 0.0, 1.0), (180, -1, 0), (270, 0, -1), (-90, 0, -1), (30, 0.866_025_403_784, 0.5),
    (720, 1, 0), (-180, -1, 0),
  ])
  func `a turn is clockwise`(degrees: Double, east: Double, south: Double) throws {
    let transform = try Self.transform(degrees)
    let middle = transform.worldPoint(of: Self.size.center)
    let right = transform.worldPoint(of: PixelPoint(x: 512, y: 128))
    let half = 1 / 1024.0
    #expect(abs(right.x - middle.x - east * half) < 1e-14)
    #expect(abs(right.y - middle.y - south * half) < 1e-14)
    #expect(abs(middle.x - 0.5) < 1e-15)
    #expect(!transform.isMirrored)
  }

  @Test func `half a turn takes every pixel to the one opposite`() throws {
    let upright = try Self.transform(0)
    let turned = try Self.transform(180)
    for pixel in [PixelPoint(x: 0.5, y: 0.5), PixelPoint(x: 100.5, y: 7.5)] {
      let back = try #require(turned.pixel(of: upright.worldPoint(of: pixel)))
      #expect(abs(back.x - (512 - pixel.x)) < 1e-9 && abs(back.y - (256 - pixel.y)) < 1e-9)
    }
  }

  @Test(arguments: [0, -1, Double.infinity, .nan])
  func `a width that is none is refused`(width: Double) throws {
    let place = try Coordinate(longitude: 0, latitude: 0)
    #expect(throws: PlacementError.self) {
      try DrawingTransform(center: place, width: width, size: Self.size)
    }
  }

  @Test func `a turn that is no number and a middle beyond the map are refused`() throws {
    #expect(throws: PlacementError.self) { try Self.transform(.nan) }
    #expect(throws: PlacementError.self) { try Self.transform(0, latitude: 86) }
  }
}
