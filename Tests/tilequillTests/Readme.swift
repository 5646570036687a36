import Foundation

/// The parts of README, or another page, that can be held against the program.
struct Readme {
  private let lines: [String]

  init(_ root: URL, named name: String = "README.md") throws {
    let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// The lines of each fenced block that is opened with exactly this tag.
  func blocks(tagged tag: String) -> [[String]] {
    var blocks: [[String]] = []
    var isInside = false
    var isWanted = false
    for line in lines {
      if line.hasPrefix("```") {
        isInside.toggle()
        isWanted = isInside && line == "```\(tag)"
        if isWanted { blocks.append([]) }
      } else if isWanted {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  /// The command lines that stand as code in tables, in their order.
  var examples: [String] {
    lines.filter { $0.hasPrefix("|") }.flatMap(Self.code).filter { $0.hasPrefix("tilequill ") }
  }

  /// The targets of `make` in tables.
  var makeTargets: [String] {
    lines.filter { $0.hasPrefix("|") }.flatMap(Self.code).filter { $0.hasPrefix("make ") }
      .map { String($0.dropFirst(5).prefix { $0 != " " }) }
  }

  /// The files that pictures and links lead to.
  var links: [String] {
    let text = lines.joined(separator: "\n")
    let pictures = text.matches(of: /src="([^"]+)"/).map { String($0.1) }
    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    return (pictures + links).filter { !$0.hasPrefix("http") }
  }

  private static func code(in line: String) -> [String] {
    line.matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}

/// A command in README and the lines shown below it.
struct ReadmeRun {
  let command: String
  private(set) var output: [String] = []

  /// The commands of a block, in their order.
  static func all(in block: [String]) -> [ReadmeRun] {
    var runs: [ReadmeRun] = []
    for line in block {
      if line.hasPrefix("$ ") {
        runs.append(ReadmeRun(command: String(line.dropFirst(2))))
      } else if !runs.isEmpty {
        runs[runs.count - 1].output.append(line)
      }
    }
    return runs
  }

  /// Whether what was printed is what is shown, empty lines aside; nothing shown is no promise.
  func shows(_ printed: String) -> Bool {
    let printed = printed.split(separator: "\n").map { Self.plain(String($0)) }
    let shown = output.filter { !$0.isEmpty }.map(Self.plain)
    return shown.isEmpty || Self.matches(shown[...], printed[...])
  }

  private static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return (printed.startIndex...printed.endIndex)
        .contains { matches(shown.dropFirst(), printed[$0...]) }
    }
    return first == printed.first && matches(shown.dropFirst(), printed.dropFirst())
  }

  /// A line without what may vary.
  private static func plain(_ line: String) -> String {
    line.replacing(/[0-9.]+ seconds/, with: "… seconds")
      .replacing(/\b[0-9.]+[KMG]\b/, with: "…M")
      .replacing(/[ \t]+/, with: " ")
  }
}
