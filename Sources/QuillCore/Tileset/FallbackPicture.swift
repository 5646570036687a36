/// The picture that an app shows where a set has no tile, and its name inside the set.
public struct FallbackPicture: Hashable, Sendable {
  /// The path inside the set, such as `parchment.png`.
  public let name: String

  /// The bytes of the picture's file.
  public let bytes: [UInt8]

  /// Creates the picture; nil for a name that would lead out of the set or stand where tiles or
  /// the set's own files are.
  public init?(name: String, bytes: [UInt8]) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isInside = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    let isTaken = [TilesetMetadata.fileName, SliceRecord.fileName].contains(name)
    guard isInside, !isTaken, !name.utf8.contains(0), !TileFolder.looksLikeNumber(String(parts[0]))
    else { return nil }
    self.name = name
    self.bytes = bytes
  }

  /// The name that a fallback has where nothing else is said.
  public static let usualName = "parchment.png"
}

/// A source that can hold its fallback.
public protocol FallbackHolding: TileSource {
  /// The fallback, nil when the set has none.
  var fallback: FallbackPicture? { get throws }
}

/// A sink that can keep a fallback.
public protocol FallbackKeeping: TileSink {
  /// Keeps the picture that an app shows where the set has no tile.
  func put(_ fallback: FallbackPicture) throws
}

extension TileFolder: FallbackHolding {
  /// The picture that the record or `metadata.json` names, or else `parchment.png`; nil when the
  /// folder does not have it.
  public var fallback: FallbackPicture? {
    get throws {
      let promised = try record?.options.fallback ?? metadata?.fallback
      let name = promised ?? FallbackPicture.usualName
      guard FallbackPicture(name: name, bytes: []) != nil,
        let bytes = try FileSystem.read("\(root)/\(name)")
      else { return nil }
      return FallbackPicture(name: name, bytes: bytes)
    }
  }
}

extension TileFolderSink: FallbackKeeping {
  public func put(_ fallback: FallbackPicture) throws {
    try put(fallback.bytes.span, besideZooms: fallback.name)
  }
}
