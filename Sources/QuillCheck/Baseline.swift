#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Findings that are known and do not count again, told apart by rule and path.
///
/// The file is JSON with one finding a line, sorted, so that changes to it read well.
public struct Baseline: Equatable, Sendable {
  private var known: Set<Entry>

  private struct Entry: Hashable, Codable {
    let rule: String
    let path: String
  }

  private struct Document: Codable {
    let version: Int
    let findings: [Entry]
  }

  /// Creates the baseline of some findings.
  public init(_ findings: some Sequence<Finding>) {
    known = Set(findings.map { Entry(rule: $0.rule.name, path: $0.path) })
  }

  /// Reads a baseline's file.
  ///
  /// - Throws: `BaselineError` when the bytes are no baseline.
  public init(json: [UInt8]) throws(BaselineError) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
      throw .notABaseline
    }
    guard document.version == 1 else { throw .newerVersion(document.version) }
    known = Set(document.findings)
  }

  /// The bytes of the file.
  public var json: [UInt8] {
    let sorted = known.sorted { one, two in
      let order = PathOrder.compare(one.path, two.path)
      return order == 0 ? one.rule < two.rule : order < 0
    }
    let lines = sorted.map { entry in
      "    {\"path\": \(JSONText.quoted(entry.path)), \"rule\": \(JSONText.quoted(entry.rule))}"
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return Array("{\n  \"version\": 1,\n  \"findings\": \(list)\n}\n".utf8)
  }

  /// Whether the finding is known.
  public func contains(_ finding: Finding) -> Bool {
    known.contains(Entry(rule: finding.rule.name, path: finding.path))
  }
}

/// What can be wrong with a baseline's file.
public enum BaselineError: Error, Equatable, Sendable {
  /// It is not what a check writes.
  case notABaseline

  /// A newer version than this program reads.
  case newerVersion(Int)
}

extension BaselineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notABaseline: "is no list of known findings (expected what a check has written)"
    case .newerVersion(let version):
      "was written by a newer version of tilequill (format \(version), expected 1)"
    }
  }
}
