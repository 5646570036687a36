import QuillCore
import QuillRaster

/// `tilequill slice`: cuts a drawing into tiles.
struct SliceCommand: Command {
  static let at = OptionDeclaration.option(
    "--at", "TILE", in: .place,
    "The drawing lies pixel for pixel on the grid of that tile's zoom, its top-left corner on that"
      + " tile's.")
  static let zoom = OptionDeclaration.zoom.meaning(
    "Zooms to write.",
    default: .described("from where the drawing is one tile to its own zoom"))
  static let keepBlank = OptionDeclaration.flag(
    "--keep-blank", in: .look, "Write tiles without a visible pixel too.")
  static let fallback = OptionDeclaration.option(
    "--fallback", "FILE.png", .file, in: .look,
    "The picture an app shows where no tile is; it is copied into OUT.")
  static let compress = OptionDeclaration.option(
    "--compress", "HOW", .choice(Compression.allCases.map(\.rawValue)), in: .speed,
    "Trade time for bytes; all are lossless.", default: "default")
  static let jobs = OptionDeclaration.option(
    "--jobs", "N", in: .speed, "How many threads share the work.",
    default: .described("one a processor core"))
  static let maxMemory = OptionDeclaration.option(
    "--max-memory", "SIZE", in: .safety, "Refuse work that takes more memory.",
    default: .described("the memory of the machine"))
  static let maxTiles = OptionDeclaration.option(
    "--max-tiles", "N", in: .safety, "Refuse to write more tiles.")
  static let dryRun = OptionDeclaration.flag(
    "--dry-run", in: .safety, "Print the tiles of each zoom and write nothing.")
  static let noRecord = OptionDeclaration.flag(
    "--no-record", in: .output, "Leave \(SliceRecord.fileName) out of OUT.")

  static let declaration = CommandDeclaration(
    name: "slice",
    abstract: "Cut a drawing into tiles",
    discussion: """
      Cuts a PNG into a folder of tiles, zoom/x/y.png, for map views that load tiles by these \
      names. Each tile holds the drawing's own pixels at the drawing's zoom, and their exact mean \
      at the zooms above it. Tiles without a visible pixel are left out.

      OUT must not exist yet; it appears complete at the end, or not at all.
      """,
    example: .init(
      "tilequill slice park.png tiles --at 17/38596/49236 --zoom 13-16",
      "Writes tiles/13/… to tiles/16/… from a drawing made on the grid of zoom 17."),
    operands: [
      Operand("DRAWING.png", .file, "The drawing."),
      Operand("OUT", .folder, "The folder of tiles to write."),
    ],
    options: [
      at, zoom, keepBlank, fallback, maxMemory, maxTiles, dryRun, compress, jobs, noRecord,
    ])

  private let drawing: String
  private let out: String
  private let placement: Placement
  private let zooms: ZoomRange?
  private let fallback: String?
  private let isDryRun: Bool
  private let writesRecord: Bool
  private let keepsBlank: Bool
  private let compression: Compression
  private let jobs: Int
  private let memoryLimit: Int
  private let tileLimit: Int?

  init(_ invocation: Invocation) throws {
    drawing = try invocation.operand("DRAWING.png", as: String.self)
    out = try invocation.operand("OUT", as: String.self)
    placement = try Self.placement(invocation)
    zooms = try invocation.value(of: Self.zoom, as: ZoomRange.self)
    isDryRun = invocation.flag(Self.dryRun)
    fallback = invocation.value(of: Self.fallback)
    keepsBlank = invocation.flag(Self.keepBlank)
    writesRecord = !invocation.flag(Self.noRecord)
    compression = try invocation.setting(Self.compress, as: Compression.self)
    jobs =
      try invocation.value(of: Self.jobs, as: JobCount.self)?.value
      ?? min(LibC.processorCount, JobCount.most)
    memoryLimit =
      try invocation.value(of: Self.maxMemory, as: ByteSize.self)?.bytes
      ?? LibC.memoryByteCount
    tileLimit = try invocation.value(of: Self.maxTiles, as: Count.self)?.value
  }

