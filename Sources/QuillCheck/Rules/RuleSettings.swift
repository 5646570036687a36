/// What someone set for rules: another severity, or off.
public struct RuleSettings: Equatable, Sendable {
  private var levels: [Rule: Level] = [:]

  /// Whether warnings count as errors where no setting says otherwise.
  public var isStrict = false

  /// How much a rule shall weigh.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Its findings are errors.
    case error
    /// Its findings are warnings.
    case warning
    /// It is not looked at.
    case off
  }

  /// Creates settings that change nothing.
  public init() {}

  /// Reads settings such as `missing-tile=warning`; the last one of a rule holds.
  ///
  /// - Throws: `RuleSettingError` for the first that makes no sense.
  public init(parsing texts: [String], isStrict: Bool = false) throws(RuleSettingError) {
    self.isStrict = isStrict
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .malformed(text) }
      guard let rule = Rule.named(parts[0]) else {
        let names = Rule.all.map(\.name)
        throw .unknownRule(String(parts[0]), nearest: EditDistance.nearest(to: parts[0], in: names))
      }
      guard let level = Level(rawValue: String(parts[1])) else {
        throw .unknownLevel(rule: rule.name, found: String(parts[1]))
      }
      levels[rule] = level
    }
  }

  /// Sets how much a rule weighs.
  public mutating func set(_ rule: Rule, to level: Level) { levels[rule] = level }

  /// How much a finding weighs, nil when its rule is off.
  func severity(of rule: Rule, by nature: Severity? = nil) -> Severity? {
    switch levels[rule] {
    case .error: .error
    case .warning: .warning
    case .off: nil
    case nil: isStrict ? .error : nature ?? rule.severity
    }
  }

  /// Whether the rule is looked at in a set that was, or was not, sliced with a record.
  func applies(_ rule: Rule, isSliced: Bool) -> Bool {
    switch levels[rule] {
    case .off: false
    case .error, .warning: true
    case nil: rule.reach == .all || isSliced
    }
  }
}

/// What can be wrong with a setting of a rule.
public enum RuleSettingError: Error, Equatable, Sendable {
  /// The text is not of the form NAME=LEVEL.
  case malformed(String)

  /// No rule has that name; `nearest` is one much like it.
  case unknownRule(String, nearest: String?)

  /// The level is none of error, warning and off.
  case unknownLevel(rule: String, found: String)
}

extension RuleSettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is no setting of a rule (expected NAME=error, NAME=warning or NAME=off)"
    case .unknownRule(let name, let nearest):
      "there is no rule '\(name)'" + (nearest.map { ", did you mean '\($0)'?" } ?? "")
    case .unknownLevel(let rule, let found):
      "'\(found)' is no level for '\(rule)' (expected error, warning or off)"
    }
  }
}

extension EditDistance {
  /// The name nearest to a word, nil when none is within a third of its length.
  fileprivate static func nearest(to word: some StringProtocol, in names: [String]) -> String? {
    let ranked = names.map { (name: $0, slips: between(Array(word.utf8), Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.slips < $1.slips }) else { return nil }
    return best.slips <= max(2, word.utf8.count / 3) ? best.name : nil
  }
}
