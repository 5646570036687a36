import QuillCheck
import QuillCore
import QuillRaster

/// `tilequill diff`: tells how two tilesets differ.
struct DiffCommand: Command {
  static let picture = OptionDeclaration.option(
    "--picture", "FILE.png", .file, in: .output,
    "Write a picture of the first 100 changed tiles, each before, after, and where it differs.")

  static let declaration = CommandDeclaration(
    name: "diff",
    abstract: "Tell how two tilesets differ",
    discussion: """
      Prints for each zoom how many tiles were added, removed and changed from A to B, how many \
      pixels changed, and the largest difference of a channel, 0 to 255; then the tiles, up to 20 \
      of a kind. Files that differ while every pixel looks the same count as re-encoded, which is \
      no difference. --scheme and --layout hold for both sets.

      With --json: equal; zooms, a list of zoom, retina, added, removed, changed, reencoded, same, \
      pixels and largest; tiles, with the lists added, removed, changed and reencoded, each of \
      tiles or ranges such as 16/19298-19307/24618; changes, the first 100 changed tiles with \
      tile, pixels and largest.
      """,
    example: .init(
      "tilequill diff tiles new-tiles", "Tells what is new or different in new-tiles."),
    operands: [
      Operand("A", .folder, "The tileset as it was."),
      Operand("B", .folder, "The tileset as it is now."),
    ],
    options: [.scheme, .layout, .jobs, .json, picture],
    finding: "the sets differ")

  private let before: TilesetWords
  private let after: TilesetWords
  private let jobs: Int
  private let printsJSON: Bool
  private let picture: String?

  init(_ invocation: Invocation) throws {
    before = TilesetWords(path: try invocation.operand("A", as: String.self), invocation)
    after = TilesetWords(path: try invocation.operand("B", as: String.self), invocation)
    jobs = try invocation.jobCount()
    printsJSON = invocation.flag(.json)
    picture = invocation.value(of: Self.picture)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let (old, new) = (
      NamedSource(source: try before.open(), path: before.path),
      NamedSource(source: try after.open(), path: after.path)
    )
    let steady = [try SteadyFolder(old.source), try SteadyFolder(new.source)]
    let comparison = try compare(old, new, console)
    for folder in steady { try folder.check() }
    if printsJSON {
      try console.results.append(text: comparison.jsonValue.document)
    } else {
      for line in comparison.lines { try console.results.line(line) }
    }
    if let picture { try show(comparison.changes.map(\.path), old, new, in: picture, console) }
    return comparison.isEqual ? .done : .found
  }

  private func compare(
    _ old: any TileSource, _ new: any TileSource, _ console: Console
  ) throws -> TilesetComparison {
    Interrupt.watch()
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    var shown = 0
    do {
      return try TilesetComparison(
        of: old, and: new, decoding: TileInspection(), workers: jobs,
        isCancelled: { Interrupt.isRequested },
        progress: { done in
          progress.advance(by: done - shown)
          shown = done
        })
    } catch CheckError.cancelled {
      throw Interrupt.Requested()
    }
  }

  /// Writes the picture of changed tiles; without one there is nothing to show.
  private func show(
    _ tiles: [TilePath], _ old: any TileSource, _ new: any TileSource, in path: String,
    _ console: Console
  ) throws {
    guard !tiles.isEmpty else {
      return console.notice("\(path): not written, for no tile that both sets have changed")
    }
    do {
      try ContactSheet(tiles).write(
        to: path, before: old, after: new, jobs: jobs)
    } catch let error as FileError {
      throw CommandFailure(newFile: path, error)
    } catch let error as PNGError {
      throw CommandFailure("\(error)", about: path)
    }
    console.notice("\(path): shows \(tiles.count == 1 ? "one tile" : "\(tiles.count) tiles")")
  }
}

extension TilesetComparison {
  /// How many tiles of a kind are named.
  private static let shownCount = 20

  /// The comparison for people.
  fileprivate var lines: [String] {
    var table = TextTable([
      ("zoom", .right), ("added", .right), ("removed", .right), ("changed", .right),
      ("re-encoded", .right), ("same", .right), ("pixels", .right), ("largest", .right),
    ])
    for level in levels {
      table.append(
        ["\(level.zoom)" + level.scale.suffix]
          + [
            level.added.count, level.removed.count, level.changed.count, level.reencoded.count,
            level.same, level.pixels, level.largest,
          ].map(String.init))
    }
    var lines = table.lines
    lines += named("added", levels.flatMap { level in level.added.prefix(21).map(level.name) })
    lines += named("removed", levels.flatMap { level in level.removed.prefix(21).map(level.name) })
    let changed = changes.map { change in
      "\(change.path.tile)\(change.path.scale.suffix): \(change.pixels) pixels by up to"
        + " \(change.largest)"
    }
    lines += named("changed", changed)
    if isEqual { lines += ["", "no difference"] }
    return lines
  }

  private func named(_ kind: String, _ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let count = levels.reduce(0) { sum, level in
      let tiles = kind == "added" ? level.added : kind == "removed" ? level.removed : level.changed
      return sum + tiles.count
    }
    let shown = names.prefix(Self.shownCount).map { "  \($0)" }
    let rest = count > shown.count ? ["  and \(count - shown.count) more"] : []
    return ["", "\(kind) (\(count))"] + shown + rest
  }

  /// The comparison for programs.
  fileprivate var jsonValue: JSONValue {
    func ranges(_ tiles: (Level) -> TileCoverage) -> JSONValue {
      .list(levels.flatMap { level in tiles(level).ranges.map { .text(level.name($0)) } })
    }
    return .object([
      ("equal", .flag(isEqual)), ("zooms", .list(levels.map(\.jsonValue))),
      (
        "tiles",
        .object([
          ("added", ranges(\.added)), ("removed", ranges(\.removed)),
          ("changed", ranges(\.changed)), ("reencoded", ranges(\.reencoded)),
        ])
      ),
      (
        "changes",
        .list(
          changes.map { change in
            .object([
              ("tile", .text("\(change.path.tile)\(change.path.scale.suffix)")),
              ("pixels", .whole(change.pixels)), ("largest", .whole(change.largest)),
            ])
          })
      ),
    ])
  }
}

extension TilesetComparison.Level {
  fileprivate func name(_ tiles: some CustomStringConvertible) -> String {
    "\(tiles)\(scale.suffix)"
  }

  fileprivate var jsonValue: JSONValue {
    .object([
      ("zoom", .whole(zoom.level)), ("retina", .flag(scale == .retina)),
      ("added", .whole(added.count)), ("removed", .whole(removed.count)),
      ("changed", .whole(changed.count)), ("reencoded", .whole(reencoded.count)),
      ("same", .whole(same)), ("pixels", .whole(pixels)), ("largest", .whole(largest)),
    ])
  }
}

extension TileScale {
  /// What follows the number of a tile or zoom for these pictures.
  fileprivate var suffix: String { self == .retina ? "@2x" : "" }
}
