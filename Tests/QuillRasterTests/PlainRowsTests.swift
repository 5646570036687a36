import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Plain drawings are read without libpng's rows, and are held against them here.
struct PlainRowsTests {
  /// Two pictures that compress.
  static let plainFiles = ["basn2c08.png", "basn6a08.png"]

  @Test(arguments: plainFiles, [1, 0x80, 0xff])
  func `a changed byte is refused or read as libpng does it`(name: String, change: UInt8) throws {
    let bytes = try Fixture.bytes("pngsuite/\(name)")
    for place in 33..<bytes.count {
      var changed = bytes
      changed[place] ^= change
      try expectLibPNG(changed, "byte \(place) of \(name)")
    }
  }

  @Test(arguments: plainFiles)
  func `a file cut off anywhere is refused or read as libpng does it`(name: String) throws {
    let bytes = try Fixture.bytes("pngsuite/\(name)")
    for count in 33..<bytes.count { try expectLibPNG(Array(bytes[..<count]), "\(count) bytes") }
  }

  @Test(arguments: [2, 6])
  func `a picture of many groups of rows and many chunks is what libpng reads`(color: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(color))
    let (width, height) = (900, 700)
    let rows = Self.rows(width * (color == 6 ? 4 : 3), height, &numbers)
    var file = PNGMaker.signature + PNGMaker.header(width, height, 8, color)
    var rest = PNGMaker.zlib(rows)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...100_000, using: &numbers))
      file += PNGMaker.chunk("IDAT", Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    file += PNGMaker.chunk("tIME", [7, 234, 11, 30, 6, 0, 0]) + PNGMaker.chunk("IEND")
    try expectLibPNG(file, "whole", isPlain: true)
    // A byte near the end changes when many rows are given out already.
    for place in [file.count - 20, file.count - 40, file.count - 70_000, file.count - 1_000_000] {
      var changed = file
      changed[place] ^= 8
      try expectLibPNG(changed, "byte \(place)", isPlain: false)
    }
  }

  @Test func `what only looks like a fault is read all the same`() throws {
    let rows: [UInt8] = [0, 1, 2, 3, 1, 4, 5, 6]
    let wrongTime = Array(PNGMaker.chunk("tIME", [7, 234, 11, 30, 6, 0, 0]).dropLast()) + [0]
    let files: [(name: String, file: [UInt8])] = [
      ("no end mark", file(rows, hasEnd: false)),
      ("a wrong checksum of the time", file(rows, after: wrongTime)),
      ("bytes behind the stream", file(rows, imageData: PNGMaker.zlib(rows) + [1, 2, 3])),
      ("a row too many", file(rows + [0, 7, 8, 9])),
    ]
    for (name, file) in files {
      try expectLibPNG(file, name, isPlain: false)
      #expect(throws: Never.self, "\(name)") { _ = try Decoder.drawing.decode(file) }
    }
  }

  /// What unpacks to too few rows must not be asked for more for ever.
  @Test(.timeLimit(.minutes(1)))
  func `a stream that ends before the last row, with bytes behind it, is refused`() throws {
    let rows: [UInt8] = [0, 1, 2, 3, 1, 4, 5, 6]
    for count in [0, 3, 40, 1000, 200_000] {
      let data = PNGMaker.zlib(rows) + [UInt8](repeating: 1, count: count)
      let file = PNGMaker.png(width: 1, height: 5, depth: 8, color: 2, imageData: data)
      try expectLibPNG(file, "\(count) bytes behind")
      #expect(throws: PNGError.self) { try Decoder.drawing.decode(file) }
    }
  }

  @Test func `the common kinds are plain and the others are left to libpng`() throws {
    let kinds: [(name: String, isPlain: Bool)] = [
      ("basn2c08", true), ("basn6a08", true), ("basn2c16", false), ("basn6a16", false),
      ("basn0g08", false), ("basn3p08", false), ("basn4a08", false), ("basi2c08", false),
      ("tbrn2c08", false),
    ]
    for (name, isPlain) in kinds {
      try expectLibPNG(try Fixture.bytes("pngsuite/\(name).png"), name, isPlain: isPlain)
    }
  }

  @Test func `a pipe is no drawing, and is not waited for`() throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(throws: PNGError.unreadable(code: ESPIPE)) { try Decoder.drawing(path) }
  }

  private func file(
    _ rows: [UInt8], imageData: [UInt8]? = nil, after: [UInt8] = [], hasEnd: Bool = true
  ) -> [UInt8] {
    PNGMaker.png(
      width: 1, height: 2, depth: 8, color: 2, rows: rows, imageData: imageData, after: after,
      hasEnd: hasEnd)
  }

  /// Stored rows of random bytes and filters, as many flat ones among them.
  private static func rows(_ count: Int, _ height: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((count + 1) * height)
    for row in 0..<height {
      rows.append(UInt8.random(in: 0...4, using: &numbers))
      let flat = UInt8(truncatingIfNeeded: row)
      for _ in 0..<count {
        rows.append(row % 2 == 0 ? flat : UInt8(truncatingIfNeeded: numbers.next()))
      }
    }
    return rows
  }

  /// Holds a drawing's pixels, or what it is refused for, against libpng alone.
  private func expectLibPNG(_ bytes: [UInt8], _ comment: String, isPlain: Bool? = nil) throws {
    let expected = Result { try Decoder.libpng(bytes) }
    let found = Result { try Decoder.drawing.decode(bytes) }
    switch (found, expected) {
    case (.success(let one), .success(let other)): #expect(one == other, "\(comment)")
    case (.failure(let one), .failure(let other)):
      #expect(one as? PNGError == other as? PNGError, "\(comment)")
    default: Issue.record("\(comment): found \(found), libpng \(expected)")
    }
    guard let isPlain, case .success = found else { return }
    let wasPlain = try withFile(bytes) { path in
      let reader = try DrawingReader(path: path)
      var rows = [UInt8](repeating: 0, count: reader.header.rgbaByteCount)
      var span = rows.mutableSpan
      _ = try reader.readRows(reader.header.height, into: &span)
      try reader.finish()
      return reader.isPlain
    }
    #expect(wasPlain == isPlain, "\(comment)")
  }
}
