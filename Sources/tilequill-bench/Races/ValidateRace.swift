import Foundation
import QuillCore

/// Reading every tile of a folder to its last byte.
enum ValidateRace {
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace {
    let tree = "\(BenchOptions.outFolder)-validate"
    let program = try BenchProgram.built("tilequill")
    try BenchProgram.run(
      .init(path: program, arguments: ["slice", drawing.path, tree, "--at", SliceRace.tile]))
    let ours = [jobs, 1].map { jobs in
      BenchProgram(name: "tilequill, \(threads(jobs))", isOurs: true) { _ in
        .init(path: program, arguments: ["validate", tree, "--jobs", "\(jobs)"])
      }
    }
    let peers = [1, jobs].map { jobs in
      let name = "pngcheck -q, \(jobs == 1 ? "1 process" : "\(jobs) processes")"
      guard BenchProgram.path(of: "pngcheck") != nil else { return BenchProgram.missing(name) }
      let pieces = jobs == 1 ? 100_000 : 500
      let script =
        "find \"$0\" -name '*.png' -print0 | xargs -0 -n \(pieces) -P \(jobs) pngcheck -q"
      return BenchProgram(name: name) { _ in
        .init(path: "/bin/sh", arguments: ["-c", script, tree])
      }
    }
    return BenchRace(
      title: "Check the tiles of a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels",
      inputs: [], hasOutput: false, programs: ours + peers, leftovers: [tree])
  }

  private static func threads(_ count: Int) -> String {
    count == 1 ? "1 thread" : "\(count) threads"
  }
}
