import QuillCore

/// The four letters that name a chunk of a PNG.
public struct PNGChunkName: Equatable, Hashable, Sendable {
  /// The four bytes, the first in the highest place.
  public let code: UInt32

  package init(code: UInt32) { self.code = code }

  init(_ name: StaticString) {
    precondition(name.utf8CodeUnitCount == 4, "a chunk's name has four letters")
    code = (0..<4).reduce(0) { unsafe $0 << 8 | UInt32(name.utf8Start[$1]) }
  }

  /// Whether a reader that does not know the chunk may pass it by.
  public var isAncillary: Bool { code & 0x2000_0000 != 0 }

  var isFourLetters: Bool {
    (0..<4).allSatisfy { place in
      let letter = UInt8(truncatingIfNeeded: code >> (place * 8)) | 0x20
      return (0x61...0x7a).contains(letter)
    }
  }

  static let header = PNGChunkName("IHDR")
  static let palette = PNGChunkName("PLTE")
  static let transparency = PNGChunkName("tRNS")
  static let imageData = PNGChunkName("IDAT")
  static let end = PNGChunkName("IEND")
  static let crushed = PNGChunkName("CgBI")
  static let animation = PNGChunkName("acTL")
  static let profile = PNGChunkName("iCCP")
  static let standardColor = PNGChunkName("sRGB")
  static let text = PNGChunkName("tEXt")
  static let packedText = PNGChunkName("zTXt")
  static let unicodeText = PNGChunkName("iTXt")

  var isText: Bool { self == .text || self == .packedText || self == .unicodeText }
}

extension PNGChunkName: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The four letters; a byte that is no letter is shown as its hexadecimal number in brackets.
  public var description: String {
    stride(from: 24, through: 0, by: -8).map { shift in
      let byte = UInt8(truncatingIfNeeded: code >> shift)
      return (0x21...0x7e).contains(byte)
        ? String(UnicodeScalar(byte)) : "[\(String(byte, radix: 16))]"
    }.joined()
  }

  /// A chunk's name, of four ASCII letters.
  public init(stringLiteral name: StaticString) { self.init(name) }
}

/// Walks the chunks of a PNG that lies in memory, and verifies each one's checksum.
///
/// It holds a place, not the bytes: every call is given the same bytes again.
struct PNGChunks {
  /// One chunk: its name and where its data lie.
  struct Chunk {
    let name: PNGChunkName
    let data: Range<Int>
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Where the next chunk begins.
  private(set) var position = PNGChunks.signature.count

  /// Starts behind the signature, which must be there.
  init(_ bytes: RawSpan) throws(PNGError) {
    try Self.checkSignature(bytes)
  }

  /// The next chunk.
  ///
  /// Throws where the bytes end before it does, or its checksum does not match.
  mutating func next(in bytes: RawSpan) throws(PNGError) -> Chunk {
    let left = bytes.byteCount - position
    guard left >= 8 else { throw .endsEarly(inside: nil) }
    let length = Int(bytes.bigEndian32(at: position))
    let name = PNGChunkName(code: bytes.bigEndian32(at: position + 4))
    guard name.isFourLetters else { throw .badChunkName(name) }
    guard length <= Int32.max else { throw .badChunkLength(name, length: length) }
    guard left - 12 >= length else { throw .endsEarly(inside: name) }
    let end = position + 8 + length
    guard crc32(bytes.extracting(position + 4..<end)) == bytes.bigEndian32(at: end) else {
      throw .badChecksum(chunk: name)
    }
    let data = position + 8..<end
    position = end + 4
    return Chunk(name: name, data: data)
  }

  /// The header that must come first, and whether Xcode's mark stood before it.
  mutating func header(in bytes: RawSpan) throws(PNGError) -> (header: PNGHeader, isCrushed: Bool) {
    var chunk = try next(in: bytes)
    let isCrushed = chunk.name == .crushed
    if isCrushed { chunk = try next(in: bytes) }
    guard chunk.name == .header else { throw .missingChunk(.header) }
    return (try PNGHeader(chunk: bytes.extracting(chunk.data)), isCrushed)
  }

  private static func checkSignature(_ bytes: RawSpan) throws(PNGError) {
    let shown = min(bytes.byteCount, signature.count)
    let first = (0..<shown).map { bytes[byte: $0] }
    guard first != signature else { return }
    if !first.isEmpty, first == Array(signature.prefix(shown)) { throw .endsEarly(inside: nil) }
    let kind = FileKind(sniffing: bytes)
    if kind == .unknown || kind == .text, resemblesSignature(first) {
      throw .damagedSignature(firstBytes: first)
    }
    throw .notAPNG(looksLike: kind, firstBytes: first)
  }

  /// Whether a byte or two were changed, dropped or added.
  private static func resemblesSignature(_ first: [UInt8]) -> Bool {
    let letters = Array("PNG".utf8)
    let hasLetters = (0..<max(0, first.count - 2)).contains { Array(first[$0..<$0 + 3]) == letters }
    return hasLetters || zip(first, signature).count { $0 == $1 } >= 6
  }
}

extension UInt32 {
  /// The number's four bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension RawSpan {
  subscript(byte offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount, "a byte outside the data was asked for")
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  func bigEndian32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= byteCount - 4, "a number outside the data was asked for")
    return UInt32(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
