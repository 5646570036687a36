import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill slice, the fallback")
struct SliceFallbackTests {
  private let folder: SliceFolder

  /// A drawing, and a fallback whose name is not the usual one.
  init() throws {
    folder = try SliceFolder()
    try draw(clearFrom: .max)
    try folder.draw("paper.png", width: 256, height: 256) { _, _ in [240, 230, 200, 255] }
    try folder.draw("wood.png", width: 256, height: 256) { _, _ in [120, 80, 40, 255] }
  }

  static let kinds = ["out", "out.pmtiles", "out.mbtiles"]

  private func draw(clearFrom: Int) throws {
    try folder.draw("map.png", width: 600, height: 600) { x, y in
      y < clearFrom ? [UInt8(x / 4 & 255), UInt8(y / 4 & 255), 90, 255] : [0, 0, 0, 0]
    }
  }

  @discardableResult
  private func expect(_ line: String, _ status: Int32 = 0) throws -> BuiltProgram.Outcome {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(status), "\(line): \(outcome.errors)")
    return outcome
  }

  /// Holds what a set says of its fallback, and the picture that it has, against a file.
  private func expectFallback(
    _ name: String, in out: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var root = out
    if out != "out" {
      root = "unpacked"
      try expect("convert \(out) \(root)")
    }
    defer {
      if root != out { try? FileManager.default.removeItem(at: folder.url.appending(path: root)) }
    }
    let metadata = try folder.json("\(root)/metadata.json")
    let options = try folder.json("\(root)/tilequill.json")?["options"] as? NSDictionary
    #expect(metadata?["fallback"] as? String == name, sourceLocation: sourceLocation)
    #expect(options?["fallback"] as? String == name, sourceLocation: sourceLocation)
    #expect(
      try folder.tree(root)[name] == folder.bytes(name), sourceLocation: sourceLocation)
  }

  @Test("An update and added zooms keep it", arguments: kinds)
  func kept(out: String) throws {
    try expect("slice map.png \(out) --at 12/1024/2048 --fallback paper.png")
    try draw(clearFrom: 256)
    let update = try expect("slice map.png \(out) --update")
    #expect(update.errors.contains(" 8 removed"), "\(update.errors)")
    try expectFallback("paper.png", in: out)
    try expect("slice map.png \(out) --add --zoom 8-9")
    try expectFallback("paper.png", in: out)
  }

  @Test("All made anew, it is still there", arguments: kinds)
  func keptByOverwriting(out: String) throws {
    try expect("slice map.png \(out) --at 12/1024/2048 --fallback paper.png")
    try draw(clearFrom: 256)
    try expect("slice map.png \(out) --overwrite")
    try expectFallback("paper.png", in: out)
    try expect("validate \(out) --strict")
    try expect("slice map.png \(out) --overwrite --fallback wood.png")
    try expectFallback("wood.png", in: out)
  }

  @Test func `an update keeps the one that a folder without a record names`() throws {
    try expect("slice map.png out --at 12/1024/2048 --fallback paper.png --no-record")
    try expect("slice map.png out --at 12/1024/2048 --update")
    try expectFallback("paper.png", in: "out")
  }

  @Test("One that is given is taken, though no tile changes", arguments: kinds)
  func given(out: String) throws {
    try expect("slice map.png \(out) --at 12/1024/2048 --fallback paper.png")
    try expect("slice map.png \(out) --check")
    let look = try expect("slice map.png \(out) --check --fallback wood.png", 1)
    #expect(
      look.errors.contains(
        "0 would be written, 14 unchanged, 0 would be removed, 0 blank skipped, "))
    #expect(look.errors.hasSuffix("tilequill: \(out): what it says of its tiles would change\n"))
    try expectFallback("paper.png", in: out)
    let update = try expect("slice map.png \(out) --update --fallback wood.png")
    #expect(update.errors.contains("0 written, 14 unchanged, 0 removed"), "\(update.errors)")
    try expectFallback("wood.png", in: out)
    try expect("slice map.png \(out) --check --fallback wood.png")
  }

  @Test(
    "An archive that nothing changes in stays the same file, with the names that it was given",
    arguments: ["pmtiles", "mbtiles"])
  func untouched(kind: String) throws {
    try expect("slice map.png out --at 12/1024/2048 --fallback paper.png")
    try expect("convert out set.\(kind) --name Park --attribution Ann --description Small")
    let file = folder.url.appending(path: "set.\(kind)").path
    let number = {
      try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    }
    let before = try number()
    try expect("slice map.png set.\(kind) --update")
    #expect(try number() == before)
    try draw(clearFrom: 256)
    try expect("slice map.png set.\(kind) --update")
    #expect(try number() != before)
    try expect("convert set.\(kind) back")
    let metadata = try folder.json("back/metadata.json")
    #expect(metadata?["name"] as? String == "Park")
    #expect(metadata?["attribution"] as? String == "Ann")
    #expect(metadata?["description"] as? String == "Small")
  }
}
