/// The bytes of something that is served, with what kind it is and a tag that tells it from any
/// other state of the same.
public final class Content: Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// What they are, such as `image/png`.
  public let type: String

  /// The tag, in its quotes.
  public let tag: String

  /// Creates content of a kind.
  public init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = type
    // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    tag = "\"\(String(hash, radix: 16))-\(bytes.count)\""
  }
}
