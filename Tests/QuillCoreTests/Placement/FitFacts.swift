import QuillCore
import QuillTestSupport
import Testing

/// Fits that numpy (least squares, direct and by Levenberg and Marquardt) and SciPy (thin-plate
/// radial basis functions) computed.
struct FitFacts {
  static let size = PixelSize(width: 4000, height: 3000)

  /// The points that were fitted.
  var points: [ControlPoint] = []

  /// What each point is off, in pixels and in metres.
  var residuals: [(pixels: Double, metres: Double)] = []

  /// Pixels and the places that the fit gives them.
  var probes: [(pixel: PixelPoint, place: Coordinate)] = []

  /// The cases by name, in the file's order.
  static func read() throws -> [(String, FitFacts)] {
    var cases: [(String, FitFacts)] = []
    for row in try Fixture.rows("placement/fits.tsv") {
      let numbers = try row[3...].map { try #require(Double($0)) }
      if cases.last?.0 != row[0] { cases.append((row[0], FitFacts())) }
      let last = cases.count - 1
      let pixel = PixelPoint(x: numbers[0], y: numbers[1])
      let place = try Coordinate(longitude: numbers[2], latitude: numbers[3])
      if row[2] == "point" {
        let line = cases[last].1.points.count + 2
        cases[last].1.points.append(ControlPoint(pixel: pixel, place: place, line: line))
        cases[last].1.residuals.append((numbers[4], numbers[5]))
      } else {
        cases[last].1.probes.append((pixel, place))
      }
    }
    return cases
  }
}
