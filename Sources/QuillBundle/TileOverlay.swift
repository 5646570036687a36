#if canImport(MapKit) && !os(watchOS)
  public import Foundation
  public import MapKit
  public import QuillCore

  /// The tiles of an app as a layer of its map: each tile's own file, or what stands in for it.
  ///
  ///     let tiles = TileBundle(bundle: .main)!
  ///     mapView.addOverlay(TileOverlay(tiles, overzoom: 2), level: .aboveLabels)
  ///
  /// The map draws it by an `MKTileOverlayRenderer`. The overlay never changes once it is made, and
  /// answers on whichever thread the map asks.
  open class TileOverlay: MKTileOverlay {
    /// The tiles that are shown.
    public let tiles: TileBundle

    /// What is shown where a tile of the drawn zooms is missing.
    public let holes: Holes

    private let area: MKMapRect

    /// What is shown where a tile of the drawn zooms is missing.
    public enum Holes: Sendable {
      /// The fallback.
      case fallback
      /// A part of the nearest shallower tile, enlarged, and the fallback where there is none.
      case parent
    }

    /// Creates the layer.
    ///
    /// - Parameters:
    ///   - tiles: The tiles to show.
    ///   - area: The part of the map that has the layer. Without it, the box that `metadata.json`
    ///     tells, or else all of the map. `MKMapRect.world` shows the fallback all around.
    ///   - holes: What is shown where a tile of the drawn zooms is missing.
    ///   - overzoom: How many zooms a map may go deeper than was drawn; there it shows enlarged
    ///     parts of the drawn tiles, and without any it shows nothing of the layer.
    ///   - replacesMap: Whether the map below need not be drawn: only where every tile and the
    ///     fallback are opaque.
    public init(
      _ tiles: TileBundle, area: MKMapRect? = nil, holes: Holes = .fallback, overzoom: Int = 0,
      replacesMap: Bool = false
    ) {
      precondition(overzoom >= 0, "A map goes deeper than the tiles by no less than nothing")
      self.tiles = tiles
      self.holes = holes
      self.area = area ?? tiles.bounds.map { MKMapRect($0) } ?? .world
      super.init(urlTemplate: nil)
      minimumZ = tiles.zooms.shallowest.level
      maximumZ = min(tiles.zooms.deepest.level + overzoom, Zoom.deepest.level)
      tileSize = CGSize(width: tiles.tileSize.pixels, height: tiles.tileSize.pixels)
      canReplaceMapContent = replacesMap
    }

    open override var boundingMapRect: MKMapRect { area }

    open override func url(forTilePath path: MKTileOverlayPath) -> URL {
      tiles.url(x: path.x, y: path.y, z: path.z, scale: TileScale(path))
    }

    open override func loadTile(
      at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void
    ) {
      if let (file, part) = enlargement(for: path), let picture = part.enlarged(file) {
        return result(picture, nil)
      }
      do {
        result(try Data(contentsOf: url(forTilePath: path)), nil)
      } catch {
        result(nil, error)
      }
    }

    /// The shallower tile's file, and the part of it, that stand in for a tile; nil where none does.
    public func enlargement(for path: MKTileOverlayPath) -> (file: URL, part: TilePart)? {
      guard let tile = Zoom(path.z).flatMap({ Tile(zoom: $0, x: path.x, y: path.y) }),
        holes == .parent || tile.zoom > tiles.zooms.deepest,
        case .ancestor(let ancestor, let part)? = try? tiles.lookup(enlargingAncestors: true)
          .answer(for: tile)
      else { return nil }
      return (tiles.url(for: ancestor, scale: TileScale(path)), part)
    }
  }

  extension TileScale {
    /// The pictures that a screen of this path's scale shows.
    fileprivate init(_ path: MKTileOverlayPath) {
      self = path.contentScaleFactor > 1 ? .retina : .single
    }
  }

  extension MKMapRect {
    /// The box in MapKit's points; across the 180th meridian it reaches beyond the map's eastern end.
    public init(_ box: GeographicBounds) {
      let points = MapPointBox(box)
      self.init(x: points.x, y: points.y, width: points.width, height: points.height)
    }
  }
#endif
