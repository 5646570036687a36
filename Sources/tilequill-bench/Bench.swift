import Foundation
import QuillCore

/// `tilequill-bench`: times tilequill beside other programs, on drawings it paints itself.
///
/// Without a command it runs the races and prints their tables. The other commands are what it
/// starts as programs of their own, so that time and memory are theirs alone.
@main
enum Bench {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let path = (error as? FileError).map { "\($0.path): " } ?? ""
      FileHandle.standardError.write(Data("tilequill-bench: \(path)\(error)\n".utf8))
      exit(error is BenchOptions.Failure ? 2 : 1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "art": try BenchCommands.art(Array(arguments.dropFirst()))
    case "stages": try BenchCommands.stages(Array(arguments.dropFirst()))
    case "measure": try MeasuredRun.measure(Array(arguments.dropFirst()))
    case "write": try BenchCommands.write(Array(arguments.dropFirst()))
    case "paint": try BenchCommands.paint(Array(arguments.dropFirst()))
    case "--help", "-h": print(BenchOptions.usage)
    default: try BenchReport(BenchOptions(arguments)).run()
    }
  }
}
