import Foundation
import QuillCheck
import QuillCore
import Testing

@Suite struct CheckerTests {
  private static let manyFaults = Tree.good.without("2/0/1.png")
    .with("2/1/1.png", "").with("2/0/0.png", "<html>").with("3/5/5.png", SketchedTile())
    .with("notes.txt", "draft").with("2/0/+7.png", SketchedTile())

  @Test(arguments: [1, 3, 8])
  func `the report is the same for any number of workers`(_ workers: Int) throws {
    #expect(try Self.manyFaults.report(workers: workers) == Self.manyFaults.report(workers: 2))
  }

  @Test func `findings come in the order of tiles, numbers by their value`() throws {
    var tree = Tree()
    for y in [10, 9, 2] { tree = tree.with("5/3/\(y).png", "") }
    tree = tree.with("10/0/0.png", "").with("4/0/0.png", "")
    let found = try tree.report().findings.filter { $0.rule.name == "empty-file" }
    #expect(
      found.map(\.path)
        == ["4/0/0.png", "5/3/2.png", "5/3/9.png", "5/3/10.png", "10/0/0.png"])
  }

  @Test func `a quick check does not unpack pictures`() throws {
    let tree = Tree.good.marked("fault=picture").with("2/0/0.png", "")
    let report = try tree.report(.asking { $0.isQuick = true })
    #expect(report.findings.map(\.rule.name) == ["empty-file"])
  }

  @Test func `a check that is told to stop, stops`() throws {
    #expect(throws: CheckError.cancelled) {
      try Tree.good.onDisk { root in
        try Checker(
          source: try TileFolder(root: root), request: CheckRequest(),
          decoding: SketchDecoding(), isCancelled: { true }
        ).run()
      }
    }
  }

  @Test func `progress counts up to all tiles`() throws {
    try Tree.good.onDisk { root in
      var seen: [Int] = []
      let checker = Checker(
        source: try TileFolder(root: root), request: CheckRequest(), decoding: SketchDecoding())
      _ = try checker.run { seen.append($0) }
      #expect(seen.last == 5)
      #expect(seen == seen.sorted())
    }
  }

  @Test func `known findings do not count again, and new ones do`() throws {
    let first = try Self.manyFaults.report()
    let baseline = try Baseline(json: Baseline(first.findings).json)
    let request = CheckRequest.asking { $0.baseline = baseline }
    let again = try Self.manyFaults.report(request)
    #expect(again.findings.isEmpty && again.isGood)
    #expect(again.known == first.findings.count)
    let worse = try Self.manyFaults.with("2/1/0.png", "").report(request)
    #expect(worse.findings.map(\.path) == ["2/1/0.png"])
  }

  @Test(arguments: ["", "[]", "{}", #"{"version": 1}"#])
  func `what is no baseline is refused`(_ text: String) {
    #expect(throws: BaselineError.notABaseline) { try Baseline(json: Array(text.utf8)) }
  }

  @Test func `a newer baseline is refused by its version`() {
    let text = #"{"version": 2, "findings": []}"#
    #expect(throws: BaselineError.newerVersion(2)) { try Baseline(json: Array(text.utf8)) }
  }

  @Test func `settings change how much a rule weighs`() throws {
    let tree = Tree.good.marked("interlaced").with("2/0/0.png", "")
    let settings = try RuleSettings(parsing: ["interlaced=error", "empty-file=off"])
    let report = try tree.report(.asking { $0.rules = settings })
    #expect(report.findings.map(\.rule.name) == ["interlaced"])
    #expect(report.findings.map(\.severity) == [.error])
    let strict = try RuleSettings(parsing: ["empty-file=warning"], isStrict: true)
    let strictly = try tree.report(.asking { $0.rules = strict })
    #expect(strictly.findings.map(\.severity) == [.warning, .error])
  }

  @Test(arguments: [
    ("missing-tiel=off", RuleSettingError.unknownRule("missing-tiel", nearest: "missing-tile")),
    ("qwertyuiop=off", .unknownRule("qwertyuiop", nearest: nil)),
    ("stray", .malformed("stray")),
    ("stray=fatal", .unknownLevel(rule: "stray", found: "fatal")),
  ])
  func `a setting that makes no sense is refused`(_ text: String, _ error: RuleSettingError) {
    #expect(throws: error) { try RuleSettings(parsing: [text]) }
  }

  @Test func `rules for sliced sets look at others only when they are set`() throws {
    let clear = SketchedTile(color: [0, 0, 0, 0], isSpotted: false)
    let tree = Tree.good.with("2/1/1.png", clear)
    #expect(try tree.report().findings.isEmpty)
    let settings = try RuleSettings(parsing: ["blank-tile=error"])
    let report = try tree.report(.asking { $0.rules = settings })
    #expect(report.findings.map(\.path) == ["2/1/1.png"])
  }

  @Test func `the fallback that was asked for is no stray, however its path is typed`() throws {
    let picture = SketchedTile().bytes
    try Tree.good.with("blank.png", picture).onDisk { root in
      let request = CheckRequest.asking {
        $0.fallback = .init(path: "\(root)/./blank.png", bytes: picture)
      }
      let checker = Checker(
        source: try TileFolder(root: root), request: request, decoding: SketchDecoding())
      #expect(try checker.run().findings.isEmpty)
    }
  }

  @Test func `ranges have the numbers that files have`() throws {
    let tree = Tree().with("12/0/4095.png", SketchedTile())
    let report = try tree.report(.area("12/0-99/0-99"), rowOrder: .tms)
    #expect(report.findings.map(\.path) == ["12/0/3996-4094", "12/1-99/3996-4095"])
  }

  @Test func `a long row of missing tiles is told as ranges`() throws {
    let report = try Tree.good.report(.area("12/0-99/0-99"))
    let missing = report.findings.filter { $0.rule.name == "missing-tile" }
    #expect(missing.map(\.path) == ["12/0-99/0-99"])
    #expect(missing.first?.found == "is missing (10000 tiles)")
  }
}
