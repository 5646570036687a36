extension CheckReport {
  /// The report as JUnit's XML: a case for each finding, and for each rule without any.
  ///
  /// Errors fail; warnings pass and say so in their output.
  public func junit(name: String = "tilequill validate") -> String {
    let grouped = Dictionary(grouping: findings, by: \.rule)
    let cases = Rule.all.flatMap { rule -> [String] in
      guard let group = grouped[rule] else {
        return ["<testcase classname=\(Self.quoted(rule.name)) name=\(Self.quoted(rule.summary))/>"]
      }
      return group.map(Self.testCase)
    }
    let counts = "tests=\"\(cases.count)\" failures=\"\(errors)\" errors=\"0\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name=\(Self.quoted(name)) \(counts)>
          \(cases.joined(separator: "\n    "))
        </testsuite>
      </testsuites>

      """
  }

  private static func testCase(_ finding: Finding) -> String {
    let opening =
      "<testcase classname=\(quoted(finding.rule.name)) name=\(quoted(finding.path))>"
    let mend = finding.mend.map(escaped) ?? ""
    let body =
      finding.severity == .error
      ? "<failure type=\"error\" message=\(quoted(finding.clause))>\(mend)</failure>"
      : "<system-out>warning: \(escaped(finding.clause)). \(mend)</system-out>"
    return opening + body + "</testcase>"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Text as XML holds it; what XML 1.0 has no way to hold becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case ..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
