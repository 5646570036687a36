import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// Right pictures of rare kinds.
struct OddPictureTests {
  @Test(arguments: Decoder.allCases)
  func `sixteen bits are rounded to the nearest of eight`(decoder: Decoder) throws {
    let samples: [(wide: UInt16, narrow: UInt8)] = [
      (127, 0), (128, 0), (129, 1), (255, 1), (256, 1), (257, 1), (32767, 127), (32768, 128),
      (65279, 254), (65407, 255), (65535, 255), (0, 0),
    ]
    let wide = samples.flatMap { [UInt8($0.wide >> 8), UInt8($0.wide & 255)] }
    let file = PNGMaker.png(width: 3, height: 1, depth: 16, color: 6, rows: [0] + wide)
    #expect(try decoder.decode(file).rgba == samples.map(\.narrow))
  }

  @Test func `all sixteen-bit samples are rounded, alpha too`() throws {
    let wide = (0...65535).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let file = PNGMaker.png(width: 16384, height: 1, depth: 16, color: 6, rows: [0] + wide)
    let expected = (0...65535).map { UInt8(Int((Double($0) * 255 / 65535).rounded())) }
    #expect(try Decoder.tile.decode(file).rgba == expected)
  }

  @Test(arguments: Decoder.allCases)
  func `grey with alpha keeps both`(decoder: Decoder) throws {
    let file = PNGMaker.png(width: 1, height: 1, depth: 8, color: 4, rows: [0, 20, 128])
    #expect(try decoder.decode(file).rgba == [20, 20, 20, 128])
  }

  @Test(arguments: Decoder.allCases)
  func `one colour can be marked as transparent`(decoder: Decoder) throws {
    let key = PNGMaker.chunk("tRNS", [0, 255, 0, 0, 0, 0])
    let file = PNGMaker.png(
      width: 2, height: 1, depth: 8, color: 2, rows: [0, 255, 0, 0, 254, 0, 0], before: key)
    #expect(try decoder.decode(file).rgba == [255, 0, 0, 0, 254, 0, 0, 255])
  }

  @Test(arguments: Decoder.allCases)
  func `palette entries without an alpha are opaque`(decoder: Decoder) throws {
    let palette = PNGMaker.chunk("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255])
    let file = PNGMaker.png(
      width: 3, height: 1, depth: 2, color: 3, rows: [0, 0b0001_1000],
      before: palette + PNGMaker.chunk("tRNS", [0, 128]))
    #expect(try decoder.decode(file).rgba == [255, 0, 0, 0, 0, 255, 0, 128, 0, 0, 255, 255])
  }

  @Test(arguments: Decoder.allCases)
  func `colour tags change no pixel and a broken profile is no failure`(decoder: Decoder) throws {
    let tags =
      PNGMaker.chunk("gAMA", PNGMaker.bigEndian(100_000))
      + PNGMaker.chunk("iCCP", Array("odd\0\0garbage".utf8))
    let file = PNGMaker.png(width: 1, height: 1, depth: 8, color: 0, rows: [0, 128], before: tags)
    #expect(try decoder.decode(file).rgba == [128, 128, 128, 255])
  }

  @Test func `a drawing tells its tags`() throws {
    let tags =
      PNGMaker.chunk("gAMA", PNGMaker.bigEndian(45455)) + PNGMaker.chunk("sRGB", [0])
      + PNGMaker.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
      + PNGMaker.chunk("tEXt", Array("Title\0Island".utf8))
      + PNGMaker.chunk("iTXt", Array("Author\0\0\0\0\0Ada".utf8))
    let file = PNGMaker.png(width: 1, height: 1, depth: 8, color: 0, rows: [0, 1], before: tags)
    try withFile(file) { path in
      let facts = try DrawingReader(path: path).facts
      #expect(facts.gamma == 45455)
      #expect(facts.isStandardColor)
      #expect(facts.isAnimated)
      #expect(facts.textKeys == ["Title", "Author"])
      #expect(facts.profile == nil)
      #expect(!facts.hasTransparency)
    }
    let facts = try Decoder.tile(file).facts
    #expect(
      facts.chunks == ["IHDR", "gAMA", "sRGB", "acTL", "tEXt", "iTXt", "IDAT", "IEND"])
    #expect(facts.textKeys == ["Title", "Author"])
    #expect(facts.isAnimated)
    #expect(facts.byteCount == file.count)
    #expect(facts.imageDataByteCount == PNGMaker.zlib([0, 1]).count)
  }

