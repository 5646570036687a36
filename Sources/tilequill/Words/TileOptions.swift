import QuillArchives
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
  static let jobs = option(
    "--jobs", "N", in: .speed, "How many threads share the work.",
    default: .described("one a processor core"))
  static let json = flag("--json", in: .output, "Print one JSON document.")
}

extension Invocation {
  /// How many threads shall share the work.
  func jobCount() throws(UsageError) -> Int {
    try value(of: .jobs, as: JobCount.self)?.value ?? JobCount.usual
  }
}

/// The tileset a command reads, and how it is laid out.
struct TilesetWords {
  let path: String
  let rowOrder: TileFolder.RowOrder
  let layout: TileFolder.Layout
  /// The words of the call, for advice; empty where the set is another than the call is about.
  private let call: [String]

  /// Reads the options that tell how a folder is laid out.
  init(path: String, _ invocation: Invocation) {
    self.path = path
    rowOrder = invocation.value(of: .scheme) == "tms" ? .tms : .xyz
    layout = invocation.value(of: .layout) == "z/y/x" ? .zyx : .zxy
    call = [invocation.command.name] + invocation.arguments
  }

  /// A tileset beside the one that those options are about, laid out as usual.
  init(path: String) {
    self.path = path
    rowOrder = .xyz
    layout = .zxy
    call = []
  }

  /// Opens the tileset: a folder, or an archive, which the options of folders do not fit.
  func open() throws -> any TileSource {
    do {
      return try openUnchecked()
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: path)
    }
  }

  /// Opens the tileset; what is wrong with an archive is left to the caller to tell.
  ///
  /// A folder without tiles above or below those that were meant, or a file among them, is refused
  /// with the call that reads them.
  func openUnchecked() throws -> any TileSource {
    do {
      try refuseOtherPlace()
      if rowOrder != .xyz || layout != .zxy, try Tileset.kind(of: path) != .folder {
        throw CommandFailure(
          "is an archive, which --scheme and --layout have no effect on", about: path)
      }
      Self.read.withLock { _ = $0.insert(path) }
      return try Tileset.open(path, rowOrder: rowOrder, layout: layout)
    } catch let error as FileError {
      throw CommandFailure(
        error == .absent(path: path)
          ? "does not exist (expected a folder of tiles, or an archive)" : "\(error)",
        about: error.path)
    }
  }

  /// The sets that the program opened, by their paths as typed.
  private static let read = Mutex<Set<String>>([])

  /// The set that a fault without a name is in, where only one was opened.
  static var onlyOneRead: String? { read.withLock { $0.count == 1 ? $0.first : nil } }

  private func refuseOtherPlace() throws {
    let found: TilesetSearch.Found?
    do {
      found = try Tileset.kind(of: path) == .folder ? TilesetSearch.set(near: path) : nil
    } catch ArchiveError.notAnArchive(let kind) {
      if kind == FileKind.zip.displayName { throw zipped }
      found = TilesetSearch.set(holding: path)
    }
    guard let found else { return }
    throw CommandFailure(
      found.description, about: path, remedy: "Try: \(called(with: found.path))")
  }

  private var zipped: CommandFailure {
    let folder = path.withoutExtension
    return CommandFailure(
      "is a zip archive (expected a folder of tiles, .pmtiles or .mbtiles)", about: path,
      remedy: "Unpack it first: unzip \(path.shellQuoted) -d \(folder.shellQuoted)"
        + " && \(called(with: folder))")
  }

  /// The call with another path in the place of the set's.
  private func called(with other: String) -> String {
    let words = call.isEmpty ? ["…", path] : call
    let place = words.lastIndex { $0 == path || $0.hasPrefix("--") && $0.hasSuffix("=\(path)") }
    let quoted = words.enumerated().map { number, word in
      guard number == place else { return word == "…" ? word : word.shellQuoted }
      return word.dropLast(path.count) + other.shellQuoted
    }
    return (["tilequill"] + quoted).joined(separator: " ")
  }

  /// How a report names the set's files.
  var isFolder: Bool { (try? Tileset.kind(of: path)) == .folder }
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
