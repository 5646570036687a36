import QuillCore
import QuillRaster

/// `tilequill slice`: cuts a drawing into tiles.
struct SliceCommand: Command {
  static let zoom = OptionDeclaration.zoom.meaning(
    "Zooms to write.",
    default: .described("from where the drawing is one tile to its own zoom"))
  static let tileSize = OptionDeclaration.option(
    "--tile-size", "N", .choice(TileSize.allCases.map { "\($0.pixels)" }), in: .look,
    "Pixels along each side of a tile; the grid is the same.", default: "256")
  static let retina = OptionDeclaration.flag(
    "--retina", in: .look, "Write y@2x.png beside each tile, twice as fine.")
  static let resample = OptionDeclaration.option(
    "--resample", "HOW", .choice(Resampling.allCases.map(\.rawValue)), in: .look,
    "How pixels are made that do not fall on pixels of the drawing: auto copies where they do,"
      + " else is cubic when enlarging and average when shrinking.", default: "auto")
  static let shrink = OptionDeclaration.option(
    "--shrink", "HOW", .choice(Shrinking.allCases.map(\.rawValue)), in: .look,
    "How the zooms below the drawing's own are made.", default: "average")
  static let background = OptionDeclaration.option(
    "--background", "COLOUR|FILE.png", .file, in: .look,
    "Put a colour (#rrggbb, white, black) or a repeated picture under each tile.")
  static let colorProfile = OptionDeclaration.option(
    "--color-profile", "HOW", .choice(ColourHandling.allCases.map(\.rawValue)), in: .look,
    "What becomes of an embedded colour profile: convert makes the colours sRGB, keep leaves them"
      + " and puts the profile into each tile.", default: "convert")
  static let keepBlank = OptionDeclaration.flag(
    "--keep-blank", in: .look, "Write tiles without a visible pixel too.")
  static let fallback = OptionDeclaration.option(
    "--fallback", "FILE.png", .file, in: .look,
    "The picture an app shows where no tile is; it is copied into OUT.")
  static let compress = OptionDeclaration.option(
    "--compress", "HOW", .choice(Compression.allCases.map(\.rawValue)), in: .speed,
    "Trade time for bytes; all are lossless.", default: "default")
  static let maxMemory = OptionDeclaration.option(
    "--max-memory", "SIZE", in: .safety, "Refuse work that takes more memory.",
    default: .described("what the machine has"))
  static let maxTiles = OptionDeclaration.option(
    "--max-tiles", "N", in: .safety, "Refuse to write more tiles.")
  static let update = OptionDeclaration.flag(
    "--update", in: .safety,
    "OUT is there: write only tiles that change, remove those made before that are blank now, touch"
      + " nothing else. Placement and options are as last time unless given.")
  static let overwrite = OptionDeclaration.flag(
    "--overwrite", in: .safety,
    "OUT is there: rebuild it in a temporary folder, then replace OUT; a link to a folder stays, and the"
      + " folder is replaced. Placement and options are as last time unless given.")
  static let add = OptionDeclaration.flag(
    "--add", in: .safety, "OUT is there: add zooms that it does not have.")
  static let check = OptionDeclaration.flag(
    "--check", in: .safety, "Write nothing; end with 1 if --update would change something.")
  static let watch = OptionDeclaration.flag(
    "--watch", in: .safety, "Stay, and update OUT at each save of the drawing.")
  static let discardEdits = OptionDeclaration.flag(
    "--discard-edits", in: .safety,
    "With --update or --watch: replace tiles that somebody edited since the last slice. Without it, such"
      + " tiles are listed and nothing is written.")
  static let dryRun = OptionDeclaration.flag(
    "--dry-run", in: .safety,
    "Print the tiles of each zoom and write nothing. Where OUT is there, placement and options are"
      + " as last time unless given, as with --update.")
  static let noRecord = OptionDeclaration.flag(
    "--no-record", in: .output,
    "Leave \(SliceRecord.fileName) out of OUT, and take away one that is there: it would not be"
      + " true any more. The next --update then cannot tell which tiles are gone.")

