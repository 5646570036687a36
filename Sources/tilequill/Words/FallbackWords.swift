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

  /// The path of the picture that an app shows, nil without one.
  ///
  /// Without one that was asked for it is the one that the record or the metadata name, else
  /// `parchment.png` in the folder.
  func path(in tileset: String, promised: String?) throws -> String? {
    let candidates =
      asked.map { [$0, "\(tileset)/\($0)"] }
      ?? ["\(tileset)/\(promised ?? "parchment.png")"]
    for candidate in candidates {
      if case .file? = try FileSystem.kind(of: candidate) { return candidate }
    }
    guard let asked else { return nil }
    throw CommandFailure(
      "does not exist (expected a picture, here or in \(tileset))", about: asked)
  }
}
