import QuillArchives
import QuillCheck
import QuillCore

/// What an app has to know of a tileset to show it as a layer of its map.
struct AppOverlay {
  /// The name of its type in Swift.
  let typeName: String

  /// What it is called where people read it.
  let title: String

  /// The folder of tiles among the app's resources.
  let folder: String

  /// The name of the picture shown where no tile is, nil for none.
  let fallback: String?

  /// The zooms that a map asks for.
  let zooms: ZoomRange

  /// The part of the map that the tiles cover.
  let area: MapPointBox

  /// Points along each side of a tile.
  let tileSize: TileSize

  /// Whether nothing of the map below shows through.
  let isOpaque: Bool

  /// How the folder counts its rows and nests.
  let rowOrder: TileFolder.RowOrder
  let layout: TileFolder.Layout

  /// Looks at the set and at every tile of it.
  init(
    _ words: TilesetWords, _ fallbackWords: FallbackWords, typeName: String?, _ console: Console
  ) throws {
    let source = try words.open()
    let record = try source.readableRecord(of: words.path)
    guard record.isPlaced else {
      throw CommandFailure(
        "has no place on a map, where an app could show it (found a set sliced with --plain)",
        about: words.path, remedy: "Slice the drawing with a placement: tilequill slice --help")
    }
    let metadata = try source.readableMetadata(of: words.path)
    let tally = try Self.count(source, console)
    guard let found = tally.zooms, let box = metadata?.bounds ?? tally.bounds else {
      throw CommandFailure(
        "has no tile (expected files named zoom/x/y.png)", about: words.path)
    }
    try Self.refuseBroken(tally, in: words.path)
    let shown = try fallbackWords.find(in: source, at: words.path)
    folder = Self.folder(of: words)
    title = metadata?.name ?? folder
    self.typeName = typeName ?? SwiftName(title: title).text
    fallback = shown.map { Self.name(of: $0.path, in: words.path) }
    zooms = metadata?.zooms ?? record?.options.zooms ?? found
    area = MapPointBox(box)
    tileSize = metadata?.tileSize ?? tally.tileSize ?? .pixels256
    rowOrder = words.rowOrder
    layout = words.layout
    isOpaque =
      !tally.hasTransparency
      && shown.map { Self.isOpaque($0.bytes) } ?? Self.hasNoHole(tally, in: box, zooms)
  }

  private static func count(_ source: any TileSource, _ console: Console) throws -> TilesetTally {
    Interrupt.watch()
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    var shown = 0
    do {
      return try TilesetTally(
        of: source, decoding: TileInspection(), isCancelled: { Interrupt.isRequested },
        progress: { done in
          progress.advance(by: done - shown)
          shown = done
        })
    } catch CheckError.cancelled {
      throw Interrupt.Requested()
    }
  }

  private static func refuseBroken(_ tally: TilesetTally, in path: String) throws {
    guard let broken = tally.total?.broken, broken > 0 else { return }
    throw CommandFailure(
      "\(broken == 1 ? "one tile is" : "\(broken) tiles are") no PNG that an app can show",
      about: path, remedy: "See which: tilequill validate \(path.shellQuoted)")
  }

  /// The name of the folder, of an archive's that `convert` makes of it.
  private static func folder(of words: TilesetWords) -> String {
    let home = FileSystem.resolved(words.path) ?? words.path
    return words.isFolder ? FileSystem.name(of: home) : words.path.withoutExtension
  }

  /// A fallback's name in the set, or else its file's.
  private static func name(of path: String, in set: String) -> String {
    path.hasPrefix("\(set)/") ? String(path.dropFirst(set.count + 1)) : FileSystem.name(of: path)
  }

  private static func isOpaque(_ picture: [UInt8]) -> Bool {
    let decoder = TileInspection().makeDecoder()
    var pixels = TilePicture()
    guard (try? decoder.decode(picture.span, into: &pixels)) != nil else { return false }
    return stride(from: 3, to: pixels.pixels.count, by: 4).allSatisfy { pixels.pixels[$0] == 255 }
  }

  /// Whether each zoom has every tile of the box.
  private static func hasNoHole(
    _ tally: TilesetTally, in box: GeographicBounds, _ zooms: ZoomRange
  ) -> Bool {
    zooms.allSatisfy { zoom in
      let wanted = TileCoverage(
        zoom: zoom, ranges: TileRange.tiles(covering: box, at: zoom))
      guard let has = tally.coverages.first(where: { $0.zoom == zoom }) else { return false }
      return wanted.subtracting(has).isEmpty
    }
  }
}

extension String {
  /// The last part of a path, without its extension.
  var withoutExtension: String {
    let name = FileSystem.name(of: self)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The word as a shell takes it.
  var shellQuoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let letter = byte | 0x20
        return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
          || byte >= UInt8(ascii: "-") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
      }
    return isPlain
      ? self
      : "'"
        + split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
