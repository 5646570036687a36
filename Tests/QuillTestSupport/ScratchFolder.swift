public import Foundation

/// An empty folder for one test, removed with all in it when the test lets it go.
public final class ScratchFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// The folder's path, without a slash at its end.
  public var path: String { url.path }

  /// Makes an empty folder; `name` may hold any character that a path may.
  public init(named name: String = "scratch") throws {
    let base = FileManager.default.temporaryDirectory
      .resolvingSymlinksInPath().appending(path: "quill-\(UUID().uuidString)")
    url = base.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Writes a file below the folder, making the folders it lies in.
  @discardableResult
  public func write(_ text: String = "x", to path: String) throws -> URL {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// The paths of all files and folders below the folder, sorted.
  public func contents() -> [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }
}
