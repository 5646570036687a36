import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// One placement of each kind for a drawing of 500 by 380 pixels, each making its rows in another
/// way: copied, resampled, stretched, turned by quarters, turned, slanted, bent.
struct EveryPlacement: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let placement: Placement

  static let canvas = Canvas.scenery(width: 500, height: 380)

  static let all: [EveryPlacement] = {
    do {
      let place = try Coordinate(longitude: -73.97, latitude: 40.77)
      let box = try GeographicBounds(west: -74.02, south: 40.70, east: -73.91, north: 40.78)
      let points = try [
        (0.0, 0.0, -74.02, 40.78), (500, 0, -73.91, 40.785), (0, 380, -74.01, 40.70),
        (500, 380, -73.92, 40.71), (240, 200, -73.962, 40.744),
      ].enumerated().map { number, point in
        ControlPoint(
          pixel: PixelPoint(x: point.0, y: point.1),
          place: try Coordinate(longitude: point.2, latitude: point.3), line: number + 2)
      }
      let file = try WorldFile(
        step: PixelStep(xPerColumn: 21, yPerColumn: 3, xPerRow: 4, yPerRow: -22), x: -8_235_000,
        y: 4_975_000)
      return [
        EveryPlacement(testDescription: "at a tile", placement: .at(knownTile("12/1205/1539"))),
        EveryPlacement(testDescription: "a box", placement: .bounds(box, drawnIn: .mercator)),
        EveryPlacement(
          testDescription: "a box in degrees", placement: .bounds(box, drawnIn: .geographic)),
        EveryPlacement(
          testDescription: "half a turn", placement: .center(place, width: 9000, rotation: 180)),
        EveryPlacement(
          testDescription: "turned", placement: .center(place, width: 9000, rotation: 28)),
        EveryPlacement(testDescription: "a skew file", placement: .worldFile(file, crs: .mercator)),
        EveryPlacement(
          testDescription: "slanted", placement: .points(points, transform: .projective)),
        EveryPlacement(
          testDescription: "bent", placement: .points(points, transform: .thinPlate)),
        EveryPlacement(testDescription: "plain", placement: .plain),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }()
}
