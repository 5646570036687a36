/// Something that holds tiles: a folder, an archive.
///
/// A source answers nil for a tile it does not have, and throws for one that is there but cannot
/// be read. It never makes up a tile: what stands in for a missing one is `TileLookup`'s matter.
public protocol TileSource: Sendable {
  /// What the set says of itself, nil where it says nothing.
  var metadata: TilesetMetadata? { get throws }

  /// What the slicer recorded, nil for a set made otherwise.
  var record: SliceRecord? { get throws }

  /// The bytes of a tile's picture, nil when the set has none.
  func bytes(of path: TilePath) throws -> [UInt8]?

  /// Whether the set has the tile's picture, told without reading it.
  func has(_ path: TilePath) throws -> Bool

  /// Calls `visit` with each tile of the set, sorted by zoom, column and row.
  ///
  /// No picture is read. Held is what brings the tiles into this order, and each source says what
  /// that is: nothing where the set has the order itself, else the names of a column or a zoom, or
  /// the outline of the set.
  func visitTiles(_ visit: (TilePath) throws -> Void) throws
}

/// A source that may hold more than tiles, and can tell what: only checks and reports ask.
public protocol StrayReporting: TileSource {
  /// Calls `visit` with everything in the set, tiles and others, sorted by path.
  func visitEntries(_ visit: (TilesetEntry) throws -> Void) throws
}

/// One thing found in a tileset.
public enum TilesetEntry: Hashable, Sendable {
  /// A tile's picture: its name and how many bytes it has.
  case tile(TilePath, bytes: Int)

  /// Something that is no tile: its path inside the set, and why it is none.
  case stray(path: String, StrayKind)
}

/// Why something in a tileset is no tile.
public enum StrayKind: Hashable, Sendable {
  /// A file that is not named as a tile.
  case misnamed(TilePathError)

  /// A file beside the zooms, such as `parchment.png` or notes.
  case beside

  /// What Finder or Explorer leaves behind, such as `.DS_Store`.
  case dropping

  /// A symbolic link that leads out of the set, or nowhere.
  case link

  /// Something that cannot be read, with the system's reason.
  case unreadable(String)
}

/// Something that takes tiles and keeps them: a folder, an archive.
///
/// Put each tile once, then finish. A sink that is let go unfinished leaves nothing under its
/// final name.
public protocol TileSink: AnyObject, Sendable {
  /// Keeps a tile's picture. May be called from several threads at once, for different tiles.
  func put(_ bytes: Span<UInt8>, at path: TilePath) throws

  /// Keeps what the set says of itself and, where it was sliced, the record; then puts the whole
  /// set under its final name.
  func finish(metadata: TilesetMetadata, record: SliceRecord?) throws
}
