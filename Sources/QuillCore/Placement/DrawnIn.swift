#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// What the rows of a drawing are linear in.
public enum DrawnIn: String, Hashable, Sendable, CaseIterable, Codable {
  /// As web maps are: rows are evenly spaced on their square.
  case mercator

  /// As plain degrees: rows are evenly spaced in latitude.
  case geographic
}

extension DrawnIn: CustomStringConvertible {
  public var description: String { rawValue }
}

extension DrawnIn {
  /// The height on the map, from its north edge, of a height in the drawing's own plane.
  ///
  /// In degrees the plane's y is 0.5 − φ / 360, so that it is linear in the latitude φ and 0.5 at
  /// the equator like the map's. Latitudes beyond the poles count as at the pole; those beyond the
  /// map's edge lie outside 0…1.
  func worldY(ofPlane y: Double) -> Double {
    switch self {
    case .mercator: y
    case .geographic:
      0.5 - asinh(tan(2 * Double.pi * min(max(0.5 - y, -0.25), 0.25))) / (2 * Double.pi)
    }
  }

  /// The height in the drawing's own plane of a height on the map.
  func planeY(ofWorld y: Double) -> Double {
    switch self {
    case .mercator: y
    case .geographic: 0.5 - atan(sinh(Double.pi * (1 - 2 * y))) / (2 * Double.pi)
    }
  }

  /// How fast the height on the map grows with the height in the plane: the map stretches a
  /// latitude by 1 / cos φ.
  func stretch(atPlane y: Double) -> Double {
    switch self {
    case .mercator: 1
    case .geographic: 1 / max(cos(2 * Double.pi * (0.5 - y)), 1e-12)
    }
  }

  /// The height in the plane of a latitude in degrees, poles included.
  func planeY(ofLatitude latitude: Double) -> Double {
    let degrees = 0.5 - latitude / 360
    return self == .geographic ? degrees : DrawnIn.geographic.worldY(ofPlane: degrees)
  }
}
