internal import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Findings that are known and do not count again, told apart by rule, path and what was found.
///
/// A finding that names tiles is known when all of them are, so that it does not matter whether they
/// stand there one by one or as a rectangle. Budgets are never known: what is too heavy is told
/// until it is lighter, or until more is allowed.
///
/// The file is JSON with one finding a line, sorted, so that changes to it read well.
public struct Baseline: Equatable, Sendable {
  private let known: Set<Entry>
  /// The tiles that entries name, which follow from those.
  private let tiles: [FaultOfTiles: Inventory]

  private struct Entry: Hashable, Codable {
    let rule: String
    let path: String
    /// What was found there; nil in files of older versions, where rule and path are all that is
    /// known.
    let found: String?
  }

  /// One and the same thing that was found at some tiles.
  private struct FaultOfTiles: Hashable {
    let rule: String
    let found: String?
  }

  private struct Document: Codable {
    let version: Int
    let findings: [Entry]
  }

  public static func == (left: Baseline, right: Baseline) -> Bool { left.known == right.known }

  /// Creates the baseline of some findings.
  public init(_ findings: some Sequence<Finding>) {
    self.init(
      entries: findings.filter { !$0.rule.isBudget }.map {
        Entry(rule: $0.rule.name, path: $0.path, found: $0.found)
      })
  }

  private init(entries: some Sequence<Entry>) {
    known = Set(entries)
    var ranges: [FaultOfTiles: [TileCoverage]] = [:]
    for entry in known {
      guard let range = Self.tiles(of: entry.path) else { continue }
      ranges[Self.fault(entry), default: []].append(TileCoverage(range))
    }
    tiles = ranges.mapValues { Inventory($0) }
  }

  /// Reads a baseline's file.
  ///
  /// - Throws: `BaselineError` when the bytes are no baseline.
  public init(json: [UInt8]) throws(BaselineError) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
      throw .notABaseline
    }
    guard document.version == 1 else { throw .newerVersion(document.version) }
    self.init(entries: document.findings)
  }

  /// The bytes of the file.
  public var json: [UInt8] {
    let sorted = known.sorted { one, two in
      let order = PathOrder.compare(one.path, two.path)
      return order == 0
        ? (one.rule, one.found ?? "") < (two.rule, two.found ?? "") : order < 0
    }
    let lines = sorted.map { entry in
      "    "
        + JSONText.object([
          ("path", JSONText.quoted(entry.path)), ("rule", JSONText.quoted(entry.rule)),
          ("found", entry.found.map(JSONText.quoted)),
        ])
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return Array("{\n  \"version\": 1,\n  \"findings\": \(list)\n}\n".utf8)
  }

  /// Whether the finding is known.
  public func contains(_ finding: Finding) -> Bool {
    guard !finding.rule.isBudget else { return false }
    return [finding.found, nil].contains { found in
      let entry = Entry(rule: finding.rule.name, path: finding.path, found: found)
      if known.contains(entry) { return true }
      guard let range = Self.tiles(of: finding.path),
        let tiles = tiles[Self.fault(entry)]
      else { return false }
      return TileCoverage(range).subtracting(tiles[range.zoom]).isEmpty
    }
  }

  /// The tiles that a finding's path names, as it counts them; nil where it names something else.
  private static func tiles(of path: String) -> TileRange? {
    if let range = TileRange(path) { return range }
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return TileRange(path[..<dot])
  }

  /// What was found at each tile, without the number of tiles that a rectangle's finding ends in.
  private static func fault(_ entry: Entry) -> FaultOfTiles {
    var found = entry.found
    if let text = found, text.hasSuffix(" tiles)"), let start = text.lastIndex(of: "(") {
      found = String(text[..<start].dropLast())
    }
    return FaultOfTiles(rule: entry.rule, found: found)
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
    case .notABaseline: "is not a baseline (make one with --write-baseline)"
    case .newerVersion(let version):
      "was written by a newer version of tilequill (format \(version), expected 1)"
    }
  }
}
