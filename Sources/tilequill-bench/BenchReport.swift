import Foundation
import QuillCore
import QuillRaster

/// Runs the races on every drawing, and prints each table as soon as it is there.
struct BenchReport {
  let options: BenchOptions

  init(_ options: BenchOptions) { self.options = options }

  /// The races on a drawing, in the order of their tables; nil where nobody can take part.
  private static let races: [@Sendable (BenchDrawing, _ jobs: Int) throws -> BenchRace?] = [
    { try SliceRace.race($0, jobs: $1) },
    { try WriteRace.race($0, jobs: $1) },
  ]

  func run() throws {
    show(machine)
    for style in options.styles {
      let drawing = try BenchDrawing(style, size: options.size)
      for race in Self.races {
        guard let race = try race(drawing, options.jobs)?.only(options.only) else { continue }
        let results = try race.results(runs: options.runs, in: BenchOptions.outFolder)
        show(race.table(results))
        for input in race.inputs where input != drawing.path { try FileSystem.remove(input) }
      }
      show(try stages(drawing))
    }
  }

  /// What was measured where and when.
  private var machine: String {
    let date = Date().formatted(.iso8601.year().month().day())
    let cpu = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(cores) cores (\(cpu ?? "unknown")), \(options.jobs) jobs, median of \(options.runs),"
      + " \(date). MB of peak memory are of the largest process; x tells how many times as long a"
      + " program took."
  }

  /// Where our own time goes: seconds of all threads together.
  private func stages(_ drawing: BenchDrawing) throws -> String {
    let own = try BenchProgram.built("tilequill-bench")
    let names = SliceStage.allCases.map(\.rawValue)
    var lines = [
      "### Seconds of each stage, \(drawing.style) of \(drawing.size) x \(drawing.size) pixels"
        + " (\(drawing.megabytes.seconds) MB), written to nowhere",
      "", "| --compress | \(names.joined(separator: " | ")) |",
      "|---|" + String(repeating: "--:|", count: names.count),
    ]
    for compression in ["fast", "default"] {
      let run = try MeasuredRun(
        .init(path: own, arguments: ["stages", drawing.path, compression, "\(options.jobs)"]))
      lines.append("| \(compression) \(run.output.trimmingCharacters(in: .newlines))")
    }
    return lines.joined(separator: "\n")
  }

  private func show(_ text: String) {
    print(text + "\n")
    fflush(nil)
  }
}
