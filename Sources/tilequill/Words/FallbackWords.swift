import QuillCheck
import QuillCore

/// The picture that an app shows where a tileset has no tile, as it was asked for or as the set
/// says.
struct FallbackWords {
  static let option = OptionDeclaration.option(
    "--fallback", "FILE.png", .file, in: .look,
    "The picture an app shows where no tile is: a path, or a name in the tileset.",
    default: .described("\(FallbackPicture.usualName) in the tileset"))

  private let asked: String?

  init(_ invocation: Invocation) { asked = invocation.value(of: Self.option) }

  /// The picture that was asked for, by its path as typed, else by its name in the tileset; nil
  /// when none was.
  func read(for tileset: String) throws -> CheckRequest.Fallback? {
    guard let asked else { return nil }
    return try look(for: asked, in: tileset) { path in
      try FileSystem.read(path).map { CheckRequest.Fallback(path: asked, bytes: $0) }
    }
  }

  /// The path of the picture that was asked for, as typed or in the tileset; nil when none was.
  func askedPath(in tileset: String) throws -> String? {
    guard let asked else { return nil }
    return try look(for: asked, in: tileset) { path in
      if case .file? = try FileSystem.kind(of: path) { path } else { nil }
    }
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
    return try look(for: asked, in: tileset) { path in
      if path == held?.path { return held }
      return try FileSystem.read(path).map { CheckRequest.Fallback(path: path, bytes: $0) }
    }
  }

  /// What is found at the path as typed, else at that name in the tileset.
  ///
  /// - Throws: `CommandFailure` when neither has it.
  private func look<Found>(
    for asked: String, in tileset: String, _ find: (String) throws -> Found?
  ) throws -> Found {
    for path in [asked, "\(tileset)/\(asked)"] {
      if let found = try find(path) { return found }
    }
    throw CommandFailure(
      "does not exist (expected a picture, here or in \(tileset))", about: asked)
  }
}
