public import QuillCore

/// What a preview has to know of a tileset besides its tiles.
public struct TilesetFacts: Sendable {
  /// What the set says of itself.
  public let metadata: TilesetMetadata

  /// What the slicer recorded.
  public let record: SliceRecord?

  /// The zooms of the set.
  public let zooms: ZoomRange

  /// The box of its tiles; nil for a set that lies nowhere.
  public let bounds: GeographicBounds?

  /// What is shown where no tile is, nil without one.
  public let fallback: Content?

  /// The pixels of the drawing, for a set that lies nowhere on the map.
  public var plainSize: PixelSize? {
    guard let record, case .plain = record.placement else { return nil }
    return PixelSize(width: record.drawing.width, height: record.drawing.height)
  }

  /// Whether tiles have a second picture, twice as fine.
  public var hasRetina: Bool { record?.options.hasRetina ?? false }

  /// Puts together what a source tells; what it does not tell is worked out from its tiles.
  ///
  /// - Throws: What the source throws; `TilesetFault.noTile` for a set without a tile.
  init(
    of source: any TileSource, fallback: Content?, coverage: () throws -> [TileCoverage]
  ) throws {
    let record = try source.record
    var metadata = try source.metadata ?? TilesetMetadata()
    var tiles: [TileCoverage]?
    let told = metadata.zooms ?? record?.options.zooms
    if told == nil { tiles = try coverage() }
    guard let zooms = told ?? Self.zooms(of: tiles ?? []) else { throw TilesetFault.noTile }
    metadata.zooms = zooms
    if case .plain? = record?.placement {
      bounds = nil
    } else if let box = metadata.bounds {
      bounds = box
    } else {
      bounds = try Self.bounds(of: tiles ?? coverage())
      metadata.bounds = bounds
    }
    self.metadata = metadata
    self.record = record
    self.zooms = zooms
    self.fallback = fallback
  }

  private static func zooms(of coverages: [TileCoverage]) -> ZoomRange? {
    guard let first = coverages.first, let last = coverages.last else { return nil }
    return ZoomRange(first.zoom, through: last.zoom)
  }

  /// The box of the deepest tiles, which hug what was drawn closest.
  private static func bounds(of coverages: [TileCoverage]) -> GeographicBounds? {
    coverages.last?.extent.map(WebMercator.bounds(of:))
  }
}

/// What can keep a tileset from being shown.
public enum TilesetFault: Error, Equatable, Sendable {
  /// It has no tile.
  case noTile

  /// A tile's file is no picture that a browser shows.
  case notAPicture(TilePath, looksLike: String)
}

extension TilesetFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noTile: "has no tile (expected files named zoom/x/y.png)"
    case .notAPicture(let path, let kind):
      "\(path) looks like \(kind) (expected a picture that a browser shows)"
    }
  }
}

extension Content {
  /// A picture, nil for bytes that are none that a browser shows.
  public convenience init?(picture bytes: [UInt8]) {
    let type: String
    switch FileKind(sniffing: bytes.span) {
    case .png: type = "image/png"
    case .jpeg: type = "image/jpeg"
    case .webp: type = "image/webp"
    case .gif: type = "image/gif"
    case .avif: type = "image/avif"
    default: return nil
    }
    self.init(bytes, type: type)
  }
}
