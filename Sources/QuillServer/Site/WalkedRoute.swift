public import QuillCore

/// A way that a hero walks on the map.
public struct WalkedRoute: Sendable {
  /// The pieces of the way through their places; between two pieces nothing is walked.
  let lines: [[Coordinate]]

  private let shape: Shape

  /// The tracks of a document, or its routes where it has no track; nil without either.
  public init?(_ document: GPX) {
    let tracks = document.tracks.flatMap(\.segments)
    let walked = (tracks.isEmpty ? document.routes : tracks).filter { $0.count > 1 }
    guard !walked.isEmpty else { return nil }
    lines = walked
    var way = GPX()
    way.routes = walked
    shape = Shape(way)
  }

  /// What the page is told.
  private struct Entry: Encodable {
    /// Pieces of longitude and latitude pairs.
    let lines: [[[Double]]]
    /// The tiles that the way crosses, as ranges.
    let tiles: [String]
  }

  /// The script that tells the page that there is no way.
  static let noScript = script("null")

  /// The script that tells the page of the way and of the tiles that it crosses at some zooms.
  func script(at zooms: ZoomRange) -> Content {
    let entry = Entry(
      lines: lines.map { $0.map { [$0.longitude, $0.latitude] } },
      tiles: TileCoverage.tiles(covering: shape, at: zooms).flatMap(\.ranges).map(\.description))
    return Self.script(String(decoding: entry.json, as: UTF8.self))
  }

  private static func script(_ value: String) -> Content {
    Content(
      Array("globalThis.previewRoute = \(value);\n".utf8), type: "text/javascript; charset=utf-8")
  }
}
