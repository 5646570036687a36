import QuillCore

/// Findings as they are made: settings are applied at its door.
struct FindingBook: Sendable {
  private(set) var findings: [Finding] = []

  /// Whether the set's record tells how it was sliced.
  var isSliced = false

  private let settings: RuleSettings

  /// Up to this many tiles of one zoom and fault are listed one by one; beyond, as ranges.
  private static let singly = 1000

  init(settings: RuleSettings) { self.settings = settings }

  /// A book with the same settings and no finding.
  var empty: FindingBook {
    var book = FindingBook(settings: settings)
    book.isSliced = isSliced
    return book
  }

  /// Whether findings of the rule would be kept.
  func wants(_ rule: Rule) -> Bool { settings.applies(rule, isSliced: isSliced) }

  /// Adds a finding, unless its rule is off.
  ///
  /// `severity` is for rules whose findings differ in weight; `mend` for better advice than the
  /// rule's own.
  mutating func add(
    _ rule: Rule, at path: String, found: String, expected: String? = nil, mend: String? = nil,
    severity: Severity? = nil
  ) {
    guard wants(rule), let severity = settings.severity(of: rule, by: severity) else { return }
    findings.append(
      Finding(
        rule: rule, severity: severity, path: path, found: found, expected: expected,
        mend: mend ?? rule.mend))
  }

  mutating func add(contentsOf other: FindingBook) { findings += other.findings }

  /// Adds one finding for each tile of a set, or for each rectangle of it when it is large.
  ///
  /// `describe` tells what was found at a tile; at a rectangle it is asked for its first tile.
  mutating func add(
    _ rule: Rule, each tiles: TileCoverage, scale: TileScale = .single, in context: CheckContext,
    severity: Severity? = nil,
    describe: (Tile) -> (found: String, expected: String?, mend: String?)
  ) {
    guard wants(rule) else { return }
    if tiles.count <= Self.singly {
      for tile in tiles {
        let (found, expected, mend) = describe(tile)
        add(
          rule, at: context.name(of: TilePath(tile, scale: scale)), found: found,
          expected: expected, mend: mend, severity: severity)
      }
    } else {
      for range in tiles.ranges {
        let (found, expected, mend) = describe(range[0])
        let number = range.count == 1 ? "" : " (\(range.count) tiles)"
        add(
          rule, at: context.name(of: range), found: found + number, expected: expected, mend: mend,
          severity: severity)
      }
    }
  }
}
