import QuillCore
import QuillRaster

/// `tilequill stitch`: puts tiles together into one drawing.
struct StitchCommand: Command {
  static let zoom = OptionDeclaration.option(
    "--zoom", "Z", in: .zooms, "The zoom of the tiles.", default: .described("that of --tiles"))
  static let bounds = OptionDeclaration.option(
    "--bounds", "BOUNDS", in: .place,
    "Only the tiles that share area with this box: the drawing's edges are those of whole tiles.",
    default: .described("all tiles of the zoom"))
  static let tiles = OptionDeclaration.option(
    "--tiles", "RANGE", in: .place, "Only these tiles, as 16/19298-19307/24618-24629.")
  static let holes = OptionDeclaration.option(
    "--holes", "WHAT", .file, in: .look,
    "What is drawn where a tile is missing: transparent, parent for the part of the nearest"
      + " shallower tile, or a picture of a tile's size, FILE.png.", default: "transparent")
  static let allowMissing = OptionDeclaration.flag(
    "--allow-missing", in: .safety, "End with status 0 though tiles are missing.")
  static let overwrite = OptionDeclaration.flag(
    "--overwrite", in: .safety, "OUT.png is there: replace it at the end.")
  static let maxMemory = OptionDeclaration.option(
    "--max-memory", "SIZE", in: .safety, "Refuse work that takes more memory.",
    default: .described("what the machine has"))

  static let declaration = CommandDeclaration(
    name: "stitch",
    abstract: "Put tiles together into one drawing",
    discussion: """
      Writes the tiles of one zoom as one PNG of any size, and beside it OUT.pgw and \
      OUT.png.aux.xml, which tell programs for maps, and slice, where it lies. Draw on it and slice \
      it: the tiles that you left alone come back as they were. A canvas exported at twice the \
      size is one zoom deeper.

      Tiles that the set's record knows to be blank are clear. Tiles that are missing are counted \
      and listed on standard error; the drawing is written all the same.

      With --json: width, height, zoom, columns, rows, tile_size, x and y of the first tile, tiles, \
      blank and missing as numbers of tiles, holes as a list of ranges such as \
      16/19298-19307/24618, and bounds as west, south, east, north, or null for tiles \
      that lie nowhere.
      """,
    example: .init(
      "tilequill stitch tiles park.png --zoom 16",
      "Puts the tiles of zoom 16 together into park.png."),
    operands: [
      Operand("TILESET", .file, "The folder of tiles, or the archive, to read."),
      Operand("OUT.png", .file, "The drawing to write."),
    ],
    options: [
      bounds, tiles, zoom, holes, .scheme, .layout, allowMissing, overwrite, .noSync, maxMemory,
      .jobs,
      .json,
    ],
    finding: "a tile is missing (without --allow-missing)")

  private let job: StitchJob
  private let box: BoxWords
  private let allowsMissing: Bool
  private let printsJSON: Bool

  init(_ invocation: Invocation) throws {
    box = try BoxWords(invocation)
    var job = StitchJob(
      source: TilesetWords(path: try invocation.operand("TILESET", as: String.self), invocation),
      out: try invocation.operand("OUT.png", as: String.self),
      place: try Self.place(invocation, box))
    job.holes = try invocation.setting(Self.holes, as: String.self)
    job.replaces = invocation.flag(Self.overwrite)
    job.syncs = !invocation.flag(.noSync)
    job.jobs = try invocation.jobCount()
    job.memoryLimit =
      try invocation.value(of: Self.maxMemory, as: ByteSize.self)?.bytes ?? LibC.memoryByteCount
    self.job = job
    allowsMissing = invocation.flag(Self.allowMissing)
    printsJSON = invocation.flag(.json)
  }

  private static func place(
    _ invocation: Invocation, _ box: BoxWords
  ) throws -> StitchJob.Place {
    _ = try invocation.atMostOne(of: [bounds, tiles])
    let range = try invocation.value(of: tiles, as: TileRange.self)
    let zooms = try invocation.value(of: zoom, as: ZoomRange.self)
    if range == nil { try invocation.require(zoom, because: "a drawing shows one zoom") }
    if let zooms, zooms.shallowest != zooms.deepest {
      throw CommandFailure("is \(zooms) (expected one zoom, such as 16)", about: "--zoom")
    }
    if let range {
      guard zooms.map({ $0.contains(range.zoom) }) ?? true else {
        throw CommandFailure(
          "--tiles are of zoom \(range.zoom) (expected those of --zoom)", about: "stitch")
      }
      return StitchJob.Place(zoom: range.zoom, area: StitchArea(range))
    }
    guard let zoom = zooms?.deepest else {
      throw UsageError.missingOption("--zoom", because: "a drawing shows one zoom")
    }
    // A box on the map shares area with some tiles of every zoom.
    return StitchJob.Place(
      zoom: zoom, area: box.box.flatMap { StitchArea(covering: $0, at: zoom) })
  }

  func run(_ console: Console) throws -> ExitStatus {
    box.noticeClamping(console)
    Interrupt.watch()
    let stitched = try job.run(on: console)
    if printsJSON { try console.results.append(text: stitched.jsonValue.document) }
    return stitched.plan.holes.isEmpty || allowsMissing ? .done : .found
  }
}

extension StitchJob.Stitched {
  /// The drawing for programs.
  fileprivate var jsonValue: JSONValue {
    let area = plan.area
    let box = area.bounds
    let sides = [box.west, box.south, box.east, box.north].map { JSONValue.number($0) }
    return .object([
      ("width", .whole(plan.size.width)), ("height", .whole(plan.size.height)),
      ("zoom", .whole(area.zoom.level)), ("columns", .whole(area.columns.count)),
      ("rows", .whole(area.rows.count)), ("tile_size", .whole(plan.tileSide)),
      ("x", .whole(area.columns.lowerBound)), ("y", .whole(area.rows.lowerBound)),
      ("tiles", .whole(plan.present.count)), ("blank", .whole(plan.blank.count)),
      ("missing", .whole(plan.holes.count)),
      ("holes", .list(plan.holes.ranges.map { .text($0.description) })),
      ("bounds", isPlaced ? .list(sides) : .null),
    ])
  }
}
