import QuillCheck
import QuillCore
import QuillRaster

/// What an app shows for a tile, and why.
struct Explanation {
  private let tile: Tile
  private let answer: TileLookup.Answer
  private let zooms: ZoomRange

  /// The path of the file that is shown, nil for nothing.
  private let file: String?

  /// The part of the shallower tile that is shown, in its pixels.
  private let part: (tile: Tile, square: Square)?

  /// Why the file cannot be shown.
  private let fault: String?

  private struct Square {
    let x: Int
    let y: Int
    let side: Int
  }

  /// Asks the one rule by which apps choose.
  init(
    of tile: Tile, in source: any TileSource, at path: String, fallback: FallbackWords,
    enlarging: Bool
  ) throws {
    let record = try source.readableRecord(of: path)
    let metadata = try source.readableMetadata(of: path)
    let picture = try fallback.find(in: source, at: path)
    guard let zooms = try metadata?.zooms ?? record?.options.zooms ?? Self.zooms(of: source) else {
      throw CommandFailure("has no tile (expected files named zoom/x/y.png)", about: path)
    }
    let lookup = TileLookup(
      zooms: zooms, fallback: picture != nil, enlargingAncestors: enlarging,
      isBlank: { record?.isBlankOnPurpose($0) ?? false }, has: { try source.has(TilePath($0)) })
    self.tile = tile
    self.zooms = zooms
    answer = try lookup.answer(for: tile)
    let shown: Tile? =
      switch answer {
      case .own: tile
      case .ancestor(let ancestor, _): ancestor
      default: nil
      }
    if let shown {
      file = Self.name(of: shown, in: source, at: path)
      (part, fault) = try Self.look(at: shown, in: source, answer)
    } else {
      let standIn = answer == .blank || answer == .fallback ? picture : nil
      file = standIn?.path
      part = nil
      fault = standIn.flatMap { Self.fault(in: $0.bytes) }
    }
  }

  /// The zooms that have tiles: those that have a folder, as QuillBundle takes them, or else by a
  /// walk over all tiles.
  private static func zooms(of source: any TileSource) throws -> ZoomRange? {
    var levels: [Zoom] = []
    if let folder = source as? TileFolder {
      levels = try FileSystem.entries(of: folder.root).compactMap { entry in
        if case .file = entry.kind { return nil }
        return ZoomRange(entry.name).flatMap { $0.count == 1 ? $0.shallowest : nil }
      }
    } else {
      try source.visitTiles { if levels.last != $0.tile.zoom { levels.append($0.tile.zoom) } }
    }
    guard let shallowest = levels.min(), let deepest = levels.max() else { return nil }
    return ZoomRange(shallowest, through: deepest)
  }

  private static func name(of tile: Tile, in source: any TileSource, at path: String) -> String {
    if let folder = source as? TileFolder { return folder.file(of: TilePath(tile)) }
    return "\(path)/\(TilePath(tile))"
  }

  private static func look(
    at shown: Tile, in source: any TileSource, _ answer: TileLookup.Answer
  ) throws -> (part: (tile: Tile, square: Square)?, fault: String?) {
    let bytes = try source.bytes(of: TilePath(shown))
    guard case .ancestor(let ancestor, let part) = answer else { return (nil, fault(in: bytes)) }
    let header = bytes.flatMap { try? PNGHeader(firstBytes: $0.span) }
    let pixels = Double(header?.width ?? 256)
    let square = Square(
      x: Int(part.x * pixels), y: Int(part.y * pixels), side: max(1, Int(part.side * pixels)))
    return ((ancestor, square), fault(in: bytes))
  }

  private static func fault(in bytes: [UInt8]?) -> String? {
    guard let bytes else { return "is not there any more" }
    var reader = TileReader()
    var pixels: [UInt8] = []
    do throws(PNGError) {
      _ = try reader.read(bytes.span, into: &pixels)
      return nil
    } catch {
      return error.description
    }
  }
}

extension Explanation {
  private var word: String {
    switch answer {
    case .own: "own"
    case .blank: "blank"
    case .ancestor: "parent"
    case .fallback: "fallback"
    case .missing: "missing"
    case .outsideZooms: "outside-zooms"
    }
  }

  private var reason: String {
    switch answer {
    case .own: "the tileset has this tile"
    case .blank:
      "the drawing is clear there, so the tile was left out on purpose"
        + (file == nil ? "; without a fallback nothing is shown" : "; the fallback is shown")
    case .ancestor(let ancestor, _):
      "the tileset has no such tile; \(ancestor) is the nearest shallower one"
    case .fallback: "the tileset has no such tile"
    case .missing: "the tileset has no such tile, and no fallback"
    case .outsideZooms(let zooms):
      "no app asks for zoom \(tile.zoom) (the tileset has \(zooms))"
    }
  }

  /// The explanation for people.
  var lines: [String] {
    var lines = ["\(tile): \(word), \(reason)"]
    if let file { lines.append("  shows  \(file)") }
    if let (_, square) = part {
      lines.append(
        "  part   \(square.side)x\(square.side) pixels from \(square.x),\(square.y), enlarged")
    }
    if let fault { lines.append("  but    that file cannot be shown: it \(fault)") }
    return lines
  }

  /// The explanation for programs.
  var json: JSONValue {
    let square = part.map { part -> JSONValue in
      .object([
        ("x", .whole(part.square.x)), ("y", .whole(part.square.y)),
        ("width", .whole(part.square.side)), ("height", .whole(part.square.side)),
      ])
    }
    return .object([
      ("tile", .text("\(tile)")), ("answer", .text(word)), ("file", .text(orNull: file)),
      ("parent", .text(orNull: part.map { "\($0.tile)" })), ("part", square ?? .null),
      ("zooms", .text("\(zooms)")), ("fault", .text(orNull: fault)), ("reason", .text(reason)),
    ])
  }
}

extension TileSource {
  /// What the set says of itself as a command uses it; what cannot be read is told with its name.
  func readableMetadata(of path: String) throws -> TilesetMetadata? {
    do {
      return try metadata
    } catch let error as MetadataError {
      throw CommandFailure("\(error)", about: "\(path)/\(TilesetMetadata.fileName)")
    }
  }
}
