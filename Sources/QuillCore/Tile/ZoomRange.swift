/// The zooms from one level down to another, both included.
///
///     ZoomRange("13-16")!.map(\.level)  // [13, 14, 15, 16]
///     ZoomRange("16")!.count            // 1
public struct ZoomRange: Hashable, Sendable {
  /// The shallowest zoom of the range (`minimumZ` of a map overlay).
  public let shallowest: Zoom

  /// The deepest zoom of the range (`maximumZ` of a map overlay).
  public let deepest: Zoom

  /// Creates the range of those two zooms and all between them.
  ///
  /// - Precondition: `shallowest` is not deeper than `deepest`.
  public init(_ shallowest: Zoom, through deepest: Zoom) {
    precondition(shallowest <= deepest, "Zooms run from shallow to deep")
    self.shallowest = shallowest
    self.deepest = deepest
  }

  /// Creates the range of one zoom.
  public init(_ zoom: Zoom) { self.init(zoom, through: zoom) }

  /// Reads `16` or `13-16`; nil when the text is anything else.
  public init?(_ text: some StringProtocol) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count) else { return nil }
    let zooms = ends.compactMap { GridNumber.parse($0).flatMap(Zoom.init) }
    guard zooms.count == ends.count, zooms[0] <= zooms[zooms.count - 1] else { return nil }
    self.init(zooms[0], through: zooms[zooms.count - 1])
  }

  /// Whether the zoom lies in the range.
  public func contains(_ zoom: Zoom) -> Bool { shallowest <= zoom && zoom <= deepest }
}

extension ZoomRange: RandomAccessCollection {
  public var startIndex: Int { shallowest.level }
  public var endIndex: Int { deepest.level + 1 }

  public subscript(level: Int) -> Zoom {
    guard let zoom = Zoom(level), contains(zoom) else {
      preconditionFailure("Level \(level) is not in the zooms \(self)")
    }
    return zoom
  }
}

extension ZoomRange: CustomStringConvertible {
  public var description: String {
    shallowest == deepest ? "\(shallowest)" : "\(shallowest)-\(deepest)"
  }
}
