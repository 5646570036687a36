import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct PointFitTests {
  @Test func `fits are those that two other programs computed`() throws {
    let cases = try FitFacts.read()
    #expect(cases.count == 12)
    for (name, facts) in cases {
      let kind = try #require(FitKind(rawValue: String(name.prefix { $0 != "-" })))
      let fit = try PointFit(facts.points, kind: kind, size: FitFacts.size)
      #expect(fit.kind == kind)
      #expect(!facts.probes.isEmpty)
      for (pixel, place) in facts.probes {
        let ours = try #require(fit.transform.pixel(of: WebMercator.worldPoint(of: place)))
        #expect(hypot(ours.x - pixel.x, ours.y - pixel.y) < 1e-4, "\(name) \(pixel)")
        let there = WebMercator.coordinate(of: fit.transform.worldPoint(of: pixel))
        let step = fit.transform.step(at: pixel).alongRow * 360
        #expect(abs(there.longitude - place.longitude) < 1e-4 * step, "\(name)")
        #expect(abs(there.latitude - place.latitude) < 1e-4 * step, "\(name)")
      }
      for (ours, theirs) in zip(fit.residuals, facts.residuals) {
        #expect(abs(ours.pixels - theirs.pixels) < 1e-4, "\(name)")
        #expect(abs(ours.metres - theirs.metres) < 1e-4, "\(name)")
      }
    }
  }

  static let size = PixelSize(width: 12000, height: 5945)

  /// The corners of the town map as control points, one of them moved by some pixels.
  static func corners(moved: Double = 0) throws -> [ControlPoint] {
    let box = try GeographicBounds(parsing: townBox)
    let places = [
      (box.west, box.north), (box.east, box.north), (box.east, box.south), (box.west, box.south),
    ]
    var points: [ControlPoint] = []
    for (index, pixel) in size.corners.enumerated() {
      let place = try Coordinate(longitude: places[index].0, latitude: places[index].1)
      points.append(ControlPoint(pixel: pixel, place: place, line: index + 2))
    }
    points[2].pixel.x += moved
    return points
  }

  @Test(arguments: [FitKind.auto, .affine, .projective, .thinPlate])
  func `four exact corners fit within a hundredth of a pixel`(kind: FitKind) throws {
    let fit = try PointFit(try Self.corners(), kind: kind, size: Self.size)
    #expect(fit.rms < 0.01)
    #expect(fit.rmsMetres < 0.01)
    #expect(!fit.transform.isMirrored)
  }

  @Test func `a fifth point moved by 50 pixels tops the list`() throws {
    var points = try Self.corners()
    let middle = WorldPoint(x: 0.5, y: 0.5)
    let fit = try PointFit(points, size: Self.size)
    let place = WebMercator.coordinate(of: fit.transform.worldPoint(of: Self.size.center))
    points.append(
      ControlPoint(
        pixel: PixelPoint(x: Self.size.center.x + 50 * middle.x * 2, y: Self.size.center.y),
        place: place, line: 6))
    let moved = try PointFit(points, size: Self.size)
    #expect(moved.worstFirst.first?.point.line == 6)
    // At the centroid the point pulls the drawing by a fifth of its error.
    #expect(abs((moved.worstFirst.first?.pixels ?? 0) - 40) < 0.1)
  }

  @Test func `auto is a similarity for two points and affine for more`() throws {
    let points = try Self.corners()
    #expect(try PointFit([points[0], points[2]], size: Self.size).kind == .similarity)
    #expect(try PointFit(points, size: Self.size).kind == .affine)
    #expect(try PointFit(Array(points.prefix(3)), size: Self.size).kind == .affine)
  }

  @Test(arguments: [
    (FitKind.auto, 1, 2), (.similarity, 1, 2), (.affine, 2, 3), (.projective, 3, 4),
    (.thinPlate, 2, 3), (.auto, 0, 2),
  ])
  func `too few points are counted`(kind: FitKind, found: Int, needed: Int) throws {
    let points = Array(try Self.corners().prefix(found))
    let resolved = kind == .auto ? FitKind.similarity : kind
    #expect(throws: PointFitError.tooFewPoints(found: found, needed: needed, resolved)) {
      try PointFit(points, kind: kind, size: Self.size)
    }
  }

  @Test func `two points at one pixel or at one place are named`() throws {
    var points = try Self.corners()
    points[3].pixel = points[1].pixel
    #expect(throws: PointFitError.repeated(lines: [3, 5])) {
      try PointFit(points, size: Self.size)
    }
    points = try Self.corners()
    points[3].place = points[0].place
    #expect(throws: PointFitError.repeated(lines: [2, 5])) {
      try PointFit(points, kind: .thinPlate, size: Self.size)
    }
  }

  @Test(arguments: [FitKind.affine, .projective, .thinPlate])
  func `points along one line are refused, the line being crooked by a pixel or not`(
    kind: FitKind
  ) throws {
    for crook in [0.0, 1] {
      var points = try Self.corners()
      for (index, way) in [0.0, 0.3, 0.7, 1].enumerated() {
        points[index].pixel = PixelPoint(x: 12000 * way, y: 100 + 5000 * way + crook * way * way)
        points[index].place = try Coordinate(
          longitude: -76.704997 + 0.012 * way, latitude: 37.274518 - 0.004 * way)
      }
      #expect(throws: PointFitError.collinear) {
        try PointFit(points, kind: kind, size: Self.size)
      }
    }
  }

  @Test func `a slanted view needs a fourth point off the line of three`() throws {
    var points = try Self.corners()
    points[3].pixel = PixelPoint(x: 6000, y: 0)
    points[3].place = try Coordinate(longitude: -76.69896, latitude: 37.274518)
    #expect(throws: PointFitError.collinear) {
      try PointFit(points, kind: .projective, size: Self.size)
    }
  }

  @Test(arguments: [FitKind.similarity, .affine, .projective, .thinPlate])
  func `y counted upwards is refused as mirrored`(kind: FitKind) throws {
    let points = try Self.corners().map { point in
      var point = point
      point.pixel.y = -point.pixel.y
      return point
    }
    for count in max(3, kind.fewestPoints)...4 {
      let error = #expect(throws: PointFitError.mirrored) {
        try PointFit(Array(points.prefix(count)), kind: kind, size: Self.size)
      }
      #expect(error.map { "\($0)".contains("downwards") } ?? false)
    }
  }

  @Test func `y below 0 at every point is refused as mirrored, of two points too`() throws {
    let points = try Self.corners().map { point in
      var point = point
      point.pixel.y = -point.pixel.y
      return point
    }
    #expect(throws: PointFitError.mirrored) {
      try PointFit([points[0], points[2]], size: Self.size)
    }
    // Both on the top edge, give or take a click.
    let top = try Array(Self.corners().prefix(2))
    #expect(try PointFit(top, size: Self.size).rms < 1e-6)
  }

  @Test(arguments: [FitKind.similarity, .affine, .projective, .thinPlate])
  func `longitude and latitude swapped is refused as mirrored`(kind: FitKind) throws {
    let points = try Self.corners().map { point in
      var point = point
      point.place = try Coordinate(
        longitude: point.place.latitude, latitude: point.place.longitude)
      return point
    }
    let error = #expect(throws: PointFitError.mirrored) {
      try PointFit(points, kind: kind, size: Self.size)
    }
    #expect(error.map { "\($0)".contains("swapped") } ?? false)
  }

  @Test func `corners in the wrong order fold a slanted view`() throws {
    var points = try Self.corners()
    (points[2].place, points[3].place) = (points[3].place, points[2].place)
    #expect(throws: PointFitError.folded) {
      try PointFit(points, kind: .projective, size: Self.size)
    }
  }

  @Test func `points on both sides of the 180th meridian are one drawing`() throws {
    let size = PixelSize(width: 600, height: 310)
    var points: [ControlPoint] = []
    for (x, y, longitude, latitude) in [
      (0.0, 0.0, 176.0, -16.0), (600, 0, -178, -16), (0, 310, 176, -19), (600, 310, -178, -19),
    ] {
      let place = try Coordinate(longitude: longitude, latitude: latitude)
      points.append(ControlPoint(pixel: PixelPoint(x: x, y: y), place: place, line: 1))
    }
    for count in 2...4 {
      let fit = try PointFit(Array(points.prefix(count)), size: size)
      let right = fit.transform.worldPoint(of: PixelPoint(x: 600, y: 0))
      #expect(abs(right.x - 362 / 360.0) < 1e-9, "\(count) points")
    }
  }

  @Test func `a map of the whole world is not taken across the 180th meridian`() throws {
    let size = PixelSize(width: 3600, height: 3600)
    var points: [ControlPoint] = []
    for (longitude, latitude) in [(-170.0, 60.0), (170, 55), (-150, -50), (160, -60)] {
      let place = try Coordinate(longitude: longitude, latitude: latitude)
      let point = WebMercator.worldPoint(of: place)
      points.append(
        ControlPoint(pixel: PixelPoint(x: point.x * 3600, y: point.y * 3600), place: place, line: 1)
      )
    }
    for (count, kind) in [(2, FitKind.auto), (3, .auto), (4, .affine), (4, .thinPlate)] {
      let fit = try PointFit(Array(points.prefix(count)), kind: kind, size: size)
      let middle = fit.transform.worldPoint(of: size.center)
      #expect(abs(middle.x - 0.5) < 1e-6 && abs(middle.y - 0.5) < 1e-6, "\(count) \(kind)")
    }
  }

  @Test func `a drawing behind its horizon shows nothing`() throws {
    let facts = try #require(try FitFacts.read().first { $0.0 == "projective-4" }).1
    let fit = try PointFit(facts.points, kind: .projective, size: FitFacts.size)
    // Beyond the horizon the formula gives places that belong to no pixel in front of it.
    let behind = fit.transform.worldPoint(of: PixelPoint(x: 2000, y: -20000))
    #expect(fit.transform.pixel(of: behind) == nil)
  }

  @Test func `wild points are refused or fitted, and never stop the program`() throws {
    var numbers = SeededNumbers(seed: 5)
    let wild = [0, 1e-300, 1e300, -1e300, 5, 12000, 1e-9]
    for round in 0..<2000 {
      let points = try (0..<(round % 7)).map { line in
        let place = try Coordinate(
          longitude: [-180, 180, 0, 1e-12].randomElement(using: &numbers) ?? 0,
          latitude: .random(in: -85...85, using: &numbers))
        let pixel = PixelPoint(
          x: wild.randomElement(using: &numbers) ?? 0, y: wild.randomElement(using: &numbers) ?? 0)
        return ControlPoint(pixel: pixel, place: place, line: line)
      }
      for kind in FitKind.allCases {
        do throws(PointFitError) {
          _ = try PointFit(points, kind: kind, size: Self.size)
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
