import QuillCore
import QuillRaster

/// `tilequill explain`: tells which file an app shows for a tile, and why.
struct ExplainCommand: Command {
  /// What an app does where a set has no tile.
  enum Holes: String, CaseIterable, ArgumentValue {
    case fallback
    case parent
  }

  static let holes = OptionDeclaration.option(
    "--holes", "HOW", .choice(Holes.allCases.map(\.rawValue)), in: .look,
    "What the app shows where no tile is: the fallback, or a part of the nearest shallower tile"
      + " and the fallback where there is none.", default: "fallback")

  static let declaration = CommandDeclaration(
    name: "explain",
    abstract: "Tell which file an app shows for a tile",
    discussion: """
      Prints the file that an app shows for a tile of a tileset, and the reason: the tile's own; \
      blank, left out because the drawing is clear there; parent, a part of a shallower tile; \
      fallback; missing, when there is no fallback either; outside-zooms, which no app asks for.

      With --json: tile; answer, one of own, blank, parent, fallback, missing, outside-zooms; file, \
      the path of what is shown, or null; parent, the shallower tile, and part, its x, y, width and \
      height in pixels, both null for other answers; zooms, those an app asks for; fault, why the \
      file cannot be shown, or null; reason, in words.
      """,
    example: .init(
      "tilequill explain 14/4825/6156 tiles", "Tells what is shown for that tile of the folder."),
    operands: [
      Operand("TILE", .text, "The tile as zoom/x/y, row 0 in the north."),
      Operand("TILESET", .folder, "The folder of tiles."),
    ],
    options: [.scheme, .layout, holes, FallbackWords.option, .json])

  private let tile: Tile
  private let tileset: TilesetWords
  private let fallback: FallbackWords
  private let enlarges: Bool
  private let printsJSON: Bool

  init(_ invocation: Invocation) throws {
    tile = try invocation.operand("TILE", as: Tile.self)
    tileset = TilesetWords(path: try invocation.operand("TILESET", as: String.self), invocation)
    fallback = FallbackWords(invocation)
    enlarges = try invocation.setting(Self.holes, as: Holes.self) == .parent
    printsJSON = invocation.flag(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let source: any TileSource = try tileset.open()
    let explanation = try Explanation(
      of: tile, in: source, at: tileset.path, fallback: fallback, enlarging: enlarges)
    if printsJSON {
      try console.results.append(text: explanation.json.document)
    } else {
      for line in explanation.lines { try console.results.line(line) }
    }
    return .done
  }
}
