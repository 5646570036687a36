import QuillRaster
import QuillTestSupport
import Testing

/// The hashes in the fixtures come from other decoders.
struct ConformanceTests {
  static let suite = try? Fixture.rows("pngsuite/expected.tsv")
  static let rounded = try? Fixture.rows("pngsuite/expected-16-rounded.tsv")
  static let crushed = try? Fixture.rows("cgbi/expected.tsv")

  @Test func `the fixtures are there`() {
    #expect(Self.suite?.count == 88)
    #expect(Self.rounded?.count == 15)
    #expect(Self.crushed?.count == 16)
    #expect(
      SHA256.hex(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: suite ?? [], Decoder.allCases)
  func `both readers give the pixels that other decoders give`(row: [String], decoder: Decoder)
    throws
  {
    let picture = try decoder.decode(try Fixture.bytes("pngsuite/\(row[0])"))
    #expect(picture.width == Int(row[1]))
    #expect(picture.height == Int(row[2]))
    let rounded = Self.rounded?.first { $0[0] == row[0] }
    #expect((row[3] == "16") == (rounded != nil))
    #expect(SHA256.hex(picture.rgba) == rounded?[1] ?? row[7])
  }

  @Test(arguments: suite ?? [])
  func `sixteen bits come whole where they are asked for`(row: [String]) throws {
    let picture = try Decoder.libpng(
      try Fixture.bytes("pngsuite/\(row[0])"), .sixteenBitsBigEndian)
    #expect(SHA256.hex(picture.rgba) == row[8])
  }

  @Test(arguments: suite ?? [])
  func `a header alone tells size and kind`(row: [String]) throws {
    let bytes = try Fixture.bytes("pngsuite/\(row[0])")
    let header = try PNGHeader(firstBytes: Array(bytes.prefix(33)).span)
    #expect(header.width == Int(row[1]))
    #expect(header.height == Int(row[2]))
    #expect(header.bitDepth == Int(row[3]))
    #expect(header.colorType.rawValue == Int(row[4]))
    #expect(header.isInterlaced == (row[5] == "1"))
  }

  /// Colours were multiplied by alpha and rounded, so dividing can miss by half of 255 / alpha and
  /// one for the rounding here.
  @Test(arguments: crushed ?? [])
  func `a tile that Xcode crushed has the pixels of its original`(row: [String]) throws {
    let bytes = try Fixture.bytes("cgbi/\(row[0])")
    let (picture, facts) = try Decoder.tile(bytes)
    #expect(facts.isXcodeCrushed)
    #expect(facts.header.isInterlaced == (row[3] == "1"))
    #expect(throws: PNGError.xcodeCrushed) { try Decoder.drawing.decode(bytes) }
    if row[7] == row[6] { #expect(SHA256.hex(picture.rgba) == row[7]) }
    guard let source = try? Fixture.bytes("pngsuite/\(row[0])") else {
      #expect(row[7] == row[6] || row[0] == "pp0n6a08.png")
      return
    }
    let original = try Decoder.libpng(source)
    #expect(picture.rgba.count == original.rgba.count)
    for at in stride(from: 0, to: original.rgba.count, by: 4) {
      let alpha = Int(original.rgba[at + 3])
      #expect(Int(picture.rgba[at + 3]) == alpha)
      guard alpha > 0 else { continue }
      for channel in at..<at + 3 {
        let miss = abs(Int(picture.rgba[channel]) - Int(original.rgba[channel]))
        #expect(Double(miss) <= 127.5 / Double(alpha) + 0.5)
      }
    }
  }
}
