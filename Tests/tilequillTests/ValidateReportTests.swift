import Foundation
import QuillTestSupport
import Testing

/// What `validate` tells CI servers, and what it leaves to the drawing.
@Suite("tilequill validate, reports")
struct ValidateReportTests {
  private let folder: SliceFolder

  /// A grey drawing with a black line right at the border between two tiles, in `set`.
  init() throws {
    folder = try SliceFolder()
    try folder.draw("lined.png", width: 1536, height: 256) { x, y in
      x >= 256 && x < 258 ? [0, 0, 0, 255] : [UInt8(150 + (x + y) % 3), 150, 150, 255]
    }
    let slice = try folder.run(words("slice lined.png set --at 10/100/200 --quiet"))
    try #require(slice.ending == .exit(0), "\(slice.errors)")
  }

  @Test func `several reports come from one run, with a line that counts`() throws {
    try folder.write([], to: "set/10/100/200.png")
    let outcome = try folder.run(
      words("validate set --format junit=t.xml --format github --format sarif=t.sarif"))
    #expect(outcome.ending == .exit(1))
    #expect(outcome.output.hasPrefix("::error file=set/10/100/200.png,title=empty-file::"))
    #expect(outcome.errors == "tilequill: set: 13 tiles, 1 error, 0 warnings\n")
    for (name, format) in [("t.xml", "junit"), ("t.sarif", "sarif")] {
      let printed = try folder.run(words("validate set --format \(format)"))
      #expect([UInt8](printed.stdout) == (try folder.bytes(name)))
    }
    let files = try folder.run(words("validate set --format text=t.txt --quiet"))
    #expect(files.stdout.isEmpty && files.stderr.isEmpty && files.ending == .exit(1))
    #expect([UInt8](try folder.run(words("validate set")).stdout) == (try folder.bytes("t.txt")))
  }

  @Test(
    "Formats that do not go together are refused before anything is written",
    arguments: [
      (
        "--format json --format github",
        "--format: only one report can be printed (found json and github)"
      ),
      ("--format json=x --format text=x", "--format: two reports would go to 'x'"),
      ("--format json=", "--format: the name of the file is missing"),
      ("--format junt=x", "validate: --format: unknown choice (found 'junt'"),
      ("--json --format json=x", "validate: '--format' would have no effect"),
    ])
  func refusals(_ options: String, _ message: String) throws {
    let outcome = try folder.run(words("validate set \(options)"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("tilequill: \(message)"), "\(outcome.errors)")
    #expect(try folder.names == ["lined.png", "set"])
  }

  @Test(
    "A set that is not there is in the reports too",
    arguments: ["nothing", "empty.zip", "lined.png"])
  func absent(_ name: String) throws {
    try folder.write(Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 40), to: "empty.zip")
    let outcome = try folder.run(["validate", name] + words("--format junit=t.xml --format json"))
    #expect(outcome.ending == .exit(name == "lined.png" ? 1 : 2))
    #expect(outcome.errors.contains("0 tiles, 1 error, 0 warnings"))
    let report = try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary
    #expect(report?["good"] as? Bool == false)
    let xml = String(decoding: try folder.bytes("t.xml"), as: UTF8.self)
    #expect(xml.contains("failures=\"1\"") && xml.hasSuffix("</testsuites>\n"))
  }

