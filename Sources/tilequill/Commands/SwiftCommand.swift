import QuillArchives
import QuillCore

/// `tilequill swift`: prints the Swift that shows a tileset in an app.
struct SwiftCommand: Command {
  static let package = OptionDeclaration.flag(
    "--package", in: .output,
    "Use the library QuillBundle, which also enlarges tiles where a map goes deeper, instead of"
      + " MapKit alone.")
  static let name = OptionDeclaration.option(
    "--name", "NAME", in: .output, "What the type is called.",
    default: .described("from the tileset's name: central-park gives CentralParkOverlay"))

  static let declaration = CommandDeclaration(
    name: "swift",
    abstract: "Print the Swift that shows a tileset in an app",
    discussion: """
      Prints one file of Swift for an app with MapKit: a subclass of MKTileOverlay with the \
      tileset's zooms and box, which finds each tile in a folder of the app's bundle and shows the \
      fallback where there is none. The fallback is looked for in that folder, then in the bundle's \
      root. Every tile is looked at: canReplaceMapContent is true only when tiles and fallback are \
      opaque.

      Add the folder to the Xcode project as a folder, not as a group, so that zoom/x/y survives. \
      Apps read folders: for an archive the file tells of the folder that convert makes of it.
      """,
    example: .init(
      "tilequill swift tiles --name ParkOverlay",
      "Prints the type ParkOverlay for the folder of tiles."),
    operands: [Operand("TILESET", .folder, "The folder of tiles, or an archive.")],
    options: [.scheme, .layout, FallbackWords.option, name, package])

  private let tileset: TilesetWords
  private let fallback: FallbackWords
  private let typeName: String?
  private let usesPackage: Bool

  init(_ invocation: Invocation) throws {
    tileset = TilesetWords(path: try invocation.operand("TILESET", as: String.self), invocation)
    fallback = FallbackWords(invocation)
    typeName = try invocation.value(of: Self.name, as: SwiftName.self)?.text
    usesPackage = invocation.flag(Self.package)
    if usesPackage, tileset.rowOrder != .xyz || tileset.layout != .zxy {
      throw CommandFailure(
        "QuillBundle reads folders as zoom/x/y, rows from the north", about: "--package",
        remedy: "Leave it out, or make such a folder: tilequill convert")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let overlay = try AppOverlay(tileset, fallback, typeName: typeName, console)
    if !tileset.isFolder {
      console.notice(
        "\(tileset.path): apps read folders; make this one with: tilequill convert"
          + " \(tileset.path.shellQuoted) \(overlay.folder.shellQuoted)")
    }
    try console.results.append(text: usesPackage ? overlay.packageSwift : overlay.swift)
    return .done
  }
}
