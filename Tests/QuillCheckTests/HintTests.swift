import QuillCheck
import QuillCore
import Testing

@Suite struct HintTests {
  /// Rows counted from the south, as in a tutorial whose tile 15/16205/22160 shows Glossop.
  @Test func `rows that count from the south are told as such`() throws {
    let tree = Tree().with("15/16205/22160.png", SketchedTile())
    let bounds = try GeographicBounds(parsing: "-2.0,53.4,-1.9,53.5")
    let report = try tree.report(
      .asking {
        $0.area = [TileCoverage(zoom: 15, ranges: TileRange.tiles(covering: bounds, at: 15))]
      })
    let outside = try #require(report.findings.first { $0.rule.name == "outside-area" })
    #expect(outside.path == "15/16205/22160.png")
    #expect(outside.found.hasSuffix("inside if rows count from the south (TMS)"))
    let promised = try tree.with("metadata.json", #"{"bounds": "-2.0,53.4,-1.9,53.5"}"#).report()
    #expect(promised.findings.map(\.rule.name) == ["metadata-bounds"])
    #expect(promised.findings[0].found.contains("rows count from the south"))
  }

  @Test func `read as it is meant, a set that counts from the south is named by its own files`()
    throws
  {
    let tree = Tree().with("15/16205/22160.png", "")
    let report = try tree.report(.area("15/16205/10607"), rowOrder: .tms)
    #expect(report.findings.map(\.rule.name) == ["empty-file"])
    #expect(report.findings.map(\.path) == ["15/16205/22160.png"])
  }

  @Test(arguments: [
    ("9/300/150.png", ["9/150/300"], "inside if x and y are swapped"),
    (
      "9/300/150.png", ["9/1/1", "10/300/150"], "inside at zoom 10, is the zoom off by one?"
    ),
  ])
  func `other slips in numbers are told as such`(
    _ file: String, _ area: [String], _ hint: String
  ) throws {
    let tree = Tree().with(file, SketchedTile())
    let report = try tree.report(.area(area))
    let outside = try #require(report.findings.first { $0.rule.name == "outside-area" })
    #expect(outside.found.hasSuffix(hint))
  }

  @Test func `a column beyond its zoom names the zoom it would fit`() throws {
    let report = try Tree.good.with("2/4/0.png", SketchedTile()).report()
    let beyond = try #require(report.findings.first { $0.rule.name == "outside-grid" })
    #expect(beyond.found.hasSuffix("they would fit zoom 3, is the zoom off by one?"))
  }

  @Test(arguments: [
    (257, 257, "overlap of 0"), (258, 258, "overlap of 0"), (256, 90, "Fill the tile up"),
    (512, 512, "tile size is 512"),
  ])
  func `sizes that tell their slip get advice for it`(
    _ width: Int, _ height: Int, _ advice: String
  ) throws {
    let tree = Tree.good.with("2/1/1.png", SketchedTile(width: width, height: height))
    let finding = try #require(try tree.report().findings.first { $0.rule.name == "wrong-size" })
    #expect(finding.found == "has \(width)x\(height) pixels")
    #expect(finding.mend?.contains(advice) == true)
  }

  @Test func `a fallback of 256 pixels does not fit a set of 512`() throws {
    let tree = Tree().with("3/0/0.png", SketchedTile(width: 512, height: 512))
      .with("parchment.png", SketchedTile())
    let report = try tree.report()
    #expect(report.findings.map(\.rule.name) == ["fallback-size"])
    #expect(report.findings[0].clause == "has 256x256 pixels (expected 512x512, as tiles have)")
  }
}
