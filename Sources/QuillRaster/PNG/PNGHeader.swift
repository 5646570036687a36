/// What a PNG's IHDR chunk says: size in pixels and kind of pixels.
public struct PNGHeader: Equatable, Sendable {
  /// What the samples of a pixel are.
  public enum ColorType: Int, Sendable {
    /// Grey alone.
    case gray = 0
    /// Red, green and blue.
    case rgb = 2
    /// The number of a colour in the palette.
    case palette = 3
    /// Grey and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6

    /// The number of samples a pixel is stored as.
    public var samplesPerPixel: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// A short name, as in `info`.
    public var displayName: String {
      switch self {
      case .gray: "grey"
      case .rgb: "RGB"
      case .palette: "palette"
      case .grayAlpha: "grey with alpha"
      case .rgba: "RGBA"
      }
    }

    fileprivate var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// The methods a header names.
  public enum Method: String, Sendable {
    /// How the rows are compressed: 0 is deflate.
    case compression
    /// How the rows are filtered: 0 is by the five filters.
    case filter
    /// In which order the rows come: 0 from the top, 1 interlaced (Adam7).
    case interlace
  }

  /// Columns of pixels, 1 to 2³¹ − 1.
  public let width: Int
  /// Rows of pixels, 1 to 2³¹ − 1.
  public let height: Int
  /// Bits of one sample: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// What the samples of a pixel are.
  public let colorType: ColorType
  /// Whether the rows come in seven passes (Adam7), so that none is whole before the last pass.
  public let isInterlaced: Bool

  /// The bytes of one decoded row: RGBA, 8 bits a sample.
  public var rgbaRowByteCount: Int { width * 4 }

  /// The bytes of the whole decoded picture, or `Int.max` where that cannot be said.
  public var rgbaByteCount: Int {
    let (product, overflow) = rgbaRowByteCount.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The bits of one stored pixel.
  var bitsPerPixel: Int { bitDepth * colorType.samplesPerPixel }

  /// The bytes of one stored row of that many pixels, its filter byte left out.
  func storedRowByteCount(pixels: Int) -> Int { (pixels * bitsPerPixel + 7) / 8 }

  /// The bytes of all stored rows with their filter bytes, or `Int.max` where that cannot be said.
  ///
  /// Only for a picture that is not interlaced.
  var storedByteCount: Int {
    let (product, overflow) = (1 + storedRowByteCount(pixels: width))
      .multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }
}

extension PNGHeader {
  /// The header of a PNG whose first bytes these are; 33 are enough (49 for Xcode's variant).
  ///
  /// Throws what is wrong with signature or header: the checksum is verified, sizes and methods are
  /// those that PNG has.
  public init(firstBytes bytes: RawSpan) throws(PNGError) {
    var chunks = try PNGChunks(bytes)
    self = try chunks.header(in: bytes).header
  }

  /// The header of a PNG whose first bytes an array or data holds.
  public init(firstBytes bytes: Span<UInt8>) throws(PNGError) {
    try self.init(firstBytes: unsafe bytes.bytes)
  }

  /// Reads the 13 bytes of an IHDR chunk.
  init(chunk: RawSpan) throws(PNGError) {
    guard chunk.byteCount == 13 else {
      throw .badChunkLength(.header, length: chunk.byteCount)
    }
    width = Int(chunk.bigEndian32(at: 0))
    height = Int(chunk.bigEndian32(at: 4))
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw .impossibleSize(width: width, height: height)
    }
    bitDepth = Int(chunk[byte: 8])
    let type = Int(chunk[byte: 9])
    guard let colorType = ColorType(rawValue: type), colorType.bitDepths.contains(bitDepth) else {
      throw .unsupportedColor(type: type, bitDepth: bitDepth)
    }
    self.colorType = colorType
    guard chunk[byte: 10] == 0 else {
      throw .unsupportedMethod(.compression, value: Int(chunk[byte: 10]))
    }
    guard chunk[byte: 11] == 0 else {
      throw .unsupportedMethod(.filter, value: Int(chunk[byte: 11]))
    }
    guard chunk[byte: 12] <= 1 else {
      throw .unsupportedMethod(.interlace, value: Int(chunk[byte: 12]))
    }
    isInterlaced = chunk[byte: 12] == 1
  }
}
