import Foundation
import QuillCore
import QuillRaster

/// Runs the races on every drawing, and prints each table as soon as it is there.
struct BenchReport {
  let options: BenchOptions

  init(_ options: BenchOptions) { self.options = options }

  /// A race on a drawing; nil where nobody can take part.
  private typealias DrawingRace = @Sendable (BenchDrawing, _ jobs: Int) throws -> BenchRace?

  /// The races on a drawing by their names, in the order of their tables.
  private static let drawingRaces: [(name: String, race: DrawingRace)] = [
    ("slice", { try SliceRace.race($0, jobs: $1) }),
    ("archive", { try ArchiveRace.race($0, jobs: $1) }),
    ("write", { try WriteRace.race($0, jobs: $1) }),
    ("stitch", { try StitchRace.race($0, jobs: $1) }),
    ("update", { try UpdateRace.race($0, jobs: $1) }),
    ("profile", { try ProfileRace.race($0, jobs: $1) }),
    ("validate", { try ValidateRace.race($0, jobs: $1) }),
  ]

  /// The names of all races.
  static var raceNames: [String] { ["list"] + drawingRaces.map(\.name) + ["stages"] }

  func run() throws {
    show(machine)
    if options.races.contains("list") {
      for race in try ListRace.races() { try run(race) }
    }
    for style in options.styles {
      guard options.races != ["list"] else { return }
      let drawing = try BenchDrawing(style, size: options.size)
      for (name, race) in Self.drawingRaces where options.races.contains(name) {
        if let race = try race(drawing, options.jobs) { try run(race) }
      }
      if options.races.contains("stages") { show(try stages(drawing)) }
    }
  }

  private func run(_ race: BenchRace) throws {
    let race = race.only(options.only)
    defer { for path in race.leftovers { try? FileSystem.remove(path) } }
    let results = try race.results(runs: options.runs, in: BenchOptions.outFolder)
    show(race.table(results))
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
