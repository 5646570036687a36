import Foundation
import QuillTestSupport

/// Python's own readers and writers of archives, where they are installed.
enum Python {
  /// Whether databases can be read and written.
  static let hasSQLite = imports("sqlite3")

  /// Whether the PMTiles package of the format's authors is there (`pip install pmtiles`).
  static let hasPMTiles = imports("pmtiles")

  struct Failure: Error {
    let errors: String
  }

  /// Runs a script and gives what it prints.
  @discardableResult
  static func run(_ script: String, _ arguments: [String]) throws -> String {
    guard let python = BuiltProgram.path(of: "python3") else { throw Failure(errors: "no Python") }
    let outcome = try BuiltProgram(url: python).run(["-c", script] + arguments)
    guard outcome.ending == .exit(0) else { throw Failure(errors: outcome.errors) }
    return outcome.output
  }

  private static func imports(_ module: String) -> Bool {
    (try? run("import \(module)", [])) != nil
  }
}
