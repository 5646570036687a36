import Foundation
import QuillCore

/// A program that takes part in a race.
package struct BenchProgram {
  /// What is started.
  package struct Command {
    /// The program's file.
    var path: String
    var arguments: [String]
    /// Variables that differ from the bench's own.
    var environment: [String: String]

    package init(path: String, arguments: [String], environment: [String: String] = [:]) {
      self.path = path
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// The name in the table.
  let name: String

  /// Whether it is ours: the others are compared with it.
  var isOurs = false

  /// What to do before each run, which is not timed, such as putting there what an update begins with.
  var prepare: ((_ out: String) throws -> Void)?

  /// What to start so that the result goes to a path where nothing is yet; nil where it is missing.
  let command: ((_ out: String) -> Command)?

  /// A program that is not there.
  static func missing(_ name: String) -> BenchProgram { BenchProgram(name: name, command: nil) }

  /// A program found on the search path by the first name, missing where it is not there.
  static func installed(
    _ name: String, _ program: String, environment: [String: String] = [:],
    _ arguments: @escaping (_ out: String) -> [String]
  ) -> BenchProgram {
    guard let path = path(of: program) else { return .missing(name) }
    return BenchProgram(name: name) { out in
      Command(path: path, arguments: arguments(out), environment: environment)
    }
  }

  /// Where an installed program is, or the path itself where one is given.
  static func path(of program: String) -> String? {
    if program.contains("/") {
      return FileManager.default.isExecutableFile(atPath: program) ? program : nil
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A program built beside the bench.
  static func built(_ program: String) throws -> String {
    let own = FileSystem.resolved("/proc/self/exe") ?? CommandLine.arguments[0]
    let path = "\(FileSystem.parent(of: own) ?? ".")/\(program)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchOptions.Failure(description: "\(path): is not built")
    }
    return path
  }

  /// Does what a race needs before it begins.
  static func run(_ command: Command) throws {
    let run = try MeasuredRun(command)
    guard run.took.status == 0 else { throw BenchOptions.Failure(description: run.complaint) }
  }

  /// What a program prints of itself: the first line's first number with a point in it.
  static func version(_ program: String, _ arguments: [String]) -> String {
    guard let path = path(of: program),
      let run = try? MeasuredRun(Command(path: path, arguments: arguments))
    else { return "" }
    let match = (run.output + run.complaint).firstMatch(of: /[0-9]+(\.[0-9]+)+/)
    return match.map { " \($0.output.0)" } ?? ""
  }
}
