import QuillCore

extension OptionDeclaration {
  /// The zooms of a command that works on some.
  static let zoom = option("--zoom", "ZOOM", in: .zooms, "Zooms, such as 16 or 13-16.")

  static let scheme = option(
    "--scheme", "SCHEME", .choice(["xyz", "tms"]), in: .look,
    "How the folder counts rows: xyz from the north, tms from the south.", default: "xyz")
  static let layout = option(
    "--layout", "LAYOUT", .choice(["z/x/y", "z/y/x"]), in: .look,
    "How the folder nests: z/x/y or z/y/x.", default: "z/x/y")
  static let json = flag("--json", in: .output, "Print one JSON document.")
}

/// The tileset a command reads, and how it is laid out.
struct TilesetWords {
  let path: String
  private let rowOrder: TileFolder.RowOrder
  private let layout: TileFolder.Layout

  /// Reads the options that tell how a folder is laid out.
  init(path: String, _ invocation: Invocation) {
    self.path = path
    rowOrder = invocation.value(of: .scheme) == "tms" ? .tms : .xyz
    layout = invocation.value(of: .layout) == "z/y/x" ? .zyx : .zxy
  }

  /// Opens the tileset.
  func open() throws -> TileFolder {
    do throws(FileError) {
      return try TileFolder(root: path, rowOrder: rowOrder, layout: layout)
    } catch {
      throw CommandFailure(
        error == .absent(path: path) ? "does not exist (expected a folder of tiles)" : "\(error)",
        about: path)
    }
  }
}

extension TileSource {
  /// The record as a command uses it; a broken one is told with its name.
  func readableRecord(of path: String) throws -> SliceRecord? {
    do {
      return try record
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: "\(path)/\(SliceRecord.fileName)")
    }
  }
}
