import Foundation
import QuillTestSupport
import Testing

/// A path that names no tileset where one is near, in every command that reads one.
@Suite("A path beside the tileset")
struct WrongPathTests {
  private let folder: SliceFolder

  /// A set of zooms 9 and 10 in `park/tiles`.
  init() throws {
    folder = try SliceFolder()
    try folder.draw("a.png", width: 300, height: 300) { x, y in
      [UInt8(x & 255), UInt8(y & 255), 9, 255]
    }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "park"), withIntermediateDirectories: true)
    let slice = try folder.run(words("slice a.png park/tiles --at 10/100/200 --zoom 9-10 --quiet"))
    try #require(slice.ending == .exit(0), "\(slice.errors)")
  }

  /// Calls that read a set, `SET` standing for it.
  private static let calls = [
    "validate SET --strict", "validate --quick SET", "info SET", "explain 10/100/200 SET",
    "stitch SET out.png --zoom 10", "convert SET out.pmtiles", "diff SET park/tiles",
    "diff park/tiles SET", "merge park/tiles SET out", "serve SET --port 9", "swift SET",
    "list --in SET --present", "list --in=SET --present",
  ]

  private static let places = [
    ("park", "has no tiles itself, but park/tiles has zooms 9-10"),
    ("park/tiles/10", "is only a part of a tileset: park/tiles has zooms 9-10"),
    ("park/tiles/10/100", "is only a part of a tileset: park/tiles has zooms 9-10"),
    ("park/tiles/metadata.json", "is a file inside a tileset: park/tiles has zooms 9-10"),
    ("park/tiles/tilequill.json", "is a file inside a tileset: park/tiles has zooms 9-10"),
  ]

  @Test(arguments: calls, places)
  func `the tiles are found, and the call is printed with their path`(
    _ call: String, _ place: (path: String, message: String)
  ) throws {
    let before = try folder.names
    let line = call.replacingOccurrences(of: "SET", with: place.path)
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2), "\(line): \(outcome.errors)")
    #expect(outcome.stdout.isEmpty)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "tilequill: \(place.path): \(place.message)")
    let right = call.replacingOccurrences(of: "SET", with: "park/tiles")
    #expect(lines.last == "  Try: tilequill \(right)")
    #expect(try folder.names == before)
  }

  @Test func `the call that is printed works in a shell, whatever the folder is called`() throws {
    let root = "Bob's maps"
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "park"), to: folder.url.appending(path: root))
    let outcome = try folder.run(["validate", root, "--strict"])
    let call = try #require(outcome.errors.components(separatedBy: "Try: tilequill ").last)
    let program = BuiltProgram.tilequill.url.path
    let again = try BuiltProgram(url: URL(fileURLWithPath: "/bin/sh")).run(
      ["-c", "'\(program)' \(call)"], in: folder.url)
    #expect(again.ending == .exit(0), "\(call): \(again.errors)")
    #expect(again.output.contains(" 0 errors"))
  }

  @Test func `of several sets the first is named, and how many others there are`() throws {
    for name in ["park/old", "park/web"] {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: "park/tiles"), to: folder.url.appending(path: name))
    }
    #expect(
      try folder.run(words("validate park")).errors.hasPrefix(
        "tilequill: park: has no tiles itself, but park/old has zooms 9-10, and 2 more below"))
  }

  @Test func `a set that a deeper folder holds is found, and one with zooms of its own is read`()
    throws
  {
    try folder.make(
      "site/maps/park/3/1/1.png", [UInt8](try folder.bytes("park/tiles/10/100/200.png")))
    #expect(
      try folder.run(words("info site")).errors.contains("site/maps/park has zoom 3\n"))
    try folder.make("park/3/1/1.png", [UInt8](try folder.bytes("park/tiles/10/100/200.png")))
    let own = try folder.run(words("validate park"))
    #expect(own.ending == .exit(0), "\(own.errors)")
    #expect(own.output.contains("1 tile, 0 errors"))
  }

  @Test func `the current folder may be the part`() throws {
    let outcome = try BuiltProgram.tilequill.run(
      ["validate", "."], in: folder.url.appending(path: "park/tiles/10"))
    #expect(outcome.errors.hasPrefix("tilequill: .: is only a part of a tileset: /"))
  }

  @Test func `a folder without any tiles near is told as before`() throws {
    try folder.make("empty/read me.txt", [1])
    #expect(try folder.run(words("validate empty")).output.contains("no-tiles"))
    #expect(
      try folder.run(words("info a.txt")).errors.hasPrefix("tilequill: a.txt: does not exist"))
  }

  @Test(arguments: ["validate", "info", "swift"])
  func `a zipped set is told as that, with the way out`(_ command: String) throws {
    // The end of an archive without entries, behind the start of one.
    try folder.write(Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 40), to: "park.zip")
    let outcome = try folder.run([command, "park.zip"])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("tilequill: park.zip: is a zip archive (expected "))
    #expect(outcome.errors.contains("unzip park.zip -d park && tilequill \(command) park\n"))
  }
}
