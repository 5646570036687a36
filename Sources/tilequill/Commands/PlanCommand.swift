import QuillCore

/// `tilequill plan`: tells how large to draw an area.
struct PlanCommand: Command {
  static let zoom = OptionDeclaration.zoom.meaning(
    "The zooms to plan for.",
    default: .described("from where the area is one tile to the deepest that fits"))
  static let tileSize = OptionDeclaration.option(
    "--tile-size", "N", .choice(TileSize.allCases.map { "\($0.pixels)" }), in: .look,
    "Pixels along each side of a tile; the grid is the same.", default: "256")
  static let maxCanvas = OptionDeclaration.option(
    "--max-canvas", "WxH", in: .safety, "The largest drawing that your program can hold.",
    default: "16384x16384")

  static let guide = OptionDeclaration.option(
    "--guide", "FILE.png", .file, in: .output,
    "Write a clear picture of that size to draw on: borders and names of tiles, a dashed line that"
      + " keeps things safe from the edge, and the outlines of --area, --route and --places.")
  static let places = OptionDeclaration.option(
    "--places", "FILE.geojson", .file, in: .look, "With --guide: places to mark on it.",
    repeats: true)
  static let under = OptionDeclaration.option(
    "--under", "TILESET", .file, in: .look,
    "With --guide: tiles to paint below it, enlarged where they are of shallower zooms.")

  static let declaration = CommandDeclaration(
    name: "plan",
    abstract: "Tell how large to draw an area",
    discussion: """
      Prints for each zoom how many tiles an area needs, and how many pixels a drawing has that \
      covers them, one pixel of the drawing being one of the map. The deepest zoom whose drawing \
      fits is marked with *; below the table stand its box and the option that places a drawing of \
      that size. With --guide a sheet of that size to draw on is written too.

      With --json: zooms, a list of zoom, columns, rows, tiles, x and y (first and last), width, \
      height, metres_per_pixel, memory (bytes to slice), fits, bounds (west, south, east, north), \
      place (the option for slice); chosen, the zoom that is marked, or null.
      """,
    example: .init(
      "tilequill plan --bounds -73.9819,40.7644,-73.9496,40.8003 --zoom 13-16",
      "Tells how large a drawing of Central Park is at zooms 13 to 16."),
    options: OptionDeclaration.area
      + [zoom, tileSize, places, under, maxCanvas, .json, guide])

  private let area: AreaWords
  private let zooms: ZoomRange?
  private let tileSize: TileSize
  private let limit: CanvasSize
  private let printsJSON: Bool
  private let guide: GuideWords?

  init(_ invocation: Invocation) throws {
    area = try AreaWords(invocation)
    guard !area.isEmpty else {
      throw CommandFailure(
        "no area was given", about: "plan",
        remedy: "Say which: --bounds WEST,SOUTH,EAST,NORTH, or --point, --area, --route, --tiles,"
          + " --requested")
    }
    zooms = try invocation.value(of: Self.zoom, as: ZoomRange.self)
    tileSize =
      TileSize(rawValue: try invocation.setting(Self.tileSize, as: Int.self)) ?? .pixels256
    limit = try invocation.setting(Self.maxCanvas, as: CanvasSize.self)
    printsJSON = invocation.flag(.json)
    guide = try GuideWords(invocation)
  }

  func run(_ console: Console) throws -> ExitStatus {
    area.noticeClamping(console)
    let canvases = try zooms.map { try $0.compactMap(canvas) } ?? fittingCanvases()
    guard let first = canvases.first else {
      throw zooms.map {
        CommandFailure("the area has no tile there (found \($0))", about: "--zoom")
      }
        ?? CommandFailure(
          "no zoom of the area has a drawing that fits (expected one within \(limit) pixels)",
          about: "--max-canvas")
    }
    let chosen = canvases.last { $0.fits(limit) }
    if printsJSON {
      try console.results.append(text: json(canvases, from: first.frame.zoom, chosen))
    } else {
      for line in table(canvases, from: first.frame.zoom, chosen) { try console.results.line(line) }
    }
    if let guide {
      guard let chosen else {
        throw CommandFailure("no drawing of these zooms fits \(limit) pixels", about: guide.path)
      }
      try guide.write(chosen, area, console)
    }
    return .done
  }

