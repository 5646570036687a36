import Foundation
import QuillCore

/// Listing the tiles of a box and of a country, beside utiles (a program in Rust).
enum ListRace {
  /// Ten million tiles of zoom 16, from Portugal to Poland.
  private static let box = (west: -10.0, south: 41.0, east: 17.0, north: 49.5, zoom: "16")

  /// South Africa at zoom 14; the path is from the package's root, where `make bench` runs.
  private static let country = "Tests/Fixtures/areas/south-africa-with-hole.geojson"

  static func races() throws -> [BenchRace] {
    let corners = "\(box.west),\(box.south),\(box.east),\(box.north)"
    return [
      try race(
        "List the tiles of a box at zoom \(box.zoom)", inputs: [],
        ours: ["list", "--bounds", corners, "--zoom", box.zoom],
        peer: ["tiles", box.zoom, "[\(corners)]", "--fmt", "{z}/{x}/{y}"]),
      try race(
        "List the tiles of South Africa at zoom 14", inputs: [country],
        ours: ["list", "--area", country, "--zoom", "14"],
        peer: ["burn", "14", country, "--fmt", "{z}/{x}/{y}"]),
    ]
  }

  private static func race(
    _ title: String, inputs: [String], ours: [String], peer: [String]
  ) throws -> BenchRace {
    let program = try BenchProgram.built("tilequill")
    let utiles = BenchOptions.environment("TILEQUILL_UTILES") ?? "utiles"
    let version = BenchProgram.version(utiles, ["--version"])
    return BenchRace(
      title: title, inputs: inputs, hasOutput: false,
      programs: [
        BenchProgram(name: "tilequill", isOurs: true) { toFile([program] + ours, $0) },
        BenchProgram.path(of: utiles).map { path in
          BenchProgram(name: "utiles\(version)") { toFile([path] + peer, $0) }
        } ?? .missing("utiles (TILEQUILL_UTILES)"),
      ])
  }

  /// A program whose output becomes a file.
  private static func toFile(_ words: [String], _ out: String) -> BenchProgram.Command {
    .init(path: "/bin/sh", arguments: ["-c", "exec \"$@\" >\"$0\"", out] + words)
  }
}
