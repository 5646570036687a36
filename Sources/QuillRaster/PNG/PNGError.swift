public import QuillCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a PNG cannot be read or written.
///
/// A description continues a sentence that begins with the file's name: "is cut off: …". Rows are
/// counted from 0 at the top, so the number of a row is also the number of good rows above it.
public enum PNGError: Error, Equatable, Sendable {
  /// The system cannot open or read the file; `code` is its `errno`.
  case unreadable(code: Int32)
  /// The file does not begin as a PNG does.
  case notAPNG(looksLike: FileKind, firstBytes: [UInt8])
  /// The PNG signature is there but was changed, as a transfer in text mode does.
  case damagedSignature(firstBytes: [UInt8])
  /// Xcode's own variant of PNG, which only Apple's systems read.
  case xcodeCrushed
  /// The file ends inside the chunks before the picture, or after them without an end mark.
  case endsEarly(inside: PNGChunkName?)
  /// The picture's data stop: `row` is the first row that is not there; nil where rows are interlaced.
  case truncated(row: Int?, height: Int, reason: String)
  /// A chunk's bytes do not match its checksum.
  case badChecksum(chunk: PNGChunkName)
  /// The picture's data do not match their checksum (Adler-32).
  case badPictureChecksum
  /// The picture's data are not a valid stream; `row` is the first row that could not be read.
  case damaged(row: Int?, reason: String)
  /// More data than the rows need.
  case tooMuchData
  /// A row says it is filtered in a way that does not exist.
  case badFilter(row: Int, filter: UInt8)
  /// A pixel names a colour that the palette does not have.
  case colorOutsidePalette(row: Int, index: Int, count: Int)
  /// A chunk that must be there is not.
  case missingChunk(PNGChunkName)
  /// A chunk stands where it may not, or twice.
  case misplacedChunk(PNGChunkName)
  /// A chunk of the wrong length.
  case badChunkLength(PNGChunkName, length: Int)
  /// A chunk's name is not four letters.
  case badChunkName(PNGChunkName)
  /// A chunk that a reader must understand, and that nobody does.
  case unsupportedChunk(PNGChunkName)
  /// A colour type and bit depth that do not exist together.
  case unsupportedColor(type: Int, bitDepth: Int)
  /// A compression, filter or interlace method that does not exist.
  case unsupportedMethod(PNGHeader.Method, value: Int)
  /// A size that no PNG has: without a pixel, or too many along a side.
  case impossibleSize(width: Int, height: Int)
  /// Decoding needs more bytes than the limit.
  case tooLarge(width: Int, height: Int, need: Int, limit: Int)
  /// The scratch file for an interlaced picture of `need` bytes cannot be made; `code` is `errno`.
  case noScratch(directory: String, need: Int, code: Int32)
  /// There is no memory left.
  case outOfMemory
  /// A picture to be written has a side that no PNG can state.
  case tooLargeForPNG(width: Int, height: Int)
  /// There is no memory left to write with.
  case noMemoryToWrite
}

extension PNGError: CustomStringConvertible {
  /// One clause in plain words, to stand after the file's name.
  public var description: String {
    switch self {
    case .unreadable(let code): "cannot be read: \(Self.text(ofSystemError: code))"
    case .notAPNG(.empty, _): "is not a PNG: the file is empty"
    case .notAPNG(.unknown, let bytes): "is not a PNG: it begins with \(Self.hex(bytes))"
    case .notAPNG(let kind, _): "is not a PNG: looks like \(kind.displayName)"
    case .damagedSignature(let bytes):
      "has a damaged PNG signature: begins with \(Self.hex(bytes)), "
        + "not 89 50 4e 47 0d 0a 1a 0a (changed in a transfer as text?)"
    case .xcodeCrushed: "is a PNG rewritten by Xcode (CgBI), which only Apple's systems can read"
    case .noScratch(let directory, let need, let code):
      "is interlaced and needs a scratch file of \(need) bytes, which cannot be made in "
        + "\(directory): \(Self.text(ofSystemError: code))"
    case .tooLarge(let width, let height, let need, let limit):
      "is \(width) x \(height) pixels and needs \(need) bytes to be read; the limit is \(limit)"
    case .impossibleSize(let width, let height):
      "is damaged: its header says \(width) x \(height) pixels (expected 1 to \(Int32.max) along a"
        + " side)"
    case .outOfMemory: "cannot be read: there is no memory left"
    case .tooLargeForPNG(let width, let height):
      "would be \(width) x \(height) pixels; a PNG has at most \(Int32.max) along a side"
    case .noMemoryToWrite: "cannot be written: there is no memory left"
    case .endsEarly, .truncated, .badChecksum, .badPictureChecksum, .damaged, .tooMuchData,
      .badFilter, .colorOutsidePalette:
      pictureDescription
    case .missingChunk, .misplacedChunk, .badChunkLength, .badChunkName, .unsupportedChunk,
      .unsupportedColor, .unsupportedMethod:
      structureDescription
    }
  }

  private var pictureDescription: String {
    switch self {
    case .endsEarly(.some(let chunk)): "is cut off inside its \(chunk) chunk"
    case .endsEarly(.none): "is cut off: its end mark (IEND) is missing"
    case .truncated(.some(let row), let height, let reason):
      "is cut off: the picture stops at row \(row) of \(height) (\(reason))"
    case .truncated(.none, _, let reason): "is cut off: the picture is incomplete (\(reason))"
    case .badChecksum(let chunk):
      "is damaged: the checksum (CRC) of its \(chunk) chunk does not match"
    case .badPictureChecksum:
      "is damaged: the checksum (Adler-32) of the picture does not match"
    case .damaged(.some(let row), let reason): "is damaged at row \(row) (\(reason))"
    case .damaged(.none, let reason): "is damaged (\(reason))"
    case .tooMuchData: "is damaged: there is more picture data than its rows need"
    case .badFilter(let row, let filter):
      "is damaged at row \(row): its filter is \(filter), not 0 to 4"
    case .colorOutsidePalette(let row, let index, let count):
      "is damaged at row \(row): a pixel has colour \(index) of a palette of \(count)"
    default: ""
    }
  }

  private var structureDescription: String {
    switch self {
    case .missingChunk(let chunk): "is not a whole PNG: its \(chunk) chunk is missing"
    case .misplacedChunk(let chunk): "is damaged: a \(chunk) chunk stands where it may not"
    case .badChunkLength(let chunk, let length):
      "is damaged: its \(chunk) chunk has a wrong length of \(length) bytes"
    case .badChunkName(let chunk): "is damaged: \(chunk) is not the name of a chunk"
    case .unsupportedChunk(let chunk): "needs a chunk of unknown meaning to be read: \(chunk)"
    case .unsupportedColor(let type, let bitDepth):
      "has colour type \(type) with \(bitDepth) bits, which PNG does not have"
    case .unsupportedMethod(let method, let value):
      "has \(method.rawValue) method \(value), which PNG does not have"
    default: ""
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  /// What the system says of its error of that number.
  static func text(ofSystemError code: Int32) -> String {
    if code == ESPIPE {
      return "it is a pipe or a device (expected a file, as it may be read more than once)"
    }
    guard let text = unsafe strerror(code) else { return "system error \(code)" }
    return unsafe String(cString: text)
  }
}
