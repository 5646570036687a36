import QuillCheck
import QuillCore

/// The reports of a check: at most one is printed, and any number written to files.
struct ReportWords {
  static let option = OptionDeclaration.option(
    "--format", "F", .choiceOrFile(Format.allCases.map(\.rawValue)), in: .output,
    "What is printed: text for people, json, junit and sarif for CI servers, github for notes on a"
      + " pull request. F=FILE writes it to a file.",
    default: .described("text"), repeats: true)

  enum Format: String, CaseIterable, ArgumentValue {
    case text
    case json
    case junit
    case sarif
    case github
  }

  /// What is printed, nil for nothing but the line at the end.
  let printed: Format?

  private let files: [(format: Format, path: String)]

  /// Reads `--format` and `--json`.
  init(_ invocation: Invocation) throws {
    if invocation.flag(.json) {
      try invocation.refuse(Self.option, because: "--json is the format json")
      printed = .json
      files = []
      return
    }
    var shown: [Format] = []
    var files: [(format: Format, path: String)] = []
    for text in invocation.values(of: Self.option) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let format = try Format(argument: String(parts[0]))
      guard parts.count == 2 else {
        shown.append(format)
        continue
      }
      let path = String(parts[1])
      guard !path.isEmpty else {
        throw CommandFailure(
          "the name of the file is missing (found '\(text)', expected '\(text)FILE')",
          about: Self.option.name)
      }
      guard !files.contains(where: { $0.path == path }) else {
        throw CommandFailure("two reports would go to '\(path)'", about: Self.option.name)
      }
      files.append((format, path))
    }
    if shown.count > 1 {
      throw CommandFailure(
        "only one report can be printed (found \(listed(shown.map(\.rawValue), with: "and")))",
        about: Self.option.name,
        remedy: "Write others to files: --format \(shown[1].rawValue)=FILE")
    }
    printed = shown.first ?? (files.isEmpty ? .text : nil)
    self.files = files
  }

  /// Whether some report is for a program, which waits for it however the check ended.
  var isForPrograms: Bool { printed != .text || !files.isEmpty }

  /// Whether nothing is written to files.
  var isOnlyPrinted: Bool { files.isEmpty }

  /// Writes the reports to their files, prints the one that is asked for, and says how many findings
  /// there are where what is printed does not.
  func write(_ report: CheckReport, about root: ReportRoot, _ console: Console) throws {
    for (format, path) in files {
      do throws(FileError) {
        let text = Array(text(report, as: format, root, isColored: false).utf8)
        try NewFile.replace(path, with: text.span, holding: nil)
      } catch {
        throw CommandFailure("\(error)", about: path)
      }
    }
    if let printed {
      try console.results.append(
        text: text(report, as: printed, root, isColored: console.palette.isOn))
    }
    if printed != .text { console.notice("\(root.path): \(report.summary)") }
  }

  private func text(
    _ report: CheckReport, as format: Format, _ root: ReportRoot, isColored: Bool
  ) -> String {
    switch format {
    case .text: report.text(isColored: isColored, root: root)
    case .json: report.json
    case .junit: report.junit()
    case .sarif: report.sarif(root: root, version: TileQuill.version)
    case .github: report.github(root: root)
    }
  }
}
