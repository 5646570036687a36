private import QuillCore

/// Tiles that were encoded before, so that an equal one is not encoded again; shared by all threads.
///
/// Kept are tiles whose packed pixels are short, for those are the ones that repeat: flat colour,
/// plain water, margins. A tile is taken for another's twin only when all its packed bytes are
/// equal.
final class TwinTiles: @unchecked Sendable {
  /// Packed bytes of a tile that is worth remembering, at most: four bits a pixel.
  static let longest = 33 << 10

  /// Bytes that may be remembered in all.
  static let capacity = 4 << 20

  // Everything below is touched only with the condition's lock held.
  private let condition = Condition()
  private var kept: [Key: Twin] = [:]
  private var order: [Key] = []
  private var bytes = 0

  /// What tiles that may be equal share.
  struct Key: Hashable {
    let format: PixelFormat
    let colours: [UInt32]
    let checksum: UInt32

    /// The key of a packed tile, nil when it is too long to be remembered.
    init?(format: PixelFormat, colours: [UInt32], stream: RawSpan) {
      guard stream.byteCount <= TwinTiles.longest else { return nil }
      self.format = format
      self.colours = colours
      checksum = crc32(stream)
    }
  }

  private struct Twin {
    let stream: [UInt8]
    let file: [UInt8]
    var size: Int { stream.count + file.count }
  }

  /// The file of a tile with just these packed bytes, nil when none is remembered.
  func bytes(of key: Key, stream: RawSpan) -> [UInt8]? {
    guard let twin = condition.withLock({ kept[key] }), stream.equals(twin.stream) else {
      return nil
    }
    return twin.file
  }

  /// Remembers a tile's file; the oldest ones are forgotten when there are too many.
  func keep(_ file: [UInt8], of key: Key, stream: RawSpan) {
    let twin = Twin(stream: stream.copied, file: file)
    condition.withLock {
      guard kept[key] == nil else { return }
      kept[key] = twin
      order.append(key)
      bytes += twin.size
      while bytes > Self.capacity, let oldest = order.first {
        order.removeFirst()
        bytes -= kept.removeValue(forKey: oldest)?.size ?? 0
      }
    }
  }
}

extension RawSpan {
  /// Whether the bytes are those of the list.
  fileprivate func equals(_ other: [UInt8]) -> Bool {
    guard byteCount == other.count else { return false }
    return unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { unsafe mine.elementsEqual($0) }
    }
  }

  fileprivate var copied: [UInt8] { unsafe withUnsafeBytes { unsafe [UInt8]($0) } }
}
