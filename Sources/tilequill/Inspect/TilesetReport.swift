import QuillCheck
import QuillCore

/// What a tileset holds, ready to be printed.
struct TilesetReport {
  let path: String
  let tally: TilesetTally
  /// Whether the tiles lie on the map, so that their names tell a box.
  let isPlaced: Bool
  let shipped: Shipped
  let tileSize: TileSize?
  /// The set's folder, nil of an archive.
  let folder: TileFolder?

  /// The files that go into an app.
  struct Shipped {
    var files: Int
    var bytes: Int
    static let none = Shipped(files: 0, bytes: 0)
  }

  /// The zoom that weighs most to leave out, where there is another one.
  private var deepest: TilesetTally.Level? { tally.levels.count > 1 ? tally.levels.last : nil }
}

extension TilesetReport {
  /// The report for people.
  var lines: [String] {
    guard let total = tally.total else { return ["\(path): no tile"] }
    var table = TextTable([
      ("zoom", .right), ("tiles", .right), ("bytes", .right), ("copies", .right),
      ("saving", .right), ("blank", .right), ("broken", .right), ("kinds", .left),
    ])
    for level in tally.levels { table.append(row("\(level.zoom)", level)) }
    table.append(row("total", total))
    var lines = table.lines + [""]
    if let box { lines.append("bounds   \(box)") }
    lines.append("size     \(sizes)")
    lines.append("in app   \(shipped.files) files, \(shipped.bytes.asBytes)")
    if let deepest {
      lines.append(
        "without zoom \(deepest.zoom): \(max(0, shipped.bytes - saving(of: deepest)).asBytes), saves"
          + " \(saving(of: deepest).asBytes)")
    }
    return lines
  }

  /// The bytes that go with the tiles of the deepest zoom: an archive holds repeated tiles once, and those
  /// of shallower zooms stay.
  private func saving(of level: TilesetTally.Level) -> Int {
    folder == nil ? level.bytes - level.duplicateBytes : level.bytes
  }

  /// The box that the tiles cover, nil for a plain pyramid.
  private var box: GeographicBounds? { isPlaced ? tally.bounds : nil }

  private func row(_ name: String, _ level: TilesetTally.Level) -> [String] {
    [
      name, "\(level.tiles)" + (level.retina > 0 ? "+\(level.retina)@2x" : ""),
      level.bytes.asBytes, "\(level.duplicates)",
      level.duplicates > 0 ? level.duplicateBytes.asBytes : "", "\(level.blank)",
      "\(level.broken)", Self.kinds(level).map { "\($0.count) \($0.kind)" }.joined(separator: ", "),
    ]
  }

  private static func kinds(
    _ level: TilesetTally.Level
  ) -> [(kind: TilesetTally.Kind, count: Int)] {
    level.kinds.map { (kind: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
  }

  private var sizes: String {
    if let tileSize { return "\(tileSize.pixels)x\(tileSize.pixels) pixels a tile" }
    let sides = tally.sides.sorted { $0.key < $1.key }
    return sides.map { side, count in
      side == 0 ? "\(count) not square" : "\(count) of \(side)x\(side) pixels"
    }.joined(separator: ", ")
  }

  /// The report for programs.
  var json: JSONValue {
    .object([
      ("kind", "tileset"), ("path", .text(path)), ("zooms", .list(tally.levels.map(Self.level))),
      ("total", tally.total.map { Self.object(Self.members($0)) } ?? .null),
      ("files", .whole(shipped.files)), ("file_bytes", .whole(shipped.bytes)),
      (
        "without_deepest",
        deepest.map {
          .object([("zoom", .whole($0.zoom.level)), ("saves", .whole(saving(of: $0)))])
        } ?? .null
      ),
      ("tile_size", .whole(orNull: tileSize?.pixels)),
      ("bounds", box.map { JSONValue($0) } ?? .null),
    ])
  }

  private static func level(_ level: TilesetTally.Level) -> JSONValue {
    object([("zoom", .whole(level.zoom.level))] + members(level))
  }

  private static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    .object(members)
  }

  private static func members(
    _ level: TilesetTally.Level
  ) -> [(key: String, value: JSONValue)] {
    [
      ("tiles", .whole(level.tiles)), ("retina", .whole(level.retina)),
      ("bytes", .whole(level.bytes)), ("duplicates", .whole(level.duplicates)),
      ("duplicate_bytes", .whole(level.duplicateBytes)), ("blank", .whole(level.blank)),
      ("broken", .whole(level.broken)),
      ("kinds", .object(kinds(level).map { ("\($0.kind)", .whole($0.count)) })),
    ]
  }
}
