import Foundation

/// One run of a program: what it took, and what it said.
struct MeasuredRun {
  /// What it took.
  let took: ChildProcess

  /// What it printed.
  let output: String

  /// The last line of what it complained of.
  let complaint: String

  /// Runs a program to its end.
  ///
  /// Linux counts the memory of the process that starts another toward that one's peak: a small
  /// process is started, and starts and counts the program.
  init(_ command: BenchProgram.Command) throws {
    let name = "\(NSTemporaryDirectory())/tilequill-bench-\(UUID().uuidString)"
    defer {
      for end in ["took", "out", "err"] {
        try? FileManager.default.removeItem(atPath: "\(name).\(end)")
      }
    }
    var launcher = command
    launcher.path = try BenchProgram.built("tilequill-bench")
    launcher.arguments = ["measure", "\(name).took", command.path] + command.arguments
    _ = try ChildProcess(launcher, output: "\(name).out", errors: "\(name).err")
    output = (try? String(contentsOfFile: "\(name).out", encoding: .utf8)) ?? ""
    let errors = (try? String(contentsOfFile: "\(name).err", encoding: .utf8)) ?? ""
    complaint = errors.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    guard let data = FileManager.default.contents(atPath: "\(name).took") else {
      throw BenchOptions.Failure(description: complaint)
    }
    took = try JSONDecoder().decode(ChildProcess.self, from: data)
  }

  /// `measure OUT PROGRAM ARGUMENT…`: what the small process does.
  static func measure(_ arguments: [String]) throws {
    guard arguments.count >= 2 else {
      throw BenchOptions.Failure(description: "measure OUT PROGRAM ARGUMENT…")
    }
    let command = BenchProgram.Command(
      path: arguments[1], arguments: Array(arguments.dropFirst(2)))
    let took = try ChildProcess(command)
    try JSONEncoder().encode(took).write(to: URL(fileURLWithPath: arguments[0]))
  }
}
