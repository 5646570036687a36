public import Foundation
public import QuillCore

/// The tiles of an app: a folder in its bundle, a picture that stands in for missing tiles, and
/// the zooms that were drawn.
///
/// It answers as the overlay of a map asks, tile by tile, and never with nothing:
///
///     let tiles = TileBundle(bundle: .main, zooms: ZoomRange("13-16")!)!
///     tiles.url(for: Tile("14/4825/6156")!)  // …/tiles/14/4825/6156.png, or …/parchment.png
///
/// In Xcode the folder must be added as a folder, not as a group, so that `z/x/y` survives.
public struct TileBundle: Sendable {
  /// The folder that holds `z/x/y.png`.
  public let root: URL

  /// The picture shown where no tile is.
  public let fallback: URL

  /// The zooms that a map may ask for: an overlay's `minimumZ` and `maximumZ`.
  public let zooms: ZoomRange

  /// The box of the tiles in degrees, nil where `metadata.json` tells none.
  public let bounds: GeographicBounds?

  /// Pixels along each side of a tile as `metadata.json` tells them; else 256.
  public let tileSize: TileSize

  /// Creates the tiles of a folder.
  ///
  /// - Parameters:
  ///   - root: The folder that holds `z/x/y.png`.
  ///   - fallback: The picture shown where no tile is. Without it, the one in the folder that
  ///     `metadata.json` names, else `parchment.png` in the folder, or else beside it.
  ///   - zooms: The zooms that were drawn. Without them, those that `metadata.json` tells, or
  ///     else those that have a folder.
  ///
  /// Nil when the folder is not there or has no zoom.
  public init?(root: URL, fallback: URL? = nil, zooms: ZoomRange? = nil) {
    let promise = Self.promise(of: root)
    guard Self.isFolder(root), let zooms = zooms ?? promise?.zooms ?? Self.zooms(of: root) else {
      return nil
    }
    self.root = root
    self.zooms = zooms
    bounds = promise?.bounds
    tileSize = promise?.tileSize ?? .pixels256
    self.fallback =
      fallback
      ?? Self.fallback(
        named: [promise?.fallback, FallbackPicture.usualName], in: root,
        orIn: root.deletingLastPathComponent())
  }

  /// Creates the tiles of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: The app's bundle.
  ///   - folder: The folder of tiles in the bundle's resources.
  ///   - fallback: The name of the picture shown where no tile is; it is looked for in the folder
  ///     and then in the bundle's root. Without it, the one that the folder's `metadata.json` names,
  ///     else `parchment.png`.
  ///   - zooms: The zooms that were drawn; see `init(root:fallback:zooms:)`.
  ///
  /// Nil when the bundle has no such folder.
  public init?(
    bundle: Bundle, folder: String = "tiles", fallback: String? = nil,
    zooms: ZoomRange? = nil
  ) {
    guard let resources = bundle.resourceURL else { return nil }
    let root = resources.appending(path: folder, directoryHint: .isDirectory)
    let promised = [Self.promise(of: root)?.fallback, FallbackPicture.usualName]
    let names = fallback == nil ? promised : [fallback]
    self.init(
      root: root, fallback: Self.fallback(named: names, in: root, orIn: resources), zooms: zooms)
  }

  /// The file to show for a tile: its own, else the fallback.
  ///
  /// With `scale` at retina the tile's `y@2x.png` comes before its plain file.
  public func url(for tile: Tile, scale: TileScale = .single) -> URL {
    let scales: [TileScale] = scale == .retina ? [.retina, .single] : [.single]
    let own = scales.lazy.map { root.appending(path: TilePath(tile, scale: $0).description) }
    return own.first(where: Self.isThere) ?? fallback
  }

  /// The file to show for the tile of a column and row, as `MKTileOverlayPath` has them.
  ///
  /// Maps ask for columns beyond the grid near the 180th meridian; those show the fallback.
  public func url(x: Int, y: Int, z: Int, scale: TileScale = .single) -> URL {
    guard let tile = Zoom(z).flatMap({ Tile(zoom: $0, x: x, y: y) }) else { return fallback }
    return url(for: tile, scale: scale)
  }

  /// The rule of these tiles, for apps that enlarge shallower tiles where deeper ones are missing.
  public func lookup(enlargingAncestors: Bool = false) -> TileLookup {
    TileLookup(
      zooms: zooms, fallback: Self.isThere(fallback), enlargingAncestors: enlargingAncestors,
      has: { Self.isThere(root.appending(path: TilePath($0).description)) })
  }
}

extension TileBundle {
  /// The first of the pictures that is there; the last one outside the folder when none is.
  private static func fallback(named names: [String?], in root: URL, orIn outside: URL) -> URL {
    let places = names.compactMap { $0 }.flatMap {
      [root.appending(path: $0), outside.appending(path: $0)]
    }
    return places.first(where: isThere) ?? places.last ?? root
  }

  private static func promise(of root: URL) -> TilesetMetadata? {
    let file = root.appending(path: TilesetMetadata.fileName)
    return (try? Data(contentsOf: file)).flatMap { try? TilesetMetadata(json: Array($0)) }
  }

  private static func zooms(of root: URL) -> ZoomRange? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let levels = names.filter { isFolder(root.appending(path: $0)) }
      .compactMap { ZoomRange($0) }.filter { $0.count == 1 }.map(\.shallowest)
    guard let shallowest = levels.min(), let deepest = levels.max() else { return nil }
    return ZoomRange(shallowest, through: deepest)
  }

  private static func isThere(_ file: URL) -> Bool {
    FileManager.default.fileExists(atPath: file.path)
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(
      atPath: url.path, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue
  }
}
