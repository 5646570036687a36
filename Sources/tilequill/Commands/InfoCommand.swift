import QuillCheck
import QuillCore

/// `tilequill info`: tells what a tileset or a drawing holds.
struct InfoCommand: Command {
  static let writeMetadata = OptionDeclaration.flag(
    "--write-metadata", in: .output,
    "Write \(TilesetMetadata.fileName) into a folder that has none, worked out from its tiles.")

  static let declaration = CommandDeclaration(
    name: "info",
    abstract: "Tell what a tileset or a drawing holds",
    discussion: """
      Of a tileset: tiles, bytes, files that are copies of others, blank tiles and kinds of \
      pictures at each zoom, its box, and how large it is in an app. Of a drawing: its size, \
      colours and texts, what slicing it takes, and, told where it lies, its own zoom and its tiles.

      With --json a tileset gives: kind (tileset), path, zooms, a list of zoom, tiles, retina, \
      bytes, duplicates, duplicate_bytes, blank, broken and kinds; total, the same of all; \
      files and file_bytes, all that an app would ship; without_deepest, zoom and the bytes it \
      saves; tile_size, or null; bounds (west, south, east, north), or null.

      A drawing gives: kind (drawing), path, format (png, jpeg, or cgbi for a PNG that Xcode \
      rewrote), width, height, megapixels, color, bit_depth, interlaced, progressive, animated, \
      profile, srgb, gamma, texts, leaking_texts, memory (bytes to slice); \
      placement, native_zoom, exact_zoom, bounds, zooms, a list of zoom and tiles, and tiles, which \
      are null unless it is told where the drawing lies.
      """,
    example: .init("tilequill info tiles", "Tells what the folder of tiles holds, zoom by zoom."),
    operands: [Operand("TILESET|PNG", .file, "A folder of tiles, or a drawing: PNG or JPEG.")],
    options: OptionDeclaration.placement + [.scheme, .layout, .jobs, .json, writeMetadata])

  private let subject: Subject
  private let printsJSON: Bool

  private enum Subject {
    case tileset(TilesetInfo)
    case drawing(String, PlacementWords)
  }

  init(_ invocation: Invocation) throws {
    let path = try invocation.operand("TILESET|PNG", as: String.self)
    printsJSON = invocation.flag(.json)
    if try Self.isDrawing(path) {
      subject = .drawing(path, try PlacementWords(invocation))
    } else {
      subject = .tileset(
        TilesetInfo(
          words: TilesetWords(path: path, invocation),
          jobs: try invocation.jobCount(),
          writesMetadata: invocation.flag(Self.writeMetadata)))
    }
  }

  /// Whether the path leads to a file that may be a drawing: no archive, nor what lies in a set
  /// beside the pictures.
  private static func isDrawing(_ path: String) throws -> Bool {
    guard case .file? = try FileSystem.kind(of: path) else { return false }
    let name = path.lowercased()
    return ![".mbtiles", ".pmtiles", ".json", ".zip"].contains(where: name.hasSuffix)
  }

  func run(_ console: Console) throws -> ExitStatus {
    switch subject {
    case .tileset(let info):
      let report = try info.look(console)
      if printsJSON {
        try console.results.append(text: report.json.document)
      } else {
        for line in report.lines { try console.results.line(line) }
      }
      if info.writesMetadata { try info.writeMetadata(report, console) }
    case .drawing(let path, let placement):
      let info = try DrawingInfo(of: path, placement)
      if printsJSON {
        try console.results.append(text: info.json.document)
      } else {
        for line in info.lines { try console.results.line(line) }
      }
    }
    return .done
  }
}
