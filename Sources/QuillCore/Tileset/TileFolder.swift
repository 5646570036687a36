/// A folder of tiles, `z/x/y.png`, with `metadata.json` and the slicer's record beside the zooms
/// where it has them.
public struct TileFolder: TileSource {
  /// The folder's path as it was given.
  public let root: String

  /// From where the rows of the file names count.
  public let rowOrder: RowOrder

  /// Which of column and row is the folder and which the file.
  public let layout: Layout

  /// What the names of tiles end in: `png`, or what `metadata.json` says the format is; of such a
  /// folder, files that end in `png` count too.
  public let fileExtension: String

  /// From where rows count.
  public enum RowOrder: Hashable, Sendable, CaseIterable {
    /// From the north, as web maps do.
    case xyz
    /// From the south, as the Tile Map Service does.
    case tms
  }

  /// How the parts of a tile's name are ordered.
  public enum Layout: Hashable, Sendable, CaseIterable {
    /// Folders are columns: `z/x/y.png`.
    case zxy
    /// Folders are rows: `z/y/x.png`.
    case zyx
  }

  /// Opens a folder of tiles.
  ///
  /// - Throws: `FileError` when there is no folder by that path.
  public init(
    root: String, rowOrder: RowOrder = .xyz, layout: Layout = .zxy
  ) throws(FileError) {
    switch try FileSystem.kind(of: root) {
    case .folder: break
    case nil: throw .absent(path: root)
    default: throw .cannotRead(path: root, reason: "it is not a folder")
    }
    self.root = root
    self.rowOrder = rowOrder
    self.layout = layout
    // Metadata that cannot be read would leave out every tile of another ending.
    let file = "\(root)/\(TilesetMetadata.fileName)"
    var json: [UInt8]?
    if case .file? = try FileSystem.kind(of: file) { json = try FileSystem.read(file) }
    let format = json.flatMap { try? TilesetMetadata(json: $0) }?.format
    fileExtension = Self.endings.first { $0 == format } ?? Self.endings[0]
  }

  /// The most bytes that a tile's file may have to be read: as many as an archive's may.
  static let largestTile = 1 << 28

  /// The endings of pictures that maps show, and what metadata call their formats.
  static let endings = ["png", "jpg", "webp"]

  /// What the name of a picture's file ends in.
  static func fileExtension(of picture: Span<UInt8>) -> String {
    switch FileKind(sniffing: picture) {
    case .jpeg: "jpg"
    case .webp: "webp"
    default: "png"
    }
  }

  /// What `metadata.json` says, nil without one.
  public var metadata: TilesetMetadata? {
    get throws {
      try FileSystem.read("\(root)/\(TilesetMetadata.fileName)").map(TilesetMetadata.init(json:))
    }
  }

  /// What the slicer recorded, nil without a record.
  public var record: SliceRecord? {
    get throws {
      try FileSystem.read("\(root)/\(SliceRecord.fileName)").map(SliceRecord.init(json:))
    }
  }

  public func bytes(of path: TilePath) throws -> [UInt8]? {
    try FileSystem.read(file(of: path), limit: TileFolder.largestTile)
  }

  public func has(_ path: TilePath) throws -> Bool {
    if case .file? = try FileSystem.kind(of: file(of: path)) { return true }
    return false
  }

  /// The path of a tile's file, whether it is there or not.
  public func file(of path: TilePath) -> String { "\(root)/\(name(of: path))" }

  /// The tile's name inside this folder, in the folder's own layout and row order.
  ///
  /// Where only a file that ends in `png` is there, in spite of what `metadata.json` says, it is
  /// that file's name.
  public func name(of path: TilePath) -> String {
    let stored = stored(path)
    let name = stored.name(endingIn: fileExtension)
    let isPlain = fileExtension == Self.endings[0] || isThere(name) || !isThere("\(stored)")
    return isPlain ? name : "\(stored)"
  }

  private func isThere(_ name: String) -> Bool {
    (try? FileSystem.kind(of: "\(root)/\(name)")) != .some(nil)
  }

  /// Calls `visit` with each tile, sorted; see `TileSource`.
  ///
  /// - Throws: `FileError.cannotRead` for a zoom or a column that cannot be read: whoever takes the tiles
  ///   for all there are would lose some.
  public func visitTiles(_ visit: (TilePath) throws -> Void) throws {
    try visitEntries { entry in
      switch entry {
      case .tile(let path, _): try visit(path)
      case .stray(let path, .unreadable(let reason)):
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        throw FileError.cannotRead(path: "\(root)/\(folder)", reason: reason)
      case .stray: break
      }
    }
  }

  /// The name as it is stored: rows and columns as this folder counts and orders them.
  func stored(_ path: TilePath) -> TilePath {
    let tile = path.tile
    switch (rowOrder, layout) {
    case (.xyz, .zxy): return path
    case (.tms, .zxy): return TilePath(tile.mirrored, scale: path.scale)
    case (.xyz, .zyx): return TilePath(tile.transposed, scale: path.scale)
    case (.tms, .zyx): return TilePath(tile.mirrored.transposed, scale: path.scale)
    }
  }

  /// The tile that a stored name stands for.
  package func tile(stored path: TilePath) -> TilePath {
    let tile = layout == .zyx ? path.tile.transposed : path.tile
    return TilePath(rowOrder == .tms ? tile.mirrored : tile, scale: path.scale)
  }
}

extension Tile {
  fileprivate var mirrored: Tile { Tile(inside: zoom, x: x, y: tmsRow.index) }
  fileprivate var transposed: Tile { Tile(inside: zoom, x: y, y: x) }
}
