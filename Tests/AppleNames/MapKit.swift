public import Foundation

/// The names of MapKit that the overlay and the program's Swift use, as its documentation declares
/// them.
///
/// It stands in for MapKit where there is none, so that both compile and answer.
public struct MKMapPoint: Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

public struct MKMapSize: Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let world = MKMapSize(width: 268_435_456, height: 268_435_456)
}

public struct MKMapRect: Sendable {
  public var origin: MKMapPoint
  public var size: MKMapSize

  public init(origin: MKMapPoint, size: MKMapSize) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MKMapPoint(x: x, y: y), size: MKMapSize(width: width, height: height))
  }

  public static let world = MKMapRect(
    origin: MKMapPoint(x: 0, y: 0), size: .world)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var width: Double { size.width }
  public var height: Double { size.height }
}

public struct MKTileOverlayPath {
  public var x: Int
  public var y: Int
  public var z: Int
  public var contentScaleFactor: CGFloat

  public init() {
    self.init(x: 0, y: 0, z: 0, contentScaleFactor: 0)
  }

  public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }
}

public protocol MKOverlay: NSObjectProtocol {
  var boundingMapRect: MKMapRect { get }
}

open class MKTileOverlay: NSObject, MKOverlay {
  public let urlTemplate: String?
  open var tileSize = CGSize(width: 256, height: 256)
  open var isGeometryFlipped = false
  open var minimumZ = 0
  open var maximumZ = 21
  open var canReplaceMapContent = false

  public init(urlTemplate URLTemplate: String?) {
    urlTemplate = URLTemplate
    super.init()
  }

  open var boundingMapRect: MKMapRect { .world }

  open func url(forTilePath path: MKTileOverlayPath) -> URL {
    preconditionFailure("An overlay without a template says itself where its tiles are")
  }

  open func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    do {
      result(try Data(contentsOf: url(forTilePath: path)), nil)
    } catch {
      result(nil, error)
    }
  }
}

public enum MKOverlayLevel: Int, Sendable {
  case aboveRoads = 0
  case aboveLabels = 1
}

@MainActor open class MKOverlayRenderer: NSObject {
  public init(overlay: any MKOverlay) { super.init() }
}

@MainActor open class MKTileOverlayRenderer: MKOverlayRenderer {
  public init(tileOverlay overlay: MKTileOverlay) { super.init(overlay: overlay) }
}

@MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
}

@MainActor open class MKMapView: NSObject {
  open weak var delegate: (any MKMapViewDelegate)?
  open private(set) var overlays: [any MKOverlay] = []

  open func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel) { overlays.append(overlay) }
}
