private import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// What map libraries want to know of a tileset: TileJSON 3.0.0.
///
/// https://github.com/mapbox/tilejson-spec/tree/master/3.0.0
struct TileJSON {
  private let document: Document

  private struct Document: Encodable {
    let tilejson = "3.0.0"
    let tiles: [String]
    let scheme = "xyz"
    var name: String?
    var description: String?
    var attribution: String?
    var minzoom: Int
    var maxzoom: Int
    var bounds: [Double]?
    var center: [Double]?
  }

  /// Puts together what the facts say; `base` is the address that the tiles' names are added to,
  /// with a slash at its end.
  init(_ facts: TilesetFacts, base: String) {
    let metadata = facts.metadata
    var document = Document(
      tiles: ["\(base){z}/{x}/{y}.png"], minzoom: facts.zooms.shallowest.level,
      maxzoom: facts.zooms.deepest.level)
    document.name = metadata.name
    document.description = metadata.summary
    document.attribution = metadata.attribution
    if let box = facts.bounds {
      // The format has no word for a box across the 180th meridian.
      document.bounds =
        box.crosses180
        ? [-180, box.south, 180, box.north] : [box.west, box.south, box.east, box.north]
      let place = metadata.center ?? box.center
      let zoom = metadata.centerZoom ?? facts.zooms.shallowest
      document.center = [place.longitude, place.latitude, Double(zoom.level)]
    }
    self.document = document
  }

  /// The bytes of the document: keys sorted.
  var bytes: [UInt8] { document.json }
}

extension Encodable {
  /// The value as JSON, keys sorted; numbers and texts always encode.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array((try? encoder.encode(self)) ?? Data("null".utf8))
  }
}
