/// How much a finding weighs.
public enum Severity: String, Hashable, Sendable, CaseIterable {
  /// An app that shows the set shows something wrong, or nothing.
  case error

  /// Worth a look: the set works, but not as its maker may want.
  case warning
}

/// One thing that a rule found in a tileset.
public struct Finding: Hashable, Sendable {
  /// The rule.
  public var rule: Rule

  /// How much it weighs in this check.
  public var severity: Severity

  /// What it is about, by its path inside the set: a file; a zoom, `16/`; tiles as a range,
  /// `16/19298-19307/24618`; or `.` for the set as a whole.
  public var path: String

  /// What was found, a clause that reads on from the path.
  public var found: String

  /// What was expected, nil where `found` says it all.
  public var expected: String?

  /// What to do about it.
  public var mend: String?

  /// Creates a finding.
  public init(
    rule: Rule, severity: Severity, path: String, found: String, expected: String? = nil,
    mend: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.found = found
    self.expected = expected
    self.mend = mend
  }

  /// What was found and expected in one clause, without the path and the mend.
  public var clause: String { expected.map { "\(found) (expected \($0))" } ?? found }
}

extension Finding: Comparable {
  /// Orders findings by path, numbers in it by their value, then by the rules' order.
  public static func < (left: Finding, right: Finding) -> Bool {
    let order = PathOrder.compare(left.path, right.path)
    if order != 0 { return order < 0 }
    if left.rule != right.rule { return left.rule.rank < right.rule.rank }
    return (left.found, left.expected ?? "") < (right.found, right.expected ?? "")
  }
}

/// The order of paths in a tileset: part by part, numbers first and by their value.
enum PathOrder {
  /// Negative when `left` comes first, positive when `right` does, 0 when they are the same.
  static func compare(_ left: String, _ right: String) -> Int {
    var one = left.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)[...]
    var two = right.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)[...]
    while let first = one.popFirst() {
      guard let second = two.popFirst() else { return 1 }
      let order = compare(part: first, second)
      if order != 0 { return order }
    }
    return two.isEmpty ? 0 : -1
  }

  private static func compare(part left: Substring.UTF8View, _ right: Substring.UTF8View) -> Int {
    let order = number(left) - number(right)
    if order != 0 { return order }
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// The number that a part begins with, or one beyond all numbers of tiles.
  private static func number(_ part: Substring.UTF8View) -> Int {
    let digits = part.prefix(11).prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return part.isEmpty ? -1 : Int(Int32.max) * 64 }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
