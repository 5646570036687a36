import Foundation
import QuillCore

/// Programs that do the same work, in turns.
///
/// A new race is a function that returns one, named in `BenchReport.drawingRaces`.
struct BenchRace {
  /// What the programs do, as the table's title.
  let title: String

  /// Files that all read; they are read once before each run, so that no disk is timed.
  let inputs: [String]

  /// What the files of a result are, such as tiles; nil where it is one.
  var unit: String? = "tiles"

  /// Whether there are results to be weighed.
  var hasOutput = true

  let programs: [BenchProgram]

  /// What was made for the race alone, and is removed behind it.
  var leftovers: [String] = []

  /// Who takes part where only some are asked for; ours always do.
  func only(_ names: Regex<AnyRegexOutput>?) -> BenchRace {
    guard let names else { return self }
    let kept = programs.filter { $0.isOurs || $0.name.contains(names) }
    var race = BenchRace(
      title: title, inputs: inputs, unit: unit, hasOutput: hasOutput, programs: kept)
    race.leftovers = leftovers
    return race
  }

  /// What a program's runs came to.
  struct Result {
    let program: BenchProgram
    var runs: [MeasuredRun] = []
    var bytes = 0
    var files = 0

    var isWhole: Bool { !runs.isEmpty && runs.allSatisfy { $0.took.status == 0 } }
    var wall: Double { median(\.took.wall) }
    var cpu: Double { median(\.took.cpu) }
    var peak: Double { median(\.took.peak) }

    private func median(_ value: (MeasuredRun) -> Double) -> Double {
      let sorted = runs.map(value).sorted()
      let middle = sorted.count / 2
      return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
  }

  /// Runs all programs, each once before any runs again; one that fails does not run again.
  func results(runs: Int, in folder: String) throws -> [Result] {
    var results = programs.map { Result(program: $0) }
    try FileSystem.makeFolder(folder)
    defer { try? FileSystem.remove(folder) }
    for _ in 0..<runs {
      for index in results.indices {
        guard let command = results[index].program.command,
          results[index].runs.allSatisfy({ $0.took.status == 0 })
        else { continue }
        for input in inputs { Self.warm(input) }
        try results[index].program.prepare?("\(folder)/result")
        results[index].runs.append(try MeasuredRun(command("\(folder)/result")))
        (results[index].files, results[index].bytes) = Self.count(folder)
        try Self.clear(folder)
      }
    }
    return results
  }

  private static func warm(_ path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    while let data = try? file.read(upToCount: 1 << 20), !data.isEmpty {}
  }

  /// The pictures and archives below a folder and their bytes; vips's own picture of an empty tile is none.
  private static func count(_ path: String) -> (files: Int, bytes: Int) {
    var (files, total) = (0, 0)
    for entry in (try? FileSystem.entries(of: path)) ?? [] {
      switch entry.kind {
      case .folder:
        let below = count("\(path)/\(entry.name)")
        files += below.files
        total += below.bytes
      case .file(let bytes)
      where [".png", "pmtiles", "mbtiles"].contains(where: entry.name.hasSuffix)
        && entry.name != "blank.png":
        files += 1
        total += bytes
      default: break
      }
    }
    return (files, total)
  }

  private static func clear(_ folder: String) throws {
    for entry in try FileSystem.entries(of: folder) {
      try FileSystem.remove("\(folder)/\(entry.name)")
    }
  }
}

extension BenchRace {
  /// The results as a table in Markdown; the last columns tell how many times as long as each of
  /// ours a program took.
  func table(_ results: [Result]) -> String {
    let ours = results.filter { $0.program.isOurs && $0.isWhole }
    var columns =
      ["program", "wall s", "CPU s", "peak MB"] + (unit.map { [$0] } ?? []) + ["MB out"]
    if !hasOutput { columns.removeLast(unit == nil ? 1 : 2) }
    columns += ours.map { "x \($0.program.name)" }
    var lines = [
      "### \(title)", "", "| \(columns.joined(separator: " | ")) |",
      "|---|" + String(repeating: "--:|", count: columns.count - 1),
    ]
    for result in results {
      lines.append("| \(row(result, ours, columns.count).joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ result: Result, _ ours: [Result], _ columns: Int) -> [String] {
    let blank = Array(repeating: "", count: columns - 2)
    guard result.program.command != nil else {
      return [result.program.name, "not installed"] + blank
    }
    guard result.isWhole else {
      let last = result.runs.last
      return [result.program.name, "failed (\(last?.took.status ?? 0)) \(last?.complaint ?? "")"]
        + blank
    }
    let numbers = [
      result.wall.seconds, result.cpu.seconds, String(Int(result.peak.rounded())),
    ]
    let count = unit == nil ? [] : [String(result.files)]
    let output = count + [String(format: "%.2f", Double(result.bytes) / 1e6)]
    let ratios = ours.map { String(format: "%.2f", result.wall / $0.wall) }
    return [result.program.name] + numbers + (hasOutput ? output : []) + ratios
  }
}