  @Test func `a report that cannot be written is told by its name`() throws {
    let outcome = try folder.run(words("validate set --format junit=lined.png/t.xml"))
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.errors.hasPrefix("tilequill: lined.png/t.xml: cannot be written"), "\(outcome.errors)"
    )
  }

  @Test(
    "An area without zooms is checked at those of the set",
    arguments: [
      ("set", "9-10"), ("set.pmtiles", "9-10"), ("bare", "9-10"), ("declared", "9-11"),
    ])
  func areas(_ set: String, _ zooms: String) throws {
    _ = try folder.run(words("convert set set.pmtiles"))
    let manager = FileManager.default
    for name in ["bare", "declared"] {
      try manager.copyItem(
        at: folder.url.appending(path: "set"), to: folder.url.appending(path: name))
      try manager.removeItem(at: folder.url.appending(path: "\(name)/tilequill.json"))
      try manager.removeItem(at: folder.url.appending(path: "\(name)/metadata.json"))
      try? manager.removeItem(at: folder.url.appending(path: "\(name)/8"))
      try? manager.removeItem(at: folder.url.appending(path: "\(name)/7"))
    }
    try folder.write(
      Array(#"{"minzoom": "9", "maxzoom": "11"}"#.utf8), to: "declared/metadata.json")
    let own = try zoomsOf(set)
    let expected = set == "bare" || set == "declared" ? zooms : own
    // A place in the middle of tile 10/101/200, and one far away.
    for (place, status) in [("-144.3,73.18", Int32(set == "declared" ? 1 : 0)), ("10,10", 1)] {
      let outcome = try folder.run(["validate", set, "--point", place])
      #expect(outcome.ending == .exit(status), "\(outcome.output)")
      #expect(
        outcome.output.hasSuffix("; the area was checked at zooms \(expected), those of the set\n"))
      let asked = try folder.run(["validate", set, "--point", place, "--zoom", expected])
      let line = asked.output.split(separator: "\n").last.map(String.init) ?? ""
      if set != "declared" { #expect(outcome.output.contains(line)) }
      #expect(!asked.output.contains("was checked"))
    }
    let json = try folder.run(["validate", set, "--point", "10,10", "--json"])
    let report = try JSONSerialization.jsonObject(with: json.stdout) as? NSDictionary
    #expect(report?["area_zooms"] as? String == expected)
  }

  private func zoomsOf(_ set: String) throws -> String {
    let record = try folder.json("set/tilequill.json")?["options"] as? NSDictionary
    return record?["zooms"] as? String ?? ""
  }

  private func rules(_ set: String) throws -> [String] {
    let outcome = try folder.run(["validate", set, "--json"])
    let report = try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary
    return (report?["findings"] as? [NSDictionary] ?? []).compactMap { $0["rule"] as? String }
  }

  @Test(
    "A line of the drawing is no seam in what is provably its slice",
    arguments: ["set", "set.mbtiles", "set.pmtiles"])
  func drawnLine(_ set: String) throws {
    if set != "set" { _ = try folder.run(["convert", "set", set]) }
    #expect(try rules(set).isEmpty)
  }

  @Test func `a line shows as a seam where nothing proves the slice, or a tile was changed since`()
    throws
  {
    var record = String(decoding: try folder.bytes("set/tilequill.json"), as: UTF8.self)
    let whole = Array(record.utf8)
    let start = try #require(record.range(of: "\"fingerprints\""))
    record.replaceSubrange(start, with: "\"other\"")
    try folder.write(Array(record.utf8), to: "set/tilequill.json")
    #expect(try rules("set").contains("visible-seam"))
    try folder.write(whole, to: "set/tilequill.json")
    #expect(try rules("set").isEmpty)
    // The same pixels in another file: a trailing chunk of text.
    let bytes = try folder.bytes("set/10/100/200.png")
    try folder.write(bytes + [0], to: "set/10/100/200.png")
    #expect(try Set(rules("set")) == ["trailing-bytes", "visible-seam"])
  }

  @Test func `a picture that the drawing repeats is no notice of a server`() throws {
    try folder.draw("grid.png", width: 2048, height: 256) { x, y in
      x % 32 == 0 || y % 32 == 0 ? [0, 0, 0, 255] : [90, 120, 90, 255]
    }
    #expect(try folder.run(words("slice grid.png grid --plain --quiet")).ending == .exit(0))
    #expect(try rules("grid").isEmpty)
    try FileManager.default.removeItem(at: folder.url.appending(path: "grid/tilequill.json"))
    #expect(try rules("grid").contains("repeated-picture"))
  }

  @Test func `a retina tile of the plain size is told to be a plain one`() throws {
    let plain = try folder.bytes("set/10/100/200.png")
    try folder.write(plain, to: "set/10/100/200@2x.png")
    let outcome = try folder.run(words("validate set"))
    #expect(outcome.output.contains("10/100/200@2x.png: has 256x256 pixels (expected 512x512)"))
    #expect(outcome.output.contains("> It is a plain tile under a retina name"))
    #expect(!outcome.output.contains("Fill the tile up"))
  }

  @Test func `a budget stays a finding, whatever the baseline was written with`() throws {
    let budget = words("validate set --max-bytes 1K --max-tile-bytes 100")
    #expect(
      try folder.run(budget + words("--write-baseline known.json --exit-zero")).ending == .exit(0))
    let again = try folder.run(budget + words("--baseline known.json"))
    #expect(again.ending == .exit(1))
    #expect(again.output.contains("set-too-heavy") && again.output.contains("tile-too-heavy"))
    try folder.write(Array("x".utf8), to: "set/10/100/notes.txt")
    _ = try folder.run(words("validate set --write-baseline known.json"))
    let known = try folder.run(words("validate set --baseline known.json"))
    #expect(
      known.output.hasSuffix("0 errors, 0 warnings (1 known finding ignored)\n"), "\(known.output)")
    try folder.write(Array("[]".utf8), to: "known.json")
    #expect(
      try folder.run(words("validate set --baseline known.json")).errors
        == "tilequill: known.json: is not a baseline (make one with --write-baseline)\n")
  }
}
