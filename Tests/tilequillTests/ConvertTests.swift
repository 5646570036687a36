import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("convert")
struct ConvertTests {
  private let scratch: ScratchFolder
  private var tiles: String { scratch.path + "/tiles" }

  init() throws {
    scratch = try ScratchFolder()
    let sample = Fixture.tests.deletingLastPathComponent().appending(path: "tiles")
    try FileManager.default.copyItem(atPath: sample.path, toPath: tiles)
  }

  private func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.tilequill.run(arguments, in: scratch.url)
  }

  private func files(_ folder: String) throws -> [String: Data] {
    let root = scratch.url.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".json") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: root.appending(path: $0))) })
  }

  @Test("The sample tiles come back byte for byte", arguments: ["pmtiles", "mbtiles"])
  func roundTrip(_ kind: String) throws {
    let there = try run("convert", "tiles", "park.\(kind)")
    #expect(there.ending == .exit(0), "\(there.errors)")
    #expect(there.output == "")
    // The size is the archive's own: SQLite's pages take some more than the tiles.
    let size = kind == "pmtiles" ? "5.5M" : "5.8M"
    #expect(there.errors.contains("park.\(kind): 131 tiles, \(size), "), "\(there.errors)")
    #expect(try run("convert", "park.\(kind)", "back").ending == .exit(0))
    let (before, after) = (try files("tiles"), try files("back"))
    #expect(before.count > 131)
    #expect(after == before)
    #expect(scratch.contents().filter { $0.hasPrefix(".") } == [])
  }

  @Test("validate and list read archives as they read folders", arguments: ["pmtiles", "mbtiles"])
  func readers(_ kind: String) throws {
    _ = try run("convert", "tiles", "park.\(kind)")
    let verdict = try run("validate", "park.\(kind)", "--quick")
    #expect(verdict.output == "131 tiles, 0 errors, 0 warnings\n")
    for question in [["--present"], ["--missing", "--tiles", "16/19290-19310/24600-24640"]] {
      let area = ["list", "--in", "park.\(kind)"] + question
      let ofArchive = try BuiltProgram.tilequill.run(area, in: scratch.url)
      let ofFolder = try BuiltProgram.tilequill.run(
        area.map { $0 == "park.\(kind)" ? "tiles" : $0 }, in: scratch.url)
      #expect(ofArchive.output == ofFolder.output)
      #expect(ofArchive.ending == ofFolder.ending)
      #expect(!ofArchive.output.isEmpty)
    }
  }

  @Test func `names and thanks are written where asked`() throws {
    let outcome = try run(
      "convert", "tiles", "park.mbtiles", "--name", "The park", "--description", "Paths & ponds",
      "--attribution", "Us")
    #expect(outcome.ending == .exit(0))
    let metadata = try #require(
      try MBTilesArchive(path: scratch.path + "/park.mbtiles").metadata)
    #expect(metadata.name == "The park")
    #expect(metadata.summary == "Paths & ponds")
    #expect(metadata.attribution == "Us")
    #expect(metadata.zooms == ZoomRange(13, through: 16))
  }

  @Test func `zooms and a box choose the tiles, and the set says no more than it holds`() throws {
    #expect(try run("convert", "tiles", "some.pmtiles", "--zoom", "14-15").ending == .exit(0))
    let some = try PMTilesArchive(path: scratch.path + "/some.pmtiles")
    #expect(try some.metadata?.zooms == ZoomRange(14, through: 15))
    #expect(try some.record?.options.zooms == ZoomRange(14, through: 15))
    #expect(try run("validate", "some.pmtiles", "--quick").ending == .exit(0))
    let box = "-73.97,40.77,-73.96,40.78"
    #expect(try run("convert", "tiles", "part.mbtiles", "--bounds", box).ending == .exit(0))
    let listed = try run("list", "--in", "part.mbtiles", "--present").output
    let asked = try run(
      "list", "--in", "tiles", "--present", "--bounds", box, "--zoom", "13-16"
    ).output
    #expect(listed == asked && !listed.isEmpty)
    #expect(try run("validate", "part.mbtiles", "--quick").ending == .exit(0))
    #expect(
      try run("convert", "tiles", "none.mbtiles", "--zoom", "3").errors
        == "tilequill: none.mbtiles: would have no tile\n")
  }

  @Test func `a folder made the other way round is turned`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/tms/1/0", withIntermediateDirectories: true)
    // Row 0 from the south is row 1 from the north.
    try FileManager.default.copyItem(
      atPath: tiles + "/parchment.png", toPath: scratch.path + "/tms/1/0/0.png")
    #expect(try run("convert", "tms", "a", "--scheme", "tms").ending == .exit(0))
    #expect(try files("a").keys.sorted() == ["1/0/1.png", "metadata.json"])
    #expect(try run("convert", "tms", "b", "--layout", "z/y/x").ending == .exit(0))
    #expect(try files("b").keys.sorted() == ["1/0/0.png", "metadata.json"])
  }

  @Test func `linked files are the same files`() throws {
    #expect(try run("convert", "tiles", "linked", "--link", "--zoom", "13").ending == .exit(0))
    let names = try files("linked").keys.filter { $0.hasPrefix("13/") }
    #expect(names.count == 4)
    func number(_ path: String) throws -> UInt64? {
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      return facts[.systemFileNumber] as? UInt64
    }
    for name in names {
      #expect(try number("\(scratch.path)/linked/\(name)") == number("\(tiles)/\(name)"))
    }
  }

  @Test func `what is left out is told`() throws {
    try scratch.write("notes", to: "tiles/notes.txt")
    try scratch.write("finder", to: "tiles/13/.DS_Store")
    try FileManager.default.copyItem(
      atPath: tiles + "/13/2412/3078.png", toPath: tiles + "/13/2412/3078@2x.png")
    let outcome = try run("convert", "tiles", "park.pmtiles")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors.hasPrefix(
        """
        tilequill: tiles: one thing that is no tile was left out
        tilequill: tiles: one @2x picture was left out: an archive has no place for it
        tilequill: park.pmtiles: 131 tiles,
        """))
  }

  @Test(
    "What cannot be done is told in one line, and nothing is left",
    arguments: [
      (["none", "a.pmtiles"], "none: does not exist (expected a folder of tiles, or an archive)"),
      (
        ["notes.txt", "a.pmtiles"],
        "notes.txt: looks like plain text (expected an archive of tiles)"
      ),
      (
        ["empty.mbtiles", "a.pmtiles"],
        "empty.mbtiles: is an empty file (expected an archive of tiles)"
      ),
      (["tiles", "notes.txt"], "notes.txt: exists already (expected a new name)"),
      (
        ["tiles", "a.pmtiles", "--link"],
        "convert: '--link' would have no effect: an archive holds copies"
      ),
      (
        ["bad", "a.pmtiles"],
        "bad: tile 1/0/0 looks like plain text (expected a PNG, JPEG or WebP picture)"
      ),
      (
        ["mixed", "a.pmtiles"],
        "a.pmtiles: would have tiles of several formats, 1 jpg, 1 png (expected one)"
      ),
      (["tiles", ""], "convert: DST has no name (expected a new folder or archive)"),
    ])
  func refusals(_ arguments: [String], _ message: String) throws {
    try scratch.write("notes", to: "notes.txt")
    try scratch.write("", to: "empty.mbtiles")
    try scratch.write("words", to: "bad/1/0/0.png")
    try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: scratch.write(to: "mixed/1/0/0.png"))
    try Data(PNGMaker.signature).write(to: scratch.write(to: "mixed/1/0/1.png"))
    let before = scratch.contents()
    let outcome = try BuiltProgram.tilequill.run(["convert"] + arguments, in: scratch.url)
    #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "tilequill: " + message)
    #expect(outcome.ending == .exit(2))
    #expect(scratch.contents() == before)
  }

  @Test func `to validate, a broken archive is a finding, in any format (R91)`() throws {
    _ = try run("convert", "tiles", "whole.pmtiles")
    let whole = try Data(contentsOf: scratch.url.appending(path: "whole.pmtiles"))
    try whole.prefix(100).write(to: scratch.url.appending(path: "cut.pmtiles"))
    let found = "is cut off in its header: has 100 bytes (expected 127)"
    let text = try run("validate", "cut.pmtiles")
    #expect(text.ending == .exit(1))
    #expect(text.output.contains("  cut.pmtiles: \(found)\n"))
    #expect(text.output.hasSuffix("0 tiles, 1 error, 0 warnings\n"))
    let json = try run("validate", "cut.pmtiles", "--json")
    #expect(json.ending == .exit(1))
    #expect(json.output.contains(found))
    #expect(try run("validate", "absent.pmtiles").ending == .exit(2))
  }

  @Test func `slice writes archives, whose bytes do not depend on the number of jobs`() throws {
    let drawing = Fixture.drawing("central-park-small.png").path
    let fallback = Fixture.drawing("parchment.png").path
    for jobs in ["1", "3"] {
      for kind in ["pmtiles", "mbtiles"] {
        let outcome = try run(
          "slice", drawing, "\(jobs).\(kind)", "--at", "17/38596/49236", "--zoom", "15-16",
          "--fallback", fallback, "--jobs", jobs)
        #expect(outcome.ending == .exit(0), "\(outcome.errors)")
      }
    }
    _ = try run(
      "slice", drawing, "folder", "--at", "17/38596/49236", "--zoom", "15-16", "--fallback",
      fallback)
    for kind in ["pmtiles", "mbtiles"] {
      _ = try run("convert", "1.\(kind)", "from-\(kind)")
      #expect(try files("from-\(kind)") == files("folder"))
      #expect(
        FileManager.default.contents(atPath: scratch.path + "/1.\(kind)")
          == FileManager.default.contents(atPath: scratch.path + "/3.\(kind)"))
    }
  }

  /// Whenever the program is killed, the final name is a whole archive or nothing.
  @Test("A killed program leaves no half archive", arguments: ["pmtiles", "mbtiles"])
  func killed(_ kind: String) throws {
    let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
    var ends: Set<Bool> = []
    for delay in ["0", "0.01", "0.03", "0.06", "0.1", "3"] {
      _ = try shell.run(
        [
          "-c", "\"$0\" convert tiles \(delay).\(kind) & sleep \(delay); kill -9 $!; wait",
          BuiltProgram.tilequill.url.path,
        ], in: scratch.url)
      let path = "\(scratch.path)/\(delay).\(kind)"
      let isThere = FileManager.default.fileExists(atPath: path)
      ends.insert(isThere)
      guard isThere else { continue }
      var count = 0
      try Tileset.open(path).visitTiles { _ in count += 1 }
      #expect(count == 131)
    }
    // Some were killed before their end, and the last one was not.
    #expect(ends == [true, false])
  }
}