  static let declaration = CommandDeclaration(
    name: "slice",
    abstract: "Cut a drawing into tiles",
    discussion: """
      Cuts a PNG or JPEG into a folder of tiles, zoom/x/y.png, for map views that load tiles by \
      these names, or into an archive when OUT ends in .pmtiles or .mbtiles. Say where the drawing \
      lies in one of the ways below; without any, a world file beside \
      the drawing says it. Each tile holds the drawing's own pixels at the drawing's zoom, and \
      their exact mean at the zooms above it. Tiles without a visible pixel are left out.

      A new OUT appears complete at the end, or not at all. An OUT that is there is changed only \
      when you say how.
      """,
    example: .init(
      "tilequill slice park.png tiles --at 17/38596/49236 --zoom 13-16",
      "Writes tiles/13/… to tiles/16/… from a drawing made on the grid of zoom 17."),
    operands: [
      Operand("DRAWING.png", .file, "The drawing, a PNG or JPEG."),
      Operand("OUT", .file, "The folder of tiles to write, or an archive: .pmtiles or .mbtiles."),
    ],
    options: OptionDeclaration.placement + [
      zoom, tileSize, retina, resample, shrink, background, colorProfile, keepBlank, fallback,
      update, overwrite, add, check, watch, discardEdits, .noSync, maxMemory, maxTiles, dryRun,
      compress,
      .jobs, noRecord,
    ],
    finding: "--update would change something (with --check)")

  private let out: String
  private let isDryRun: Bool
  private let way: ExistingOut?
  private let watches: Bool
  private let job: SliceJob

  init(_ invocation: Invocation) throws {
    out = try invocation.operand("OUT", as: String.self)
    isDryRun = invocation.flag(Self.dryRun)
    let chosen = try Self.way(invocation)
    way = chosen?.way
    watches = invocation.flag(Self.watch)
    if watches {
      try invocation.refuse(
        Self.noRecord, because: "--watch knows by the record which tiles are gone")
    }
    if way != .update {
      try invocation.refuse(
        Self.discardEdits, because: "only --update and --watch look for tiles that were edited")
    }
    if isDryRun, let chosen {
      try invocation.refuse(chosen.option, because: "--dry-run writes nothing")
    }
    var job = SliceJob(
      drawing: try invocation.operand("DRAWING.png", as: String.self),
      placement: try PlacementWords(invocation))
    job.zooms = try invocation.value(of: Self.zoom, as: ZoomRange.self)
    job.look = try Self.look(invocation)
    job.background = invocation.value(of: Self.background)
    job.fallback = invocation.value(of: Self.fallback)
    job.colours = try invocation.setting(Self.colorProfile, as: ColourHandling.self)
    job.keepsBlank = invocation.flag(Self.keepBlank)
    job.writesRecord = !invocation.flag(Self.noRecord)
    job.discardsEdits = invocation.flag(Self.discardEdits)
    job.syncs = !invocation.flag(.noSync)
    job.given = Set(
      [
        Self.tileSize, Self.retina, Self.resample, Self.shrink, Self.background, Self.keepBlank,
        Self.colorProfile,
      ]
      .filter(invocation.isGiven).map(\.name))
    job.compression = try invocation.setting(Self.compress, as: Compression.self)
    job.jobs = try invocation.jobCount()
    job.memoryLimit =
      try invocation.value(of: Self.maxMemory, as: ByteSize.self)?.bytes ?? LibC.memoryByteCount
    job.tileLimit = try invocation.value(of: Self.maxTiles, as: Count.self)?.value
    self.job = job
  }

  private static func way(
    _ invocation: Invocation
  ) throws -> (option: OptionDeclaration, way: ExistingOut)? {
    let ways: [(option: OptionDeclaration, way: ExistingOut)] = [
      (update, .update), (overwrite, .overwrite), (add, .add), (check, .check), (watch, .update),
    ]
    for (option, _) in ways { _ = invocation.flag(option) }
    let chosen = try invocation.atMostOne(of: ways.map(\.option))?.name
    return ways.first { $0.option.name == chosen }
  }

  private static func look(_ invocation: Invocation) throws -> SlicePlan.Look {
    var look = SlicePlan.Look()
    look.tileSize = TileSize(rawValue: try invocation.setting(tileSize, as: Int.self)) ?? .pixels256
    look.hasRetina = invocation.flag(retina)
    look.resampling = try invocation.setting(resample, as: Resampling.self)
    look.shrinking = try invocation.setting(shrink, as: Shrinking.self)
    return look
  }

  func run(_ console: Console) throws -> ExitStatus {
    guard !out.isEmpty else {
      throw CommandFailure("OUT has no name (expected the path of a new folder)", about: "slice")
    }
    let run = SliceRun(job: job, out: out, way: way)
    if isDryRun { return try printTiles(run.plan(on: console), console) }
    Interrupt.watch()
    return watches ? try run.watch(on: console) : try run.once(on: console)
  }

  private func printTiles(_ plan: SlicePlan, _ console: Console) throws -> ExitStatus {
    for zoom in plan.zooms {
      try console.results.line("\(zoom)\t\(plan.coverage(at: zoom)?.count ?? 0)")
    }
    try console.results.line("total\t\(plan.tileCount)")
    return .done
  }
}

/// What is to be done with an OUT that is there.
enum ExistingOut {
  case update
  case overwrite
  case add
  case check
}
