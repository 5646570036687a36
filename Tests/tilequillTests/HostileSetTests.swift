import Foundation
import QuillTestSupport
import Testing

@Suite("tilesets made to do harm")
struct HostileSetTests {
  private let folder: SliceFolder

  /// The folder with sets that Python made: see `hostile_sets.py`.
  init() throws {
    folder = try SliceFolder()
    let python = try #require(BuiltProgram.path(of: "python3"), "python3 is not installed")
    let script = Fixture.url("archives/hostile_sets.py").path
    let made = try BuiltProgram(url: python).run([script], in: folder.url)
    try #require(made.ending == .exit(0), "\(made.errors)")
  }

  /// Runs a command of which a bad set may have ten seconds and 500 MB; on a quiet machine it takes some
  /// hundredths of a second.
  private func run(_ command: String) throws -> BuiltProgram.Outcome {
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    return try shell.run(
      [
        "-c",
        "ulimit -v 4000000; exec timeout -s KILL 20 \(BuiltProgram.tilequill.url.path) \(command)",
      ], in: folder.url)
  }

  static let sets: [(set: String, words: String)] = [
    ("loop.mbtiles", "its tiles need a query that calls itself"),
    ("cross.mbtiles", "asks for more work than an archive of its size can need"),
    ("nested.mbtiles", "its tiles need a view, 'inner', inside another"),
    ("generated.mbtiles", "its tiles need a computed column of 'tiles'"),
    ("function.mbtiles", "its tiles need the function 'zeroblob'"),
    ("virtual.mbtiles", "is a damaged database: unsafe use of virtual table"),
    ("entries.pmtiles", "its list of tiles has more than"),
    ("run.pmtiles", "lists more tiles than a file of"),
  ]

  @Test(arguments: sets)
  func `it is refused by name, in little time and memory`(_ set: (set: String, words: String))
    throws
  {
    for command in ["info \(set.set)", "convert \(set.set) copy", "diff \(set.set) \(set.set)"] {
      let outcome = try run(command)
      #expect(outcome.ending == .exit(2), "\(command): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("tilequill: \(set.set): \(set.words)"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "copy").path))
    }
    let checked = try run("validate \(set.set)")
    #expect(checked.ending == .exit(1), "\(checked.errors)")
    #expect(checked.output.contains("  \(set.set): \(set.words)"), "\(checked.output)")
    for command in ["explain 3/1/1 \(set.set)", "list --in \(set.set) --present --zoom 3"] {
      let outcome = try run(command)
      #expect(
        [.exit(0), .exit(1), .exit(2)].contains(outcome.ending), "\(command): \(outcome.errors)")
    }
  }

  @Test(arguments: ["metadata.mbtiles", "metadata.pmtiles"])
  func `metadata without end are no reason to wait`(_ set: String) throws {
    for command in [
      "validate \(set)", "convert \(set) copy", "explain 0/0/0 \(set)", "info \(set)",
    ] {
      let outcome = try run(command)
      #expect(
        [.exit(0), .exit(1), .exit(2)].contains(outcome.ending), "\(command): \(outcome.errors)")
      if outcome.ending == .exit(2) {
        #expect(outcome.errors.hasPrefix("tilequill: \(set): "), "\(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["plain.mbtiles", "shared.mbtiles", "flipped.mbtiles", "common.mbtiles"])
  func `what true archives do is allowed`(_ set: String) throws {
    let outcome = try run("info \(set) --json")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try run("convert \(set) copy").ending == .exit(0))
    #expect(try folder.files(below: "copy").contains("1/0/1.png"))
  }

  @Test(arguments: [
    "validate large", "convert large copy", "info large", "stitch large s.png --zoom 3",
  ])
  func `a file that says it has terabytes is an error or a finding at once`(_ command: String)
    throws
  {
    let outcome = try run(command)
    #expect([.exit(0), .exit(1), .exit(2)].contains(outcome.ending), "\(outcome.errors)")
    if command.hasPrefix("validate") { #expect(outcome.ending == .exit(1)) }
    if command.hasPrefix("convert") {
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.contains("large/3/1/1.png: is too large"), "\(outcome.errors)")
    }
  }

  @Test func `a drawing's width is no reason to take memory before its pixels are read`() throws {
    let outcome = try run("info wide.png")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(outcome.output.contains("2147483647x1 pixels"))
    #expect(try run("validate wide").ending == .exit(1))
    #expect(try run("slice wide.png out --plain").ending == .exit(2))
  }

  @Test func `an archive that repeats tiles saves what its deepest zoom alone holds`() throws {
    let outcome = try run("info repeated.pmtiles --json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: outcome.stdout) as? [String: Any])
    let saving = try #require((json["without_deepest"] as? [String: Any])?["saves"] as? Int)
    let bytes = try #require(json["file_bytes"] as? Int)
    #expect(saving == 0 && bytes > 0)
    #expect(!(try run("info repeated.pmtiles")).output.contains(#/ -[0-9.]+ ?(bytes|K|M)/#))
  }
}
