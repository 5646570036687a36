/// A tile's file as bytes.
public enum TileFile {
  /// The CRC-32 of a file, as a `TileFingerprint` holds it.
  public static func checksum(of bytes: [UInt8]) -> UInt32 { crc32(unsafe bytes.span.bytes) }
}
