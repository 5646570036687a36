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

  /// The tiles that the way crosses.
  func tiles(at zooms: ZoomRange) -> [TileCoverage] {
    TileCoverage.tiles(covering: shape, at: zooms)
  }
}
