import QuillCore
import QuillRaster

/// `tilequill list`: prints which tiles an area needs, or which of them a tileset has or lacks.
struct ListCommand: Command {
  static let format = OptionDeclaration.option(
    "--format", "F", .choice(TileListFormat.allCases.map(\.rawValue)), in: .output,
    "What is printed. paths: zoom/x/y, a line a tile. tsv, csv: a table under z, x, y. json:"
      + " {\"total\":…,\"tiles\":[{\"z\":…,\"x\":…,\"y\":…},…]}; with --count"
      + " {\"zooms\":[{\"zoom\":…,\"tiles\":…},…],\"total\":…}. jsonl: {\"z\":…,\"x\":…,\"y\":…}, a line a"
      + " tile. geojson: the squares of the tiles. urls: web addresses. curl: what curl --config -"
      + " fetches the tiles with, into zoom/x/y files.",
    default: "paths")
  static let url = OptionDeclaration.option(
    "--url", "TEMPLATE", in: .output,
    "Where the tiles are, for urls and curl: an address with {z}, {x}, {y}, with {-y} for rows"
      + " from the south, or with {q} for quadkeys. Heed the rules of the server.")
  static let userAgent = OptionDeclaration.option(
    "--user-agent", "NAME", in: .output, "Who curl says it is.",
    default: .described("tilequill/\(TileQuill.version)"))
  static let rate = OptionDeclaration.option(
    "--rate", "N", in: .output, "How many tiles curl fetches a second.",
    default: .described("2"))
  static let count = OptionDeclaration.flag(
    "--count", in: .output, "Print how many tiles each zoom has, and the total.")
  static let tileset = OptionDeclaration.option(
    "--in", "TILESET", .file, in: .place, "The folder or archive of tiles to compare with.")
  static let missing = OptionDeclaration.flag(
    "--missing", in: .output,
    "Only tiles that the tileset lacks or that cannot be shown; those left out as blank are not"
      + " missing.")
  static let present = OptionDeclaration.flag(
    "--present", in: .output, "Only tiles that the tileset has; without an area, all of them.")

  static let declaration = CommandDeclaration(
    name: "list",
    abstract: "Print which tiles an area needs",
    discussion: """
      Prints the tiles that share area with a box or polygon, that a line runs through, that hold a \
      place, or that lie in a range, sorted by zoom, column and row, each once. What ends on the \
      border of a tile does not reach the next one. Row 0 is in the north.
      """,
    example: .init(
      "tilequill list --bounds -73.9819,40.7644,-73.9496,40.8003 --zoom 13-16 --count",
      "Counts the tiles of Central Park at zooms 13 to 16."),
    options: OptionDeclaration.area + [
      tileset, .scheme, .layout, .zoom, format, .json, count, missing, present, url, userAgent,
      rate,
    ],
    finding: "a tile is missing (with --missing)")

  private let area: AreaWords
  private let zooms: ZoomRange?
  private let format: TileListFormat
  private let countsOnly: Bool
  private let download: TileDownload?
  private let comparison: Comparison?

  /// What is asked about the tiles of a tileset.
  private enum Comparison {
    case missing(TilesetWords)
    case present(TilesetWords)
  }

  init(_ invocation: Invocation) throws {
    area = try AreaWords(invocation)
    comparison = try Self.comparison(invocation)
    if area.isEmpty {
      guard case .present? = comparison else {
        throw CommandFailure(
          "no area was given", about: "list",
          remedy: "Say which: --bounds WEST,SOUTH,EAST,NORTH, or --point, --area, --route, --tiles,"
            + " --requested")
      }
    }
    if area.needsZooms {
      try invocation.require(
        .zoom, because: "a box, a place or a shape alone does not say which zooms to list")
    } else if !area.isEmpty {
      try invocation.refuse(.zoom, because: "tiles that are named bring their own zoom")
    }
    zooms = try invocation.value(of: .zoom, as: ZoomRange.self)
    countsOnly = invocation.flag(Self.count)
    if invocation.flag(.json) {
      try invocation.refuse(Self.format, because: "--json is the format json")
      format = .json
    } else {
      format = try invocation.setting(Self.format, as: TileListFormat.self)
    }
    if countsOnly, format != .json, format != .paths {
      throw UsageError.noEffect("--format", because: "--count prints text or, with json, JSON")
    }
    download = try Self.download(invocation, format)
  }

