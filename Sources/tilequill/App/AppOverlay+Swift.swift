import QuillCore

extension AppOverlay {
  /// A file of Swift that needs MapKit alone.
  var swift: String {
    """
    import Foundation
    import MapKit

    \(comment(creating: "\(typeName)()"))
    final class \(typeName): MKTileOverlay {
      private let folder: URL
    \(fallback == nil ? "" : "  private let fallback: URL\n")
      /// Creates the layer of the tiles in a bundle's folder "\(title(folder))".
      init(bundle: Bundle = .main) {
        let resources = bundle.resourceURL ?? bundle.bundleURL
        folder = resources.appendingPathComponent("\(folder.swiftEscaped)", isDirectory: true)
    \(fallbackLines)    super.init(urlTemplate: nil)
        minimumZ = \(zooms.shallowest)
        maximumZ = \(zooms.deepest)
        tileSize = CGSize(width: \(tileSize.pixels), height: \(tileSize.pixels))
        // \(isOpaque ? "Every tile is opaque, and so is what stands in for a missing one." : opaqueReason)
        canReplaceMapContent = \(isOpaque)
      }

      /// The part of the map that has tiles; `.world` asks for what stands in for them all around.
      override var boundingMapRect: MKMapRect {
        \(rectangle)
      }

      /// The tile's own file\(standIn).
      override func url(forTilePath path: MKTileOverlayPath) -> URL {
    \(rowLine)    let name = "\(tileName)"
        if path.contentScaleFactor > 1 {
          let fine = folder.appendingPathComponent("\\(name)@2x.png")
          if FileManager.default.fileExists(atPath: fine.path) { return fine }
        }
    \(answerLines)
      }
    }

    """
  }

  /// A file of Swift that uses QuillBundle.
  var packageSwift: String {
    let fallbackArgument = fallback.map { ", fallback: \"\($0.swiftEscaped)\"" } ?? ""
    let replacing = isOpaque ? ", replacesMap: true" : ""
    let size =
      tileSize == .pixels256
      ? "" : "\n    tileSize = CGSize(width: \(tileSize.pixels), height: \(tileSize.pixels))"
    return """
      import Foundation
      import MapKit
      import QuillBundle
      import QuillCore

      \(comment(creating: "\(typeName)()!"))
      final class \(typeName): TileOverlay {
        /// Creates the layer of the tiles in a bundle's folder "\(title(folder))"; nil without it.
        ///
        /// So many zooms deeper than was drawn, `overzoom`, it shows enlarged parts of the tiles.
        init?(bundle: Bundle = .main, overzoom: Int = 2) {
          guard
            let tiles = TileBundle(
              bundle: bundle, folder: "\(folder.swiftEscaped)"\(fallbackArgument),
              zooms: ZoomRange("\(zooms)"))
          else { return nil }
          let area = \(rectangle)
          super.init(tiles, area: area, overzoom: overzoom\(replacing))\(size)
        }
      }

      """
  }
}

extension AppOverlay {
  private func comment(creating call: String) -> String {
    let name = title(folder)
    return """
      /// The map "\(title(title))" as a layer: tiles drawn for zooms \(zooms), in the folder "\(name)".
      ///
      ///     mapView.addOverlay(\(call), level: .aboveLabels)
      ///
      /// and in the map view's delegate, for this overlay:
      ///
      ///     MKTileOverlayRenderer(tileOverlay: overlay)
      ///
      /// Add "\(name)" to the Xcode project as a folder, not as a group: drag it in and choose
      /// "Create folder references". The built app then holds "\(name)" with its subfolders,
      /// zoom/column/row.png. Of a group it would hold the files side by side, where rows of the same
      /// number have the same name.
      """
  }

  /// A name as it stands in a comment: on one line.
  private func title(_ name: String) -> String { oneLine(name) }

  private var rectangle: String {
    func plain(_ number: Double) -> String {
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let corner = "x: \(plain(area.x)), y: \(plain(area.y))"
    return "MKMapRect(\(corner), width: \(plain(area.width)), height: \(plain(area.height)))"
  }

  private var opaqueReason: String {
    "Some of it is see-through, and the map below has to be drawn."
  }

  private var standIn: String {
    fallback.map { ", or \(oneLine($0)) where there is none" }
      ?? "; where there is none the map is bare"
  }

  private var fallbackLines: String {
    guard let name = fallback?.swiftEscaped else { return "" }
    return """
          let own = folder.appendingPathComponent("\(name)")
          fallback =
            FileManager.default.fileExists(atPath: own.path)
            ? own : resources.appendingPathComponent("\(name)")

      """
  }

  /// Folders whose rows count from the south name them the other way round.
  private var rowLine: String {
    rowOrder == .xyz ? "" : "    let row = (1 << path.z) - 1 - path.y\n"
  }

  private var tileName: String {
    let row = rowOrder == .xyz ? "\\(path.y)" : "\\(row)"
    return layout == .zxy ? "\\(path.z)/\\(path.x)/\(row)" : "\\(path.z)/\(row)/\\(path.x)"
  }

  private var answerLines: String {
    let tile = "folder.appendingPathComponent(\"\\(name).png\")"
    if fallback == nil { return "    return \(tile)" }
    return """
          let tile = \(tile)
          return FileManager.default.fileExists(atPath: tile.path) ? tile : fallback
      """
  }
}
