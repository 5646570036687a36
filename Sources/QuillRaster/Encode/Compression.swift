/// How much time a tile's bytes are worth; all are lossless.
public enum Compression: String, Hashable, Sendable, CaseIterable {
  /// The quickest: some percent more bytes.
  case fast

  /// Small files at a good speed.
  case `default`

  /// The smallest files; takes long.
  case small
}

extension Compression {
  /// libdeflate's level, 1…12, for a tile of which a sample packed to `share` of its bytes at
  /// level 1.
  ///
  /// Flat art gains as much from level 6 as grain does, at a fraction of its time: level 4 takes
  /// half the time of level 6 on grain and washes, for 1 to 3 % more bytes.
  func level(share: Double) -> Int {
    switch self {
    case .fast: 1
    case .default: share < 0.15 ? 6 : 4
    case .small: 12
    }
  }
}
