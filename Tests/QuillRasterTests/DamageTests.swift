import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Wrong files: each fault is named, none is passed by, nothing traps.
struct DamageTests {
  /// What each of the broken files is refused for.
  ///
  /// libpng takes compressed data in blocks of 8192 bytes and drops a part of one. What is left of
  /// `truncated_image` without that part unpacks, by Python's zlib, to 385.48 rows.
  static let fixtures: [String: PNGError] = [
    "broken/truncated_image.png":
      .truncated(row: 385, height: 480, reason: "the file ends there"),
    "broken/broken.png": .badChunkName(PNGChunkName(code: 0xf4a8_81e1)),
    "broken/badadler.png": .badPictureChecksum,
    "broken/badcrc.png": .badChecksum(chunk: "IDAT"),
    "broken/zero_width.png": .impossibleSize(width: 0, height: 32),
    "broken/missing_plte.png": .missingChunk("PLTE"),
    "broken/corrupted_header.png": .notAPNG(looksLike: .text, firstBytes: Array("abcdefgh".utf8)),
    "broken/symlink-text.png": .notAPNG(looksLike: .text, firstBytes: Array("../../..".utf8)),
    "broken/zero-bytes.png": .notAPNG(looksLike: .empty, firstBytes: []),
    "pngsuite-corrupt/xc1n0g08.png": .unsupportedColor(type: 1, bitDepth: 8),
    "pngsuite-corrupt/xd0n2c08.png": .unsupportedColor(type: 2, bitDepth: 0),
    "pngsuite-corrupt/xdtn0g01.png": .missingChunk("IDAT"),
    "pngsuite-corrupt/xhdn0g08.png": .badChecksum(chunk: "IHDR"),
    "pngsuite-corrupt/xcrn0g04.png": .damagedSignature(
      firstBytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0d, 0x1a, 0x0d]),
    "pngsuite-corrupt/xs1n0g01.png": .damagedSignature(
      firstBytes: [0x09, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    "pngsuite-corrupt/xs4n0g01.png": .damagedSignature(
      firstBytes: [0x89, 0x50, 0x4e, 0x67, 0x0d, 0x0a, 0x1a, 0x0a]),
  ]

  @Test(arguments: ["broken", "pngsuite-corrupt"], Decoder.allCases)
  func `every broken file that others met is refused for what is wrong with it`(
    folder: String, decoder: Decoder
  ) throws {
    let rows = try Fixture.rows("\(folder)/expected.tsv")
    #expect(rows.count == (folder == "broken" ? 9 : 7))
    for row in rows {
      let path = "\(folder)/\(row[0])"
      let bytes = try Fixture.bytes(path)
      let error = pngError { _ = try decoder.decode(bytes) }
      #expect(error != nil && error == Self.fixtures[path], "\(path)")
    }
  }

  @Test(arguments: Decoder.allCases)
  func `a picture that stops is cut off at that row`(decoder: Decoder) {
    let rows = [UInt8](repeating: 0, count: 64 * 193)
    let stream = Array(PNGMaker.zlib(rows).prefix(2 + 5 + 31 * 193 + 100))
    let file = PNGMaker.png(width: 64, height: 64, depth: 8, color: 2, imageData: stream)
    let error = pngError { _ = try decoder.decode(file) }
    #expect(
      error == .truncated(row: 31, height: 64, reason: "libpng: Not enough image data"))
    #expect(
      error?.description
        == "is cut off: the picture stops at row 31 of 64 (libpng: Not enough image data)")
  }

  @Test func `a whole stream of too few rows is cut off at that row`() {
    let rows = [UInt8](repeating: 0, count: 31 * 193)
    let file = PNGMaker.png(width: 64, height: 64, depth: 8, color: 2, rows: rows)
    for decoder in Decoder.allCases {
      guard case .truncated(31, 64, _) = pngError({ _ = try decoder.decode(file) }) else {
        Issue.record("\(decoder) names another fault")
        return
      }
    }
  }

  @Test(arguments: Decoder.allCases, [1, 4, 10_000])
  func `a wrong picture checksum is found, in whatever chunk it lies`(
    decoder: Decoder, split: Int
  ) {
    var stream = PNGMaker.zlib([0, 1, 2, 3, 4])
    stream[stream.count - 1] ^= 1
    let cut = max(0, stream.count - split)
    let pieces = [Array(stream[..<cut]), Array(stream[cut...])].filter { !$0.isEmpty }
    let file =
      PNGMaker.signature + PNGMaker.header(1, 1, 8, 6)
      + pieces.flatMap { PNGMaker.chunk("IDAT", $0) } + PNGMaker.chunk("IEND")
    #expect(pngError { _ = try decoder.decode(file) } == .badPictureChecksum)
  }

  @Test func `a tile without its end mark is cut off`() {
    let file = PNGMaker.png(width: 1, height: 1, depth: 8, color: 0, rows: [0, 9], hasEnd: false)
    #expect(pngError { _ = try Decoder.tile(file) } == .endsEarly(inside: nil))
  }

  static let tileFaults: [(name: String, file: [UInt8], error: PNGError)] = [
    ("too many rows", png(rows: [0, 1, 0, 2]), .tooMuchData),
    ("bytes behind the stream", png(imageData: PNGMaker.zlib([0, 1]) + [0]), .tooMuchData),
    ("filter 5", png(rows: [5, 1]), .badFilter(row: 0, filter: 5)),
    (
      "no deflate", png(imageData: [1, 2, 3]),
      .damaged(row: 0, reason: "libpng: IDAT: incorrect header check")
    ),
    (
      "colour outside the palette",
      png(color: 3, rows: [0, 2], before: PNGMaker.chunk("PLTE", [0, 0, 0, 1, 1, 1])),
      .colorOutsidePalette(row: 0, index: 2, count: 2)
    ),
    (
      "colour outside the palette, 2 bits",
      png(
        depth: 2, color: 3, rows: [0, 0x80], before: PNGMaker.chunk("PLTE", [0, 0, 0, 1, 1, 1])),
      .colorOutsidePalette(row: 0, index: 2, count: 2)
    ),
    ("no palette", png(color: 3, rows: [0, 0]), .missingChunk("PLTE")),
    (
      "palette of 4 bytes", png(color: 3, before: PNGMaker.chunk("PLTE", [0, 0, 0, 1])),
      .badChunkLength("PLTE", length: 4)
    ),
    (
      "palette of a grey picture", png(before: PNGMaker.chunk("PLTE", [0, 0, 0])),
      .misplacedChunk("PLTE")
    ),
    (
      "two palettes",
      png(
        color: 2, before: PNGMaker.chunk("PLTE", [0, 0, 0]) + PNGMaker.chunk("PLTE", [0, 0, 0])),
      .misplacedChunk("PLTE")
    ),
    (
      "alphas before the palette",
      png(color: 3, before: PNGMaker.chunk("tRNS", [0]) + PNGMaker.chunk("PLTE", [0, 0, 0])),
      .misplacedChunk("tRNS")
    ),
    (
      "more alphas than colours",
      png(color: 3, before: PNGMaker.chunk("PLTE", [0, 0, 0]) + PNGMaker.chunk("tRNS", [0, 0])),
      .badChunkLength("tRNS", length: 2)
    ),
    (
      "tRNS beside alpha", png(color: 4, rows: [0, 1, 1], before: PNGMaker.chunk("tRNS", [0, 0])),
      .misplacedChunk("tRNS")
    ),
    (
      "tRNS after the picture", png(rows: [0, 1], after: PNGMaker.chunk("tRNS", [0, 0])),
      .misplacedChunk("tRNS")
    ),
    (
      "a second header", png(rows: [0, 1], before: PNGMaker.header(1, 1, 8, 0)),
      .misplacedChunk("IHDR")
    ),
    (
      "picture data in two places",
      png(
        rows: [0, 1],
        after: PNGMaker.chunk("tIME", [0, 0, 0, 0, 0, 0, 0]) + PNGMaker.chunk("IDAT", [])),
      .misplacedChunk("IDAT")
    ),
    (
      "a critical stranger", png(rows: [0, 1], before: PNGMaker.chunk("ABCD", [])),
      .unsupportedChunk("ABCD")
    ),
    (
      "a name of digits", png(rows: [0, 1], before: PNGMaker.chunk("1234", [])),
      .badChunkName("1234")
    ),
    (
      "an end with data", png(rows: [0, 1], after: PNGMaker.chunk("IEND", [1])),
      .badChunkLength("IEND", length: 1)
    ),
    (
      "interlace method 2",
      PNGMaker.signature + PNGMaker.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 2]),
      .unsupportedMethod(.interlace, value: 2)
    ),
    (
      "no pixel", PNGMaker.png(width: 0, height: 4, depth: 8, color: 0),
      .impossibleSize(width: 0, height: 4)
    ),
    ("no header", PNGMaker.signature + PNGMaker.chunk("IDAT", [1]), .missingChunk("IHDR")),
  ]

  static func png(
    depth: Int = 8, color: Int = 0, rows: [UInt8] = [0, 0], imageData: [UInt8]? = nil,
    before: [UInt8] = [], after: [UInt8] = []
  ) -> [UInt8] {
    PNGMaker.png(
      width: 1, height: 1, depth: depth, color: color, rows: rows, imageData: imageData,
      before: before, after: after)
  }

  @Test(arguments: tileFaults)
  func `a tile with a fault is refused by its name`(
    name: String, file: [UInt8], error: PNGError
  ) {
    #expect(pngError { _ = try Decoder.tile(file) } == error)
    #expect(!error.description.isEmpty)
  }

  static let small = [
    "basn6a08.png", "basn3p01.png", "basi0g01.png", "basn2c16.png", "s05n3p02.png", "tbbn3p08.png",
  ]

  @Test(arguments: small, Decoder.allCases)
  func `no part of a file from its start passes for the whole`(name: String, decoder: Decoder)
    throws
  {
    let bytes = try Fixture.bytes("pngsuite/\(name)")
    // A drawing may lack its end mark, the last 12 bytes.
    for count in 0..<bytes.count - (decoder == .drawing ? 12 : 0) {
      #expect(throws: PNGError.self) { try decoder.decode(Array(bytes.prefix(count))) }
    }
  }

  @Test(arguments: small)
  func `no flipped bit of a tile goes unnoticed`(name: String) throws {
    let bytes = try Fixture.bytes("pngsuite/\(name)")
    for at in bytes.indices {
      var flipped = bytes
      flipped[at] ^= 1 << UInt8(at % 8)
      #expect(throws: PNGError.self) { try Decoder.tile(flipped) }
    }
  }

  @Test(arguments: small)
  func `a flipped bit of a drawing is noticed or changes no pixel`(name: String) throws {
    let bytes = try Fixture.bytes("pngsuite/\(name)")
    let whole = try Decoder.libpng(bytes)
    var unnoticed = 0
    for at in bytes.indices.dropFirst(8) {
      var flipped = bytes
      flipped[at] ^= 1 << UInt8(at % 8)
      guard let picture = try? Decoder.drawing.decode(flipped) else { continue }
      #expect(picture == whole, "byte \(at)")
      unnoticed += 1
    }
    // The end mark may go, and chunks that say nothing of the pixels.
    #expect(unnoticed > 0 && unnoticed < bytes.count / 2)
  }

  @Test(arguments: Decoder.allCases)
  func `a damaged transparency is not taken for none`(decoder: Decoder) {
    var key = PNGMaker.chunk("tRNS", [0, 9])
    key[key.count - 1] ^= 1
    let file = Self.png(rows: [0, 9], before: key)
    #expect(pngError { _ = try decoder.decode(file) } == .badChecksum(chunk: "tRNS"))
  }

  @Test(arguments: Decoder.allCases)
  func `an interlaced picture that stops has no row to name`(decoder: Decoder) throws {
    let bytes = try Fixture.bytes("pngsuite/basi6a08.png")
    let error = pngError { _ = try decoder.decode(Array(bytes.prefix(bytes.count / 2))) }
    #expect(error == .truncated(row: nil, height: 32, reason: "the file ends there"))
  }

  /// The chunk's checksum is made right again, so the stream itself is what is judged.
  @Test func `what the strict reader lets pass, libpng reads the same`() throws {
    var dice = Dice(state: 7)
    var passed = 0
    for round in 0..<3000 {
      let rows = (0..<4).flatMap { _ in [UInt8.random(in: 0...4, using: &dice)] + dice.bytes(12) }
      var stream = PNGMaker.zlib(rows)
      stream[Int.random(in: 0..<stream.count, using: &dice)] ^= UInt8(1 << (round % 8))
      if round % 3 == 0 {
        let body = Array(stream[7..<stream.count - 4])
        stream = Array(stream[..<(stream.count - 4)]) + PNGMaker.bigEndian(PNGMaker.adler32(body))
      }
      let file = PNGMaker.png(width: 4, height: 4, depth: 8, color: 2, imageData: stream)
      if let tile = try? Decoder.tile(file).picture {
        #expect(try tile == Decoder.libpng(file))
        passed += 1
      }
    }
    #expect(passed > 300)
  }

  @Test func `a file that cannot be opened gives the system's reason`() {
    let error = pngError { _ = try DrawingReader(path: "/no/such/file.png") }
    #expect(error == .unreadable(code: 2))
    #expect(error?.description == "cannot be read: No such file or directory")
    #expect(pngError { _ = try DrawingReader(path: "/") } == .unreadable(code: 21))
  }

  @Test(arguments: [
    ("<html>403", "is not a PNG: looks like a web page (HTML)"),
    ("{\"error\":1}", "is not a PNG: looks like JSON text"),
    ("", "is not a PNG: the file is empty"),
    ("version https://git-lfs.github.com/spec/v1\n", "is not a PNG: looks like a Git LFS pointer"),
  ])
  func `another kind of file is called by its name`(text: String, description: String) {
    for decoder in Decoder.allCases {
      let error = pngError { _ = try decoder.decode(Array(text.utf8)) }
      #expect(error?.description == description)
    }
  }
}
