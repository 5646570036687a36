public import QuillCore

/// A tileset that is served while it may change: what it answers is what is there now.
public final class ServedTileset: Sendable {
  /// The path of the folder or archive.
  public let path: String

  private let opening: @Sendable () throws -> any TileSource
  private let fallbackFile: String?
  private let current: Mutex<Current?>
  private let facts = Mutex<(versions: [FileSystem.Version?], facts: TilesetFacts)?>(nil)
  private let coverages = Mutex<Coverages?>(nil)
  private let shelf = ContentShelf<TilePath, FileSystem.Version>(limit: 24 << 20)

  /// A source that is open.
  private struct Current: Sendable {
    let source: any TileSource
    /// The folder and where it really is; nil for an archive.
    let folder: (tiles: TileFolder, place: String)?
    /// The state of an archive.
    let version: FileSystem.Version?
  }

  private struct Coverages: Sendable {
    let tiles: [TileCoverage]
    let time: ContinuousClock.Instant
  }

  /// Opens a tileset.
  ///
  /// - Parameters:
  ///   - path: The path of the folder or archive.
  ///   - fallback: The path of the picture to show where no tile is; nil for the one that the set
  ///     itself has.
  ///   - opening: Opens it, now and after it was replaced.
  /// - Throws: What opening throws, and what is wrong with what the set says of itself.
  public init(
    path: String, fallback: String? = nil, opening: @escaping @Sendable () throws -> any TileSource
  ) throws {
    self.path = path
    self.opening = opening
    fallbackFile = fallback
    current = Mutex(nil)
    _ = try readFacts()
  }

  /// What the preview has to know; while the set cannot be read, what was known before.
  public func readFacts() throws -> TilesetFacts {
    let versions = factVersions
    if let known = facts.withLock({ $0 }), known.versions == versions { return known.facts }
    do {
      let source = try open().source
      let new = try TilesetFacts(of: source, fallback: readFallback(), coverage: tilesThere)
      facts.withLock { $0 = (versions, new) }
      return new
    } catch {
      if let known = facts.withLock({ $0 }) { return known.facts }
      throw error
    }
  }

  /// The set's own picture, nil when it has none.
  ///
  /// - Throws: What the source throws; `TilesetFault.notAPicture`.
  func picture(_ name: TilePath) throws -> Content? {
    let current = try open()
    let state: FileSystem.Version
    if let folder = current.folder {
      guard let now = FileSystem.version(of: folder.tiles.file(of: name)) else { return nil }
      state = now
    } else if let version = current.version {
      state = version
    } else {
      return nil
    }
    if let content = shelf.content(name, in: state) { return content }
    if let folder = current.folder, !isInside(folder.tiles.file(of: name), folder.place) {
      return nil
    }
    guard let bytes = try current.source.bytes(of: name) else { return nil }
    guard let content = Content(picture: bytes) else {
      throw TilesetFault.notAPicture(
        name, looksLike: FileKind(sniffing: bytes.span).displayName)
    }
    shelf.keep(content, as: name, in: state)
    return content
  }

  /// Whether the set has a picture of its own for the tile.
  func has(_ tile: Tile) throws -> Bool {
    let current = try open()
    guard let folder = current.folder else { return try current.source.has(TilePath(tile)) }
    return isInside(folder.tiles.file(of: TilePath(tile)), folder.place)
  }

  /// The tiles that are there, one set a zoom, shallowest first; never older than a second.
  func tilesThere() throws -> [TileCoverage] {
    try coverages.withLock { known in
      if let known, known.time.duration(to: .now) < .seconds(1) { return known.tiles }
      var found: [TileCoverage] = []
      try open().source.visitTiles { path in
        guard path.scale == .single else { return }
        if found.last?.zoom != path.tile.zoom { found.append(TileCoverage(zoom: path.tile.zoom)) }
        found[found.count - 1].append(path.tile)
      }
      known = Coverages(tiles: found, time: .now)
      return found
    }
  }

  /// Forgets which tiles are there, because that has changed.
  func forgetTilesThere() { coverages.withLock { $0 = nil } }
}

extension ServedTileset {
  /// The states of all files that facts come from.
  private var factVersions: [FileSystem.Version?] {
    let isArchive = current.withLock { $0.map { $0.folder == nil } ?? false }
    let known = facts.withLock { $0?.facts }
    let promised = known?.record?.options.fallback ?? known?.metadata.fallback
    let own =
      isArchive
      ? [path]
      : [TilesetMetadata.fileName, SliceRecord.fileName, promised ?? FallbackPicture.usualName]
        .map { "\(path)/\($0)" }
    return (own + [fallbackFile].compactMap(\.self)).map(FileSystem.version)
  }

  private func open() throws -> Current {
    try current.withLock { current in
      if let current {
        if current.folder != nil || FileSystem.version(of: path) == current.version {
          return current
        }
      }
      let version = FileSystem.version(of: path)
      let source = try opening()
      let folder = (source as? TileFolder).flatMap { folder in
        FileSystem.resolved(folder.root).map { (tiles: folder, place: $0) }
      }
      let new = Current(source: source, folder: folder, version: version)
      current = new
      return new
    }
  }

  /// Whether a path leads to something in the folder: a link may lead elsewhere.
  private func isInside(_ file: String, _ folder: String) -> Bool {
    guard let place = FileSystem.resolved(file) else { return false }
    return place.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  private func readFallback() throws -> Content? {
    if let fallbackFile {
      return try FileSystem.read(fallbackFile).flatMap(Content.init(picture:))
    }
    let current = try open()
    guard let picture = try (current.source as? any FallbackHolding)?.fallback else { return nil }
    if let folder = current.folder, !isInside("\(path)/\(picture.name)", folder.place) {
      return nil
    }
    return Content(picture: picture.bytes)
  }
}