  @Test(arguments: Decoder.allCases)
  func `a picture may be wider than a million pixels`(decoder: Decoder) throws {
    let file = PNGMaker.png(
      width: 1_000_001, height: 1, depth: 1, color: 0,
      rows: [0] + [UInt8](repeating: 0, count: 125_001))
    let picture = try decoder.decode(file)
    #expect(picture.rgba.count == 4_000_004)
    #expect(Array(picture.rgba.suffix(4)) == [0, 0, 0, 255])
  }

  @Test func `a header that promises terabytes is refused before anything is taken`() throws {
    let file = PNGMaker.png(
      width: 787_402, height: 787_402, depth: 8, color: 6, rows: [0, 1, 2, 3, 4])
    let need = 787_402 * 787_402 * 4
    #expect(try PNGHeader(firstBytes: file.span).rgbaByteCount == need)
    #expect(pngError { _ = try Decoder.tile(file) }?.isTooLarge == true)
    try withFile(file) { path in
      let error = pngError { _ = try DrawingReader(path: path, memoryLimit: 1 << 20) }
      #expect(error?.isTooLarge == true)
      let reader = try DrawingReader(path: path)
      #expect(reader.header.rgbaByteCount == need)
    }
    let interlaced = PNGMaker.png(
      width: 787_402, height: 787_402, depth: 8, color: 6, rows: [0], interlaced: true)
    try withFile(interlaced) { path in
      let error = pngError { _ = try DrawingReader(path: path, memoryLimit: 1 << 30) }
      #expect(error?.isTooLarge == true)
      let reader = try DrawingReader(path: path)
      var row = [UInt8](repeating: 0, count: reader.header.rgbaRowByteCount)
      let refusal = pngError {
        var span = row.mutableSpan
        _ = try reader.readRows(1, into: &span)
      }
      guard case .noScratch(_, need, _) = refusal else {
        Issue.record("found \(String(describing: refusal))")
        return
      }
    }
  }

  @Test func `the largest header does not overflow`() throws {
    let most = Int(Int32.max)
    let file = PNGMaker.png(width: most, height: most, depth: 16, color: 6, rows: [0])
    #expect(try PNGHeader(firstBytes: file.span).rgbaByteCount == Int.max)
    #expect(pngError { _ = try Decoder.tile(file) }?.isTooLarge == true)
    try withFile(file) { path in
      let error = pngError { _ = try DrawingReader(path: path, memoryLimit: 1 << 30) }
      #expect(error?.isTooLarge == true)
    }
  }

  @Test func `a scratch folder that is not there is named`() throws {
    let url = Fixture.url("pngsuite/basi6a08.png")
    let reader = try DrawingReader(path: url.path, scratchDirectory: "/no/such/folder")
    var row = [UInt8](repeating: 0, count: reader.header.rgbaRowByteCount)
    let error = pngError {
      var span = row.mutableSpan
      _ = try reader.readRows(1, into: &span)
    }
    #expect(error == .noScratch(directory: "/no/such/folder", need: 4096, code: 2))
  }

  @Test(arguments: ["basn6a08.png", "basi6a08.png"])
  func `rows can lie apart in the buffer`(name: String) throws {
    let expected = try Decoder.libpng(try Fixture.bytes("pngsuite/\(name)")).rgba
    let reader = try DrawingReader(path: Fixture.url("pngsuite/\(name)").path)
    var buffer = [UInt8](repeating: 7, count: 31 * 200 + 128)
    var span = buffer.mutableSpan
    #expect(try reader.readRows(100, into: &span, stride: 200) == 32)
    try reader.finish()
    for row in 0..<32 {
      #expect(
        Array(buffer[row * 200..<row * 200 + 128]) == Array(expected[row * 128..<row * 128 + 128]))
      if row < 31 { #expect(buffer[row * 200 + 128..<row * 200 + 200].allSatisfy { $0 == 7 }) }
    }
  }

