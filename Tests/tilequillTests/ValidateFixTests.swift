import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill validate --fix")
struct ValidateFixTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// A set of zooms 9 and 10 with a fallback: 3 x 2 tiles at its own zoom, the last one blank.
  private func slice(_ options: String = "") throws {
    try folder.draw("map.png", width: 768, height: 512) { x, y in
      x < 512 || y < 256 ? [90, UInt8(x / 3), UInt8(y / 2), 255] : [0, 0, 0, 0]
    }
    try folder.write(solid([230, 210, 170, 255]), to: "parchment.png")
    let outcome = try folder.run(
      words("slice map.png set --at 10/100/200 --fallback parchment.png --quiet \(options)"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  private func solid(_ color: [UInt8]) -> [UInt8] {
    let row = [0] + Array(repeating: color, count: 256).flatMap(\.self)
    return PNGMaker.png(
      width: 256, height: 256, depth: 8, color: 6,
      rows: Array(repeating: row, count: 256).flatMap(\.self))
  }

  private func move(_ path: String, to newPath: String) throws {
    try FileManager.default.moveItem(
      at: folder.url.appending(path: path), to: folder.url.appending(path: newPath))
  }

  private func spoil() throws {
    try slice()
    try move("set/10/100/201.png", to: "set/10/100/201.PNG")
    for path in ["set/.DS_Store", "set/10/._9", "set/10/100/Thumbs.db", "set/__MACOSX/._set"] {
      try folder.make(path, [0])
    }
    try folder.make("set/10/102/201.png", solid([9, 9, 9, 0]))
  }

  @Test func `it renames, sweeps and drops, and the set is as it was sliced`() throws {
    try slice()
    let before = try folder.tree("set")
    try move("set", to: "kept")
    try spoil()
    let outcome = try folder.run(words("validate set --fix --strict"))
    #expect(outcome.ending == .exit(0), "\(outcome.output)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "rename 10/100/201.PNG to 10/100/201.png",
        "remove 10/100/Thumbs.db, which Finder or Explorer left behind",
        "remove 10/._9, which Finder or Explorer left behind",
        "remove .DS_Store, which Finder or Explorer left behind",
        "remove __MACOSX/, which Finder or Explorer left behind",
        "remove 10/102/201.png, which is wholly transparent", lines.last ?? "",
      ])
    #expect(lines.last?.hasSuffix(" tiles, 0 errors, 0 warnings") == true)
    #expect(try folder.tree("set") == before)
  }

  @Test func `a dry run says the same and changes nothing`() throws {
    try spoil()
    let before = try folder.tree("set")
    let outcome = try folder.run(words("validate set --fix --dry-run"))
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.output.hasPrefix("would rename 10/100/201.PNG to 10/100/201.png\nwould remove "))
    #expect(try folder.tree("set") == before)
    #expect(try folder.run(words("validate set --dry-run")).ending == .exit(2))
  }

  @Test func `a tile that equals the fallback becomes blank on purpose`() throws {
    try folder.draw("map.png", width: 512, height: 256) { x, _ in
      x < 256 ? [90, UInt8(x), 7, 255] : [230, 210, 170, 255]
    }
    try folder.write(solid([230, 210, 170, 255]), to: "parchment.png")
    _ = try folder.run(
      words("slice map.png set --at 10/100/200 --fallback parchment.png --zoom 9-10 --quiet"))
    let outcome = try folder.run(words("validate set --fix --strict"))
    #expect(
      outcome.output
        == "remove 10/101/200.png, which looks exactly as the fallback does\n"
        + "2 tiles, 0 errors, 0 warnings\n")
    let record = try #require(try folder.json("set/tilequill.json"))
    #expect(record["made"] as? [String] == ["9/50/100", "10/100/200"])
    #expect((record["blank"] as? [String])?.contains("10/101/200") == true)
    let explained = try folder.run(words("explain 10/101/200 set")).output
    #expect(explained.hasPrefix("10/101/200: blank, "))
  }

  @Test func `what someone still asks for, or lies over others, stays`() throws {
    try folder.make("set/parchment.png", solid([1, 2, 3, 255]))
    try folder.make("set/3/1/1.png", solid([1, 2, 3, 255]))
    try folder.make("set/4/2/2.png", solid([4, 4, 4, 255]))
    try folder.make("set/4/2/3.png", solid([1, 2, 3, 255]))
    try folder.make("set/4/3/3.PNG", solid([5, 4, 4, 255]))
    try folder.make("set/4/3/3.png", solid([5, 4, 4, 255]))
    let before = try folder.tree("set")
    let asked = try folder.run(words("validate set --fix --tiles 4/2/2-3"))
    #expect(asked.output.contains("leave 4/2/3.png: the area that was asked for has it\n"))
    #expect(asked.output.contains("leave 3/1/1.png: it lies over 4/2/2.png\n"))
    #expect(try folder.tree("set") == before)
    _ = try folder.run(words("validate set --fix"))
    var expected = before
    expected["4/2/3.png"] = nil
    #expect(try folder.tree("set") == expected)
  }

  @Test func `a folder of Finder's with something else in it stays`() throws {
    try slice()
    try folder.make("set/__MACOSX/thesis.txt", Array("years of work".utf8))
    let outcome = try folder.run(words("validate set --fix"))
    #expect(outcome.output.hasPrefix("leave __MACOSX/: something else lies in it\n"))
    #expect(try folder.bytes("set/__MACOSX/thesis.txt") == Array("years of work".utf8))
  }

  @Test func `reports for programs stay one document`() throws {
    try spoil()
    let outcome = try folder.run(words("validate set --fix --json"))
    #expect(outcome.ending == .exit(0))
    #expect(try JSONSerialization.jsonObject(with: outcome.stdout) is NSDictionary)
    #expect(outcome.errors.contains("tilequill: set: rename 10/100/201.PNG to 10/100/201.png\n"))
  }
}
