public import QuillCore

/// A format of pictures that archives know.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// A PNG picture.
  case png
  /// A JPEG picture.
  case jpeg = "jpg"
  /// A WebP picture.
  case webp

  /// The format of a file of that kind, nil for one that is no such picture.
  public init?(_ kind: FileKind) {
    switch kind {
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .webp: self = .webp
    default: return nil
    }
  }
}

/// What the tiles of a set tell by themselves: their zooms, their box, their formats.
public struct TileMeasure: Equatable, Sendable {
  /// The formats of the pictures, most first.
  public let formats: [FormatCount]

  /// From the shallowest to the deepest zoom that has tiles, nil without any.
  public let zooms: ZoomRange?

  /// The box in degrees, nil without tiles.
  ///
  /// It holds every tile that has none of the set below it: the shallow tiles of a pyramid, which
  /// reach further than its drawing, do not widen it.
  public let bounds: GeographicBounds?

  /// Measures tiles, in any order.
  init(formats: [PictureFormat: Int], tiles: some Sequence<Tile>) {
    let levels = Dictionary(grouping: tiles, by: \.zoom)
    self.init(
      formats: formats,
      coverages: levels.reduce(into: [:]) { coverages, level in
        coverages[level.key] = TileCoverage(zoom: level.key, tiles: level.value)
      })
  }

  /// Measures a set whose tiles and pictures were counted.
  public init(formats: [PictureFormat: Int], coverages: [Zoom: TileCoverage]) {
    self.formats = formats.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { FormatCount(format: $0.key.rawValue, tiles: $0.value) }
    let levels = coverages.keys.sorted()
    zooms = levels.first.flatMap { first in
      levels.last.map { ZoomRange(first, through: $0) }
    }
    bounds = Self.bounds(coverages, deepestFirst: levels.reversed())
  }

  private static func bounds(
    _ coverages: [Zoom: TileCoverage], deepestFirst levels: [Zoom]
  ) -> GeographicBounds? {
    var boxes: [GeographicBounds] = []
    var deeper: TileCoverage?
    for zoom in levels {
      guard let here = coverages[zoom] else { continue }
      let above = deeper?.ancestors(at: zoom) ?? TileCoverage(zoom: zoom)
      if let extent = here.subtracting(above).extent {
        boxes.append(WebMercator.bounds(of: extent))
      }
      deeper = here.union(above)
    }
    guard let first = boxes.first else { return nil }
    let box = boxes.dropFirst().reduce(
      (first.west, first.south, first.east, first.north)
    ) { box, next in
      (
        min(box.0, next.west), min(box.1, next.south), max(box.2, next.east), max(box.3, next.north)
      )
    }
    return try? GeographicBounds(west: box.0, south: box.1, east: box.2, north: box.3)
  }
}

extension TileMeasure {
  /// Reads a whole set, the first bytes of each tile included.
  ///
  /// - Throws: what the source throws, `ArchiveError.notAPicture` for a tile of no known format.
  public init(of source: some TileSource) throws {
    var formats: [PictureFormat: Int] = [:]
    var coverages: [Zoom: TileCoverage] = [:]
    try source.visitTiles { path in
      guard path.scale == .single, let bytes = try source.bytes(of: path) else { return }
      let kind = FileKind(sniffing: bytes.span)
      guard let format = PictureFormat(kind) else {
        throw ArchiveError.notAPicture(path.tile, looksLike: kind.displayName)
      }
      formats[format, default: 0] += 1
      coverages[path.tile.zoom, default: TileCoverage(zoom: path.tile.zoom)].append(path.tile)
    }
    self.init(formats: formats, coverages: coverages)
  }
}

extension TilesetMetadata {
  /// The metadata with what the tiles tell by themselves where it says nothing, and with that name
  /// where it has none.
  ///
  /// A set that lies nowhere on the map, `isPlaced` being false, gets no box and loses one.
  public func completed(
    by measure: TileMeasure, name fallbackName: String, isPlaced: Bool = true
  ) -> TilesetMetadata {
    var whole = self
    whole.name = name ?? fallbackName
    whole.format = measure.formats.first?.format ?? format
    whole.bounds = isPlaced ? bounds ?? measure.bounds : nil
    whole.center = isPlaced ? center ?? whole.bounds?.center : nil
    whole.type = type ?? (whole.format == "jpg" ? "baselayer" : "overlay")
    if let there = measure.zooms {
      let promised = zooms ?? there
      whole.zooms = ZoomRange(
        min(promised.shallowest, there.shallowest), through: max(promised.deepest, there.deepest))
      whole.centerZoom = isPlaced ? centerZoom ?? there.shallowest : nil
    }
    return whole
  }
}
