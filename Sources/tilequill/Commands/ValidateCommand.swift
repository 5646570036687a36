import QuillArchives
import QuillCheck
import QuillCore

/// `tilequill validate`: checks a tileset, in CI or at the desk.
struct ValidateCommand: Command {
  static let zoom = OptionDeclaration.zoom.meaning(
    "The zooms that should have tiles, and at which an area is checked.",
    default: .described("for an area, those that the set declares, else those it has"))
  static let tileSize = OptionDeclaration.option(
    "--tile-size", "N", .choice(["256", "512"]), in: .look,
    "Pixels along each side that a tile should have.",
    default: .described("what the tileset promises"))
  static let maxTileBytes = OptionDeclaration.option(
    "--max-tile-bytes", "SIZE", in: .safety, "The most bytes that one tile may have.")
  static let maxBytes = OptionDeclaration.option(
    "--max-bytes", "SIZE", in: .safety, "The most bytes that all tiles together may have.")
  static let rule = OptionDeclaration.option(
    "--rule", "NAME=LEVEL", in: .safety, "Make a rule an error, a warning, or off.",
    repeats: true)
  static let strict = OptionDeclaration.flag("--strict", in: .safety, "Make warnings errors.")
  static let quick = OptionDeclaration.flag(
    "--quick", in: .speed, "Look at names, sizes and the beginnings of files; decode nothing.")
  static let baseline = OptionDeclaration.option(
    "--baseline", "FILE", .file, in: .safety,
    "Findings in this file are known and do not count again.")
  static let writeBaseline = OptionDeclaration.option(
    "--write-baseline", "FILE", .file, in: .output,
    "Write all that is found to this file, known or not, for --baseline.")
  static let fix = OptionDeclaration.flag(
    "--fix", in: .safety,
    "Mend what can be mended without losing anything, then check again: names that end in .PNG,"
      + " what Finder and Explorer leave behind, tiles that are clear or equal the fallback.")
  static let dryRun = OptionDeclaration.flag(
    "--dry-run", in: .safety, "With --fix: print what would be mended and change nothing.")
  static let listRules = OptionDeclaration.flag(
    "--list-rules", in: .output, "Print every rule with its level and what mends it.")

  static let declaration = CommandDeclaration(
    name: "validate",
    abstract: "Check that a tileset is right",
    discussion: """
      Decodes every tile and checks names, sizes, what is missing, what does not belong, and \
      whether the tiles are what the folder promises. Every finding names its rule, what was \
      found, and what mends it.

      With --json: good, whether no finding is an error; area_zooms, the zooms at which an area \
      was checked that came without any; tiles and bytes, how many were looked at; \
      errors, warnings and known, numbers of findings; findings, a list of rule, severity, path, \
      found, and, where there are any, expected and mend. With --list-rules: rules, a list of rule, \
      group, severity, sliced_only, summary and mend.
      """,
    example: .init(
      "tilequill validate tiles --zoom 13-16 --strict",
      "Checks all tiles, and that there are some at each of those zooms; warnings count too."),
    operands: [
      Operand("TILESET", .file, "The folder of tiles, or the archive.", count: .atMostOne)
    ],
    options: OptionDeclaration.area + [
      .scheme, .layout, zoom, tileSize, FallbackWords.option, maxTileBytes, maxBytes, rule, strict,
      baseline,
      fix, dryRun, quick, .jobs, ReportWords.option, .json, writeBaseline, listRules,
    ],
    finding: "an error was found")

  private let tileset: TilesetWords?
  private let area: AreaWords
  private let zooms: ZoomRange?
  private var request: CheckRequest
  private let fallback: FallbackWords
  private let baseline: String?
  private let newBaseline: String?
  private let reports: ReportWords
  private let jobs: Int
  private let mends: Bool
  private let isDryRun: Bool

  init(_ invocation: Invocation) throws {
    let listsRules = invocation.flag(Self.listRules)
    if listsRules {
      try invocation.refuseOthers(
        than: [Self.listRules, ReportWords.option, .json], because: "--list-rules checks nothing")
    }
    reports = try ReportWords(invocation)
    if listsRules, !reports.isOnlyPrinted || ![.text, .json].contains(reports.printed) {
      throw UsageError.noEffect(
        "--format", because: "--list-rules prints text or, with json, JSON")
    }
    area = try AreaWords(invocation)
    zooms = try invocation.value(of: Self.zoom, as: ZoomRange.self)
    request = try Self.request(invocation)
    fallback = FallbackWords(invocation)
    baseline = invocation.value(of: Self.baseline)
    newBaseline = invocation.value(of: Self.writeBaseline)
    jobs = try invocation.jobCount()
    mends = invocation.flag(Self.fix)
    if !mends { try invocation.refuse(Self.dryRun, because: "only --fix changes anything") }
    isDryRun = invocation.flag(Self.dryRun)
    let path = invocation.operand("TILESET")
    if listsRules {
      guard path == nil else { throw UsageError.extraOperand(path ?? "") }
      tileset = nil
    } else {
      guard let path else { throw UsageError.missingOperand("TILESET") }
      tileset = TilesetWords(path: path, invocation)
    }
  }

