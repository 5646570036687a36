import QuillCore
import QuillRaster

extension PointFit {
  /// Above this part of the drawing's diagonal points are off so far that they place nothing.
  static let absurdShare = 0.25

  /// Above this part of the drawing's diagonal some point is likely to be wrong.
  static let poorShare = 0.02

  /// What the fit would be without the point that spoils it; nil where no single one does.
  func outlierNotice(for size: PixelSize) -> String? {
    guard let outlier = outlier(for: size) else { return nil }
    let others = outlier.others
    return "without it \(others.kind) through the other \(others.residuals.count) leaves"
      + " \(others.rms.tenths) pixels, \(others.rmsMetres.tenths) metres"
  }

  /// The doubt about points that fit poorly; nil where they fit.
  func doubt(for size: PixelSize) -> String? {
    guard share(of: size) > Self.poorShare else { return nil }
    guard let outlier = outlier(for: size), let notice = outlierNotice(for: size) else {
      return "the points fit poorly, and no single one is to blame"
    }
    return "the points fit poorly; check \(outlier.point.name): \(notice)"
  }
}

extension ControlPoint {
  /// What its file calls it, else its line.
  var name: String { label ?? "line \(line)" }
}

extension Placement.AspectMismatch {
  /// What may be wrong with a drawing that comes out stretched, to stand after that.
  var advice: String {
    var advice = fitting.map { "; --drawn-in \($0) would fit" } ?? ""
    if let swapped { advice += "; is latitude first in it? Swapped: --bounds \(swapped)" }
    if fitting == nil, swapped == nil {
      advice += "; a drawing of no place on the globe takes --plain"
    }
    return advice
  }
}

extension SlicePlan {
  /// The middle of the drawing's box with the hemispheres it lies in.
  var middleInWords: String {
    let (longitude, latitude) = roundedMiddle
    return "\(abs(longitude))°\(longitude < 0 ? "W" : "E")"
      + " \(abs(latitude))°\(latitude < 0 ? "S" : "N")"
  }

  /// The address of a map that shows the drawing's box.
  var mapLink: String {
    let width = bounds.crosses180 ? bounds.east + 360 - bounds.west : bounds.east - bounds.west
    let (longitude, latitude) = roundedMiddle
    // A window of a browser shows some three tiles of 256 pixels across.
    var zoom = 0
    while zoom < 19, 360 / Double(1 << (zoom + 1)) * 3 >= width { zoom += 1 }
    return "https://www.openstreetmap.org/#map=\(zoom)/\(latitude)/\(longitude)"
  }

  /// The middle with four digits behind the point: to ten metres.
  private var roundedMiddle: (longitude: Double, latitude: Double) {
    let middle = bounds.center
    return (middle.longitude.tenThousandths, middle.latitude.tenThousandths)
  }

  /// The doubt about a drawing whose pixels are finer than anybody draws; nil where they are not.
  func doubtOfScale() -> String? {
    guard isOnTheMap, let transform = try? placement.transform(for: drawing) else { return nil }
    let pixels = transform.pixelsPerWorldWidth(at: drawing.center)
    let metres =
      256 * WebMercator.metresPerPixel(atLatitude: bounds.center.latitude, zoom: 0) / pixels
    guard metres < 0.002 else { return nil }
    return "a pixel is \((metres * 1e5).rounded() / 100) mm wide on the ground; is that meant?"
  }
}

extension Double {
  /// The number with one digit behind the point.
  var tenths: String { "\((self * 10).rounded() / 10)" }

  /// The number with four digits behind the point.
  fileprivate var tenThousandths: Double { (self * 10_000).rounded() / 10_000 }
}
