extension CheckReport {
  /// The report for people: rule by rule, errors first, and a last line that counts.
  ///
  /// - Parameters:
  ///   - limit: How many findings of one rule are shown before the rest is only counted; nil for
  ///     all.
  ///   - isColored: Whether severities are coloured for a terminal.
  ///   - root: The set, which findings about all of it are named by; nil for `.`.
  /// - Returns: The text, its last line ended.
  public func text(
    limit: Int? = 20, isColored: Bool = false, root: ReportRoot? = nil
  ) -> String {
    var lines: [String] = []
    for severity in Severity.allCases {
      let grouped = Dictionary(grouping: findings.filter { $0.severity == severity }, by: \.rule)
      for rule in Rule.all {
        guard let group = grouped[rule] else { continue }
        let label = isColored ? severity.colored : severity.rawValue
        lines.append("\(label) \(rule.name) (\(group.count)): \(rule.summary)")
        for finding in group.prefix(limit ?? group.count) {
          let path = finding.path == "." ? root?.path ?? "." : finding.path
          lines.append("  \(Self.shown(path)): \(Self.shown(finding.clause))")
        }
        if let limit, group.count > limit { lines.append("  and \(group.count - limit) more") }
        var mends: [String] = []
        for mend in group.compactMap(\.mend) where !mends.contains(mend) { mends.append(mend) }
        lines += mends.prefix(3).map { "  > \($0)" }
        lines.append("")
      }
    }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The line that counts, such as `71 tiles, 2 errors, 1 warning`.
  public var summary: String {
    func counted(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    let counts = [counted(tiles, "tile"), counted(errors, "error"), counted(warnings, "warning")]
    return counts.joined(separator: ", ")
      + (known > 0 ? " (\(counted(known, "known finding")) ignored)" : "")
      + (areaZooms.map { "; the area was checked at zooms \($0), those of the set" } ?? "")
  }

  /// A text without characters that would move a terminal's cursor or colour it.
  private static func shown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Severity {
  /// The word in bold red or yellow.
  fileprivate var colored: String {
    "\u{1B}[1;\(self == .error ? 31 : 33)m\(rawValue)\u{1B}[0m"
  }
}

extension Rule {
  /// The table of rules for people: a line each with name, severity and sentence, then the mend.
  public static var tableText: String {
    Group.allCases.map { group in
      let rules = all.filter { $0.group == group }.map { rule in
        let reach = rule.reach == .sliced ? " (sliced sets only, or when set)" : ""
        return
          "  \(rule.name)  \(rule.severity.rawValue)\(reach)\n    \(rule.summary)\n    > \(rule.mend)"
      }
      return "\(group.rawValue)\n\(rules.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }
}