  private static func download(
    _ invocation: Invocation, _ format: TileListFormat
  ) throws -> TileDownload? {
    if !format.needsURL {
      try invocation.refuse(url, because: "only urls and curl print addresses")
    }
    if format != .curl {
      try invocation.refuse(userAgent, because: "it is for --format curl")
      try invocation.refuse(rate, because: "it is for --format curl")
    }
    guard format.needsURL else { return nil }
    try invocation.require(url, because: "there is no default server")
    return try TileDownload(
      pattern: invocation.value(of: url) ?? "",
      userAgent: invocation.value(of: userAgent) ?? "tilequill/\(TileQuill.version)",
      requestsPerSecond: invocation.value(of: rate, as: Count.self)?.value ?? 2)
  }

  private static func comparison(_ invocation: Invocation) throws -> Comparison? {
    guard let asked = try invocation.atMostOne(of: [missing, present]) else { return nil }
    try invocation.require(tileset, because: "\(asked.name) compares with a tileset")
    guard let path = invocation.value(of: tileset) else { return nil }
    let words = TilesetWords(path: path, invocation)
    if invocation.flag(missing) { return .missing(words) }
    return invocation.flag(present) ? .present(words) : nil
  }

  func run(_ console: Console) throws -> ExitStatus {
    area.noticeClamping(console)
    let asked = try area.coverages(zooms)
    let printer = TileListPrinter(
      format: format, countsOnly: countsOnly, download: download, console.results)
    switch comparison {
    case nil:
      try printer.print(asked)
      return .done
    case .missing(let words):
      let lacking = try TileCensus(words, console).missing(from: asked)
      try printer.print(lacking)
      return lacking.isEmpty ? .done : .found
    case .present(let words):
      let census = TileCensus(words, console)
      try printer.print(
        area.isEmpty ? try census.everything(zooms) : try census.present(among: asked))
      return .done
    }
  }
}

/// Which tiles of a tileset can be shown.
struct TileCensus {
  private let words: TilesetWords
  private let console: Console

  init(_ words: TilesetWords, _ console: Console) {
    self.words = words
    self.console = console
  }

  /// The tiles of the sets that the tileset lacks or that do not decode, those left out as blank
  /// aside.
  func missing(from asked: [TileCoverage]) throws -> [TileCoverage] {
    let source = try words.open()
    let record = try source.readableRecord(of: words.path)
    let wanted = asked.map { coverage in
      let blank = record?.blank.first { $0.zoom == coverage.zoom }
      return blank.map { coverage.subtracting($0) } ?? coverage
    }
    return tiles(of: wanted, usable: false, in: source)
  }

  /// The tiles of the sets that the tileset has and that decode.
  func present(among asked: [TileCoverage]) throws -> [TileCoverage] {
    tiles(of: asked, usable: true, in: try words.open())
  }

  /// Those of the tiles that can be shown, or those that cannot.
  private func tiles(
    of asked: [TileCoverage], usable: Bool, in source: any TileSource
  ) -> [TileCoverage] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    let progress = console.progress("tiles", total: asked.reduce(0) { $0 + $1.count })
    defer { progress.end() }
    return asked.map { coverage in
      var found = TileCoverage(zoom: coverage.zoom)
      for tile in coverage {
        if isUsable(tile, source, &reader, &pixels) == usable { found.append(tile) }
        progress.advance()
      }
      return found
    }.filter { !$0.isEmpty }
  }

  /// All tiles that the tileset has, at all zooms or those asked for.
  func everything(_ zooms: ZoomRange?) throws -> [TileCoverage] {
    let source = try words.open()
    var found: [TileCoverage] = []
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    try source.visitTiles { path in
      progress.advance()
      guard path.scale == .single, zooms?.contains(path.tile.zoom) ?? true else { return }
      if found.last?.zoom != path.tile.zoom { found.append(TileCoverage(zoom: path.tile.zoom)) }
      found[found.count - 1].append(path.tile)
    }
    return found
  }

  private func isUsable(
    _ tile: Tile, _ source: any TileSource, _ reader: inout TileReader, _ pixels: inout [UInt8]
  ) -> Bool {
    // One that is there but cannot be read, such as a folder of that name, cannot be shown either.
    guard let bytes = try? source.bytes(of: TilePath(tile)) else { return false }
    return (try? reader.read(bytes.span, into: &pixels)) != nil
  }
}
