import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// JPEGs, against what Pillow makes of them.
struct JPEGTests {
  static let names: [String] =
    (try? Fixture.rows("jpeg/expected.tsv").map { $0[0] }) ?? []

  private func path(_ name: String) -> String { Fixture.url("jpeg/\(name)").path }

  @Test(arguments: names)
  func `a JPEG is decoded as others decode it, and stands upright`(name: String) throws {
    let row = try #require(try Fixture.rows("jpeg/expected.tsv").first { $0[0] == name })
    let drawing = try DrawingFile(path: path(name))
    let picture = try Decoder.rows(drawing)
    #expect([picture.width, picture.height].map(String.init) == [row[1], row[2]])
    let rgb = picture.rgba.indices.filter { $0 % 4 < 3 }.map { picture.rgba[$0] }
    #expect(SHA256.hex(rgb) == row[3])
    #expect(!drawing.sawTransparency && !drawing.kindHasTransparency)
    let isTurned = name.hasPrefix("exif") && name != "exif-1.jpg"
    #expect(drawing.notes.contains(.turned) == isTurned)
  }

  @Test func `fourteen JPEGs are looked at`() { #expect(Self.names.count == 14) }

  @Test(arguments: [("p3.jpg", "Display P3"), ("gray-profile.jpg", "Gray Gamma 2.2")])
  func `a profile in a JPEG is found`(file: String, name: String) throws {
    let drawing = try DrawingFile(path: path(file))
    #expect(drawing.notes == [.convertedColours(from: name)])
    #expect(drawing.conversion != nil)
  }

  @Test(arguments: ["base.jpg", "420.jpg", "progressive.jpg", "gray.jpg", "exif-6.jpg", "p3.jpg"])
  func `no part of a JPEG from its start passes for the whole`(name: String) throws {
    let bytes = try Fixture.bytes("jpeg/\(name)")
    let whole = try Decoder.rows(DrawingFile(path: path(name)))
    var passed = 0
    for count in 0..<bytes.count {
      try withFile(Array(bytes.prefix(count))) { path in
        do {
          let drawing = try DrawingFile(path: path)
          #expect(try Decoder.rows(drawing) == whole, "\(count) bytes")
          #expect(drawing.notes.contains(.missingEnd), "\(count) bytes")
          passed += 1
        } catch is DrawingError {}
      }
    }
    #expect(passed <= 3, "Without its end mark alone a picture is whole")
  }

  @Test func `a JPEG that stops is cut off at a row`() throws {
    let bytes = try Fixture.bytes("jpeg/base.jpg")
    try withFile(Array(bytes.prefix(bytes.count - 400))) { path in
      let drawing = try DrawingFile(path: path)
      do {
        _ = try Decoder.rows(drawing)
        Issue.record("It passes for whole")
      } catch DrawingError.jpeg(.truncated(let row?, 40)) {
        #expect((8..<40).contains(row))
      }
    }
  }

  @Test func `a progressive JPEG without its last scan is incomplete`() throws {
    let bytes = try Fixture.bytes("jpeg/progressive.jpg")
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    #expect(scans.count > 3)
    try withFile(Array(bytes.prefix(scans.last ?? 0))) { path in
      let drawing = try DrawingFile(path: path)
      #expect(throws: DrawingError.jpeg(.truncated(row: nil, height: 40))) {
        try Decoder.rows(drawing)
      }
    }
  }

  @Test(arguments: ["base.jpg", "progressive.jpg"])
  func `no flipped bit of a JPEG traps`(name: String) throws {
    let bytes = try Fixture.bytes("jpeg/\(name)")
    for at in bytes.indices {
      var flipped = bytes
      flipped[at] ^= 1 << UInt8(at % 8)
      try withFile(flipped) { path in
        do {
          _ = try Decoder.rows(DrawingFile(path: path, memoryLimit: 64 << 20))
        } catch is DrawingError {}
      }
    }
  }

  @Test func `bytes behind a JPEG are passed over`() throws {
    try withFile(try Fixture.bytes("jpeg/base.jpg") + [1, 2, 3]) { path in
      let drawing = try DrawingFile(path: path)
      #expect(try Decoder.rows(drawing) == Decoder.rows(DrawingFile(path: self.path("base.jpg"))))
      #expect(drawing.notes == [.trailingBytes])
    }
  }

  @Test func `colours for print are refused`() {
    #expect(throws: DrawingError.jpeg(.forPrint)) { try DrawingFile(path: path("cmyk.jpg")) }
  }

  @Test func `a JPEG is refused before it takes more memory than allowed`() throws {
    let needs = try ["base.jpg", "progressive.jpg"].map { name in
      try DrawingFile(path: path(name)).needByteCount
    }
    #expect(needs[1] > needs[0])
    let limit = needs[1] - 1
    #expect(
      throws: DrawingError.jpeg(.tooLarge(width: 56, height: 40, need: needs[1], limit: limit))
    ) { try DrawingFile(path: path("progressive.jpg"), memoryLimit: limit) }
  }

  /// Entry 0x0112 of a directory of one, in either byte order, from CIPA DC-008.
  @Test(arguments: [true, false], 0...9)
  func `the camera's orientation is read in both byte orders`(isLittle: Bool, value: Int) {
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
    let digits = isLittle ? [UInt8(value), 0, 0, 0] : [0, UInt8(value), 0, 0]
    let exif = (isLittle ? little : big) + digits + [0, 0, 0, 0]
    #expect((Orientation(exif: exif) != nil) == (1...8).contains(value))
    for count in 0..<exif.count - 6 {
      #expect(Orientation(exif: Array(exif.prefix(count))) == nil)
    }
  }
}
