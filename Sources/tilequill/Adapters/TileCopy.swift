import QuillArchives
import QuillCore

/// Which tiles of a set are wanted.
struct TileClip {
  private let zooms: ZoomRange?
  private let box: GeographicBounds?

  /// Wants the tiles of those zooms that share area with the box, which lies on the map; nil for
  /// all.
  init(zooms: ZoomRange?, box: GeographicBounds?) {
    self.zooms = zooms
    self.box = box
  }

  /// Whether it leaves anything out.
  var isClipping: Bool { zooms != nil || box != nil }

  /// The wanted rectangles of a zoom, nil for all of it.
  func ranges(at zoom: Zoom) -> [TileRange]? {
    guard zooms?.contains(zoom) ?? true else { return [] }
    return box.map { TileRange.tiles(covering: $0, at: zoom) }
  }

  /// What the set's record tells of the wanted tiles; nil when they are no slice of the drawing
  /// any more: a part of its box is not what the drawing would give.
  func clipped(_ record: SliceRecord) -> SliceRecord? {
    guard isClipping else { return record }
    guard box == nil else { return nil }
    var part = record
    part.made = record.made.filter { zooms?.contains($0.zoom) ?? true }
    part.blank = record.blank.filter { zooms?.contains($0.zoom) ?? true }
    let levels = record.options.zooms.filter { zooms?.contains($0) ?? true }
    guard let first = levels.first, let last = levels.last else { return nil }
    part.options.zooms = ZoomRange(first, through: last)
    return part
  }

  /// What the set says, as far as it holds for the wanted tiles.
  func clipped(_ metadata: TilesetMetadata) -> TilesetMetadata {
    guard isClipping else { return metadata }
    var part = metadata
    if box != nil { part.bounds = nil }
    part.center = nil
    part.centerZoom = nil
    part.zooms = nil
    return part
  }
}

/// Tells which tiles a clip wants, from any thread.
final class TilePicker: @unchecked Sendable {
  private let clip: TileClip
  private let lock = Lock()
  /// The wanted rectangles of zooms that were asked about; with the lock held.
  private var known: [Zoom: [TileRange]?] = [:]

  init(_ clip: TileClip) { self.clip = clip }

  /// Whether the tile is wanted.
  func wants(_ tile: Tile) -> Bool {
    guard clip.isClipping else { return true }
    let ranges = lock {
      let ranges = known[tile.zoom] ?? clip.ranges(at: tile.zoom)
      known[tile.zoom] = .some(ranges)
      return ranges
    }
    return ranges?.contains { $0.contains(tile) } ?? true
  }
}

/// Copies the tiles of a set into a sink, and counts what it sees.
struct TileCopy {
  private let source: any TileSource
  private let sink: any FallbackKeeping
  private let clip: TileClip
  private let picker: TilePicker
  private let isLinking: Bool

  private var formats: [PictureFormat: Int] = [:]
  private var coverages: [Zoom: TileCoverage] = [:]
  private var last: TilePath?

  /// Number of pictures copied.
  private(set) var count = 0
  /// Bytes of the pictures copied.
  private(set) var bytes = 0
  /// Things in the source that are no tiles.
  private(set) var strays = 0
  /// Pictures of tiles that had one already.
  private(set) var doubles = 0
  /// Retina pictures that the sink has no place for.
  private(set) var retina = 0

  init(
    from source: any TileSource, into sink: any FallbackKeeping, clip: TileClip, isLinking: Bool
  ) {
    self.source = source
    self.sink = sink
    self.clip = clip
    picker = TilePicker(clip)
    self.isLinking = isLinking
  }

  /// What the copied tiles tell by themselves.
  var measure: TileMeasure { TileMeasure(formats: formats, coverages: coverages) }

  /// The source's fallback.
  var fallback: FallbackPicture? {
    get throws { try (source as? any FallbackHolding)?.fallback }
  }

  /// What the source says, as far as it holds for the copied tiles.
  var metadata: TilesetMetadata? {
    get throws { try source.metadata.map(clip.clipped) }
  }

  /// The source's record, as far as it tells of the copied tiles.
  var record: SliceRecord? {
    get throws { try source.record.flatMap(clip.clipped) }
  }

  /// Copies all wanted tiles; `advance` is called after each.
  mutating func run(_ advance: () -> Void) throws {
    let fallback = try self.fallback?.name
    guard let source = source as? any StrayReporting else {
      return try source.visitTiles { path in
        try copy(path)
        advance()
      }
    }
    try source.visitEntries { entry in
      switch entry {
      case .tile(let path, _):
        try copy(path)
        advance()
      case .stray(_, .dropping): return
      case .stray(let path, .unreadable(let reason)):
        // Its tiles would be missing in the copy.
        let root = (self.source as? TileFolder)?.root ?? "."
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        throw FileError.cannotRead(path: "\(root)/\(folder)", reason: reason)
      case .stray(let path, _): if path != fallback { strays += 1 }
      }
    }
  }

  private mutating func copy(_ path: TilePath) throws {
    try Interrupt.check()
    guard path != last else {
      doubles += 1
      return
    }
    last = path
    guard picker.wants(path.tile) else { return }
    guard path.scale == .single || sink is TileFolderSink else {
      retina += 1
      return
    }
    guard let picture = try source.bytes(of: path) else { return }
    let kind = FileKind(sniffing: picture.span)
    guard let format = PictureFormat(kind) else {
      throw ArchiveError.notAPicture(path.tile, looksLike: kind.displayName)
    }
    if isLinking, let folder = source as? TileFolder, let sink = sink as? TileFolderSink {
      try sink.link(FileSystem.resolved(folder.file(of: path)) ?? folder.file(of: path), at: path)
    } else {
      try sink.put(picture.span, at: path)
    }
    count += 1
    bytes += picture.count
    formats[format, default: 0] += 1
    if path.scale == .single {
      coverages[path.tile.zoom, default: TileCoverage(zoom: path.tile.zoom)].append(path.tile)
    }
  }
}
