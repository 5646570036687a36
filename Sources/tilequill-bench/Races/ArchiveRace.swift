import Foundation
import QuillCore

/// Cutting a drawing into one file, beside into a folder.
enum ArchiveRace {
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace {
    let program = try BenchProgram.built("tilequill")
    func slice(_ name: String, _ ending: String) -> BenchProgram {
      BenchProgram(name: "tilequill, \(name)", isOurs: true) { out in
        .init(
          path: program,
          arguments: [
            "slice", drawing.path, out + ending, "--at", SliceRace.tile, "--jobs", "\(jobs)",
          ])
      }
    }
    return BenchRace(
      title: "Slice a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels into one file",
      inputs: [drawing.path], unit: nil,
      programs: [
        slice("a folder", ""), slice("PMTiles", ".pmtiles"),
        slice("MBTiles", ".mbtiles"),
      ])
  }
}
