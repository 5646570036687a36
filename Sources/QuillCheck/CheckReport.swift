public import QuillCore

/// What a check came to.
public struct CheckReport: Equatable, Sendable {
  /// The findings that count, sorted by path in the order of tiles, then by rule.
  public let findings: [Finding]

  /// The findings left out because they are known from before, sorted likewise.
  public let knownFindings: [Finding]

  /// Pictures of tiles that were looked at, @2x ones included.
  public let tiles: Int

  /// Bytes of these pictures together.
  public let bytes: Int

  /// The zooms at which an area was checked that was asked for without any; nil else.
  public var areaZooms: ZoomRange?

  /// Creates the report of some findings, in any order.
  public init(findings: [Finding], baseline: Baseline? = nil, tiles: Int, bytes: Int) {
    self.findings = findings.filter { baseline?.contains($0) != true }.sorted()
    knownFindings = findings.filter { baseline?.contains($0) == true }.sorted()
    self.tiles = tiles
    self.bytes = bytes
  }

  /// Creates the report of a set so broken that nothing of it can be checked.
  ///
  /// - Parameter reason: What is wrong, as it follows the set's name.
  public init(broken reason: String) {
    let finding = Finding(
      rule: .unreadable, severity: .error, path: ".", found: reason,
      mend: "Get it again from where it came from, or make it anew.")
    self.init(findings: [finding], tiles: 0, bytes: 0)
  }

  /// Number of findings left out because they are known from before.
  public var known: Int { knownFindings.count }

  /// Number of findings that are errors.
  public var errors: Int { findings.count { $0.severity == .error } }

  /// Number of findings that are warnings.
  public var warnings: Int { findings.count { $0.severity == .warning } }

  /// Whether no finding is an error.
  public var isGood: Bool { !findings.contains { $0.severity == .error } }
}
