import QuillArchives
import QuillCore

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

      DST must not exist yet; it appears complete at the end, or not at all.
      """,
    example: .init(
      "tilequill convert tiles park.pmtiles --name Park",
      "Puts all tiles of the folder into one file that maps read in parts over the web."),
    operands: [
      Operand("SRC", .file, "The folder of tiles, or the archive, to read."),
      Operand("DST", .file, "The folder or archive to write."),
    ],
    options: [.scheme, .layout, bounds, zoom, name, summary, attribution, link])

  private let source: TilesetWords
  private let destination: String
  private let clip: TileClip
  private let name: String?
  private let summary: String?
  private let attribution: String?
  private let isLinking: Bool

  init(_ invocation: Invocation) throws {
    source = TilesetWords(path: try invocation.operand("SRC", as: String.self), invocation)
    destination = try invocation.operand("DST", as: String.self)
    let box = try invocation.value(of: Self.bounds, as: GeographicBounds.self)
    do {
      clip = TileClip(
        zooms: try invocation.value(of: Self.zoom, as: ZoomRange.self),
        box: try box?.clampedToMap())
    } catch let error as GeographyError {
      throw CommandFailure("\(error)", about: "--bounds")
    }
    name = invocation.value(of: Self.name)
    summary = invocation.value(of: Self.summary)
    attribution = invocation.value(of: Self.attribution)
    if Tileset.Kind(ofNew: destination) != .folder {
      try invocation.refuse(Self.link, because: "an archive holds copies")
    }
    isLinking = invocation.flag(Self.link)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let start = LibC.seconds()
    let opened = try source.open()
    if isLinking, !(opened is TileFolder) {
      throw CommandFailure("is an archive (expected a folder, for --link)", about: source.path)
    }
    Interrupt.watch()
    let sink = try makeSink()
    var copy = TileCopy(from: opened, into: sink, clip: clip, isLinking: isLinking)
    do {
      try copyTiles(&copy, console)
      try finish(&copy, sink)
    } catch let error as FileError {
      // The path of a scratch file says nothing to a user.
      throw CommandFailure("\(error)", about: error.isOfReading ? source.path : destination)
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: error.isOfWriting ? destination : source.path)
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: source.path)
    }
    report(copy, seconds: LibC.seconds() - start, console)
    return .done
  }
}

extension ConvertCommand {
  private func makeSink() throws -> any FallbackKeeping {
    guard !destination.isEmpty else {
      throw CommandFailure("DST has no name (expected a new folder or archive)", about: "convert")
    }
    do throws(FileError) {
      return try Tileset.sink(to: destination)
    } catch {
      let isThere = error == .exists(path: destination)
      throw CommandFailure(
        isThere ? "exists already (expected a new name)" : "\(error)", about: destination,
        remedy: isThere ? "Choose another name, or remove it first." : nil)
    }
  }

  private func copyTiles(_ copy: inout TileCopy, _ console: Console) throws {
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    try copy.run { progress.advance() }
  }

  private func finish(_ copy: inout TileCopy, _ sink: any FallbackKeeping) throws {
    let measure = copy.measure
    guard measure.zooms != nil else { throw ArchiveError.noTiles }
    guard measure.formats.count == 1 else { throw ArchiveError.mixedFormats(measure.formats) }
    if let format = measure.formats.first?.format, format != "png",
      Tileset.Kind(ofNew: destination) == .folder
    {
      throw CommandFailure(
        "its tiles are \(format) pictures (expected png: a folder of tiles is named z/x/y.png)",
        about: source.path, remedy: "Convert it to an archive: .pmtiles or .mbtiles")
    }
    let fallback = try copy.fallback
    if let fallback { try sink.put(fallback) }
    var metadata = try copy.metadata ?? TilesetMetadata()
    metadata.name = name ?? metadata.name
    metadata.summary = summary ?? metadata.summary
    metadata.attribution = attribution ?? metadata.attribution
    metadata.fallback = fallback?.name
    let own = FileSystem.name(of: destination)
    let stem = own.lastIndex(of: ".").map { own[..<$0] } ?? own[...]
    let usual = Tileset.Kind(ofNew: destination) == .folder ? own : String(stem)
    try sink.finish(
      metadata: metadata.completed(by: measure, name: usual), record: try copy.record)
  }

  private func report(_ copy: TileCopy, seconds: Double, _ console: Console) {
    func notice(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { console.notice("\(source.path): \(count == 1 ? one : "\(count) \(many)")") }
    }
    notice(
      copy.strays, "one thing that is no tile was left out",
      "things that are no tiles were left out")
    notice(
      copy.doubles, "a second picture of one tile was left out",
      "second pictures of tiles were left out")
    notice(
      copy.retina, "one @2x picture was left out: an archive has no place for it",
      "@2x pictures were left out: an archive has no place for them")
    let tenths = (seconds * 10).rounded() / 10
    console.notice(
      "\(destination): \(copy.count) tiles, \(copy.bytes.asBytes), \(tenths) seconds")
  }
}

extension FileError {
  /// Whether it is about a file that is read.
  fileprivate var isOfReading: Bool {
    switch self {
    case .cannotRead, .absent: true
    case .cannotWrite, .exists, .busy: false
    }
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
