/// How a tile's pixels are stored: the PNG colour type and depth.
enum PixelFormat: Hashable {
  /// Grey levels of 1, 2, 4 or 8 bits, opaque.
  case grey(bits: Int)
  /// Numbers of palette entries, 1, 2, 4 or 8 bits.
  case palette(bits: Int)
  /// Grey and alpha, a byte each.
  case greyAlpha
  /// Red, green and blue, a byte each, opaque.
  case rgb
  /// Red, green, blue and alpha, a byte each.
  case rgba

  /// Bits a pixel takes.
  var bitsPerPixel: Int {
    switch self {
    case .grey(let bits), .palette(let bits): bits
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// Bytes from a byte to the one it is predicted from: those of a whole pixel, at least one.
  var filterStep: Int { max(1, bitsPerPixel / 8) }

  /// Bits a channel takes, as the header states them.
  var depth: UInt8 {
    switch self {
    case .grey(let bits), .palette(let bits): UInt8(bits)
    case .greyAlpha, .rgb, .rgba: 8
    }
  }

  /// The colour type of the PNG specification.
  var colourType: UInt8 {
    switch self {
    case .grey: 0
    case .rgb: 2
    case .palette: 3
    case .greyAlpha: 4
    case .rgba: 6
    }
  }

  /// Whether pixels are stored as grey.
  var isGrey: Bool {
    switch self {
    case .grey, .greyAlpha: true
    case .palette, .rgb, .rgba: false
    }
  }

  /// Bytes a row of that many pixels takes.
  func rowBytes(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
}

extension PixelFormat {
  /// The smallest format that holds the tile without loss.
  ///
  /// `colours` are the tile's when there are at most 256 of them. A tile that carries a profile of
  /// RGB pixels is not stored as grey, and one that carries a profile of grey is stored as nothing
  /// else unless it has to be.
  init(_ scan: TileScan, colours: [UInt32]?, for profile: TileProfile? = nil) {
    let isGrey = scan.isGrey && profile?.isGray != false
    let needsGrey = isGrey && profile?.isGray == true
    guard let colours, !needsGrey || scan.isOpaque else {
      self = isGrey ? .greyAlpha : scan.isOpaque ? .rgb : .rgba
      return
    }
    let bits = Self.bits(forNumbersBelow: colours.count)
    guard isGrey, scan.isOpaque else {
      self = .palette(bits: bits)
      return
    }
    // Grey needs no palette; levels that fewer bits can tell apart are multiples of 17, 85, 255.
    let levels = colours.map { Int($0 & 0xFF) }
    let greyBits = [1, 2, 4].first { bits in levels.allSatisfy { $0 % (255 / (1 << bits - 1)) == 0 }
    }
    if let greyBits, greyBits <= bits || needsGrey {
      self = .grey(bits: greyBits)
    } else {
      self = bits < 8 && !needsGrey ? .palette(bits: bits) : .grey(bits: 8)
    }
  }

  private static func bits(forNumbersBelow count: Int) -> Int {
    count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
  }
}
