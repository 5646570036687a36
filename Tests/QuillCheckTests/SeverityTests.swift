import QuillCheck
import QuillCore
import Testing

@Suite struct SeverityTests {
  /// A tree, a rule it breaks, and how much that weighs.
  private struct Weight: Sendable, CustomStringConvertible {
    let rule: String
    let severity: Severity
    let tree: Tree
    var request = CheckRequest()
    var description: String { "\(rule) is \(severity)" }
  }

  private static let weights = [
    Weight(rule: "missing-tile", severity: .warning, tree: .good.without("2/0/1.png")),
    Weight(rule: "missing-tile", severity: .error, tree: .sliced.without("2/0/1.png")),
    Weight(
      rule: "missing-tile", severity: .error, tree: .good.without("2/0/1.png"),
      request: .area("2/0/0-1")),
    Weight(rule: "uneven-levels", severity: .warning, tree: RuleCase.thirds(isHalving: false)),
    Weight(
      rule: "uneven-levels", severity: .error,
      tree: RuleCase.thirds(isHalving: false).with(
        "tilequill.json",
        Tree.record(
          made: ["1/0-1/0-1", "2/0-2/0-2", "3/0-6/0-6"], zooms: ZoomRange(1, through: 3)))),
    Weight(
      rule: "empty-zoom", severity: .warning,
      tree: .good.with("metadata.json", #"{"minzoom": 0, "maxzoom": 2}"#)),
    Weight(
      rule: "empty-zoom", severity: .error, tree: .good,
      request: .asking { $0.zooms = ZoomRange(0, through: 2) }),
  ]

  @Test(arguments: weights)
  private func `a finding weighs what its promise weighs`(_ weight: Weight) throws {
    let report = try weight.tree.report(weight.request)
    let found = report.findings.filter { $0.rule.name == weight.rule }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.severity == weight.severity })
    #expect(report.isGood == !report.findings.contains { $0.severity == .error })
  }

  @Test func `what is blank on purpose is missing nowhere`() throws {
    let record = Tree.record(made: ["1/0/0", "2/0/0", "2/1/0-1"], blank: ["2/0/1"])
    let tree = Tree.good.without("2/0/1.png").with("tilequill.json", record)
    #expect(try tree.report().findings.isEmpty)
    #expect(try tree.report(.area("2/0-1/0-1", "1/0/0")).findings.isEmpty)
  }

  @Test func `a set sliced from a clear drawing has no tile and no fault`() throws {
    let record = Tree.record(made: [], blank: ["1/0/0", "2/0-1/0-1"])
    #expect(try Tree().with("tilequill.json", record).report().findings.isEmpty)
  }

  @Test func `a tile that comes twice is told once`() throws {
    let report = try Checker(
      source: DoubledSource(), request: CheckRequest(), decoding: SketchDecoding()
    ).run()
    #expect(report.findings.map(\.rule.name) == ["two-files"])
    #expect(report.tiles == 1)
  }
}

/// One tile, stored twice.
private struct DoubledSource: TileSource {
  var metadata: TilesetMetadata? { nil }
  var record: SliceRecord? { nil }
  func has(_ path: TilePath) -> Bool { true }
  func bytes(of path: TilePath) -> [UInt8]? { SketchedTile().bytes }

  func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    for _ in 0..<2 { try visit(TilePath(TileRange(all: 0)[0])) }
  }
}
