import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Embedded profiles, against sRGB values computed from the definitions of their colour spaces.
struct ColourTests {
  static let known: [(file: String, name: String)] = [
    ("p3", "Display P3"), ("adobe", "Adobe RGB (1998)"), ("gray", "Gray Gamma 2.2"),
    ("p3-16", "Display P3"), ("p3-palette", "Display P3"),
  ]

  /// The largest difference of a colour from the computed one.
  private func error(_ rgba: [UInt8], _ file: String) throws -> Int {
    let expected = try Fixture.bytes("colour/\(file).expected.rgb")
    try #require(rgba.count / 4 == expected.count / 3)
    return expected.indices.map { place in
      abs(Int(expected[place]) - Int(rgba[place / 3 * 4 + place % 3]))
    }.max() ?? 0
  }

  private func path(_ file: String) -> String { Fixture.url("colour/\(file).png").path }

  @Test(arguments: known)
  func `colours of a profile come within one step of their sRGB values`(
    file: String, name: String
  ) throws {
    let drawing = try DrawingFile(path: path(file))
    let source = try Decoder.drawing(path(file))
    let picture = try Decoder.rows(ConvertedRows.standard(drawing))
    #expect(try error(picture.rgba, file) <= 1)
    #expect(try error(source.rgba, file) > 8, "The fixture tells nothing")
    #expect(drawing.notes == [.convertedColours(from: name)])
    let alphas = { (picture: Picture) in
      stride(from: 3, to: picture.rgba.count, by: 4).map { picture.rgba[$0] }
    }
    #expect(alphas(picture) == alphas(source))
  }

  @Test(arguments: known, [1, 3])
  func `tiles hold converted colours, with any number of threads`(
    known: (file: String, name: String), jobs: Int
  ) throws {
    let tiles = try slice(known.file, jobs: jobs)
    let tile = try Decoder.libpng(try #require(tiles[TilePath(knownTile("16/0/0"))]))
    let size = try DrawingFile(path: path(known.file)).size
    var rgba: [UInt8] = []
    for row in 0..<size.height { rgba += tile.rgba[row * 1024..<row * 1024 + size.width * 4] }
    #expect(try error(rgba, known.file) <= 1)
    #expect(Decoder.chunks(tiles.values.first ?? []).contains("iCCP") == false)
  }

  /// All pixels of this drawing are opaque, so that the mean is the plain one.
  @Test func `lower zooms are the mean of converted colours`() throws {
    let tiles = try slice("p3-16", jobs: 2)
    let tile = try Decoder.libpng(try #require(tiles[TilePath(knownTile("15/0/0"))]))
    let expected = try Fixture.bytes("colour/p3-16.expected.rgb").map(Double.init)
    for row in 0..<12 {
      for column in 0..<20 {
        for channel in 0..<3 {
          let first = (row * 80 + column * 2) * 3 + channel
          let mean =
            (expected[first] + expected[first + 3] + expected[first + 120]
              + expected[first + 123]) / 4
          let found = Double(tile.rgba[row * 1024 + column * 4 + channel])
          #expect(abs(found - mean) <= 1.5)
        }
      }
    }
  }

  @Test(arguments: known)
  func `kept colours stay, and each tile carries the profile`(file: String, name: String) throws {
    let drawing = try DrawingReader(path: path(file))
    let profile = try #require(drawing.facts.profile)
    let tiles = try slice(file, jobs: 2, colours: .keep)
    let source = try Decoder.drawing(path(file))
    for (path, bytes) in tiles {
      var png = unsafe try LibPNG(copying: bytes.span.bytes)
      _ = try png.readHeader()
      #expect(png.profile?.bytes == profile)
      #expect(png.profile?.name == name)
      #expect(png.warnings == [])
      if path.tile.zoom.level == 16 {
        let tile = try Decoder.libpng(bytes)
        #expect(
          Array(tile.rgba.prefix(source.width * 4)) == Array(source.rgba.prefix(source.width * 4)))
      }
    }
  }

  @Test(arguments: [("bad", DrawingNote.badProfile), ("garbage", .badProfile), ("srgb", nil)])
  func `a profile that is damaged, or sRGB, changes no pixel`(
    file: String, note: DrawingNote?
  ) throws {
    for colours in ColourHandling.allCases {
      let drawing = try DrawingFile(path: path(file), colours: colours)
      let picture = try Decoder.rows(ConvertedRows.standard(drawing))
      #expect(try picture == Decoder.drawing(path(file)))
      #expect(drawing.notes == (note.map { [$0] } ?? []))
      #expect(drawing.tileProfile == nil)
    }
  }

  @Test(arguments: [
    (PNGMaker.chunk("gAMA", PNGMaker.bigEndian(100_000)), [DrawingNote.bareGamma]),
    (PNGMaker.chunk("gAMA", PNGMaker.bigEndian(45455)), []),
    (chromaticities(red: [64000, 33000]), []), (chromaticities(red: [68000, 32000]), [.bareGamma]),
    (chromaticities(red: [68000, 32000]) + PNGMaker.chunk("sRGB", [0]), []),
  ])
  func `gamma and primaries alone change no pixel`(tags: [UInt8], notes: [DrawingNote]) throws {
    let file = PNGMaker.png(width: 1, height: 1, depth: 8, color: 0, rows: [0, 128], before: tags)
    try withFile(file) { path in
      let drawing = try DrawingFile(path: path)
      #expect(try Decoder.rows(ConvertedRows.standard(drawing)).rgba == [128, 128, 128, 255])
      #expect(drawing.notes == notes)
    }
  }

  private static func chromaticities(red: [UInt32]) -> [UInt8] {
    let values = [31270, 32900] + red + [30000, 60000, 15000, 6000]
    return PNGMaker.chunk("cHRM", values.flatMap(PNGMaker.bigEndian))
  }

  private func slice(
    _ file: String, jobs: Int, colours: ColourHandling = .convert
  ) throws -> [TilePath: [UInt8]] {
    let drawing = try DrawingFile(path: path(file), colours: colours)
    let zooms = try #require(ZoomRange("15-16"))
    var slicer = Slicer(
      plan: try SlicePlan(drawing: drawing.size, placement: .at(knownTile("16/0/0")), zooms: zooms))
    slicer.jobs = jobs
    let sink = MemorySink()
    _ = try slicer.slice(drawing, into: sink)
    #expect(sink.tiles.count == 2)
    return sink.tiles
  }
}
