/// A file beside a drawing that may say where it lies.
public struct DrawingSidecar: Hashable, Sendable {
  /// What such a file holds.
  public enum Kind: Hashable, Sendable {
    /// A `ControlPointFile`.
    case points

    /// The six lines of a `WorldFile`.
    case worldFile

    /// An `AuxiliaryXML`.
    case auxiliaryXML
  }

  /// The file's path.
  public let path: String

  /// What it holds.
  public let kind: Kind
}

extension DrawingSidecar {
  /// The files that may lie beside a drawing, the first that is there to be taken.
  ///
  ///     DrawingSidecar.candidates(for: "maps/zoo.png").map(\.path)
  ///     // maps/zoo.png.points, zoo.points, zoo.pgw, zoo.PGW, zoo.pngw, zoo.PNGW, zoo.wld, zoo.WLD,
  ///     // zoo.png.aux.xml
  ///
  /// Control points come first, as a person set them; a world file comes before an `.aux.xml`, which
  /// may hold the system that the world file's numbers are in.
  public static func candidates(for drawing: String) -> [DrawingSidecar] {
    let name = FileSystem.name(of: drawing)
    let suffix = name.dropFirst().lastIndex(of: ".").map { name[$0...] } ?? ""
    let stem = drawing.dropLast(suffix.count)
    let pointFiles =
      suffix.isEmpty ? ["\(drawing).points"] : ["\(drawing).points", "\(stem).points"]
    let worldFiles = (endings[suffix.lowercased()] ?? ["pgw", "pngw", "wld"]).flatMap {
      [$0, $0.uppercased()]
    }
    return pointFiles.map { DrawingSidecar(path: $0, kind: .points) }
      + worldFiles.map { DrawingSidecar(path: "\(stem).\($0)", kind: .worldFile) }
      + [DrawingSidecar(path: "\(drawing).aux.xml", kind: .auxiliaryXML)]
  }

  /// The endings of world files beside a JPEG: first and last letter of its own and w, or all of it.
  private static let endings = [
    ".jpg": ["jgw", "jpgw", "wld"], ".jpeg": ["jgw", "jpegw", "wld"],
  ]
}
