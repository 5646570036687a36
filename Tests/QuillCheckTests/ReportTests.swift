import Foundation
import QuillCheck
import QuillCore
import QuillTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReportTests {
  /// Names with everything that a format must escape.
  private static let nasty = "2/a%b,c:d\"<&>'\n\u{1B}[31mé.png"

  /// A tree with a fault of each kind of severity, path and advice.
  static let faulty = Tree.good.without("2/0/1.png")
    .with("2/1/1.png", SketchedTile(width: 257, height: 257))
    .with("2/0/0.png", "<html>403")
    .with("3/5/5.png", SketchedTile(words: ["interlaced"]))
    .with(nasty, SketchedTile())

  private static let formats: [(name: String, render: @Sendable (CheckReport) -> String)] = [
    ("report.txt", { $0.text() }),
    ("report.colored.txt", { $0.text(limit: 1, isColored: true) }),
    ("report.json", { $0.json }),
    ("report.junit.xml", { $0.junit() }),
    ("report.sarif.json", { $0.sarif(root: .folder("tiles"), version: "1.0.0") }),
    ("report.github.txt", { $0.github(root: .folder("tiles")) }),
    ("rules.txt", { _ in Rule.tableText }),
  ]

  @Test(arguments: formats.indices)
  func `a report reads as recorded`(_ format: Int) throws {
    let (name, render) = Self.formats[format]
    let text = render(try Self.faulty.report())
    let file = Fixture.url("check/\(name)")
    if ProcessInfo.processInfo.environment["TILEQUILL_RECORD"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name) anew: read it, then run without TILEQUILL_RECORD")
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test func `JSON holds every finding, whatever its path`() throws {
    let report = try Self.faulty.report()
    let parsed = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    let document = try #require(parsed as? [String: Any])
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["path"] as? String } == report.findings.map(\.path))
    #expect(findings.contains { $0["path"] as? String == Self.nasty })
    #expect(document["errors"] as? Int == report.errors)
    #expect(document["tiles"] as? Int == 5)
    #expect(document["good"] as? Bool == false)
  }

  @Test func `an empty report and the table of rules are JSON too`() throws {
    let report = CheckReport(findings: [], tiles: 0, bytes: 0)
    let sarif = report.sarif(root: .archive("a.mbtiles"), version: "1")
    for text in [report.json, sarif, Rule.tableJSON] {
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
      }
    }
  }

  @Test func `JUnit is XML that counts its failures`() throws {
    let report = try Self.faulty.report()
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(report.junit().utf8))
    parser.delegate = counter
    #expect(parser.parse())
    #expect(counter.counts["failure"] == report.errors)
    #expect(counter.counts["system-out"] == report.warnings)
    #expect(counter.promised["tests"] == counter.counts["testcase"].map(String.init))
    #expect(counter.promised["failures"] == String(report.errors))
    #expect(counter.names.contains(Self.nasty.replacing("\u{1B}", with: "\u{FFFD}")))
  }

  @Test func `SARIF has what its specification requires`() throws {
    let report = try Self.faulty.report()
    let text = report.sarif(root: .folder("tiles/"), version: "1.0.0")
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let log = try #require(parsed as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "tilequill")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == report.findings.count)
    for (result, finding) in zip(results, report.findings) {
      #expect(result["ruleId"] as? String == finding.rule.name)
      #expect((result["message"] as? [String: Any])?["text"] is String)
      #expect(["error", "warning", "note", "none"].contains(result["level"] as? String))
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == finding.rule.name)
      let locations = try #require(result["locations"] as? [[String: Any]])
      let physical = locations.first?["physicalLocation"] as? [String: Any]
      let uri = (physical?["artifactLocation"] as? [String: Any])?["uri"] as? String
      let decoded = try #require(uri?.removingPercentEncoding)
      #expect(decoded == "tiles/\(finding.path)".trimmingSuffix("/"))
      #expect(uri?.contains { " \"<>:".contains($0) } == false)
    }
  }

  @Test func `GitHub gets one line a finding, with the archive where tiles have no file`() throws {
    let report = try Self.faulty.report()
    let lines = report.github(root: .folder("tiles")).split(separator: "\n")
    #expect(lines.count == report.findings.count)
    #expect(lines.contains { $0.contains(#"file=tiles/2/a%25b%2Cc%3Ad"<&>'%0A"#) })
    let packed = report.github(root: .archive("park.mbtiles"))
    #expect(packed.contains("::error file=park.mbtiles,title=missing-tile::") == false)
    #expect(packed.contains("::error file=park.mbtiles,title=not-an-image::2/0/0.png: looks like"))
  }

  @Test func `text shows some of a long run, and JSON all of it`() throws {
    let findings = (0..<30).map { place in
      Finding(
        rule: Rule.all[0], severity: .error, path: "3/0/\(place).png", found: "is wrong",
        mend: "Repair it.")
    }
    let report = CheckReport(findings: findings.shuffled(), tiles: 30, bytes: 1)
    #expect(report.text(limit: 20).contains("  and 10 more\n"))
    #expect(report.text(limit: nil).contains("3/0/29.png"))
    #expect(report.text().hasSuffix("\n30 tiles, 30 errors, 0 warnings\n"))
    #expect(report.json.split(separator: "\n").count { $0.contains("3/0/") } == 30)
    #expect(report.findings == findings)
  }
}

/// Counts the elements of a document.
private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var promised: [String: String] = [:]
  var names: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    counts[element, default: 0] += 1
    if element == "testsuite" { promised = attributes }
    if element == "testcase" { names.append(attributes["name"] ?? "") }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