  /// The tiles of the area at a zoom: named tiles of deeper zooms count by those that hold them.
  private func canvas(at zoom: Zoom) throws -> Canvas? {
    let parts = try area.coverages(ZoomRange(zoom)).filter { $0.zoom >= zoom }
    let tiles = parts.reduce(TileCoverage(zoom: zoom)) { $0.union($1.ancestors(at: zoom)) }
    return TileFrame(around: tiles).map {
      Canvas(frame: $0, tiles: tiles.count, tileSize: tileSize)
    }
  }

  /// From the deepest zoom where the area is one tile to the deepest whose drawing fits.
  private func fittingCanvases() throws -> [Canvas] {
    var canvases: [Canvas] = []
    for zoom in Zoom.shallowest...Zoom.deepest {
      guard let canvas = try canvas(at: zoom), canvas.fits(limit) else { break }
      if canvas.tiles == 1 { canvases.removeAll() }
      canvases.append(canvas)
    }
    return canvases
  }
}

extension PlanCommand {
  private func table(_ canvases: [Canvas], from shallowest: Zoom, _ chosen: Canvas?) -> [String] {
    var table = TextTable([
      ("", .left), ("zoom", .right), ("tiles", .right), ("columns x rows", .right), ("x", .left),
      ("y", .left), ("pixels", .right), ("m/pixel", .right), ("to slice", .right),
    ])
    for canvas in canvases {
      let frame = canvas.frame
      let first = frame.northWest
      let last = frame.southEast
      table.append([
        canvas == chosen ? "*" : "", "\(frame.zoom)", "\(canvas.tiles)",
        "\(frame.columnCount) x \(frame.rowCount)", Self.span(first.x, last.x),
        Self.span(first.y, last.y), "\(canvas.size)", canvas.metresPerPixel.significant,
        canvas.memory(from: shallowest)?.asBytes ?? "",
      ])
    }
    var lines = table.lines
    if let chosen {
      lines += [
        "", "draw    \(chosen.size) pixels for zoom \(chosen.frame.zoom)",
        "bounds  \(chosen.frame.bounds)", "place   \(chosen.placing)",
      ]
    } else {
      lines += ["", "no drawing of these zooms fits \(limit) pixels"]
    }
    return lines
  }

  private static func span(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)-\(last)"
  }

  private func json(_ canvases: [Canvas], from shallowest: Zoom, _ chosen: Canvas?) -> String {
    let zooms = canvases.map { canvas in
      let frame = canvas.frame
      let (first, last) = (frame.northWest, frame.southEast)
      return JSONValue.object([
        ("zoom", .whole(frame.zoom.level)), ("columns", .whole(frame.columnCount)),
        ("rows", .whole(frame.rowCount)), ("tiles", .whole(canvas.tiles)),
        ("x", [.whole(first.x), .whole(last.x)]), ("y", [.whole(first.y), .whole(last.y)]),
        ("width", .whole(canvas.size.width)), ("height", .whole(canvas.size.height)),
        ("metres_per_pixel", .number(canvas.metresPerPixel)),
        ("memory", .whole(orNull: canvas.memory(from: shallowest))),
        ("fits", .flag(canvas.fits(limit))), ("bounds", JSONValue(frame.bounds)),
        ("place", .text(canvas.placing)),
      ])
    }
    return JSONValue.object([
      ("zooms", .list(zooms)), ("chosen", .whole(orNull: chosen?.frame.zoom.level)),
    ]).document
  }
}

extension JSONValue {
  /// A box as west, south, east and north.
  init(_ box: GeographicBounds) {
    self = .list([box.west, box.south, box.east, box.north].map(JSONValue.number))
  }
}

extension Double {
  /// The number with three digits that tell something, such as `14.5` or `0.0746`.
  var significant: String {
    guard isFinite, self > 0 else { return "\(self)" }
    var scale = 1.0
    while self * scale < 100, scale < 1e9 { scale *= 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded >= 100 ? "\(Int(rounded))" : "\(rounded)"
  }
}
