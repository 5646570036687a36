import Foundation
import MapKit
import QuillBundle
import QuillCore

/// Asks the overlay of a folder of tiles as a map does, and prints what it answers.
@main
struct OverlayTrial {
  let root: URL

  static func main() {
    let root = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    guard let tiles = TileBundle(root: root) else { return print("no tiles") }
    let trial = OverlayTrial(root: root)
    let plain = TileOverlay(tiles)
    trial.tell("plain", plain)
    for ask in ["3/2/2", "3/3/2@2", "3/2/3", "2/1/1@2", "3/-1/0", "3/8/0", "2/0/99"] {
      trial.ask(ask, of: plain)
    }
    let deep = TileOverlay(tiles, overzoom: 2, replacesMap: true)
    trial.tell("deep", deep)
    for ask in ["3/3/2", "4/4/4", "4/5/5", "5/11/8", "4/6/4", "4/0/0", "4/6/6", "4/4/5@2"] {
      trial.ask(ask, of: deep)
    }
    let parent = TileOverlay(tiles, area: .world, holes: .parent)
    trial.tell("parent", parent)
    for ask in ["3/3/2", "3/3/3@2", "4/5/5"] { trial.ask(ask, of: parent) }
    trial.tell("deepest", TileOverlay(tiles, overzoom: 99))
    let fiji = try? MKMapRect(GeographicBounds(west: 135, south: 0, east: -135, north: 0))
    if let fiji { print("fiji \(fiji.minX) \(fiji.minY) \(fiji.width) \(fiji.height)") }
  }

  private func tell(_ name: String, _ overlay: TileOverlay) {
    let area = overlay.boundingMapRect
    print(
      name, "zooms \(overlay.minimumZ)-\(overlay.maximumZ)", "replaces",
      overlay.canReplaceMapContent, "tile \(overlay.tileSize.width)", "area", area.minX, area.minY,
      area.width, area.height)
  }

  /// Prints the file's path in the folder, and the picture, its lines joined by blanks.
  private func ask(_ word: String, of overlay: TileOverlay) {
    let halves = word.split(separator: "@")
    let numbers = halves[0].split(separator: "/").compactMap { Int($0) }
    let path = MKTileOverlayPath(
      x: numbers[1], y: numbers[2], z: numbers[0],
      contentScaleFactor: halves.count > 1 ? 2 : 1)
    let file = overlay.url(forTilePath: path).path.dropFirst(root.path.count + 1)
    overlay.loadTile(at: path) { data, error in
      let picture = data.map { String(decoding: $0, as: UTF8.self) } ?? "none, \(error != nil)"
      print(word, file, picture.replacingOccurrences(of: "\n", with: " "))
    }
  }
}
