internal import QuillCore

/// JSON, written by hand so that keys stay in the order that reads best.
package enum JSONText {
  /// The text as a JSON string.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case ..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// An object on one line; members without a value are left out.
  static func object(_ members: [(key: String, value: String?)]) -> String {
    let kept = members.compactMap { member in
      member.value.map { "\(quoted(member.key)): \($0)" }
    }
    return "{\(kept.joined(separator: ", "))}"
  }
}

extension CheckReport {
  /// The report as one JSON document, a finding a line.
  public var json: String {
    let lines = findings.map { finding in
      "    "
        + JSONText.object([
          ("rule", JSONText.quoted(finding.rule.name)),
          ("severity", JSONText.quoted(finding.severity.rawValue)),
          ("path", JSONText.quoted(finding.path)), ("found", JSONText.quoted(finding.found)),
          ("expected", finding.expected.map(JSONText.quoted)),
          ("mend", finding.mend.map(JSONText.quoted)),
        ])
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    let zooms = areaZooms.map { "\n  \"area_zooms\": \(JSONText.quoted($0.description))," } ?? ""
    return """
      {
        "good": \(isGood),\(zooms)
        "tiles": \(tiles),
        "bytes": \(bytes),
        "errors": \(errors),
        "warnings": \(warnings),
        "known": \(known),
        "findings": \(list)
      }

      """
  }
}

extension Rule {
  /// The table of rules as one JSON document.
  public static var tableJSON: String {
    let lines = all.map { rule in
      "    "
        + JSONText.object([
          ("rule", JSONText.quoted(rule.name)), ("group", JSONText.quoted(rule.group.rawValue)),
          ("severity", JSONText.quoted(rule.severity.rawValue)),
          ("sliced_only", rule.reach == .sliced ? "true" : "false"),
          ("summary", JSONText.quoted(rule.summary)), ("mend", JSONText.quoted(rule.mend)),
        ])
    }
    return "{\n  \"rules\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n"
  }
}
