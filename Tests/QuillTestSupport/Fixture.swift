public import Foundation

/// Files that tests read, found beside the test sources.
public enum Fixture {
  /// The `Tests` folder of the package.
  public static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder below `Tests/Fixtures`.
  public static func url(_ path: String) -> URL { tests.appending(path: "Fixtures/\(path)") }

  /// A file below `Tests/Drawings`.
  public static func drawing(_ name: String) -> URL { tests.appending(path: "Drawings/\(name)") }

  /// The rows of a tab-separated fixture, its header line left out.
  public static func rows(_ path: String) throws -> [[String]] {
    let text = try String(contentsOf: url(path), encoding: .utf8)
    return text.split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
}
