/// One thing that a check looks for, with the name that settings and reports know it by.
public struct Rule: Sendable {
  /// The name, in kebab-case; it never changes once published.
  public let name: String

  /// What the rule looks at.
  public let group: Group

  /// How much its findings weigh unless a setting, or the finding itself, says otherwise.
  public let severity: Severity

  /// When it applies without being asked for.
  public let reach: Reach

  /// What is wrong where it fires, in one sentence.
  public let summary: String

  /// What to do about it, in one sentence that asks for no knowledge of maps.
  public let mend: String

  /// What a rule looks at.
  public enum Group: String, Sendable, CaseIterable {
    /// How files are named.
    case names
    /// Zoom, column and row.
    case numbers
    /// Each picture alone.
    case images
    /// The tiles together.
    case set
    /// The pictures next to each other.
    case drawing
    /// What the set says of itself, and budgets.
    case promises
  }

  /// When a rule applies without being asked for.
  public enum Reach: Sendable {
    /// In every set.
    case all
    /// Only in sets whose record says how they were sliced.
    case sliced
  }

  init(
    _ name: String, _ group: Group, _ severity: Severity, reach: Reach = .all, _ summary: String,
    mend: String
  ) {
    self.name = name
    self.group = group
    self.severity = severity
    self.reach = reach
    self.summary = summary
    self.mend = mend
  }
}

extension Rule {
  /// The table of all rules, in the order of reports.
  public static let all: [Rule] =
    forNames + forNumbers + forImages + forTheSet + forTheDrawing + forPromises

  /// The rule of that name, nil when there is none.
  public static func named(_ name: some StringProtocol) -> Rule? {
    places[String(name)].map { all[$0] }
  }

  /// The rule's place in the table.
  var rank: Int {
    guard let place = Self.places[name] else {
      preconditionFailure("The rule '\(name)' is missing in the table of rules")
    }
    return place
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: zip(all.map(\.name), all.indices))
}

extension Rule: Hashable {
  public static func == (left: Rule, right: Rule) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Rule: CustomStringConvertible {
  public var description: String { name }
}
