#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension PointFit {
  /// The root mean square of the points' distances as a part of the drawing's diagonal.
  public func share(of size: PixelSize) -> Double {
    rms / hypot(Double(size.width), Double(size.height))
  }

  /// A point without which the others fit far better.
  public struct Outlier: Hashable, Sendable {
    /// The point.
    public let point: ControlPoint

    /// How the others fit.
    public let others: PointFit
  }

  /// The point that the fit is best without, nil where leaving one out does not halve what is left
  /// over, or where that is less than half a pixel anyway.
  ///
  /// Each of the worst twenty is left out on trial. Where the rest would be fitted exactly by any
  /// numbers, a similarity through them tells whether they agree.
  public func outlier(for size: PixelSize) -> Outlier? {
    let points = residuals.map(\.point)
    let trial = points.count - 1 > kind.fewestPoints && kind != .thinPlate ? kind : .similarity
    guard points.count - 1 > trial.fewestPoints, rms > 0.5 else { return nil }
    let before = trial == kind ? rms : (try? PointFit(points, kind: trial, size: size))?.rms ?? rms
    var best: Outlier?
    for residual in worstFirst.prefix(20) {
      let rest = points.filter { $0 != residual.point }
      guard let fit = try? PointFit(rest, kind: trial, size: size) else { continue }
      if fit.rms < best?.others.rms ?? before / 2 {
        best = Outlier(point: residual.point, others: fit)
      }
    }
    return best
  }

  /// How far points are off, in pixels, with longitude and latitude swapped, where that and neither
  /// the points as they are nor pixels counted upwards makes a likely place of them; else nil.
  ///
  /// A map in Mercator keeps angles, so that a drawing of it is a similarity of the right places: of
  /// three points and more the fit of one tells the right reading. Two points fit any reading; there
  /// a drawing that lies upright is likelier than one on its side.
  public static func swappedFit(_ points: [ControlPoint], size: PixelSize) -> Double? {
    let swapped = points.compactMap { point in
      var point = point
      let place = point.place
      guard let other = try? Coordinate(longitude: place.latitude, latitude: place.longitude),
        abs(other.latitude) <= WebMercator.latitudeLimit
      else { return ControlPoint?.none }
      point.place = other
      return point
    }
    let mirrored = points.map { point in
      var point = point
      point.pixel.y = Double(size.height) - point.pixel.y
      return point
    }
    guard points.count > 1, swapped.count == points.count,
      let fit = try? PointFit(swapped, kind: .similarity, size: size)
    else { return nil }
    let others = [points, mirrored].map { try? PointFit($0, kind: .similarity, size: size) }
    if points.count == 2 {
      let isLikelier = others[0].map { $0.turn > .pi / 4 && fit.turn < .pi / 18 } ?? false
      return isLikelier ? fit.rms : nil
    }
    let least = others.compactMap { $0?.rms }.min() ?? .infinity
    return fit.rms < least / 3 && fit.share(of: size) < 0.1 ? fit.rms : nil
  }
}
