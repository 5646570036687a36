import QuillCheck
import QuillCore

/// The picture that an app shows where a tileset has no tile, as it was asked for or as the set
/// says.
struct FallbackWords {
  static let option = OptionDeclaration.option(
    "--fallback", "FILE.png", .file, in: .look,
    "The picture an app shows where no tile is: a path, or a name in the tileset.",
    default: .described("parchment.png in the tileset"))

  private let asked: String?

  init(_ invocation: Invocation) { asked = invocation.value(of: Self.option) }

  /// The picture that was asked for, by its path as typed, else by its name in the tileset; nil
  /// when none was.
  func read(for tileset: String) throws -> CheckRequest.Fallback? {
    guard let asked else { return nil }
    for candidate in [asked, "\(tileset)/\(asked)"] {
      if let bytes = try FileSystem.read(candidate) {
        return CheckRequest.Fallback(path: asked, bytes: bytes)
      }
    }
    throw CommandFailure(
      "does not exist (expected a picture, here or in \(tileset))", about: asked)
  }

  /// The path of the picture that was asked for, as typed or in the tileset; nil when none was.
  func askedPath(in tileset: String) throws -> String? {
    guard let asked else { return nil }
    for path in [asked, "\(tileset)/\(asked)"] {
      if case .file? = try FileSystem.kind(of: path) { return path }
    }
    throw CommandFailure(
      "does not exist (expected a picture, here or in \(tileset))", about: asked)
  }

  /// The picture that an app shows and its path, nil without one.
  ///
  /// Without one that was asked for it is the one that the set's record or metadata name, else
  /// `parchment.png` in the folder. A picture inside an archive has the archive's path before it.
  func find(in source: any TileSource, at tileset: String) throws -> CheckRequest.Fallback? {
    let held = try (source as? any FallbackHolding)?.fallback.map {
      CheckRequest.Fallback(path: "\(tileset)/\($0.name)", bytes: $0.bytes)
    }
    guard let asked else { return held }
    for path in [asked, "\(tileset)/\(asked)"] {
      if path == held?.path { return held }
      if let bytes = try FileSystem.read(path) {
        return CheckRequest.Fallback(path: path, bytes: bytes)
      }
    }
    throw CommandFailure(
      "does not exist (expected a picture, here or in \(tileset))", about: asked)
  }
}
