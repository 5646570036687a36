import QuillCore
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Points of which some are likely to be wrong.
@Suite struct PointDoubtTests {
  static let size = PixelSize(width: 1000, height: 800)

  /// Points of a drawing that lies upright around a place, 10 metres of Mercator a pixel, by the
  /// projection's own formula.
  static func points(
    _ pixels: [(Double, Double)], longitude: Double = -73.9, latitude: Double = 40.7
  ) throws -> [ControlPoint] {
    let radius = 6_378_137.0
    let (east, north) = (
      longitude * .pi / 180 * radius, asinh(tan(latitude * .pi / 180)) * radius
    )
    return try pixels.enumerated().map { index, pixel in
      let x = east + 10 * pixel.0
      let y = north - 10 * pixel.1
      return ControlPoint(
        pixel: PixelPoint(x: pixel.0, y: pixel.1),
        place: try Coordinate(
          longitude: x / radius * 180 / .pi, latitude: atan(sinh(y / radius)) * 180 / .pi),
        line: index + 2)
    }
  }

  static let pixels: [(Double, Double)] = [
    (50, 60), (900, 100), (500, 400), (80, 700), (950, 750), (300, 200),
  ]

  @Test(arguments: 0..<6, [FitKind.affine, .similarity])
  func `the point that spoils a fit is found`(wrong: Int, kind: FitKind) throws {
    var points = try Self.points(Self.pixels)
    #expect(try PointFit(points, kind: kind, size: Self.size).outlier(for: Self.size) == nil)
    points[wrong].pixel.x += 150
    let fit = try PointFit(points, kind: kind, size: Self.size)
    let outlier = try #require(fit.outlier(for: Self.size))
    #expect(outlier.point.line == wrong + 2)
    #expect(outlier.others.rms < 0.01)
    #expect(outlier.others.kind == kind && outlier.others.residuals.count == 5)
  }

  @Test(arguments: 0..<4)
  func `of four points a similarity tells which is wrong`(wrong: Int) throws {
    var points = try Self.points(Array(Self.pixels.prefix(5)).filter { $0 != (500, 400) })
    points[wrong].pixel.y += 120
    let fit = try PointFit(points, kind: .affine, size: Self.size)
    #expect(fit.rms > 10)
    #expect(fit.outlier(for: Self.size)?.point.line == wrong + 2)
  }

  @Test func `noise alone has no culprit`() throws {
    var points = try Self.points(Self.pixels)
    for (index, off) in [40.0, -40, 40, -40, 40, -40].enumerated() { points[index].pixel.x += off }
    let fit = try PointFit(points, kind: .similarity, size: Self.size)
    #expect(fit.outlier(for: Self.size) == nil)
  }

  @Test(arguments: [2, 3, 4, 6], [(-73.9, 40.7), (12.5, 41.9), (28.2, -25.7), (-46.6, -23.5)])
  func `swapped degrees are told from pixels counted upwards`(
    count: Int, place: (Double, Double)
  ) throws {
    let right = try Self.points(
      Array(Self.pixels.prefix(count)), longitude: place.0, latitude: place.1)
    #expect(PointFit.swappedFit(right, size: Self.size) == nil)
    let swapped = right.map { point in
      var point = point
      point.place = point.place.latitudeFirst ?? point.place
      return point
    }
    #expect(PointFit.swappedFit(swapped, size: Self.size).map { $0 < 0.01 } == true)
    let upwards = right.map { point in
      var point = point
      point.pixel.y = 800 - point.pixel.y
      return point
    }
    if count > 2 { #expect(PointFit.swappedFit(upwards, size: Self.size) == nil) }
  }

  @Test(arguments: [
    // A city, an island and a country, with the drawing's shape that the right order gives.
    ("40.7,-73.9,40.8,-73.8", 757, 1000, "-73.9,40.7,-73.8,40.8"),
    ("48.8,2.2,48.95,2.5", 1320, 1000, "2.2,48.8,2.5,48.95"),
    ("-34.2,18.3,-33.7,18.6", 500, 1000, "18.3,-34.2,18.6,-33.7"),
  ])
  func `a box with latitude first is told by its shape`(
    text: String, width: Int, height: Int, meant: String
  ) throws {
    let size = PixelSize(width: width, height: height)
    let typed = try GeographicBounds(parsing: text)
    let wanted = try GeographicBounds(parsing: meant)
    #expect(
      Placement.bounds(typed, drawnIn: .mercator).aspectMismatch(for: size)?.swapped == wanted)
    let right = Placement.bounds(wanted, drawnIn: .mercator).aspectMismatch(for: size)
    #expect(right?.swapped == nil)
  }

  @Test(arguments: ["-73.9,40.7,-73.8,40.8", "10,10,20,20", "100,10,120,20"])
  func `a box that is stretched either way is not`(text: String) throws {
    let size = PixelSize(width: 1000, height: 200)
    let typed = Placement.bounds(try GeographicBounds(parsing: text), drawnIn: .mercator)
    let mismatch = try #require(typed.aspectMismatch(for: size))
    #expect(mismatch.swapped == nil)
  }
}
