/// How a drawing may be laid onto control points.
public enum FitKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// `similarity` for 2 points, `affine` for more.
  case auto

  /// Shifted, scaled alike in all directions and turned; from 2 points.
  case similarity

  /// Shifted, scaled, turned and skewed; from 3 points.
  case affine

  /// Seen at a slant; from 4 points.
  case projective

  /// Bent through every point; from 3 points.
  case thinPlate = "tps"
}

extension FitKind {
  /// The kind that `auto` stands for with that many points; itself otherwise.
  func resolved(points: Int) -> FitKind {
    guard self == .auto else { return self }
    return points > 2 ? .affine : .similarity
  }

  /// The points that it takes at least.
  public var fewestPoints: Int {
    switch self {
    case .auto, .similarity: 2
    case .affine, .thinPlate: 3
    case .projective: 4
    }
  }
}

extension FitKind: CustomStringConvertible {
  /// The name that `--transform` takes.
  public var description: String { rawValue }
}