  private static func placement(_ invocation: Invocation) throws -> Placement {
    guard let tile = try invocation.value(of: at, as: Tile.self) else {
      throw CommandFailure(
        "it is not said where the drawing lies", about: "slice",
        remedy: "Say where its top-left corner is: --at 17/38596/49236")
    }
    return .at(tile)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let start = LibC.seconds()
    let reader = try openDrawing()
    let plan = try makePlan(reader.size)
    if isDryRun { return try printTiles(plan, console) }
    let picture = try fallback.map { try readFallback($0, plan.tileSize) }
    Interrupt.watch()
    let sink = try makeSink()
    echo(plan, console)
    let outcome: Slicer.Outcome
    do {
      outcome = try slice(reader, plan, into: sink, console)
      if let picture { try sink.put(picture.bytes.span, besideZooms: picture.name) }
      try finish(sink, plan, outcome, fallback: picture?.name)
    } catch let error as FileError {
      // The path of a scratch file says nothing to a user.
      throw CommandFailure("\(error)", about: out)
    }
    if reader.hasTrailingBytes {
      console.notice("\(drawing): bytes after its end were passed over")
    }
    report(outcome, seconds: LibC.seconds() - start, console)
    return .done
  }
}

extension SliceCommand {
  private func openDrawing() throws -> DrawingReader {
    do throws(PNGError) {
      return try DrawingReader(path: drawing, memoryLimit: memoryLimit)
    } catch {
      throw CommandFailure("\(error)", about: drawing, remedy: error.remedy)
    }
  }

  private func makePlan(_ size: PixelSize) throws -> SlicePlan {
    do throws(SliceError) {
      let plan = try SlicePlan(drawing: size, placement: placement, zooms: zooms)
      if let tileLimit, plan.tileCount > tileLimit {
        throw .tooManyTiles(plan.tileCount, limit: tileLimit)
      }
      let needed = plan.memory(jobs: jobs)
      guard needed <= memoryLimit else {
        throw .needsMemory(drawing: size, needed: needed, limit: memoryLimit)
      }
      return plan
    } catch {
      throw CommandFailure("\(error)", about: drawing, remedy: remedy(for: error))
    }
  }

  private func remedy(for error: SliceError) -> String? {
    switch error {
    case .beyondTheMap: "Choose a tile further north-west, or a deeper zoom: --at ZOOM/X/Y"
    case .tooDeep(_, let native): "Ask for zooms up to its own: --zoom \(native)"
    case .needsMemory(_, let needed, _): "Allow it: --max-memory \(megabytes(holding: needed))M"
    case .tooManyTiles(let count, _): "Allow them: --max-tiles \(count)"
    case .tooShallow, .cancelled: nil
    }
  }

