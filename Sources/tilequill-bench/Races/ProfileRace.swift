import Foundation
import QuillCore

/// Slicing a drawing whose colours are another screen's, and the same pixels without a profile.
enum ProfileRace {
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace {
    let tagged = "\(BenchOptions.outFolder)-profile.png"
    let own = try BenchProgram.built("tilequill-bench")
    try BenchProgram.run(
      .init(path: own, arguments: ["paint", drawing.path, tagged, "profile", "\(jobs)"]))
    let program = try BenchProgram.built("tilequill")
    let kinds: [(name: String, handling: String)] = [
      ("profile kept", "keep"), ("converted to sRGB", "convert"),
    ]
    return BenchRace(
      title: "Convert the colours of a \(drawing.style) of \(drawing.size) x \(drawing.size)"
        + " pixels",
      inputs: [tagged],
      programs: kinds.map { name, handling in
        BenchProgram(name: name, isOurs: true) { out in
          .init(
            path: program,
            arguments: [
              "slice", tagged, out, "--at", SliceRace.tile, "--color-profile", handling,
              "--jobs", "\(jobs)",
            ])
        }
      }, leftovers: [tagged])
  }
}
