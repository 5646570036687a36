import QuillCheck
import QuillCore

/// What a tileset holds, ready to be printed.
struct TilesetReport {
  let path: String
  let tally: TilesetTally
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
    if let box = tally.bounds { lines.append("bounds   \(box)") }
    lines.append("size     \(sizes)")
    lines.append("in app   \(shipped.files) files, \(shipped.bytes.asBytes)")
    if let deepest {
      lines.append(
        "without zoom \(deepest.zoom): \((shipped.bytes - deepest.bytes).asBytes), saves"
          + " \(deepest.bytes.asBytes)")
    }
    return lines
  }

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
          .object([("zoom", .whole($0.zoom.level)), ("saves", .whole($0.bytes))])
        } ?? .null
      ),
      ("tile_size", .whole(orNull: tileSize?.pixels)),
      ("bounds", tally.bounds.map { JSONValue($0) } ?? .null),
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
