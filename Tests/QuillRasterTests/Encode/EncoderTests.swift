import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// Tiles as libpng and the tile reader decode them, and as their headers describe themselves.
@Suite("Encoder")
struct EncoderTests {
  private static let side = 256

  private func encode(_ canvas: Canvas, with encoder: TileEncoder? = nil) -> [UInt8] {
    let encoder = encoder ?? TileEncoder(side: canvas.width)
    let buffer = PixelBuffer(count: canvas.words.count)
    buffer.withMutableBytes { bytes in
      for (place, word) in canvas.words.enumerated() {
        bytes.storeBytes(of: word, toByteOffset: place * 4, as: UInt32.self)
      }
    }
    encoder.encode(buffer)
    return encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Decodes with both readers, and expects the pixels, those under alpha 0 made 0.
  private func expectPixels(_ canvas: Canvas, in file: [UInt8], _ comment: Comment) throws {
    let expected = Picture(
      width: canvas.width, height: canvas.height, rgba: canvas.uncovered.bytes)
    #expect(try Decoder.libpng(file) == expected, "\(comment), libpng")
    #expect(try Decoder.tile.decode(file) == expected, "\(comment), tile reader")
  }

  @Test("Each picture takes the smallest format that holds it", arguments: FormatCase.all)
  func format(_ example: FormatCase) throws {
    let canvas = example.canvas(side: Self.side)
    #expect(Set(canvas.uncovered.words).count == example.colours)
    let file = encode(canvas)
    let header = try PNGHeader(firstBytes: Array(file.prefix(33)).span)
    #expect(header.colorType.rawValue == example.colourType)
    #expect(header.bitDepth == example.depth)
    #expect(!header.isInterlaced)
    #expect(Decoder.chunks(file) == example.chunks)
    try expectPixels(canvas, in: file, "\(example)")
  }

  @Test("Any picture comes back from any level of compression", arguments: Compression.allCases)
  func roundTrip(_ compression: Compression) throws {
    let encoder = TileEncoder(side: Self.side, compression: compression)
    for kind in Kind.allCases {
      var dice = Dice(state: 31)
      let canvas = kind.canvas(width: Self.side, height: Self.side, &dice)
      try expectPixels(canvas, in: encode(canvas, with: encoder), "\(kind), \(compression)")
    }
  }

  @Test("Tiles of any side come back, whatever was encoded before", arguments: Compression.allCases)
  func oddSides(_ compression: Compression) throws {
    for side in [1, 2, 3, 5, 8, 16, 18, 31, 33, 250] {
      let encoder = TileEncoder(side: side, compression: compression)
      for kind in Kind.allCases {
        var dice = Dice(state: UInt64(side))
        let canvas = kind.canvas(width: side, height: side, &dice)
        let file = encode(canvas, with: encoder)
        try expectPixels(canvas, in: file, "\(kind) of \(side), \(compression)")
        #expect(file == encode(canvas, with: TileEncoder(side: side, compression: compression)))
      }
    }
  }

  @Test("Tiles of 512 pixels come back too", arguments: [Kind.noise, .opaqueNoise, .fewColours])
  func large(kind: Kind) throws {
    var dice = Dice(state: 32)
    let canvas = kind.canvas(width: 512, height: 512, &dice)
    try expectPixels(canvas, in: encode(canvas), "\(kind)")
  }

  @Test("The last pixels of a row are kept where they fill no byte", arguments: [4, 12, 20])
  func narrow(side: Int) throws {
    for count in [2, 3, 5, 17] {
      let canvas = Canvas(width: side, height: side) { x, y in
        UInt32((x * 3 + y * 7) % count * 9) | 0xFF20_4000
      }
      try expectPixels(canvas, in: encode(canvas), "\(count) colours")
    }
  }

  /// Colours that fall into the same slots of the table of colours, and near misses of its limit.
  @Test("As many colours as a palette holds, and one fewer or more", arguments: [255, 256, 257])
  func manyColours(count: Int) throws {
    for seed in 0..<4 as Range<UInt64> {
      var dice = Dice(state: seed)
      var colours = Set<UInt32>()
      // Every other seed: colours a multiple of 2^22 apart, which hash functions like to mix up.
      while colours.count < count {
        let word = UInt32(truncatingIfNeeded: dice.next())
        colours.insert((seed % 2 == 0 ? word : word << 22 | 0xA5 << 2 | word >> 30) | 0x0100_0000)
        if seed % 2 == 1, colours.count > 200 { colours.insert(word | 0x0100_0000) }
      }
      let palette = Array(colours.prefix(count)).sorted()
      let canvas = Canvas(width: Self.side, height: Self.side) { x, y in
        palette[(y * Self.side + x) % count]
      }
      let file = encode(canvas)
      #expect(file[25] == (count <= 256 ? 3 : 6))
      try expectPixels(canvas, in: file, "\(count) colours, seed \(seed)")
    }
  }

  @Test func `the same pixels give the same bytes, whatever came before`() {
    let encoder = TileEncoder(side: Self.side)
    var fresh: [Kind: [UInt8]] = [:]
    for kind in Kind.allCases {
      var dice = Dice(state: 41)
      fresh[kind] = encode(kind.canvas(width: Self.side, height: Self.side, &dice))
    }
    for kind in Kind.allCases + Kind.allCases.reversed() {
      var dice = Dice(state: 41)
      let canvas = kind.canvas(width: Self.side, height: Self.side, &dice)
      #expect(encode(canvas, with: encoder) == fresh[kind], "\(kind)")
    }
  }

  @Test func `the colour under clear pixels changes no byte`() {
    var dice = Dice(state: 42)
    let canvas = Kind.holes.canvas(width: Self.side, height: Self.side, &dice)
    #expect(canvas != canvas.uncovered)
    #expect(encode(canvas) == encode(canvas.uncovered))
  }

  @Test(
    "A tile of one colour is tiny",
    arguments: [0, 0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080, 0xFF12_3456, 0x8012_3456])
  func uniform(colour: UInt32) throws {
    let canvas = Canvas(width: Self.side, height: Self.side) { _, _ in colour }
    let file = encode(canvas)
    #expect(file.count <= 128)
    try expectPixels(canvas, in: file, "\(String(colour, radix: 16))")
  }

  @Test func `a smooth picture packs well, its rows predicted`() {
    let smooth = Canvas(width: Self.side, height: Self.side) { x, y in
      rgba(UInt8(x), UInt8(y), UInt8((x + y) / 2), 255)
    }
    // Plain rows of this picture hardly repeat; predicted ones are nearly constant.
    #expect(encode(smooth).count < 4000)
  }

  @Test(
    "pngcheck finds nothing wrong",
    .enabled(if: BuiltProgram.path(of: "pngcheck") != nil), arguments: FormatCase.all)
  func pngcheck(_ example: FormatCase) throws {
    let tool = BuiltProgram(url: try #require(BuiltProgram.path(of: "pngcheck")))
    try withFile(encode(example.canvas(side: Self.side))) { path in
      let outcome = try tool.run(["-q", path])
      #expect(outcome.output + outcome.errors == "")
      #expect(outcome.ending == .exit(0))
    }
  }
}

/// A picture, and the format that it should be stored in.
struct FormatCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let colourType: Int
  let depth: Int
  /// How many colours the picture has.
  let colours: Int
  let chunks: [String]
  /// The colour of the nth pixel.
  let colour: @Sendable (Int) -> UInt32

  private init(
    _ name: String, type: Int, depth: Int, colours: Int, hasAlphaList: Bool = false,
    _ colour: @escaping @Sendable (Int) -> UInt32
  ) {
    testDescription = name
    colourType = type
    self.depth = depth
    self.colours = colours
    chunks =
      ["IHDR"] + (type == 3 ? ["PLTE"] : []) + (hasAlphaList ? ["tRNS"] : []) + ["IDAT", "IEND"]
    self.colour = colour
  }

  func canvas(side: Int) -> Canvas {
    Canvas(width: side, height: side) { x, y in colour(y * side + x) }
  }

  private static func grey(_ level: Int, _ alpha: UInt8 = 255) -> UInt32 {
    rgba(UInt8(level), UInt8(level), UInt8(level), alpha)
  }

  static let all: [FormatCase] = [
    FormatCase("grey of 1 bit", type: 0, depth: 1, colours: 2) { grey($0 % 2 * 255) },
    FormatCase("grey of 2 bits", type: 0, depth: 2, colours: 4) { grey($0 % 4 * 85) },
    FormatCase("three of the levels of 2 bits", type: 0, depth: 2, colours: 3) {
      grey($0 % 3 * 85)
    },
    FormatCase("grey of 4 bits", type: 0, depth: 4, colours: 16) { grey($0 % 16 * 17) },
    FormatCase("grey of 8 bits", type: 0, depth: 8, colours: 256) { grey($0 % 256) },
    FormatCase("seventeen greys", type: 0, depth: 8, colours: 17) { grey($0 % 17 * 15) },
    FormatCase("two greys that no single bit tells apart", type: 3, depth: 1, colours: 2) {
      grey($0 % 2 * 85)
    },
    FormatCase("four greys off the levels of 2 bits", type: 3, depth: 2, colours: 4) {
      grey($0 % 4 * 84)
    },
    FormatCase("five greys off the levels of 4 bits", type: 3, depth: 4, colours: 5) {
      grey($0 % 5 + 100)
    },
    FormatCase("two colours", type: 3, depth: 1, colours: 2) { rgba(1, 2, UInt8($0 % 2), 255) },
    FormatCase("three colours", type: 3, depth: 2, colours: 3) { rgba(1, 2, UInt8($0 % 3), 255) },
    FormatCase("sixteen colours", type: 3, depth: 4, colours: 16) {
      rgba(1, 2, UInt8($0 % 16), 255)
    },
    FormatCase("seventeen colours", type: 3, depth: 8, colours: 17) {
      rgba(1, 2, UInt8($0 % 17), 255)
    },
    FormatCase("256 colours", type: 3, depth: 8, colours: 256) {
      rgba(1, 2, UInt8($0 % 256), 255)
    },
    FormatCase("one colour and clear", type: 3, depth: 1, colours: 2, hasAlphaList: true) {
      $0 % 3 == 0 ? rgba(9, 9, 9, 0) : rgba(200, 100, 50, 255)
    },
    FormatCase("clear alone", type: 3, depth: 1, colours: 1, hasAlphaList: true) {
      rgba(UInt8($0 % 256), 0, 0, 0)
    },
    FormatCase("four shades of alpha", type: 3, depth: 2, colours: 4, hasAlphaList: true) {
      rgba(5, 6, 7, UInt8($0 % 4 * 85))
    },
    FormatCase("256 shades of alpha", type: 3, depth: 8, colours: 256, hasAlphaList: true) {
      rgba(5, 6, 7, UInt8($0 % 256))
    },
    FormatCase("257 greys with alpha", type: 4, depth: 8, colours: 257) {
      $0 % 257 == 256 ? grey(7, 9) : grey($0 % 257)
    },
    FormatCase("257 opaque colours", type: 2, depth: 8, colours: 257) {
      rgba(UInt8($0 % 257 / 256), 2, UInt8($0 % 257 % 256), 255)
    },
    FormatCase("257 colours, one of them clear", type: 6, depth: 8, colours: 257) {
      $0 % 257 == 256 ? 0 : rgba(2, 1, UInt8($0 % 257), 255)
    },
    FormatCase(
      "255 colours and many hidden ones", type: 3, depth: 8, colours: 256, hasAlphaList: true
    ) {
      rgba(3, UInt8($0 / 256 % 2), UInt8($0 % 256), $0 % 256 == 0 || $0 / 256 % 2 == 1 ? 0 : 255)
    },
  ]
}

extension Decoder {
  /// The names of a file's chunks, in order.
  static func chunks(_ file: [UInt8]) -> [String] {
    var names: [String] = []
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: file[at + 4..<at + 8], as: UTF8.self))
      at += 12 + length
    }
    return names
  }
}
