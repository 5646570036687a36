import QuillArchives
import QuillCore
import QuillRaster

/// `tilequill merge`: lays several tilesets over each other.
struct MergeCommand: Command {
  static let zoom = ConvertCommand.zoom.meaning(
    "Write these zooms only; shared: those that all sets have.", default: .described("all"))
  static let bounds = OptionDeclaration.option(
    "--bounds", "BOUNDS", in: .place, "Write only tiles that share area with this box.",
    default: .described("all"))
  static let name = OptionDeclaration.option(
    "--name", "TEXT", in: .look, "What lists of maps call the set.",
    default: .described("what all sets say, else DST's own name"))

  static let declaration = CommandDeclaration(
    name: "merge",
    abstract: "Lay tilesets over each other",
    discussion: """
      Writes the tiles of all sets into DST, a folder or an archive of any kind: a tile that only \
      one set has, or that is the same in all, is copied byte for byte; where several have it, \
      their pictures are laid over each other, those of later sets above. Where all sets are \
      slices of one zoom, shared tiles below that zoom are the means of what was laid over each \
      other at it, as if one drawing had been sliced.

      Sheets of a map series can so be sliced on many machines, each into an archive of its own, \
      and joined at the end. Where they end at different zooms, the deepest have tiles of some \
      sheets alone, and a notice says which; --zoom shared writes the zooms that all have. The \
      sets must have tiles of one size and format. DST must not exist \
      yet; it appears complete at the end, or not at all.
      """,
    example: .init(
      "tilequill merge north.pmtiles south.pmtiles park.pmtiles",
      "Joins two sheets; where both have something to show, south lies above north."),
    operands: [
      Operand(
        "SET", .file, "The tilesets, lowest first, and at last DST, the tileset to write.",
        count: .oneOrMore)
    ],
    options: [
      .scheme, .layout, bounds, zoom, name, ConvertCommand.summary, ConvertCommand.attribution,
      SliceCommand.compress, .noSync, .jobs,
    ])

  private let shelf: TilesetShelf
  private let syncs: Bool
  private let destination: String
  private let box: BoxWords
  private let zooms: MergeZooms?
  private let name: String?
  private let summary: String?
  private let attribution: String?
  private let compression: Compression
  private let jobs: Int

  init(_ invocation: Invocation) throws {
    syncs = !invocation.flag(.noSync)
    var paths = invocation.operands("SET")
    guard paths.count >= 3, let last = paths.popLast() else {
      let isOutputMissing = paths.count == 2 && paths.allSatisfy(Self.isTileset)
      throw CommandFailure(
        isOutputMissing
          ? "the output name is missing (found two tilesets, expected DST after them)"
          : "too few names (found \(paths.count), expected two tilesets or more, then DST)",
        about: "merge",
        remedy: isOutputMissing
          ? Self.remedy(paths) : "Try: tilequill merge north.pmtiles south.pmtiles park.pmtiles")
    }
    guard !Self.isTileset(last) else {
      throw CommandFailure(
        "is a tileset that is there already (the output name is missing?)", about: last,
        remedy: Self.remedy(paths + [last]))
    }
    destination = last
    shelf = TilesetShelf(paths.map { TilesetWords(path: $0, invocation) })
    box = try BoxWords(invocation)
    zooms = try invocation.value(of: Self.zoom, as: MergeZooms.self)
    name = invocation.value(of: Self.name)
    summary = invocation.value(of: ConvertCommand.summary)
    attribution = invocation.value(of: ConvertCommand.attribution)
    compression = try invocation.setting(SliceCommand.compress, as: Compression.self)
    jobs = try invocation.jobCount()
  }

  private static func isTileset(_ path: String) -> Bool { (try? Tileset.kind(of: path)) != nil }

  /// The call with a new name at its end, of the last set's kind.
  private static func remedy(_ paths: [String]) -> String {
    let kind = paths.last.map(Tileset.Kind.init(ofNew:)) ?? .folder
    let names = (0...).lazy.map { number in
      "merged" + (number == 0 ? "" : "-\(number + 1)")
        + (kind == .folder ? "" : ".\(kind.rawValue)")
    }
    let free = names.first { (try? FileSystem.kind(of: $0)) == .some(nil) } ?? "DST"
    return "Try: tilequill merge \((paths + [free]).map(\.shellQuoted).joined(separator: " "))"
  }

  func run(_ console: Console) throws -> ExitStatus {
    var job = MergeJob(shelf: shelf, destination: destination, zooms: zooms, box: box.box)
    job.name = name
    job.summary = summary
    job.attribution = attribution
    job.compression = compression
    job.jobs = jobs
    job.syncs = syncs
    box.noticeClamping(console)
    Interrupt.watch()
    try job.run(on: console)
    return .done
  }
}