  private static func request(_ invocation: Invocation) throws -> CheckRequest {
    var request = CheckRequest()
    do {
      request.rules = try RuleSettings(
        parsing: invocation.values(of: rule), isStrict: invocation.flag(strict))
    } catch {
      throw CommandFailure(
        "\(error)", about: "--rule", remedy: "See them all: tilequill validate --list-rules")
    }
    request.tileSize = try invocation.value(of: tileSize, as: Int.self).flatMap(TileSize.init)
    request.maxTileBytes = try invocation.value(of: maxTileBytes, as: ByteSize.self)?.bytes
    request.maxBytes = try invocation.value(of: maxBytes, as: ByteSize.self)?.bytes
    request.isQuick = invocation.flag(quick)
    return request
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard let tileset else {
      try console.results.append(
        text: reports.printed == .json ? Rule.tableJSON + "\n" : Rule.tableText)
      return .done
    }
    area.noticeClamping(console)
    let root = tileset.isFolder ? ReportRoot.folder(tileset.path) : .archive(tileset.path)
    var report: CheckReport
    do {
      let source = try open(tileset, root, console)
      // What is found has to be true still when it is mended.
      let lock = mends && !isDryRun && tileset.isFolder ? try lock(tileset) : nil
      defer { lock?.release() }
      report = try check(source, tileset, console)
      if mends, try mend(source, after: report, tileset, lock, console) {
        report = try check(source, tileset, console)
      }
    } catch let error as ArchiveError {
      report = CheckReport(broken: "\(error)")
    }
    if let newBaseline {
      try write(Baseline(report.findings + report.knownFindings), to: newBaseline)
    }
    try reports.write(report, about: root, console)
    return report.isGood ? .done : .found
  }
}

extension ValidateCommand {
  /// Opens the set; that it is not there is told to programs by their report too, so that none finds
  /// an empty file.
  private func open(
    _ tileset: TilesetWords, _ root: ReportRoot, _ console: Console
  ) throws -> any TileSource {
    do {
      return try tileset.openUnchecked()
    } catch let failure as CommandFailure {
      if reports.isForPrograms {
        try reports.write(CheckReport(broken: failure.message), about: root, console)
      }
      throw failure
    }
  }

  private func check(
    _ source: any TileSource, _ tileset: TilesetWords, _ console: Console
  ) throws -> CheckReport {
    var request = request
    let ownZooms = zooms == nil && area.needsZooms ? try source.zoomsToCheck : nil
    request.area = try area.coverages(zooms ?? ownZooms)
    request.zooms = zooms
    request.fallback = try fallback.read(for: tileset.path)
    request.baseline = try baseline.map(readBaseline)
    Interrupt.watch()
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    let checker = Checker(
      source: source, request: request, decoding: TileInspection(), workers: jobs,
      isCancelled: { Interrupt.isRequested })
    var shown = 0
    do {
      var report = try checker.run { done in
        progress.advance(by: done - shown)
        shown = done
      }
      report.areaZooms = ownZooms
      return report
    } catch CheckError.cancelled {
      throw Interrupt.Requested()
    }
  }

  /// Keeps other programs from writing the set.
  private func lock(_ tileset: TilesetWords) throws -> DestinationLock {
    do throws(FileError) {
      return try DestinationLock(tileset.path)
    } catch {
      throw CommandFailure("\(error)", about: tileset.path)
    }
  }

  /// Mends what can be mended safely, or says what would be; true when something was changed.
  private func mend(
    _ source: any TileSource, after report: CheckReport, _ tileset: TilesetWords,
    _ lock: DestinationLock?, _ console: Console
  ) throws -> Bool {
    guard let folder = source as? TileFolder else {
      throw CommandFailure("is no folder (--fix mends folders alone)", about: tileset.path)
    }
    let mending = try Mending(
      of: folder, after: report, asked: area.coverages(zooms ?? report.areaZooms))
    let lines = mending.mends.map { (isDryRun ? "would " : "") + $0.description }
    for line in lines + mending.left.map(\.description) {
      if reports.printed == .text {
        try console.results.line(oneLine(line))
      } else {
        console.notice("\(tileset.path): \(line)")
      }
    }
    guard let lock, !mending.mends.isEmpty else { return false }
    try mending.apply(holding: lock)
    return true
  }

  private func readBaseline(_ path: String) throws -> Baseline {
    guard let bytes = try FileSystem.read(path) else {
      throw CommandFailure(
        "does not exist", about: path,
        remedy: "Write it first: tilequill validate TILESET --write-baseline \(path)")
    }
    do throws(BaselineError) {
      return try Baseline(json: bytes)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }

  /// Writes beside what is there, which stays whole should that fail.
  private func write(_ baseline: Baseline, to path: String) throws {
    do throws(FileError) {
      try NewFile.replace(path, with: baseline.json.span, holding: nil)
    } catch {
      throw CommandFailure("\(error)", about: path)
    }
  }
}

extension TileSource {
  /// The zooms at which an area is checked that has none of its own: those that the set declares,
  /// else those that it has tiles at; nil without any.
  ///
  /// What is declared and cannot be read is a finding of its own, and counts as nothing here.
  fileprivate var zoomsToCheck: ZoomRange? {
    get throws {
      if let zooms = (try? record)?.options.zooms ?? (try? metadata)?.zooms { return zooms }
      var zooms: (shallowest: Zoom, deepest: Zoom)?
      try visitTiles { path in
        let zoom = path.tile.zoom
        zooms = (min(zooms?.shallowest ?? zoom, zoom), max(zooms?.deepest ?? zoom, zoom))
      }
      return zooms.map { ZoomRange($0.shallowest, through: $0.deepest) }
    }
  }
}
