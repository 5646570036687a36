import QuillCore
import QuillRaster
import QuillServer

/// `tilequill serve`: shows a tileset in a browser.
struct ServeCommand: Command {
  static let port = OptionDeclaration.option(
    "--port", "N", in: .safety, "The port to listen on.", default: .described("a free one"))
  static let host = OptionDeclaration.option(
    "--host", "ADDRESS", in: .safety,
    "The address to listen at; 0.0.0.0 lets the whole network in.", default: "127.0.0.1")
  static let open = OptionDeclaration.flag("--open", in: .output, "Open the page in a browser.")
  static let holes = OptionDeclaration.option(
    "--holes", "HOW", .choice(HolePolicy.allCases.map(\.rawValue)), in: .look,
    "What is answered where no tile is: status 404 or 204, the fallback picture, or a part of the"
      + " nearest shallower tile; the last two give 404 where there is none.", default: "fallback")
  static let places = OptionDeclaration.option(
    "--places", "FILE.geojson", .file, in: .look,
    "Show points, ways and areas, with name, kind and color from their properties.")
  static let route = OptionDeclaration.option(
    "--route", "FILE.gpx", .file, in: .look,
    "Show a way, and a hero who walks it; the tiles that the walk needs are listed.")
  static let base = OptionDeclaration.option(
    "--base", "URL", in: .look, "Show a map below: https://HOST/{z}/{x}/{y}.png.")
  static let log = OptionDeclaration.option(
    "--log", "FILE", .file, in: .output,
    "Add a line for each tile that is asked for, as list --requested reads them.")
  static let watch = OptionDeclaration.option(
    "--watch", "DRAWING.png", .file, in: .output,
    "Slice the drawing into TILESET now and at each save; open pages show the new tiles at once."
      + " It lies where the options under Where say, or as last time.")
  static let export = OptionDeclaration.option(
    "--export", "DIR", .folder, in: .output,
    "Serve nothing: write the page and the tiles into a new folder, for any web host.")

  static let declaration = CommandDeclaration(
    name: "serve",
    abstract: "Show tiles on a map in a browser",
    discussion: """
      Serves a page with a map of the tileset, prints its address and stays until Ctrl-C. Only this \
      machine can reach it unless --host says otherwise. The page shows tile borders with names, \
      tells missing tiles from those left blank on purpose, and works without a network.

      Other programs can ask for /z/x/y.png and /z/x/y@2x.png, /tiles.json (TileJSON), \
      /metadata.json and /fallback.png. The header X-Tile of a tile's answer says why it is as it \
      is: own, blank, parent, fallback, missing, outside-zooms.

      When the tiles change, by --watch or by another program, open pages take up the new ones.
      """,
    example: .init(
      "tilequill serve tiles --route walk.gpx --places pois.geojson --open",
      "Shows the folder of tiles with places and a walk."),
    operands: [Operand("TILESET", .folder, "The folder of tiles, or an archive.")],
    options: OptionDeclaration.placement + [
      .scheme, .layout, holes, FallbackWords.option, places, route, base, host, port, open, log,
      watch, export,
    ])

  private let tileset: TilesetWords
  private let fallback: FallbackWords
  private let holes: HolePolicy
  private let base: String?
  private let files: ShownFiles
  private let way: Way

  private enum Way {
    case export(String)
    case serve(address: String, port: Int?, opens: Bool, log: String?, SliceJob?)
  }

  init(_ invocation: Invocation) throws {
    let path = try invocation.operand("TILESET", as: String.self)
    tileset = TilesetWords(path: path, invocation)
    fallback = FallbackWords(invocation)
    holes = try invocation.setting(Self.holes, as: HolePolicy.self)
    base = try invocation.value(of: Self.base, as: BaseMap.self)?.template
    files = ShownFiles(
      places: invocation.value(of: Self.places), route: invocation.value(of: Self.route))
    if let folder = invocation.value(of: Self.export) {
      for option in [Self.host, Self.port, Self.open, Self.log, Self.watch] {
        try invocation.refuse(option, because: "--export serves nothing")
      }
      if holes == .parent {
        try invocation.refuse(Self.holes, because: "parents are enlarged by a server only")
      }
      way = .export(folder)
    } else {
      way = .serve(
        address: try invocation.setting(Self.host, as: String.self),
        port: try invocation.value(of: Self.port, as: PortNumber.self)?.value,
        opens: invocation.flag(Self.open), log: invocation.value(of: Self.log),
        try Self.job(invocation))
    }
  }

  private static func job(_ invocation: Invocation) throws -> SliceJob? {
    guard let drawing = invocation.value(of: watch) else { return nil }
    for option in [OptionDeclaration.scheme, .layout] {
      try invocation.refuse(option, because: "--watch writes z/x/y with rows from the north")
    }
    var job = SliceJob(drawing: drawing, placement: try PlacementWords(invocation))
    job.jobs = JobCount.usual
    job.memoryLimit = LibC.memoryByteCount
    return job
  }

  func run(_ console: Console) throws -> ExitStatus {
    let contents = try files.read()
    files.noticeSize(contents, on: console)
    Interrupt.watch()
    switch way {
    case .export(let folder):
      let served = try served()
      try PreviewExport(
        source: try tileset.open(), tileset: served, site: try site(served, log: nil),
        destination: folder, contents: contents
      ).write(on: console)
      return .done
    case .serve(let address, let port, let opens, let log, let job):
      let watching = try job.map {
        try WatchedDrawing(SliceRun(job: $0, out: tileset.path, way: .update), on: console)
      }
      let served = try served()
      return try Preview(
        site: try site(served, log: try log.map(RequestLogFile.init)), tileset: served,
        address: address, port: port, opensBrowser: opens, files: files,
        contents: contents, watching: watching
      ).run(on: console)
    }
  }

  private func served() throws -> ServedTileset {
    let picture = try fallback.askedPath(in: tileset.path)
    if let picture, try FileSystem.read(picture).flatMap(Content.init(picture:)) == nil {
      throw CommandFailure("is no picture that a browser shows", about: picture)
    }
    _ = try tileset.open()
    do {
      return try ServedTileset(path: tileset.path, fallback: picture, opening: tileset.open)
    } catch let fault as TilesetFault {
      throw CommandFailure("\(fault)", about: tileset.path)
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: tileset.path)
    }
  }

  private func site(_ served: ServedTileset, log: RequestLogFile?) throws -> PreviewSite {
    var look = PreviewLook()
    look.holes = holes
    look.base = base
    if try served.readFacts().bounds == nil, let file = files.places ?? files.route {
      throw CommandFailure(
        "cannot be shown: the tiles lie nowhere on the map (expected a set sliced with a place)",
        about: file)
    }
    var onTile: (@Sendable (Tile) -> Void)?
    if let log { onTile = { log.add($0) } }
    return PreviewSite(served, look: look, enlarger: TileEnlarger(), onTile: onTile)
  }
}
