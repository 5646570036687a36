extension CheckReport {
  /// The report as workflow commands of GitHub Actions, one annotation a line.
  public func github(root: ReportRoot) -> String {
    findings.map { finding in
      let message =
        root.prefix(of: finding.path) + finding.clause + (finding.mend.map { ". \($0)" } ?? "")
      let file = Self.escapedProperty(root.file(of: finding.path))
      return "::\(finding.severity.rawValue) file=\(file),title=\(finding.rule.name)"
        + "::\(Self.escaped(message))\n"
    }.joined()
  }

  /// Percent signs and line ends, the characters that end a command's message.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// In a property, colons and commas too.
  private static func escapedProperty(_ text: String) -> String {
    var result = ""
    for character in escaped(text).unicodeScalars {
      switch character {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
