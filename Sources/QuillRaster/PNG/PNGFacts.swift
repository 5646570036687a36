/// What a tile's PNG tells beside its pixels.
public struct PNGFacts: Equatable, Sendable {
  /// Size and kind of the picture.
  public let header: PNGHeader
  /// The chunks in their order; a run of IDAT counts once.
  public internal(set) var chunks: [PNGChunkName] = []
  /// The keys of the text chunks.
  public internal(set) var textKeys: [String] = []
  /// Colours in the palette; 0 without one.
  public internal(set) var paletteCount = 0
  /// The bytes of the compressed picture.
  public internal(set) var imageDataByteCount = 0
  /// The bytes of the whole file.
  public let byteCount: Int
  /// The bytes behind the end of the PNG.
  public internal(set) var trailingByteCount = 0
  /// Whether Xcode rewrote the file (CgBI), so that only Apple's systems show it.
  public internal(set) var isXcodeCrushed = false

  /// Whether the file is an animation (APNG), of which only the first picture counts.
  public var isAnimated: Bool { chunks.contains(.animation) }
  /// Whether a colour profile (ICC) is embedded.
  public var hasProfile: Bool { chunks.contains(.profile) }
  /// Whether the colours are marked as sRGB.
  public var isStandardColor: Bool { chunks.contains(.standardColor) }
  /// Whether a colour or palette entries are marked as transparent (tRNS).
  public var hasTransparency: Bool { chunks.contains(.transparency) }
}
