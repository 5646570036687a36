import Foundation
import QuillCore

/// Slicing again after one brush stroke: all anew, and only what changed.
enum UpdateRace {
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace {
    let folder = "\(BenchOptions.outFolder)-update"
    try FileSystem.makeFolder(folder)
    let (painted, tree) = ("\(folder)/painted.png", "\(folder)/tree")
    let own = try BenchProgram.built("tilequill-bench")
    try BenchProgram.run(
      .init(path: own, arguments: ["paint", drawing.path, painted, "stroke", "\(jobs)"]))
    let program = try BenchProgram.built("tilequill")
    let rest = ["--at", SliceRace.tile, "--jobs", "\(jobs)"]
    try BenchProgram.run(.init(path: program, arguments: ["slice", drawing.path, tree] + rest))
    let fresh = BenchProgram(name: "all anew", isOurs: true) { out in
      .init(path: program, arguments: ["slice", painted, out] + rest)
    }
    let update = BenchProgram(
      name: "--update", isOurs: true, prepare: { try copy(tree, to: $0) },
      command: { out in
        .init(path: program, arguments: ["slice", painted, out, "--update", "--jobs", "\(jobs)"])
      })
    return BenchRace(
      title: "Slice a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels again after a"
        + " brush stroke of 200 x 200",
      inputs: [painted], programs: [fresh, update], leftovers: [folder])
  }

  private static func copy(_ tree: String, to out: String) throws {
    try BenchProgram.run(.init(path: "/bin/cp", arguments: ["-a", tree, out]))
  }
}
