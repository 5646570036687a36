import Foundation

/// Whole texts that were looked at once and must not change unseen.
public enum Golden {
  /// How a text differs from the one kept in `Tests/Fixtures/goldens`; nil when it does not.
  ///
  /// With `TILEQUILL_RECORD` set, the text is kept as the new one and that counts as a difference,
  /// so that a run which records never passes.
  ///
  /// - Parameters:
  ///   - text: the text to hold against the kept one.
  ///   - name: the kept file, such as `help/sample.txt`.
  /// - Returns: a sentence for the failing test.
  /// - Throws: when the kept file cannot be read or written.
  public static func difference(of text: String, from name: String) throws -> String? {
    let file = Fixture.url("goldens/\(name)")
    if ProcessInfo.processInfo.environment["TILEQUILL_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return "\(name) was recorded; run again without TILEQUILL_RECORD"
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    if kept == text { return nil }
    let (old, new) = (lines(kept), lines(text))
    let first = zip(old, new).prefix { $0 == $1 }.count
    let (was, now) = (old.dropFirst(first).first, new.dropFirst(first).first)
    return "\(name), line \(first + 1): found '\(now ?? "no line")', expected '\(was ?? "no line")'"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
