import QuillArchives
import QuillCore
import QuillRaster

/// `tilequill convert`: copies a tileset into another kind of tileset.
struct ConvertCommand: Command {
  static let name = OptionDeclaration.option(
    "--name", "TEXT", in: .look, "What lists of maps call the set.",
    default: .described("what SRC says, else DST's own name"))
  static let summary = OptionDeclaration.option(
    "--description", "TEXT", in: .look, "What the set shows.")
  static let attribution = OptionDeclaration.option(
    "--attribution", "TEXT", in: .look, "Whom maps thank for it.")
  static let zoom = OptionDeclaration.zoom.meaning(
    "Copy these zooms only.", default: .described("all"))
  static let bounds = OptionDeclaration.option(
    "--bounds", "BOUNDS", in: .place, "Copy only tiles that share area with this box.",
    default: .described("all"))
  static let tileSize = OptionDeclaration.option(
    "--tile-size", "N", .choice(TileSize.allCases.map { "\($0.pixels)" }), in: .look,
    "Make tiles of this many pixels a side, pixel for pixel: 512 at a zoom hold those of 256 at the"
      + " next, so that the zooms become one less; or the other way round.",
    default: .described("that of SRC"))
  static let link = OptionDeclaration.flag(
    "--link", in: .speed,
    "From folder to folder: give the files second names instead of copying them.")

  static let declaration = CommandDeclaration(
    name: "convert",
    abstract: "Turn a folder of tiles into an archive, or back",
    discussion: """
      Copies the tiles of SRC, byte for byte, into DST: a folder of zoom/x/y.png, or an archive \
      when DST ends in .pmtiles or .mbtiles. What SRC says of itself goes along, with its fallback \
      and the record of its slice; what it does not say is worked out from the tiles.

      With --tile-size tiles are put together or cut up, and so encoded anew; --zoom and --bounds \
      then choose among the new tiles.

      DST must not exist yet; it appears complete at the end, or not at all.
      """,
    example: .init(
      "tilequill convert tiles park.pmtiles --name Park",
      "Puts all tiles of the folder into one file that maps read in parts over the web."),
    operands: [
      Operand("SRC", .file, "The folder of tiles, or the archive, to read."),
      Operand("DST", .file, "The folder or archive to write."),
    ],
    options: [
      .scheme, .layout, bounds, zoom, tileSize, name, summary, attribution, link,
      SliceCommand.compress, .noSync, .jobs,
    ])

  private let source: TilesetWords
  private let destination: String
  private let box: BoxWords
  private let clip: TileClip
  private let name: String?
  private let summary: String?
  private let attribution: String?
  private let isLinking: Bool
  private let syncs: Bool
  private let regrouping: TileRegrouping?

  init(_ invocation: Invocation) throws {
    source = TilesetWords(path: try invocation.operand("SRC", as: String.self), invocation)
    destination = try invocation.operand("DST", as: String.self)
    box = try BoxWords(invocation)
    clip = try box.clip(invocation)
    name = invocation.value(of: Self.name)
    summary = invocation.value(of: Self.summary)
    attribution = invocation.value(of: Self.attribution)
    if Tileset.Kind(ofNew: destination) != .folder {
      try invocation.refuse(Self.link, because: "an archive holds copies")
    }
    regrouping = try Self.regrouping(invocation)
    if regrouping != nil {
      try invocation.refuse(Self.link, because: "tiles of another size are new files")
    }
    isLinking = invocation.flag(Self.link)
    syncs = !invocation.flag(.noSync)
  }

  private static func regrouping(_ invocation: Invocation) throws -> TileRegrouping? {
    guard let side = try invocation.value(of: tileSize, as: Int.self).flatMap(TileSize.init)
    else { return nil }
    var work = TileRegrouping(to: side)
    work.compression = try invocation.setting(SliceCommand.compress, as: Compression.self)
    work.jobs = try invocation.jobCount()
    return work
  }

  func run(_ console: Console) throws -> ExitStatus {
    let start = LibC.seconds()
    box.noticeClamping(console)
    let opened = try source.open()
    let steady = try SteadyFolder(opened)
    if let own = FileSystem.resolved(source.path), own == FileSystem.resolved(destination) {
      throw CommandFailure(
        "is the tileset that is read (expected a new name for DST)", about: destination)
    }
    if isLinking, !(opened is TileFolder) {
      throw CommandFailure("is an archive (expected a folder, for --link)", about: source.path)
    }
    Interrupt.watch()
    let sink = try Tileset.newSink(to: destination, for: "convert", syncs: syncs)
    do {
      if let regrouping {
        try regroup(opened, into: sink, regrouping, since: start, steady, console)
      } else {
        var copy = TileCopy(from: opened, into: sink, clip: clip, isLinking: isLinking)
        try copyTiles(&copy, console)
        try steady.check()
        try finish(copy, sink)
        report(copy, seconds: LibC.seconds() - start, console)
      }
    } catch let error as FileError {
      // The path of a scratch file says nothing to a user.
      throw CommandFailure("\(error)", about: error.isOfReading ? error.path : destination)
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: error.isOfWriting ? destination : source.path)
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: source.path)
    }
    return .done
  }
}

extension ConvertCommand {
  private func copyTiles(_ copy: inout TileCopy, _ console: Console) throws {
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    try copy.run { progress.advance() }
  }

