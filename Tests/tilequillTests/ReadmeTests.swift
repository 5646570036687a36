import Foundation
import QuillBundle
import QuillCore
import QuillTestSupport
import Testing

/// What README shows is what happens: its commands run, print what it prints, and its Swift
/// compiles.
@Suite("README")
struct ReadmeTests {
  private static let root = Fixture.tests.deletingLastPathComponent()

  /// Blocks opened as ```` ```sh run ````: lines after `$ ` are commands, the others what they print.
  ///
  /// Two lines are the same when they are but for numbers before `seconds`, sizes such as 5.3M, and
  /// how many blanks stand between words. A line `…` stands for any lines.
  @Test func `its commands print what it shows`() throws {
    let readme = try Readme(Self.root)
    let runs = readme.blocks(tagged: "sh run").flatMap(ReadmeRun.all)
    try #require(runs.count >= 2)
    try inFolderOfDrawing { shell in
      for run in runs {
        let outcome = try shell(run.command)
        #expect(outcome.ending == .exit(0), "\(run.command)")
        #expect(run.shows(outcome.output), "\(run.command) printed \(outcome.output)")
      }
    }
  }

  @Test func `each command of its table runs`() throws {
    let examples = try Readme(Self.root).examples
    try #require(examples.count >= 3)
    try inFolderOfDrawing { shell in
      // The folder that "Try it" has made by then.
      _ = try shell("cp -r '\(Self.root.appending(path: "tiles").path)' tiles")
      for example in examples {
        let outcome = try shell(example)
        #expect(outcome.ending == .exit(0), "\(example) printed \(outcome.output)")
      }
    }
  }

  @Test func `its table has every command of the program`() throws {
    let help = try BuiltProgram.tilequill.run(["--help"]).output
    let list = help.components(separatedBy: "Commands\n").last?.components(separatedBy: "\n\n")
    let commands = (list?.first ?? "").split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    try #require(commands.contains("slice"))
    let examples = try Readme(Self.root).examples
    for command in commands {
      #expect(examples.contains { $0.hasPrefix("tilequill \(command)") }, "\(command)")
    }
  }

  @Test(
    "Its Swift compiles against the library",
    .enabled(if: BuiltProgram.path(of: "swiftc") != nil))
  func snippet() throws {
    let blocks = try Readme(Self.root).blocks(tagged: "swift")
    try #require(blocks.count == 1)
    let modules = BuiltProgram.tilequill.url.deletingLastPathComponent().appending(path: "Modules")
    let compiler = BuiltProgram(url: try #require(BuiltProgram.path(of: "swiftc")))
    let outcome = try inFolder { folder in
      try Data(blocks[0].joined(separator: "\n").utf8).write(
        to: folder.appending(path: "main.swift"))
      return try compiler.run(
        ["-typecheck", "-swift-version", "6", "-I", modules.path, "main.swift"], in: folder)
    }
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  @Test("Its layer of a map compiles too", .enabled(if: AppleProgram.isPossible))
  func layer() throws {
    let blocks = try Readme(Self.root).blocks(tagged: "swift mapkit")
    try #require(blocks.count == 1)
    try inFolder { folder in
      let file = folder.appending(path: "main.swift")
      try Data(blocks[0].joined(separator: "\n").utf8).write(to: file)
      _ = try AppleProgram([file], usingBundle: true)
    }
  }

  @Test func `its Swift gives the files it names`() throws {
    let tiles = try #require(TileBundle(root: Self.root.appending(path: "tiles")))
    #expect(tiles.url(x: 4825, y: 6156, z: 14).path.hasSuffix("/tiles/14/4825/6156.png"))
    #expect(tiles.url(x: 0, y: 0, z: 14).path.hasSuffix("/tiles/parchment.png"))
    #expect(tiles.zooms == ZoomRange("13-16"))
  }

  @Test func `the files and make targets it names are there`() throws {
    let readme = try Readme(Self.root)
    for path in readme.links {
      let file = Self.root.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
    let makefile = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    try #require(readme.makeTargets.count > 5)
    for target in readme.makeTargets {
      #expect(makefile.contains("\n\(target): ##"), "make \(target)")
    }
  }

  /// Gives a shell in a new folder with copies of the sample drawing and of the sets with faults, the
  /// program on its PATH.
  private func inFolderOfDrawing(
    _ body: (_ shell: (String) throws -> BuiltProgram.Outcome) throws -> Void
  ) throws {
    let folder = BuiltProgram.tilequill.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    try inFolder { scratch in
      try FileManager.default.copyItem(
        at: Fixture.drawing("central-park.png"), to: scratch.appending(path: "central-park.png"))
      try FileManager.default.copyItem(
        at: Fixture.url("faults"), to: scratch.appending(path: "faults"))
      try body { command in
        try shell.run(
          ["-c", "exec 2>&1; \(command)"], in: scratch,
          environment: ["PATH": "\(folder):\(path)"])
      }
    }
  }

  private func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    return try body(scratch)
  }
}