  @Test func `bytes behind the end are a fact and no failure`() throws {
    let file = PNGMaker.png(
      width: 1, height: 1, depth: 8, color: 0, rows: [0, 9], tail: [1, 2, 3])
    #expect(try Decoder.tile(file).facts.trailingByteCount == 3)
    try withFile(file) { path in
      let reader = try DrawingReader(path: path)
      var row: [UInt8] = [0, 0, 0, 0]
      var span = row.mutableSpan
      _ = try reader.readRows(1, into: &span)
      try reader.finish()
      #expect(reader.hasTrailingBytes)
    }
  }

  /// Random bytes behind every filter; libpng is the oracle.
  @Test(arguments: [0, 2, 3, 4, 6], [1, 2, 4, 8])
  func `rows of every filter come out as libpng has them`(color: Int, depth: Int) throws {
    guard depth == 8 || color == 0 || color == 3 else { return }
    var dice = Dice(state: UInt64(color * 16 + depth))
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color] ?? 1
    for round in 0..<200 {
      // Narrow ones too, and one filter many times: rows are restored four at once.
      let width = Int.random(in: 1...(round % 3 == 0 ? 6 : 70), using: &dice)
      let height = Int.random(in: 1...14, using: &dice)
      let filters = UInt8.random(in: 0...4, using: &dice)...4
      let rowBytes = (width * samples * depth + 7) / 8
      let rows = (0..<height).flatMap { _ in
        [UInt8.random(in: filters, using: &dice)] + dice.bytes(rowBytes)
      }
      var before: [UInt8] = []
      if color == 3 { before += PNGMaker.chunk("PLTE", dice.bytes(3 << depth)) }
      if round % 2 == 1, color < 4 {
        let key =
          color == 0 ? [0, dice.bytes(1)[0]] : [0, rows[1], 0, rows[min(2, rows.count - 1)], 0, 3]
        before += PNGMaker.chunk("tRNS", color == 3 ? dice.bytes(1 << depth) : key)
      }
      let file = PNGMaker.png(
        width: width, height: height, depth: depth, color: color, rows: rows, before: before)
      #expect(try Decoder.tile.decode(file) == Decoder.libpng(file))
    }
  }

  @Test func `the compressed picture may come in pieces`() throws {
    let stream = PNGMaker.zlib([0, 1, 2, 3, 4, 0, 5, 6, 7, 8])
    let pieces = stream.map { PNGMaker.chunk("IDAT", [$0]) }
    let start = PNGMaker.signature + PNGMaker.header(1, 2, 8, 6)
    let file = start + pieces.flatMap { $0 } + PNGMaker.chunk("IEND")
    for decoder in Decoder.allCases {
      #expect(try decoder.decode(file).rgba == [1, 2, 3, 4, 5, 6, 7, 8])
    }
    #expect(try Decoder.tile(file).facts.chunks == ["IHDR", "IDAT", "IEND"])
  }

  @Test func `one reader reads tiles of any size after another`() throws {
    var reader = TileReader()
    var pixels: [UInt8] = []
    for name in [
      "basn6a08", "s01n3p01", "basn2c16", "s40i3p04", "basn0g01", "badadler", "s39n3p04",
    ] {
      let folder = name == "badadler" ? "broken" : "pngsuite"
      let bytes = try Fixture.bytes("\(folder)/\(name).png")
      let facts = try? reader.read(bytes.span, into: &pixels)
      let expected = try? Decoder.libpng(bytes)
      #expect((facts == nil) == (expected == nil))
      if let expected { #expect(pixels == expected.rgba) }
    }
  }
}

extension PNGError {
  fileprivate var isTooLarge: Bool {
    if case .tooLarge = self { true } else { false }
  }
}
