import Foundation
import QuillCheck
import QuillCore
import Testing

@Suite struct RuleTests {
  /// Rules that need more than a tree on a disk have their tests below.
  private static let testedElsewhere: Set<String> = ["unreadable", "archive-oddity"]

  @Test func `each rule has a tree that breaks it`() {
    let tested = Set(RuleCase.all.map(\.rule)).union(Self.testedElsewhere)
    #expect(tested == Set(Rule.all.map(\.name)))
    #expect(Set(Rule.all.map(\.name)).count == Rule.all.count)
  }

  @Test(arguments: RuleCase.all)
  func `a rule fires where it is broken and nowhere else`(_ example: RuleCase) throws {
    let faulty = try example.faulty.report(example.request)
    #expect(
      faulty.findings.contains { $0.rule.name == example.rule && $0.path == example.path },
      "found only \(faulty.text())")
    let honest = try example.honest.report(example.honestRequest ?? example.request)
    let alarms = honest.findings.filter { $0.rule.name == example.rule }
    #expect(alarms.isEmpty)
  }

  @Test(arguments: [Tree.good, Tree.sliced])
  func `a good tree has no finding`(_ tree: Tree) throws {
    let report = try tree.report()
    #expect(report.findings == [])
    #expect(report.summary == "5 tiles, 0 errors, 0 warnings")
    #expect(report.isGood)
    let strict = CheckRequest.asking { $0.rules.isStrict = true }
    #expect(try tree.report(strict).isGood)
  }

  @Test func `a tree without promises has no finding`() throws {
    let bare = Tree.good.without("metadata.json", "parchment.png")
    #expect(try bare.report().findings == [])
  }

  @Test func `what cannot be read is a finding, and the rest is checked`() throws {
    let report = try Checker(
      source: BrokenSource(), request: CheckRequest(), decoding: SketchDecoding()
    ).run()
    #expect(report.findings.map(\.rule.name) == ["unreadable", "empty-file"])
    #expect(report.findings.map(\.path) == ["3/0/0.png", "3/0/1.png"])
  }

  @Test func `what an archive finds odd about itself is a finding`() throws {
    let report = try Checker(
      source: OddSource(), request: CheckRequest(), decoding: SketchDecoding()
    ).run()
    let odd = report.findings.filter { $0.rule.name == "archive-oddity" }
    #expect(odd.map(\.path) == ["header"])
    #expect(odd.map(\.found) == ["counts 4 tiles"])
    #expect(odd.map(\.expected) == ["1"])
  }

  @Test func `every rule has a name in kebab-case, a sentence and a mend`() {
    for rule in Rule.all {
      #expect(rule.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
      #expect(rule.summary.hasSuffix(".") && rule.mend.hasSuffix("."))
      for word in ["mercator", "projection", "CRS", "EPSG", "WGS", "raster"] {
        #expect(!rule.mend.lowercased().contains(word.lowercased()))
      }
    }
  }
}

/// A tile and a remark.
private struct OddSource: Remarking {
  var metadata: TilesetMetadata? { nil }
  var record: SliceRecord? { nil }
  func has(_ path: TilePath) -> Bool { true }
  func bytes(of path: TilePath) -> [UInt8]? { SketchedTile().bytes }
  func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    for tile in TileRange(all: 0) { try visit(TilePath(tile)) }
  }
  func remarks() -> [TilesetRemark] {
    [TilesetRemark("header", found: "counts 4 tiles", expected: "1")]
  }
}

/// Two tiles, of which one cannot be read.
private struct BrokenSource: TileSource {
  var metadata: TilesetMetadata? { nil }
  var record: SliceRecord? { nil }
  func has(_ path: TilePath) -> Bool { true }

  func bytes(of path: TilePath) throws -> [UInt8]? {
    guard path.tile.y > 0 else {
      throw FileError.cannotRead(path: path.description, reason: "permission denied")
    }
    return []
  }

  func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    for tile in TileRange("3/0/0-1") ?? TileRange(all: 0) { try visit(TilePath(tile)) }
  }
}
