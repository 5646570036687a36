import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill list")
struct ListCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private func list(_ line: String) throws -> BuiltProgram.Outcome {
    try folder.run(["list"] + words(line))
  }

  private static let areas = [
    "--bounds -73.9819,40.7644,-73.9496,40.8003 --zoom 10-16",
    "--bounds 170,-10,-170,10 --zoom 0-6", "--point -73.97,40.77 --zoom 0-30",
    "--tiles 16/19298-19307/24618-24629", "--tiles 3/0-1/0-1 --tiles 3/1-2/1-2 --tiles 2/0/0",
    "--bounds -73.9819,40.7644,-73.9496,40.8003 --point 0,0 --zoom 9-12",
  ]

  @Test("Counting agrees with the lines, and JSON with both", arguments: areas)
  func counts(area: String) throws {
    let paths = try list(area)
    #expect(paths.ending == .exit(0))
    #expect(paths.errors == "")
    let lines = paths.output.split(separator: "\n").map(String.init)
    #expect(!lines.isEmpty && Set(lines).count == lines.count)
    let tiles = lines.map { $0.split(separator: "/").compactMap { Int($0) } }
    #expect(tiles == tiles.sorted { $0.lexicographicallyPrecedes($1) })

    let counted = try list(area + " --count").output
    let zooms = Dictionary(grouping: tiles, by: { $0[0] }).sorted { $0.key < $1.key }
    let expected = zooms.map { "\($0.key)\t\($0.value.count)\n" }.joined()
    #expect(counted == expected + "total\t\(tiles.count)\n")

    for flag in ["--json", "--format json"] {
      let json = try list("\(area) \(flag)").output
      let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
      #expect(document?["total"] as? Int == tiles.count)
      let listed = (document?["tiles"] as? [[String: Int]])?.map { [$0["z"], $0["x"], $0["y"]] }
      #expect(listed == tiles.map { [$0[0], $0[1], $0[2]] })
    }
    let json = try list(area + " --json --count").output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    let perZoom = zooms.map { ["zoom": $0.key, "tiles": $0.value.count] }
    #expect(document == ["zooms": perZoom, "total": tiles.count])
  }

  @Test func `the world to zoom 30 is counted at once`() throws {
    let outcome = try list("--bounds -180,-85,180,85 --zoom 0-30 --count")
    #expect(outcome.output.hasPrefix("0\t1\n1\t4\n2\t16\n"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 32)
    let counts = lines.compactMap { Int($0.split(separator: "\t")[1]) }
    #expect(counts.dropLast().reduce(0, +) == counts.last)
  }

  @Test func `a closed pipe ends a long list in silence`() throws {
    let outcome = try folder.run(
      words("list --bounds -180,-85,180,85 --zoom 0-20"), output: .closedPipe)
    #expect(outcome.errors == "")
    #expect(outcome.ending == .signal(SIGPIPE))
  }

  private static let refusals: [(String, String)] = [
    ("", "no area was given"), ("--point 0,0", "--zoom"),
    ("--tiles 3/0-1/0-1 --zoom 3", "'--zoom' would have no effect"),
    ("--point 0,0 --zoom 3 --in out", "'--in' would have no effect"),
    ("--point 0,0 --zoom 3 --missing", "--in"), ("--point 0,0 --zoom 3 --scheme tms", "--scheme"),
    ("--point 0,0 --zoom 3 --in absent --missing", "absent: does not exist"),
    ("--point 0,0 --zoom 3 --in x --missing --present", "--present"),
    ("--bounds 0,10,10,0 --zoom 3", "--bounds"),
    ("--point 0,0 --zoom 3 --json --format paths", "--format"),
    ("--tiles 3/0-8/0", "--tiles"),
    ("--point 0,0 --zoom 3 --formt json", "did you mean '--format'?"),
    ("--point 0,0 --zoom 31", "--zoom"), ("--point nan,0 --zoom 3", "--point"),
  ]

  @Test("A call that makes no sense says why", arguments: refusals)
  func refusal(line: String, part: String) throws {
    let outcome = try list(line)
    #expect(outcome.ending == .exit(2), "\(line)")
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasPrefix("tilequill: ") && outcome.errors.contains(part), "\(outcome.errors)")
  }

  /// 3 x 2 tiles at zoom 12 of which the south-eastern is blank, and their parents.
  private func sliceSet() throws {
    try folder.draw("map.png", width: 768, height: 512) { x, y in
      x < 512 || y < 256 ? [10, UInt8(x & 255), UInt8(y & 255), 255] : [0, 0, 0, 0]
    }
    let outcome = try folder.run(words("slice map.png out --at 12/100/200 --zoom 11-12"))
    #expect(outcome.ending == .exit(0))
  }

  private static let wanted = "--tiles 12/100-102/200-201 --tiles 11/50-51/100 --in out"

  @Test func `what is blank on purpose is not missing, what was never there is`() throws {
    try sliceSet()
    let whole = try list("\(Self.wanted) --missing")
    #expect(whole.output == "" && whole.ending == .exit(0))
    let wider = try list("--tiles 12/99-102/200-202 --in out --missing")
    let expected = [
      "12/99/200", "12/99/201", "12/99/202", "12/100/202", "12/101/202", "12/102/202",
    ]
    #expect(wider.output.split(separator: "\n").map(String.init) == expected)
    #expect(wider.ending == .exit(1))
    #expect(try list("--tiles 12/99/200 --in out --missing --exit-zero").ending == .exit(0))
    let counted = try list("--tiles 12/99-102/200-202 --in out --missing --count")
    #expect(counted.output == "12\t6\ntotal\t6\n" && counted.ending == .exit(1))
  }

  @Test func `without a record what is blank is missing`() throws {
    try sliceSet()
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/tilequill.json"))
    let outcome = try list("\(Self.wanted) --missing")
    #expect(outcome.output == "12/102/201\n" && outcome.ending == .exit(1))
  }

  @Test func `a tile that cannot be shown is missing and not present`() throws {
    try sliceSet()
    let whole = try folder.bytes("out/12/100/200.png")
    try folder.write(Array(whole.dropLast(20)), to: "out/12/100/200.png")
    try folder.write([], to: "out/12/101/200.png")
    try folder.write(Array("<html>".utf8), to: "out/12/102/200.png")
    var flipped = try folder.bytes("out/11/50/100.png")
    flipped[flipped.count / 2] ^= 4
    try folder.write(flipped, to: "out/11/50/100.png")
    let missing = try list("\(Self.wanted) --missing")
    #expect(missing.output == "11/50/100\n12/100/200\n12/101/200\n12/102/200\n")
    #expect(missing.ending == .exit(1))
    let present = try list("\(Self.wanted) --present")
    #expect(present.output == "11/51/100\n12/100/201\n12/101/201\n")
    #expect(present.ending == .exit(0))
  }

  @Test func `a folder in the place of a tile is missing`() throws {
    try sliceSet()
    let tile = folder.url.appending(path: "out/12/100/200.png")
    try FileManager.default.removeItem(at: tile)
    try FileManager.default.createDirectory(at: tile, withIntermediateDirectories: true)
    let outcome = try list("\(Self.wanted) --missing")
    #expect(outcome.output == "12/100/200\n")
    #expect(outcome.ending == .exit(1), "\(outcome.errors)")
  }

  @Test func `without an area, present lists all there is`() throws {
    try sliceSet()
    let all = try list("--in out --present")
    #expect(
      all.output
        == "11/50/100\n11/51/100\n12/100/200\n12/100/201\n12/101/200\n12/101/201\n12/102/200\n")
    #expect(try list("--in out --present --zoom 11").output == "11/50/100\n11/51/100\n")
    #expect(try list("--in out --present --count").output == "11\t2\n12\t5\ntotal\t7\n")
  }

  @Test(
    "How far the look at the tiles is can be seen",
    arguments: [
      ("--missing", " 7/7 tiles"), ("--present", " 8/8 tiles"),
    ])
  func progress(option: String, end: String) throws {
    try sliceSet()
    let outcome = try list("\(Self.wanted) \(option) --progress always")
    #expect(outcome.errors.contains(end), "\(outcome.errors)")
    #expect(try list("\(Self.wanted) \(option)").errors.isEmpty)
    #expect(try list("--in out --present --progress always").errors.contains("7 tiles"))
  }

  @Test func `a broken record is named`() throws {
    try sliceSet()
    try folder.write(Array("{".utf8), to: "out/tilequill.json")
    let outcome = try list("\(Self.wanted) --missing")
    #expect(outcome.errors == "tilequill: out/tilequill.json: is not a JSON object\n")
    #expect(outcome.ending == .exit(2))
  }
}
