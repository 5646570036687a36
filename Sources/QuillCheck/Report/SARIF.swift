extension CheckReport {
  /// The report as SARIF 2.1.0, for code scanning.
  ///
  /// Source: OASIS Static Analysis Results Interchange Format Version 2.1.0.
  public func sarif(root: ReportRoot, version: String) -> String {
    let rules = Rule.all.map { rule in
      JSONText.object([
        ("id", JSONText.quoted(rule.name)), ("shortDescription", Self.message(rule.summary)),
        ("help", Self.message(rule.mend)),
        (
          "defaultConfiguration",
          JSONText.object([("level", JSONText.quoted(rule.severity.rawValue))])
        ),
      ])
    }
    let results = findings.map { Self.result($0, root) }
    return """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
          "tool": {"driver": {"name": "tilequill", "version": \(JSONText.quoted(version)), "rules": [
            \(rules.joined(separator: ",\n      "))
          ]}},
          "results": [
            \(results.joined(separator: ",\n      "))
          ]
        }]
      }

      """
  }

  private static func result(_ finding: Finding, _ root: ReportRoot) -> String {
    let file = JSONText.object([
      ("uri", JSONText.quoted(encoded(root.file(of: finding.path))))
    ])
    let place = JSONText.object([
      ("artifactLocation", file), ("region", JSONText.object([("startLine", "1")])),
    ])
    let text =
      "\(finding.path): \(finding.clause)" + (finding.mend.map { ". \($0)" } ?? "")
    return JSONText.object([
      ("ruleId", JSONText.quoted(finding.rule.name)), ("ruleIndex", "\(finding.rule.rank)"),
      ("level", JSONText.quoted(finding.severity.rawValue)), ("message", message(text)),
      ("locations", "[\(JSONText.object([("physicalLocation", place)]))]"),
    ])
  }

  private static func message(_ text: String) -> String {
    JSONText.object([("text", JSONText.quoted(text))])
  }

  /// The path as a relative URI reference: all but unreserved characters and `/` in percents, so
  /// that no part is taken for a scheme, a query or a fragment.
  private static func encoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
