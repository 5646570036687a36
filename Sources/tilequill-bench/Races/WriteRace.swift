import Foundation
import QuillCore

/// Writing raw pixels as one PNG.
enum WriteRace {
  /// A race from a file that vips makes first, outside the timing; nil without vips.
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace? {
    guard let vips = BenchProgram.path(of: "vips") else { return nil }
    let raw = "\(BenchOptions.outFolder)-\(drawing.style).v"
    let made = try MeasuredRun(.init(path: vips, arguments: ["copy", drawing.path, raw]))
    guard made.took.status == 0 else { return nil }
    let own = try BenchProgram.built("tilequill-bench")
    let version = BenchProgram.version("vips", ["--version"])
    let environment = ["VIPS_CONCURRENCY": "\(jobs)"]
    return BenchRace(
      title: "Write a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels as one PNG",
      inputs: [raw], unit: nil,
      programs: [
        BenchProgram(name: "tilequill", isOurs: true) { out in
          .init(path: own, arguments: ["write", raw, "\(out).png", "\(jobs)"])
        },
        .installed("vips\(version)", "vips", environment: environment) { out in
          ["copy", raw, "\(out).png"]
        },
        .installed("vips\(version), level 1, filter up", "vips", environment: environment) { out in
          ["copy", raw, "\(out).png[compression=1,filter=up]"]
        },
      ], leftovers: [raw])
  }
}
