extension TilesetMetadata {
  /// What several sets laid over each other say together.
  ///
  /// What all say alike is kept, all are thanked, and the box holds every set's box; the rest is for
  /// the tiles to tell.
  public init(merging sets: [TilesetMetadata]) {
    self.init()
    name = Self.common(sets.map(\.name))
    summary = Self.common(sets.map(\.summary))
    format = Self.common(sets.map(\.format))
    type = Self.common(sets.map(\.type))
    tileSize = Self.common(sets.map(\.tileSize))
    let thanks = sets.compactMap(\.attribution).reduce(into: [String]()) { thanks, one in
      if !thanks.contains(one) { thanks.append(one) }
    }
    attribution = thanks.isEmpty ? nil : thanks.joined(separator: ", ")
    bounds = Self.box(around: sets.map(\.bounds))
    for set in sets {
      for (key, value) in set.others where !sets.contains(where: { $0.others[key] != value }) {
        others[key] = value
      }
    }
  }

  private static func common<Value: Equatable>(_ values: [Value?]) -> Value? {
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Nil when a set has no box, or one that crosses the 180th meridian.
  private static func box(around boxes: [GeographicBounds?]) -> GeographicBounds? {
    let known = boxes.compactMap { $0 }
    guard known.count == boxes.count, !known.contains(where: \.crosses180),
      let west = known.map(\.west).min(), let south = known.map(\.south).min(),
      let east = known.map(\.east).max(), let north = known.map(\.north).max()
    else { return nil }
    return try? GeographicBounds(west: west, south: south, east: east, north: north)
  }
}
