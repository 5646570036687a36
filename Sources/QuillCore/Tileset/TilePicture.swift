/// The pixels of one tile, row by row from the top: red, green, blue and alpha, a byte each.
///
/// Colours are not multiplied by alpha. One picture is meant to be used again for many tiles:
/// taking a new shape keeps the memory it has.
public struct TilePicture: Equatable, Sendable {
  /// Pixels from left to right.
  public private(set) var width = 0

  /// Pixels from top to bottom.
  public private(set) var height = 0

  /// The pixels, `width` × `height` × 4 bytes.
  public var pixels: [UInt8] = []

  /// Creates a picture without pixels.
  public init() {}

  /// Creates a clear picture of that many pixels.
  public init(width: Int, height: Int) { reshape(width: width, height: height) }

  /// Takes a new shape; what the pixels are then is for the caller to write.
  public mutating func reshape(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "A picture has no negative side")
    let count = width * height * 4
    self.width = width
    self.height = height
    if pixels.count > count {
      pixels.removeLast(pixels.count - count)
    } else if pixels.count < count {
      pixels += [UInt8](repeating: 0, count: count - pixels.count)
    }
  }
}

/// What a tile's file tells of its picture besides the pixels.
public struct TileFacts: Equatable, Sendable {
  /// Pixels from left to right.
  public var width: Int

  /// Pixels from top to bottom.
  public var height: Int

  /// Bits of each channel, or of a palette's index: 1, 2, 4, 8 or 16.
  public var bitDepth: Int

  /// How colours are stored.
  public var color: Color

  /// Whether the rows are stored in seven passes.
  public var isInterlaced = false

  /// Whether the file holds further pictures to be shown one after the other.
  public var isAnimated = false

  /// Whether Xcode rewrote the file into Apple's own variant, which only Apple's systems read.
  public var isCrushed = false

  /// The name of the colour profile, nil without one.
  public var colorProfile: String?

  /// The keys of texts that tell of people, places or tools, such as `Author` or `GPS`.
  public var leakingTexts: [String] = []

  /// Whether the file tells when it was last changed.
  public var hasTimestamp = false

  /// Bytes after the end of the picture.
  public var trailingBytes = 0

  /// How a picture's colours are stored.
  public enum Color: String, Hashable, Sendable, CaseIterable {
    /// One channel.
    case gray
    /// One channel and alpha.
    case grayAlpha = "gray with alpha"
    /// A table of colours.
    case palette
    /// Three channels.
    case rgb
    /// Three channels and alpha.
    case rgba
  }

  /// Creates the facts of a plain picture.
  public init(width: Int, height: Int, bitDepth: Int = 8, color: Color = .rgba) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.color = color
  }
}
