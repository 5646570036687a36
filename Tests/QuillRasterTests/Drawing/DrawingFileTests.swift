import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Files of all kinds, opened by what is in them.
struct DrawingFileTests {
  @Test(arguments: [
    (Array("8BPS".utf8), "is a Photoshop document (expected a PNG or JPEG picture)"),
    ([0x49, 0x49, 0x2A, 0], "is a TIFF picture (expected a PNG or JPEG picture)"),
    (Array("%PDF-1.7".utf8), "is a PDF document (expected a PNG or JPEG picture)"),
    (
      [0, 0, 0, 24] + Array("ftypheic".utf8), "is a HEIC picture (expected a PNG or JPEG picture)"
    ),
    ([], "is an empty file (expected a PNG or JPEG picture)"),
    ([0, 1, 2, 3], "is not a PNG: it begins with 00 01 02 03"),
  ])
  func `another kind of file is called by its name`(bytes: [UInt8], words: String) throws {
    try withFile(bytes) { path in
      do {
        _ = try DrawingFile(path: path)
        Issue.record("It passes for a drawing")
      } catch {
        #expect("\(error)" == words)
      }
    }
  }

  @Test(arguments: [
    "basi2c08.png", "basn6a08.png", "bgan6a08.png", "f04n2c08.png", "tbrn2c08.png",
  ])
  func `a PNG that Xcode rewrote is read whole, and noted`(name: String) throws {
    let bytes = try Fixture.bytes("cgbi/\(name)")
    let drawing = try DrawingFile(path: Fixture.url("cgbi/\(name)").path)
    #expect(try Decoder.rows(drawing) == Decoder.tile(bytes).picture)
    #expect(drawing.notes == [.crushed])
    #expect(drawing.sawTransparency == name.contains("6a") || name == "tbrn2c08.png")
    #expect(throws: DrawingError.self) {
      try DrawingFile(path: Fixture.url("cgbi/\(name)").path, memoryLimit: 4096)
    }
  }

  @Test func `a picture without its end mark is whole, and noted`() throws {
    let whole = try Fixture.bytes("pngsuite/basn6a08.png")
    for missing in 1...12 {
      try withFile(Array(whole.dropLast(missing))) { path in
        let drawing = try DrawingFile(path: path)
        #expect(try Decoder.rows(drawing) == Decoder.libpng(whole))
        #expect(drawing.notes.contains(.missingEnd))
      }
    }
    try withFile(Array(whole.dropLast(13))) { path in
      let drawing = try DrawingFile(path: path)
      #expect(throws: DrawingError.self) { try Decoder.rows(drawing) }
    }
  }

  @Test func `an animation gives its first picture, and is noted`() throws {
    let control = PNGMaker.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
    let frame = PNGMaker.chunk("fdAT", [0, 0, 0, 1] + PNGMaker.zlib([0, 99]))
    let file = PNGMaker.png(
      width: 1, height: 1, depth: 8, color: 0, rows: [0, 7], before: control, after: frame,
      tail: [1])
    try withFile(file) { path in
      let drawing = try DrawingFile(path: path)
      #expect(try Decoder.rows(drawing).rgba == [7, 7, 7, 255])
      #expect(drawing.notes == [.animated, .trailingBytes])
    }
  }
}
