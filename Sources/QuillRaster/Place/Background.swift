internal import QuillCore

/// What is put under finished tiles: a colour, or a picture repeated over the whole world.
///
/// The picture lies at its own scale at every zoom, its top-left corner on the world's, so that a
/// partly drawn tile joins the fallback beside it without a seam. Its pixels are points of the map:
/// a retina picture shows each of them two by two, as an app shows the fallback beside it.
public struct Background: Equatable, Sendable {
  private let width: Int
  private let height: Int
  private let words: [UInt32]

  /// Creates a background of one colour; alpha 255 is opaque.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    width = 1
    height = 1
    words = [UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24]
  }

  /// Reads the picture of a background.
  ///
  /// - Throws: `PNGError` when it cannot be read.
  public init(picture path: String) throws(PNGError) {
    let reader = try DrawingReader(path: path, memoryLimit: 256 << 20)
    let header = reader.header
    guard header.rgbaByteCount <= 256 << 20 else {
      throw .tooLarge(
        width: header.width, height: header.height, need: header.rgbaByteCount, limit: 256 << 20)
    }
    let buffer = PixelBuffer(count: header.width * header.height)
    try buffer.withMutableBytes { bytes throws(PNGError) in
      _ = try reader.readRows(header.height, into: &bytes, stride: nil)
    }
    try reader.finish()
    width = header.width
    height = header.height
    words = buffer.withPixels { pixels in pixels.indices.map { pixels[$0] } }
  }

  /// Puts the background under a tile's pixels.
  func put(under buffer: PixelBuffer, at path: TilePath, side: Int) {
    let doubling = path.scale == .retina ? 1 : 0
    let left = path.tile.x * (side >> doubling) % width
    let top = path.tile.y * (side >> doubling) % height
    for row in 0..<side {
      let line = (top + row >> doubling) % height * width
      var column = left
      for place in 0..<side {
        let over = buffer[row * side + place]
        if over < 0xFF00_0000 {
          buffer[row * side + place] = Self.blend(over, words[line + column])
        }
        guard place & doubling == doubling else { continue }
        column = column + 1 == width ? 0 : column + 1
      }
    }
  }

  /// One pixel over another, each of straight alpha: what is seen of the lower one is its alpha
  /// times what the upper one lets through.
  static func blend(_ over: UInt32, _ under: UInt32) -> UInt32 {
    let (top, bottom) = (over >> 24, under >> 24)
    if top == 0 { return bottom == 0 ? 0 : under }
    let mix = SourceOver.Mix(top, over: bottom)
    var word = mix.alpha << 24
    for shift in [0, 8, 16] as [UInt32] {
      word |= mix.channel(over >> shift & 0xFF, over: under >> shift & 0xFF) << shift
    }
    return word
  }
}

extension Background {
  /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, `white` or `black`; nil for anything else.
  public init?(color text: String) {
    let named = ["white": "#ffffff", "black": "#000000"]
    let spelling = named[text.lowercased()] ?? text
    guard spelling.hasPrefix("#") else { return nil }
    var digits = spelling.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == spelling.count - 1 else { return nil }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
    self.init(
      red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
  }
}
