import Foundation
import QuillCore

/// Putting tiles together into one PNG.
enum StitchRace {
  /// A race from tiles that vips cuts first, outside the timing, so that all have the same samples a
  /// pixel; nil without vips.
  static func race(_ drawing: BenchDrawing, jobs: Int) throws -> BenchRace? {
    guard let vips = BenchProgram.path(of: "vips") else { return nil }
    let tiles = "\(BenchOptions.outFolder)-\(drawing.style)-tiles"
    let made = try MeasuredRun(
      .init(
        path: vips,
        arguments: ["dzsave", drawing.path, tiles, "--layout", "google", "--suffix", ".png"]))
    guard made.took.status == 0 else { return nil }
    let columns = (drawing.size + 255) / 256
    var zoom = 0
    while 1 << zoom < columns { zoom += 1 }
    let own = try BenchProgram.built("tilequill")
    // Names of files in their order, short enough for one argument of a program.
    let names = (0..<columns).flatMap { row in
      (0..<columns).map { "\(zoom)/\(row)/\($0).png" }
    }
    let list = "\(tiles)/list"
    try FileSystem.write(Array(names.joined(separator: " ").utf8).span, to: list)
    let version = BenchProgram.version("vips", ["--version"])
    func arrayjoin(_ name: String, _ options: String) -> BenchProgram {
      .installed(
        "vips\(version) arrayjoin\(name)", "sh", environment: ["VIPS_CONCURRENCY": "\(jobs)"]
      ) { out in
        [
          "-c",
          "cd '\(tiles)' && vips arrayjoin \"$(cat list)\" '\(out).png\(options)' --across \(columns)",
        ]
      }
    }
    return BenchRace(
      title: "Stitch a \(drawing.style) of \(drawing.size) x \(drawing.size) pixels from tiles",
      inputs: [], unit: nil,
      programs: [
        BenchProgram(name: "tilequill", isOurs: true) { out in
          .init(
            path: own,
            arguments: [
              "stitch", tiles, "\(out).png", "--zoom", "\(zoom)", "--layout", "z/y/x", "--quiet",
              "--jobs", "\(jobs)",
            ])
        },
        arrayjoin("", ""), arrayjoin(", level 1, filter up", "[compression=1,filter=up]"),
      ], leftovers: [tiles])
  }
}
