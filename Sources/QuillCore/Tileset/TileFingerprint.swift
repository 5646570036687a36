/// What tells a tile's pixels and its file from others, kept in the record of a slice.
///
/// Two checksums of the pixels of 32 bits each, of different kinds, tell whether a tile has to be
/// encoded again; a checksum of its file tells whether the file is still whole.
public struct TileFingerprint: Hashable, Sendable {
  /// CRC-32 of the tile's pixels (RGBA, clear ones as zeros) in the upper half, Adler-32 in the
  /// lower.
  public let pixels: UInt64

  /// CRC-32 of the tile's file.
  public let file: UInt32

  /// Creates a fingerprint.
  public init(pixels: UInt64, file: UInt32) {
    self.pixels = pixels
    self.file = file
  }
}

/// The fingerprints of the tiles that a slice made.
public struct TileFingerprints: Equatable, Sendable {
  /// What wrote the tiles: equal pixels have equal bytes only from the same encoder.
  public let encoder: String

  private let entries: [Entry]

  private struct Entry: Equatable {
    let path: TilePath
    let print: TileFingerprint
  }

  /// Creates the fingerprints of some tiles.
  public init(encoder: String, _ prints: [TilePath: TileFingerprint]) {
    self.init(encoder: encoder, entries: prints.map { Entry(path: $0.key, print: $0.value) })
  }

  private init(encoder: String, entries: [Entry]) {
    self.encoder = encoder
    self.entries = entries.sorted { $0.path < $1.path }
  }

  /// The fingerprint of a tile, nil when it is not known.
  ///
  /// Costs the logarithm of the number of tiles.
  public subscript(path: TilePath) -> TileFingerprint? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].path == path ? entries[low].print : nil
  }

  /// The tiles' pictures that only one of the two has, or that differ in their files, sorted.
  public func differences(from other: TileFingerprints) -> [TilePath] {
    let before = Dictionary(
      other.entries.map { ($0.path, $0.print.file) }, uniquingKeysWith: { first, _ in first })
    let new = entries.filter { before[$0.path] != $0.print.file }.map(\.path)
    let now = Set(entries.map(\.path))
    return (new + other.entries.map(\.path).filter { !now.contains($0) }).sorted()
  }

  /// These fingerprints with others put in their place, and those of tiles that `drops` names left
  /// out.
  public func merged(
    with new: TileFingerprints, dropping drops: (TilePath) -> Bool
  ) -> TileFingerprints {
    let fresh = Set(new.entries.map(\.path))
    let kept = entries.filter { !fresh.contains($0.path) && !drops($0.path) }
    return TileFingerprints(
      encoder: new.encoder, entries: kept + new.entries)
  }
}

extension TilePath: Comparable {
  /// Orders pictures as their tiles, the plain one before the retina one.
  public static func < (left: TilePath, right: TilePath) -> Bool {
    left.tile != right.tile ? left.tile < right.tile : left.scale.rawValue < right.scale.rawValue
  }
}

extension TileFingerprints: Codable {
  private enum Key: String, CodingKey {
    case encoder, plain, retina
  }

  /// Reads a line a tile: its name, the checksum of its pixels and of its file in hexadecimal.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var prints: [Entry] = []
    for (key, scale) in [(Key.plain, TileScale.single), (.retina, .retina)] {
      for text in try fields.decodeIfPresent([String].self, forKey: key) ?? [] {
        let words = text.split(separator: " ")
        guard words.count == 3, let tile = Tile(words[0]), let pixels = UInt64(words[1], radix: 16),
          let file = UInt32(words[2], radix: 16)
        else {
          throw MetadataError.badValue(
            key: key.rawValue, found: text, expected: "a tile and its checksums")
        }
        prints.append(
          Entry(
            path: TilePath(tile, scale: scale), print: TileFingerprint(pixels: pixels, file: file)))
      }
    }
    self.init(encoder: try fields.decode(String.self, forKey: .encoder), entries: prints)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(self.encoder, forKey: .encoder)
    for (key, scale) in [(Key.plain, TileScale.single), (.retina, .retina)] {
      let lines = entries.filter { $0.path.scale == scale }.map { entry in
        "\(entry.path.tile) \(String(entry.print.pixels, radix: 16))"
          + " \(String(entry.print.file, radix: 16))"
      }
      if !lines.isEmpty { try fields.encode(lines, forKey: key) }
    }
  }
}