  private func finish(_ copy: TileCopy, _ sink: any FallbackKeeping) throws {
    let measure = copy.measure
    guard measure.zooms != nil else { throw ArchiveError.noTiles }
    guard measure.formats.count == 1 else { throw ArchiveError.mixedFormats(measure.formats) }
    let fallback = try copy.fallback
    if let fallback { try sink.put(fallback) }
    let record = try copy.record
    try sink.finish(
      metadata: named(try copy.metadata, fallback).completed(
        by: measure, name: Tileset.usualName(of: destination), isPlaced: record.isPlaced),
      record: record)
  }

  /// What the set says, with the names that were asked for.
  private func named(
    _ metadata: TilesetMetadata?, _ fallback: FallbackPicture?
  ) -> TilesetMetadata {
    var metadata = metadata ?? TilesetMetadata()
    metadata.name = name ?? metadata.name
    metadata.summary = summary ?? metadata.summary
    metadata.attribution = attribution ?? metadata.attribution
    metadata.fallback = fallback?.name
    return metadata
  }

  /// Writes tiles of another size.
  private func regroup(
    _ opened: any TileSource, into sink: any FallbackKeeping, _ regrouping: TileRegrouping,
    since start: Double, _ steady: SteadyFolder, _ console: Console
  ) throws {
    let record = try opened.record
    let outcome = try run(regrouping, opened, sink, record, console)
    try steady.check()
    guard !outcome.made.isEmpty else { throw ArchiveError.noTiles }
    // A fallback is shown in the place of a tile, and so is as large as one.
    if try (opened as? any FallbackHolding)?.fallback != nil {
      console.notice("\(source.path): its fallback was left out: it has the old tiles' size")
    }
    var metadata = named(try opened.metadata.map(clip.clipped), nil)
    metadata.tileSize = regrouping.target
    metadata.zooms = nil
    metadata.centerZoom = nil
    let count = outcome.made.reduce(0) { $0 + $1.count }
    let measure = TileMeasure(
      formats: [.png: count], coverages: outcome.made.reduce(into: [:]) { $0[$1.zoom] = $1 })
    var new = record?.regrouped(to: regrouping.target, made: outcome.made).flatMap(clip.clipped)
    new?.options.fallback = nil
    new?.leaveOutBlankBesideDrawing()
    try sink.finish(
      metadata: metadata.completed(
        by: measure, name: Tileset.usualName(of: destination), isPlaced: record.isPlaced),
      record: new)
    noteLeftOut(
      outcome.retina, "one @2x picture was left out", "@2x pictures were left out", console)
    noteLeftOut(
      outcome.lost, "the tile of zoom 0 was left out: no tile of 512 pixels is shallower", "",
      console)
    let tenths = ((LibC.seconds() - start) * 10).rounded() / 10
    console.notice(
      "\(destination): \(count) tiles of \(regrouping.target.pixels) pixels,"
        + " \(outcome.bytes.asBytes), \(tenths) seconds")
  }

  private func run(
    _ regrouping: TileRegrouping, _ opened: any TileSource, _ sink: any TileSink,
    _ record: SliceRecord?, _ console: Console
  ) throws -> TileRegrouping.Outcome {
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    let picker = TilePicker(clip)
    var work = regrouping
    work.wants = { picker.wants($0) }
    work.keepsBlank = record?.options.keepsBlank ?? false
    work.isCancelled = { Interrupt.isRequested }
    work.progress = { progress.advance() }
    do {
      return try work.run(from: opened, into: sink)
    } catch StitchError.cancelled {
      throw Interrupt.Requested()
    } catch let error as StitchError {
      throw CommandFailure("\(error)", about: source.path, remedy: error.remedy)
    }
  }

  private func noteLeftOut(_ count: Int, _ one: String, _ many: String, _ console: Console) {
    if count > 0 { console.notice("\(source.path): \(count == 1 ? one : "\(count) \(many)")") }
  }

  /// The bytes that were written: an archive's, in which repeated tiles are there once, or else those of
  /// all tiles.
  private func written(_ bytes: Int) -> Int {
    if case .file(let size)? = (try? FileSystem.kind(of: destination)) ?? nil {
      size
    } else {
      bytes
    }
  }

  private func report(_ copy: TileCopy, seconds: Double, _ console: Console) {
    noteLeftOut(
      copy.strays, "one thing that is no tile was left out",
      "things that are no tiles were left out", console)
    noteLeftOut(
      copy.doubles, "a second picture of one tile was left out",
      "second pictures of tiles were left out", console)
    noteLeftOut(
      copy.retina, "one @2x picture was left out: an archive has no place for it",
      "@2x pictures were left out: an archive has no place for them", console)
    let tenths = (seconds * 10).rounded() / 10
    console.notice(
      "\(destination): \(copy.count) tiles, \(written(copy.bytes).asBytes), \(tenths) seconds")
  }
}

extension ArchiveError {
  /// Whether it is about the tileset that is written.
  fileprivate var isOfWriting: Bool {
    switch self {
    case .noTiles, .mixedFormats, .tileTwice, .retina: true
    default: false
    }
  }
}

extension SliceRecord {
  /// Keeps of the blank tiles those that lie under the drawing: a shallower tile reaches further
  /// than the deeper ones it was made of.
  fileprivate mutating func leaveOutBlankBesideDrawing() {
    var look = SlicePlan.Look()
    look.tileSize = options.tileSize
    let size = PixelSize(width: drawing.width, height: drawing.height)
    guard
      let plan = try? SlicePlan(
        drawing: size, placement: placement, zooms: options.zooms, look: look)
    else { return }
    blank = blank.compactMap { level in plan.coverage(at: level.zoom).map(level.intersection) }
      .filter { !$0.isEmpty }
  }
}
