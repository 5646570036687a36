import Foundation

/// What the command line asks of the bench.
package struct BenchOptions {
  static let usage = """
    usage: tilequill-bench [--size N] [--styles LIST] [--runs N] [--jobs N] [--only REGEX]
                           [--races LIST]
           tilequill-bench art STYLE SIZE OUT.png [--seed N] [--jobs N]

      --size N        pixels along each side of the drawings (default 4096)
      --styles LIST   of cartoon,parchment,watercolor (default all)
      --runs N        runs of each program, of which the median counts (default 3)
      --jobs N        threads for each program (default one a processor core)
      --only REGEX    only programs whose name matches; tilequill always runs
      --races LIST    of \(BenchReport.raceNames.joined(separator: ",")) (default all)

    Environment: TILEQUILL_BENCH_DIR      where drawings are kept (default .build/bench)
                 TILEQUILL_BENCH_OUT      where results go and are removed (default /dev/shm)
                 TILEQUILL_VIPS_PYTHON    a Python with pyvips, to race its libvips too
                 TILEQUILL_UTILES         the program of utiles, to race it on lists of tiles
                 TILEQUILL_GDAL_PYTHON    a Python with GDAL 3.11 or newer, to race its `raster tile`
    """

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private(set) var size = 4096
  private(set) var styles = ArtStyle.allCases
  private(set) var runs = 3
  private(set) var jobs = ProcessInfo.processInfo.activeProcessorCount
  private(set) var races = BenchReport.raceNames
  private(set) var only: Regex<AnyRegexOutput>?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard ["--size", "--styles", "--runs", "--jobs", "--only", "--races"].contains(option) else {
        throw Failure(description: "unknown option '\(option)'\n\(Self.usage)")
      }
      guard let value = rest.popFirst() else {
        throw Failure(description: "\(option) needs a value")
      }
      switch option {
      case "--size": size = try Self.number(option, value)
      case "--runs": runs = try Self.number(option, value)
      case "--jobs": jobs = try Self.number(option, value)
      case "--races": if !value.isEmpty { races = try Self.races(value) }
      case "--only": only = value.isEmpty ? nil : try Regex(value).ignoresCase()
      default: styles = try value.split(separator: ",").map { try Self.style(String($0)) }
      }
    }
  }

  private static func races(_ text: String) throws -> [String] {
    let names = text.split(separator: ",").map(String.init)
    if let stranger = names.first(where: { !BenchReport.raceNames.contains($0) }) {
      let known = BenchReport.raceNames.joined(separator: ", ")
      throw Failure(description: "there is no race '\(stranger)' (expected one of \(known))")
    }
    return names
  }

  static func number(_ name: String, _ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw Failure(description: "\(name) is '\(text)' (expected a number above 0)")
    }
    return number
  }

  static func style(_ text: String) throws -> ArtStyle {
    guard let style = ArtStyle(rawValue: text) else {
      let names = ArtStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(description: "there is no style '\(text)' (expected one of \(names))")
    }
    return style
  }

  /// Where drawings are kept from one bench to the next.
  static var artFolder: String { environment("TILEQUILL_BENCH_DIR") ?? ".build/bench" }

  /// Where results go: in memory where that is possible, so that no disk is timed.
  static var outFolder: String {
    let memory = FileManager.default.isWritableFile(atPath: "/dev/shm")
    let folder =
      environment("TILEQUILL_BENCH_OUT") ?? (memory ? "/dev/shm" : NSTemporaryDirectory())
    return "\(folder)/tilequill-bench-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// An environment variable, nil when it is empty too.
  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
