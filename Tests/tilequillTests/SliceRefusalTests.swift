import Foundation
import QuillTestSupport
import Testing

/// What cannot be sliced ends with 2, one clear line, and nothing left behind.
@Suite("tilequill slice, refusing")
struct SliceRefusalTests {
  let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 300, height: 260) { x, y in [UInt8(x & 255), 1, 2, 255] }
    try folder.write(Array("hello".utf8), to: "notes.txt")
    try folder.draw("small.png", width: 16, height: 16) { _, _ in [1, 2, 3, 255] }
  }

  /// Expects one error, perhaps a remedy, and the folder as it was.
  private func expectRefusal(
    _ arguments: [String], _ errors: String? = nil, contains part: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.names
    let outcome = try folder.run(arguments)
    #expect(outcome.ending == .exit(2), sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    if let errors { #expect(outcome.errors == errors, sourceLocation: sourceLocation) }
    if let part {
      #expect(outcome.errors.contains(part), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix("tilequill: ") == true, "\(outcome.errors)",
      sourceLocation: sourceLocation)
    #expect(
      lines.count { !$0.hasPrefix("  ") && !$0.contains("its own zoom is") } == 1,
      "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(try folder.names == before, sourceLocation: sourceLocation)
  }

  @Test func `what is no picture is called so`() throws {
    try expectRefusal(
      words("slice notes.txt out --at 16/0/0"),
      "tilequill: notes.txt: is plain text (expected a PNG or JPEG picture)\n")
  }

  @Test(
    "A drawing that is not there, or no file, is named",
    arguments: [
      ("absent.png", "absent.png: cannot be read: No such file or directory"),
      (".", ".: cannot be read: Is a directory"),
    ])
  func absent(drawing: String, errors: String) throws {
    try expectRefusal(words("slice \(drawing) out --at 16/0/0"), "tilequill: \(errors)\n")
  }

  @Test(
    "Damaged files of all kinds leave nothing",
    arguments: try ["pngsuite-corrupt", "broken"].flatMap { kind in
      try Fixture.rows("\(kind)/expected.tsv").map { "\(kind)/\($0[0])" }
    })
  func damaged(path: String) throws {
    let file = Fixture.url(path).path
    try expectRefusal(["slice", file, "out", "--at", "16/0/0"], contains: "tilequill: \(file): ")
  }

  @Test func `a drawing cut short is told with its row, whatever was cut before`() throws {
    let rows = (0..<600).flatMap { y -> [UInt8] in
      [0] + [UInt8](repeating: UInt8(y & 255), count: 600 * 4)
    }
    let whole = PNGMaker.zlib(rows)
    let stream = Array(whole.prefix(whole.count * 3 / 4))
    try folder.write(
      PNGMaker.png(width: 600, height: 600, depth: 8, color: 6, imageData: stream), to: "cut.png")
    // Stored blocks lose 5 bytes in 65535, so that three quarters of the rows are whole.
    try expectRefusal(
      words("slice cut.png out --at 16/0/0"),
      contains: "cut.png: is cut off: the picture stops at row 4")

    var flipped = whole
    flipped[flipped.count - 1] ^= 1
    try folder.write(
      PNGMaker.png(width: 600, height: 600, depth: 8, color: 6, imageData: flipped),
      to: "flipped.png")
    try expectRefusal(
      words("slice flipped.png out --at 16/0/0"), contains: "flipped.png: is damaged: the checksum")
  }

  @Test func `an OUT that exists is refused and left alone`() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    try folder.write([1], to: "out/mine.txt")
    for out in ["out", "out/", "./out", "notes.txt"] {
      try expectRefusal(
        ["slice", "map.png", out, "--at", "16/0/0"],
        "tilequill: \(out): exists already (expected a new folder)\n"
          + "  To change it: --update (only what changed), --overwrite (all of it), --add (more"
          + " zooms), or --check to look first\n")
    }
    #expect(try folder.files(below: "out") == ["mine.txt"])
  }

  @Test func `an OUT that cannot be written is named as it was typed`() throws {
    try expectRefusal(
      words("slice map.png notes.txt/out --at 16/0/0"),
      "tilequill: notes.txt/out: cannot be written: Not a directory\n")
    try expectRefusal(
      ["slice", "map.png", "", "--at", "16/0/0"], contains: "OUT has no name")
  }

  @Test(
    "A disk that takes no file is an error that names OUT",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func readOnly() throws {
    try expectRefusal(
      words("slice map.png /proc/out --at 16/0/0"),
      contains: "tilequill: /proc/out: cannot be written: ")
  }

  private static let calls: [(String, String)] = [
    ("slice map.png out", "it is not said where the drawing lies"),
    ("slice map.png out --at 16/0", "expected a tile as zoom/x/y"),
    ("slice map.png out --at 3/8/0", "--at: "),
    ("slice map.png out --at 31/0/0", "--at: "),
    ("slice map.png out --at -1/0/0", "--at: "),
    ("slice map.png out --at 16/65535/0", "reaches beyond the edge of the map"),
    ("slice map.png out --at 16/0/0 --zoom 16-13", "--zoom: "),
    ("slice map.png out --at 16/0/0 --zoom 31", "--zoom: "),
    ("slice map.png out --at 16/0/0 --zom 3", "unknown option '--zom'; did you mean '--zoom'?"),
    ("slice map.png out --at 16/0/0 --at 16/0/1", "'--at' is given twice"),
    ("slice map.png out more --at 16/0/0", "more"),
    ("slice map.png --at 16/0/0", "OUT"),
    ("slice map.png out --at 16/0/0 --compress best", "--compress: "),
    ("slice map.png out --at 16/0/0 --jobs 0", "a whole number from 1 to 256"),
    ("slice map.png out --at 16/0/0 --jobs 257", "a whole number from 1 to 256"),
    ("slice map.png out --at 16/0/0 --jobs 9223372036854775807", "a whole number from 1 to 256"),
    ("slice map.png out --at 16/0/0 --jobs many", "a whole number from 1 to 256"),
    (
      "slice map.png out --at 16/0/0 --max-tiles 4", "5 tiles would be written (expected at most 4)"
    ),
    ("slice map.png out --at 16/0/0 --max-tiles 0", "--max-tiles: "),
    ("slice map.png out --at 16/0/0 --max-memory 1M", "of memory (expected at most 1M)"),
    ("slice map.png out --at 16/0/0 --max-memory 0", "the limit is 0"),
    ("slice map.png out --at 16/0/0 --max-memory 100000000T", "a size such as 200K, 2M or 1G"),
    ("slice map.png out --at 16/0/0 --max-memory -1", "a size such as 200K, 2M or 1G"),
    ("slice map.png out --at 16/0/0 --max-memory nan", "a size such as 200K, 2M or 1G"),
    ("slice map.png out --at 16/0/0 --fallback absent.png", "absent.png: does not exist"),
    ("slice map.png out --at 16/0/0 --fallback notes.txt", "is not named as a PNG"),
    ("slice map.png out --at 16/0/0 --fallback small.png", "found 16x16 pixels, expected 256x256"),
    ("slice map.png out --at 16/0/0 --color-profile srgb", "--color-profile: "),
  ]

  @Test("A call that makes no sense says why", arguments: calls)
  func usage(line: String, part: String) throws {
    try expectRefusal(words(line), contains: part)
  }

  @Test func `the remedies for limits do help`() throws {
    let tiles = try folder.run(words("slice map.png out --at 16/0/0 --max-tiles 4"))
    #expect(tiles.errors.hasSuffix("  Allow them: --max-tiles 5\n"))
    let memory = try folder.run(words("slice map.png out --at 16/0/0 --max-memory 1M"))
    let remedy = try #require(memory.errors.split(separator: " ").last).dropLast()
    let allowed = try folder.run(
      words("slice map.png out --at 16/0/0 --max-tiles 5 --max-memory \(remedy)"))
    #expect(allowed.ending == .exit(0), "\(allowed.errors)")
  }

  /// A header of 2147483647 x 2147483647 pixels in a file of a few bytes.
  @Test(
    "A header that promises terabytes is refused before they are taken", arguments: [false, true])
  func bomb(isInterlaced: Bool) throws {
    let side = Int(Int32.max)
    try folder.write(
      PNGMaker.png(
        width: side, height: side, depth: 8, color: 6, imageData: PNGMaker.zlib([0]),
        interlaced: isInterlaced), to: "bomb.png")
    let time = try ContinuousClock().measure {
      try expectRefusal(words("slice bomb.png out --at 30/0/0"), contains: "bomb.png: ")
    }
    // A second on its own; other tests run beside it.
    #expect(time < .seconds(5), "the header alone tells")
    try expectRefusal(
      words("slice bomb.png out --at 30/0/0 --max-memory 1G"), contains: "the limit is 1073741824")
  }
}
