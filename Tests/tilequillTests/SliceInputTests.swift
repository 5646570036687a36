import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Every kind of picture an artist may have, through the whole program.
@Suite("tilequill slice, kinds of pictures")
struct SliceInputTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// The top-left pixels of the one tile of a small drawing.
  private func slice(
    _ file: String, width: Int, height: Int, _ more: [String] = []
  ) throws -> (rgba: [UInt8], errors: String) {
    let outcome = try folder.run(["slice", file, "out", "--plain", "--keep-blank"] + more)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let tile = try decode(try folder.bytes("out/0/0/0.png"))
    var rgba: [UInt8] = []
    for row in 0..<height { rgba += tile[row * 1024..<row * 1024 + width * 4] }
    try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
    return (rgba, outcome.errors)
  }

  /// Pixels as libpng decodes them, those of alpha 0 without a colour.
  private func decode(_ bytes: [UInt8]) throws -> [UInt8] {
    var png = unsafe try LibPNG(copying: bytes.span.bytes)
    let header = try png.readHeader()
    try png.start()
    var rgba = [UInt8](repeating: 0, count: header.width * header.height * 4)
    var span = rgba.mutableSpan
    var output = unsafe span.mutableBytes
    try png.readPicture(into: &output)
    for at in stride(from: 0, to: rgba.count, by: 4) where rgba[at + 3] == 0 {
      for channel in 0..<3 { rgba[at + channel] = 0 }
    }
    return rgba
  }

  @Test func `every picture of PngSuite is cut into its very pixels`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.url("pngsuite").path)
      .filter { $0.hasSuffix(".png") }
    #expect(names.count == 88)
    for name in names {
      let url = Fixture.url("pngsuite/\(name)")
      let bytes = [UInt8](try Data(contentsOf: url))
      let header = try PNGHeader(firstBytes: bytes.span)
      let found = try slice(url.path, width: header.width, height: header.height)
      #expect(try found.rgba == decode(bytes), "\(name)")
    }
  }

  @Test func `pictures that Xcode rewrote are cut into the pixels they had before`() throws {
    let rows = try Fixture.rows("cgbi/expected.tsv")
    #expect(rows.count == 16)
    for row in rows where row[8] == "yes" {
      let (width, height) = (try #require(Int(row[1])), try #require(Int(row[2])))
      let found = try slice(Fixture.url("cgbi/\(row[0])").path, width: width, height: height)
      #expect(SHA256.hex(found.rgba) == row[7], "\(row[0])")
      #expect(found.errors.contains("is a PNG that Xcode rewrote for apps (CgBI)"))
    }
  }

  @Test func `a JPEG is cut upright, its colours converted, and its name told`() throws {
    let turned = try slice(Fixture.url("jpeg/exif-6.jpg").path, width: 40, height: 56)
    let rgb = turned.rgba.indices.filter { $0 % 4 < 3 }.map { turned.rgba[$0] }
    let rows = try Fixture.rows("jpeg/expected.tsv")
    #expect(rows.contains { $0[0] == "exif-6.jpg" && $0[3] == SHA256.hex(rgb) })
    #expect(turned.errors.contains("exif-6.jpg: turned upright as its camera says\n"))
    #expect(turned.errors.contains("a JPEG cannot have any"))
    let converted = try slice(Fixture.url("jpeg/p3.jpg").path, width: 56, height: 40)
    #expect(converted.errors.contains("p3.jpg: colours converted from Display P3 to sRGB\n"))
  }

  @Test func `the record tells when colours were kept`() throws {
    let file = Fixture.url("colour/p3.png").path
    let kept = try folder.run(["slice", file, "kept", "--plain", "--color-profile", "keep"])
    #expect(
      kept.errors.contains("p3.png: colours kept; each tile carries the profile Display P3\n"))
    let options = try folder.json("kept/tilequill.json")?["options"] as? NSDictionary
    #expect(options?["keep_color_profile"] as? Bool == true)
  }

  @Test(arguments: [
    (Array("8BPS".utf8), "is a Photoshop document", "Export As, PNG"),
    ([0x49, 0x49, 0x2A, 0], "is a TIFF picture", "Export it as PNG"),
    ([0, 0, 0, 24] + Array("ftypheic".utf8), "is a HEIC picture", "PNG or JPEG"),
    ([0x50, 0x4B, 3, 4], "is a zip archive", "Procreate"),
    (Array("<svg xmlns=''/>".utf8), "is XML text", "Export it as PNG"),
    (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8L".utf8), "is a WebP picture", "PNG"),
  ])
  func `other kinds are named, with the way out`(
    bytes: [UInt8], kind: String, remedy: String
  ) throws {
    try folder.write(bytes, to: "map.png")
    let outcome = try folder.run(words("slice map.png out --plain"))
    #expect(outcome.ending == .exit(2))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "tilequill: map.png: \(kind) (expected a PNG or JPEG picture)")
    #expect(lines.last?.contains(remedy) == true)
    #expect(try folder.names == ["map.png"])
  }

  @Test func `every part of a JPEG leaves nothing`() throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.url("jpeg/420.jpg")))
    for count in stride(from: 2, to: bytes.count - 20, by: 97) {
      try folder.write(Array(bytes.prefix(count)), to: "cut.jpg")
      let outcome = try folder.run(words("slice cut.jpg out --plain"))
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.contains("tilequill: cut.jpg: "))
      #expect(try folder.names == ["cut.jpg"])
    }
  }

  @Test func `a drawing of over a million columns is cut`() throws {
    let width = 1_000_001
    let row = [0] + [UInt8](repeating: 0x80, count: (width + 7) / 8)
    try folder.write(
      PNGMaker.png(width: width, height: 1, depth: 1, color: 0, rows: row), to: "wide.png")
    let outcome = try folder.run(words("slice wide.png out --plain --zoom 0"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.files(below: "out").contains("0/0/0.png"))
  }
}
