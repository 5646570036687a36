/// Where a command prints: results on standard output, all else on standard error.
package final class Console {
  /// Results only, ready to pipe.
  package let results: ResultStream
  /// Notices and progress; may be handed to other threads.
  package let notices: NoticeStream
  /// Colours of the results.
  package private(set) var palette: Palette
  /// Colours of notices and errors.
  package private(set) var noticePalette: Palette
  /// Columns that help may fill.
  package let width: Int

  private let isTerminal: Bool
  private let environment: (String) -> String?
  private var progressRule = WhenShown.auto
  private var isQuiet = false

  package init(
    results: ResultStream, notices: NoticeStream, isTerminal: Bool, width: Int,
    environment: @escaping (String) -> String?
  ) {
    self.results = results
    self.notices = notices
    self.isTerminal = isTerminal
    self.width = width
    self.environment = environment
    palette = Palette(.auto, isTerminal: isTerminal, environment: environment)
    noticePalette = Palette(.auto, isTerminal: notices.isTerminal, environment: environment)
  }

  /// The console of this program: file numbers 1 and 2, 80 columns unless a terminal says else.
  package static func standard() -> Console {
    let out = LibC.standardOutput
    return Console(
      results: ResultStream(file: out), notices: NoticeStream(file: LibC.standardError),
      isTerminal: LibC.isTerminal(out), width: min(100, max(40, LibC.columns(of: out) ?? 80)),
      environment: LibC.environment)
  }

  /// Takes up the options that every command has.
  package func heed(_ invocation: Invocation) throws(UsageError) {
    heed(color: try invocation.setting(.color, as: WhenShown.self))
    progressRule = try invocation.setting(.progress, as: WhenShown.self)
    isQuiet = invocation.flag(.quiet)
  }

  /// Takes up when colour is used.
  package func heed(color: WhenShown) {
    palette = Palette(color, isTerminal: isTerminal, environment: environment)
    noticePalette = Palette(color, isTerminal: notices.isTerminal, environment: environment)
  }

  /// Says something worth knowing that is no fault; `--quiet` silences it.
  package func notice(_ message: String) {
    if !isQuiet { notices.print("tilequill: " + oneLine(message)) }
  }

  /// Begins to show how far some work is: so many of `unit`, of `total` when that is known.
  package func progress(_ unit: String, total: Int?) -> Progress {
    let timing = Progress.Timing(progressRule, quiet: isQuiet, isTerminal: notices.isTerminal)
    return Progress(unit, total: total, timing: timing, notices: notices, clock: LibC.seconds)
  }

  /// Prints an error: one line, then the remedy as a second where there is one.
  package func report(_ failure: CommandFailure) {
    let start = noticePalette.paint("tilequill:", .red) + " "
    let subject = failure.subject.map { oneLine($0) + ": " } ?? ""
    let remedy = failure.remedy.map { "\n  " + oneLine($0) } ?? ""
    notices.print(start + subject + oneLine(failure.message) + remedy)
  }
}
