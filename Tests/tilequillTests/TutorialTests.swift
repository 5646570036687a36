import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// The commands of FromDrawingToApp.md print what it shows, give its pictures, and its Swift shows
/// what they printed.
@Suite("FromDrawingToApp.md")
struct TutorialTests {
  private static let pages = Fixture.tests.deletingLastPathComponent()
    .appending(path: "Sources/tilequill/tilequill.docc")

  let folder: SliceFolder
  private let page: Readme

  init() throws {
    folder = try SliceFolder()
    page = try Readme(Self.pages, named: "FromDrawingToApp.md")
    for name in [
      "central-park.png", "parchment.png", "park.geojson", "pois.geojson", "walk.gpx",
    ] {
      try FileManager.default.copyItem(
        at: Fixture.drawing(name), to: folder.url.appending(path: name))
    }
  }

  @Test func `it goes from the plan to the app, and all it shows is so`() throws {
    let runs = page.blocks(tagged: "sh run").flatMap(ReadmeRun.all)
    let program = BuiltProgram.tilequill.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    for run in runs {
      let outcome = try shell.run(
        ["-c", "exec 2>&1; \(run.command)"], in: folder.url,
        environment: ["PATH": "\(program):\(path)"])
      #expect(outcome.ending == .exit(0), "\(run.command)")
      #expect(run.shows(outcome.output), "\(run.command) printed \(outcome.output)")
    }
    let steps = ["plan", "slice", "validate", "list", "explain", "swift", "info"]
    for step in steps { #expect(runs.contains { $0.command.hasPrefix("tilequill \(step) ") }) }
    try expectPictures([
      "tutorial-guide.png": "tutorial-guide.png", "tutorial-tile.png": "tiles/14/4825/6155.png",
    ])
    try expectSwift()
  }

  /// Expects the pictures of the page to be those that its commands made.
  private func expectPictures(_ made: [String: String]) throws {
    #expect(Set(page.links) == Set(made.keys))
    for (picture, path) in made {
      let shown = try Self.pixels([UInt8](Data(contentsOf: Self.pages.appending(path: picture))))
      let made = try Self.pixels(try folder.bytes(path))
      try #require(shown.count == made.count, "\(picture)")
      // Another processor may round another way.
      #expect(zip(shown, made).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(picture)")
    }
  }

  /// Expects the delegate on the page to show the overlay that was printed.
  private func expectSwift() throws {
    guard AppleProgram.isPossible else { return }
    let blocks = page.blocks(tagged: "swift mapkit")
    try #require(blocks.count == 1)
    try folder.write(Array(blocks[0].joined(separator: "\n").utf8), to: "ParkMap.swift")
    let files = ["ParkMap.swift", "ParkOverlay.swift"].map { folder.url.appending(path: $0) }
    let trial = Fixture.tests.appending(path: "AppleNames/MapTrial.swift")
    let outcome = try AppleProgram(files + [trial], usingBundle: false).run([])
    #expect(outcome.output == "overlays 1\nMKTileOverlayRenderer\n")
  }

  private static func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    _ = try reader.read(bytes.span, into: &pixels)
    return pixels
  }
}
