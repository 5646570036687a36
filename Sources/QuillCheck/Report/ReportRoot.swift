/// Where a checked set lies, for formats that name files as the repository does.
public enum ReportRoot: Hashable, Sendable {
  /// A folder, whose files can be named one by one.
  case folder(String)

  /// An archive, one file that holds all tiles.
  case archive(String)

  /// The set's path, as it was given.
  public var path: String {
    switch self {
    case .folder(let path), .archive(let path): path
    }
  }

  /// The file that a path inside the set belongs to.
  func file(of path: String) -> String {
    switch self {
    case .archive(let file): return file
    case .folder(let folder):
      let base = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      if path == "." { return base }
      let plain = path.hasSuffix("/") ? String(path.dropLast()) : path
      return base == "." ? plain : base == "/" ? "/\(plain)" : "\(base)/\(plain)"
    }
  }

  /// What a message begins with: the path, where the file alone does not tell it.
  func prefix(of path: String) -> String {
    guard case .archive = self, path != "." else { return "" }
    return "\(path): "
  }
}
