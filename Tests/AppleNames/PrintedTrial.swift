import Foundation
import MapKit

#if canImport(QuillBundle)
  import QuillBundle
#endif

/// Asks a printed `ParkOverlay` as a map does; its bundle is the folder named first, and then come
/// z, x, y and the screen's scale of each question.
@main
struct PrintedTrial {
  static func main() {
    guard let bundle = Bundle(path: CommandLine.arguments[1]) else { return print("no bundle") }
    let made: ParkOverlay? = ParkOverlay(bundle: bundle)
    guard let overlay = made, let root = bundle.resourceURL else { return print("no overlay") }
    let area = overlay.boundingMapRect
    print("zooms \(overlay.minimumZ)-\(overlay.maximumZ)")
    print("tile \(Int(overlay.tileSize.width))x\(Int(overlay.tileSize.height))")
    print("replaces \(overlay.canReplaceMapContent)")
    print("area \(area.minX) \(area.minY) \(area.width) \(area.height)")
    for question in CommandLine.arguments.dropFirst(2) {
      let numbers = question.split(separator: "/").compactMap { Int($0) }
      let file = overlay.url(
        forTilePath: MKTileOverlayPath(
          x: numbers[1], y: numbers[2], z: numbers[0], contentScaleFactor: CGFloat(numbers[3])))
      print("\(question) \(file.path.dropFirst(root.path.count + 1))")
    }
  }
}