  /// Reads the fallback and looks whether an app can show it in the place of a tile.
  private func readFallback(
    _ path: String, _ tileSize: TileSize
  ) throws -> (bytes: [UInt8], name: String) {
    let name = FileSystem.name(of: path)
    guard name.hasSuffix(".png") else {
      throw CommandFailure("is not named as a PNG (expected a name that ends in .png)", about: path)
    }
    do {
      guard let bytes = try FileSystem.read(path) else {
        throw CommandFailure("does not exist", about: path)
      }
      var reader = TileReader()
      var pixels: [UInt8] = []
      let header = try reader.read(bytes.span, into: &pixels).header
      guard header.width == tileSize.pixels, header.height == tileSize.pixels else {
        throw CommandFailure(
          "is not as large as a tile (found \(header.width)x\(header.height) pixels, expected"
            + " \(tileSize.pixels)x\(tileSize.pixels))", about: path)
      }
      return (bytes, name)
    } catch let error as FileError {
      throw CommandFailure("\(error)", about: path)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: path)
    }
  }

  private func makeSink() throws -> TileFolderSink {
    guard !out.isEmpty else {
      throw CommandFailure("OUT has no name (expected the path of a new folder)", about: "slice")
    }
    do throws(FileError) {
      return try TileFolderSink(destination: out)
    } catch {
      throw CommandFailure(
        error == .exists(path: out) ? "exists already (expected a new folder)" : "\(error)",
        about: out,
        remedy: error == .exists(path: out) ? "Choose another name, or remove it first." : nil)
    }
  }

  private func echo(_ plan: SlicePlan, _ console: Console) {
    console.notice(
      "\(drawing): \(plan.drawing) pixels \(placement), \(plan.bounds), its own zoom is"
        + " \(plan.nativeZoom)")
  }

  private func printTiles(_ plan: SlicePlan, _ console: Console) throws -> ExitStatus {
    for zoom in plan.zooms {
      try console.results.line("\(zoom)\t\(plan.tiles(at: zoom)?.count ?? 0)")
    }
    try console.results.line("total\t\(plan.tileCount)")
    return .done
  }

  private func slice(
    _ reader: DrawingReader, _ plan: SlicePlan, into sink: TileFolderSink, _ console: Console
  ) throws -> Slicer.Outcome {
    var slicer = Slicer(plan: plan)
    slicer.jobs = jobs
    slicer.compression = compression
    slicer.keepsBlank = keepsBlank
    slicer.isCancelled = { Interrupt.isRequested }
    let progress = console.progress("tiles", total: plan.tileCount)
    defer { progress.end() }
    slicer.progress = { _ in progress.advance() }
    do {
      return try slicer.slice(reader, into: sink)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: drawing, remedy: error.remedy)
    } catch SliceError.cancelled {
      throw Interrupt.Requested()
    }
  }

  private func finish(
    _ sink: TileFolderSink, _ plan: SlicePlan, _ outcome: Slicer.Outcome, fallback: String?
  ) throws {
    let name = FileSystem.name(of: drawing)
    var metadata = TilesetMetadata()
    metadata.name = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
    metadata.format = "png"
    metadata.type = "overlay"
    metadata.zooms = plan.zooms
    metadata.tileSize = plan.tileSize
    metadata.bounds = plan.bounds
    metadata.center = plan.bounds.center
    metadata.centerZoom = plan.zooms.shallowest
    metadata.fallback = fallback
    let options = SliceRecord.Options(
      zooms: plan.zooms, tileSize: plan.tileSize, keepsBlank: keepsBlank, fallback: fallback)
    let record = SliceRecord(
      drawing: .init(name: name, width: plan.drawing.width, height: plan.drawing.height),
      placement: placement, options: options, made: outcome.made, blank: outcome.blank)
    try sink.finish(metadata: metadata, record: writesRecord ? record : nil)
  }

  private func report(_ outcome: Slicer.Outcome, seconds: Double, _ console: Console) {
    let written = outcome.made.reduce(0) { $0 + $1.count }
    let skipped = outcome.blank.reduce(0) { $0 + $1.count }
    if written == 0 {
      console.notice("\(drawing): no pixel is visible, so there is no tile to write")
    }
    let tenths = (seconds * 10).rounded() / 10
    console.notice(
      "\(out): \(written) written, \(skipped) blank skipped, \(outcome.bytes.asBytes),"
        + " \(tenths) seconds")
  }
}

extension PNGError {
  /// What to do about a drawing that cannot be read.
  var remedy: String? {
    switch self {
    case .tooLarge(_, _, let need, _): "Allow it: --max-memory \(megabytes(holding: need))M"
    default: nil
    }
  }
}

/// The megabytes that hold so many bytes, without overflow for any number of them.
private func megabytes(holding bytes: Int) -> Int {
  bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1)
}
