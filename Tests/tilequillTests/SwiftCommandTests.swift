import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill swift")
struct SwiftCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// A drawing of 2 by 2 tiles of zoom 12, whose north-west tile is left clear, into `OUT`.
  private func slice(_ options: String, opaque: Bool = false, into out: String = "tiles") throws {
    try folder.draw("map.png", width: 512, height: 512) { x, y in
      opaque || x >= 256 || y >= 256 ? [UInt8(x / 2), UInt8(y / 2), 9, 255] : [0, 0, 0, 0]
    }
    try folder.draw("parchment.png", width: 256, height: 256) { _, _ in [230, 210, 170, 255] }
    let line = "slice map.png \(out) --at 12/1024/2048 --quiet \(options)"
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  private func print(_ arguments: [String]) throws -> String {
    let outcome = try folder.run(["swift"] + arguments)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return outcome.output
  }

  /// Compiles what was printed with the trial, and asks it about tiles in the test's folder.
  private func ask(
    _ swift: String, _ questions: [String], package: Bool = false
  ) throws -> [String] {
    let file = folder.url.appending(path: "Printed.swift")
    try Data(swift.utf8).write(to: file)
    let program = try AppleProgram(
      [file, Fixture.tests.appending(path: "AppleNames/PrintedTrial.swift")], usingBundle: package)
    let outcome = try program.run([folder.url.path] + questions)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["", "--package"])
  func `what is printed of the sample is what was looked at`(option: String) throws {
    let tiles = Fixture.tests.deletingLastPathComponent().appending(path: "tiles").path
    let name = option.isEmpty ? "sample" : "package"
    #expect(
      try Golden.difference(of: print([tiles] + words(option)), from: "swift/\(name).txt") == nil)
  }

  @Test("What is printed compiles and finds the tiles", .enabled(if: AppleProgram.isPossible))
  func compiled() throws {
    try slice("--zoom 11-12 --retina --fallback parchment.png")
    let answers = try ask(
      print(["tiles", "--name", "ParkOverlay"]),
      ["12/1030/2048/1", "12/1025/2049/1", "12/1025/2049/2", "11/512/1024/3", "13/0/0/1"])
    // Zoom 12 has 65536 points a tile: 1024 and 2048 of them, and two each way.
    #expect(
      answers == [
        "zooms 11-12", "tile 256x256", "replaces false",
        "area 67108864.0 134217728.0 131072.0"
          + " 131072.0", "12/1030/2048/1 tiles/parchment.png",
        "12/1025/2049/1 tiles/12/1025/2049.png", "12/1025/2049/2 tiles/12/1025/2049@2x.png",
        "11/512/1024/3 tiles/11/512/1024@2x.png", "13/0/0/1 tiles/parchment.png",
      ])
  }

  @Test("With --package too", .enabled(if: AppleProgram.isPossible))
  func package() throws {
    try slice("--zoom 11-12 --fallback parchment.png")
    let answers = try ask(
      print(["tiles", "--name", "ParkOverlay", "--package"]),
      ["12/1024/2048/1", "12/1025/2049/2"], package: true)
    #expect(
      answers == [
        "zooms 11-14", "tile 256x256", "replaces false",
        "area 67108864.0 134217728.0 131072.0"
          + " 131072.0", "12/1024/2048/1 tiles/parchment.png",
        "12/1025/2049/2 tiles/12/1025/2049.png",
      ])
  }

  @Test(
    "Folders with rows from the south, and of rows before columns, are read as they are",
    .enabled(if: AppleProgram.isPossible))
  func otherLayouts() throws {
    // Row 2049 of 4096 from the north is row 2046 from the south.
    try slice("--zoom 12")
    for tile in ["1025/2048", "1024/2049", "1025/2049"] {
      let bytes = try folder.bytes("tiles/12/\(tile).png")
      let parts = tile.split(separator: "/").compactMap { Int($0) }
      try folder.make("south/12/\(4095 - parts[1])/\(parts[0]).png", bytes)
    }
    try folder.make("parchment.png", folder.bytes("parchment.png"))
    let answers = try ask(
      print(
        words("south --scheme tms --layout z/y/x --fallback parchment.png --name ParkOverlay")),
      ["12/1025/2049/1", "12/1024/2048/1"])
    #expect(
      answers.suffix(2) == [
        "12/1025/2049/1 south/12/2046/1025.png", "12/1024/2048/1 parchment.png",
      ])
    #expect(answers[3] == "area 67108864.0 134217728.0 131072.0 131072.0")
  }

  @Test(
    "The map below is replaced only by tiles and a fallback that are opaque",
    arguments: [
      (true, "--zoom 11-12 --fallback parchment.png", true),
      (true, "--zoom 12", true),
      (false, "--zoom 11-12 --fallback parchment.png", false),
      // Without a fallback the tile that was lost is a hole; zoom 10 reaches beyond the drawing.
      (true, "--zoom 12 --lose", false),
      (true, "--zoom 10-12 --fallback parchment.png", false),
      (true, "--zoom 12 --fallback glass.png", false),
    ])
  func opaqueness(isOpaque: Bool, options: String, replaces: Bool) throws {
    try folder.draw("glass.png", width: 256, height: 256) { x, y in
      [1, 2, 3, x == 255 && y == 255 ? 254 : 255]
    }
    try slice(options.replacingOccurrences(of: " --lose", with: ""), opaque: isOpaque)
    if options.hasSuffix("--lose") {
      try FileManager.default.removeItem(at: folder.url.appending(path: "tiles/12/1024/2048.png"))
    }
    let printed = try print(["tiles"])
    #expect(printed.contains("\n    canReplaceMapContent = \(replaces)\n"))
  }

  @Test func `of an archive it prints the Swift of the folder, and says how to make that`() throws {
    try slice(
      "--zoom 12 --fallback parchment.png", into: "my-park.pmtiles")
    let folderOutcome = try folder.run(words("convert my-park.pmtiles my-park --quiet"))
    #expect(folderOutcome.ending == .exit(0))
    let outcome = try folder.run(words("swift my-park.pmtiles"))
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors == "tilequill: my-park.pmtiles: apps read folders; make this one with:"
        + " tilequill convert my-park.pmtiles my-park\n")
    #expect(try outcome.output == print(["my-park"]))
  }

  @Test(
    "Folders of any name come through",
    .enabled(if: AppleProgram.isPossible),
    arguments: ["Parc d'Été", "say \"hi\" \\(1)", "two\nlines", "100%25 #1", "日本"])
  func names(name: String) throws {
    try slice("--zoom 12")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "tiles"), to: folder.url.appending(path: name))
    let answers = try ask(print(["--name", "ParkOverlay", "--", name]), ["12/1025/2049/1"])
    #expect(answers.dropFirst(4).joined(separator: "\n").hasSuffix("\(name)/12/1025/2049.png"))
  }

  @Test(
    "The type's name comes from the title",
    arguments: [
      ("central-park", "CentralParkOverlay"), ("Île d'Été 2", "LeDT2Overlay"), ("日本", "MapOverlay"),
      ("2 parks", "MapOverlay"),
    ])
  func typeName(title: String, name: String) throws {
    try slice("--zoom 12")
    let metadata = try JSONSerialization.data(withJSONObject: ["name": title])
    try metadata.write(to: folder.url.appending(path: "tiles/metadata.json"))
    #expect(try print(["tiles"]).contains("\nfinal class \(name): MKTileOverlay {\n"))
  }

  @Test(
    "What it cannot do it says",
    arguments: [
      ("--name class", "swift: --name: found 'class', expected a name for a type"),
      ("--name 2Park", "swift: --name: found '2Park', expected a name for a type"),
      ("--name MKTileOverlay", "swift: --name: found 'MKTileOverlay', expected a name for a type"),
      ("--package --scheme tms", "--package: QuillBundle reads folders as zoom/x/y"),
      ("--fallback none.png", "none.png: does not exist"),
    ])
  func refusals(options: String, message: String) throws {
    try slice("--zoom 12")
    let outcome = try folder.run(["swift", "tiles"] + words(options))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("tilequill: \(message)"), "\(outcome.errors)")
  }

  @Test func `a tile that no app can show is no set to show`() throws {
    try slice("--zoom 12")
    try folder.make("tiles/12/1025/2049.png", Array("GIF89a".utf8))
    let outcome = try folder.run(words("swift tiles"))
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.errors == "tilequill: tiles: one tile is no PNG that an app can show\n"
        + "  See which: tilequill validate tiles\n")
    let empty = try folder.run(words("swift ."))
    #expect(empty.ending == .exit(2))
  }
}
