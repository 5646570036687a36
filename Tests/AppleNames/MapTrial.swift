import Foundation
import MapKit

/// Shows a printed overlay on a map by the delegate of the tutorial.
@main
@MainActor
struct MapTrial {
  static func main() {
    let (map, delegate) = (MKMapView(), ParkMap())
    delegate.show(on: map)
    print("overlays \(map.overlays.count)")
    for overlay in map.overlays {
      print(type(of: map.delegate?.mapView(map, rendererFor: overlay) ?? NSObject()))
    }
  }
}
