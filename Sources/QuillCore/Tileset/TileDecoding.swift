/// Something that can read the pictures of tiles.
///
/// Each thread that reads tiles makes a decoder of its own.
public protocol TileDecoding: Sendable {
  /// A new decoder, for one thread at a time.
  func makeDecoder() -> any TileDecoder
}

/// Reads one tile's picture after the other and keeps its memory between them.
public protocol TileDecoder: AnyObject {
  /// What a tile's bytes tell before their pixels are unpacked.
  ///
  /// - Throws: `TileFault` when already the beginning shows that it is no picture.
  func header(of bytes: Span<UInt8>) throws(TileFault) -> TileFacts

  /// Unpacks a tile's pixels into `picture`, which takes the tile's size, and checks all there is
  /// to check.
  ///
  /// - Throws: `TileFault` for the first thing that is wrong; the picture's pixels then mean
  ///   nothing.
  func decode(
    _ bytes: Span<UInt8>, into picture: inout TilePicture
  ) throws(TileFault) -> TileFacts

  /// The checksum that the record of a slice keeps of a tile's file, CRC-32; nil where the decoder
  /// does not compute it, so that no file can be shown to be the record's.
  func checksum(of bytes: Span<UInt8>) -> UInt32?
}

extension TileDecoder {
  public func checksum(of bytes: Span<UInt8>) -> UInt32? { nil }
}

/// Why a tile's bytes are no picture that an app can show.
public enum TileFault: Error, Hashable, Sendable {
  /// There are no bytes.
  case empty

  /// The bytes are something else, named so that it completes "looks like …".
  case notAnImage(looksLike: String)

  /// A picture of another format, such as JPEG, under a name that ends in `.png`.
  case otherFormat(String)

  /// The note that Git LFS leaves in place of a file it has not fetched.
  case lfsPointer

  /// The file ends before the picture does.
  case truncated

  /// A part of the file does not match its checksum.
  case badChunkChecksum(chunk: String)

  /// The pixels do not match their checksum.
  case badPictureChecksum

  /// The picture breaks the format's rules, with how.
  case undecodable(reason: String)
}

extension TileFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "has no bytes (expected a PNG picture)"
    case .notAnImage(let kind): "is no image: looks like \(kind) (expected a PNG picture)"
    case .otherFormat(let kind): "is named .png but is \(kind)"
    case .lfsPointer: "is a Git LFS pointer (expected the picture it stands for)"
    case .truncated: "ends before its picture does"
    case .badChunkChecksum(let chunk): "its part '\(chunk)' does not match its checksum"
    case .badPictureChecksum: "its pixels do not match their checksum"
    case .undecodable(let reason): "cannot be decoded: \(reason)"
    }
  }
}
