import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// What a test's pixels look like: each kind is predicted and compressed in another way.
enum PixelKind: CaseIterable, Sendable {
  case flat
  case smooth
  case noise

  func pixels(width: Int, height: Int, seed: UInt64) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<width * height).flatMap { place -> [UInt8] in
      let (x, y) = (place % width, place / width)
      switch self {
      case .flat: return (x / 7 + y / 5) % 3 == 0 ? [10, 200, 30, 255] : [0, 0, 0, 0]
      case .smooth:
        let grain = UInt8(truncatingIfNeeded: numbers.next() & 3)
        let shade = [x * 2, y * 3, x + y, 255 - x].map { UInt8(truncatingIfNeeded: $0) }
        return shade.map { $0 &+ grain }
      case .noise:
        let number = numbers.next()
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
      }
    }
  }
}

struct DrawingWriterTests {
  /// Writes a picture in batches of changing size, and returns the file's bytes.
  private func written(
    _ picture: Picture, opaque: Bool = false, jobs: Int = 1, blockByteCount: Int = 1 << 20,
    batch: Int = 3
  ) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/drawing.png"
    let size = PixelSize(width: picture.width, height: picture.height)
    let writer = try DrawingWriter(
      path: path, size: size, isOpaque: opaque, jobs: jobs, chunks: [],
      blockByteCount: blockByteCount)
    var row = 0
    while writer.remainingRowCount > 0 {
      let count = min(writer.remainingRowCount, row % batch + 1)
      let start = row * picture.width * 4
      try writer.writeRows(
        count, from: picture.rgba.span.extracting(start..<(start + count * picture.width * 4)))
      row += count
    }
    try writer.finish()
    #expect(scratch.contents() == ["drawing.png"])
    let bytes = try #require(try FileSystem.read(path))
    #expect(writer.byteCount == bytes.count)
    return bytes
  }

  @Test(arguments: PixelKind.allCases)
  func `libpng reads back every pixel, at every size from 1 to 70`(kind: PixelKind) throws {
    for side in 1...70 {
      let (width, height) = (side, (side * 37) % 71 + 1)
      let rgba = kind.pixels(width: width, height: height, seed: UInt64(side))
      let picture = Picture(width: width, height: height, rgba: rgba)
      for blockByteCount in [1, 700, 5000] {
        let file = try written(picture, blockByteCount: blockByteCount)
        #expect(try Decoder.libpng(file) == picture)
      }
    }
  }

  @Test func `an opaque drawing is stored without alpha, at every size from 1 to 70`() throws {
    for side in 1...70 {
      let (width, height) = (side, (side * 53) % 71 + 1)
      var rgba = PixelKind.smooth.pixels(width: width, height: height, seed: UInt64(side))
      let given = Picture(width: width, height: height, rgba: rgba)
      for place in stride(from: 3, to: rgba.count, by: 4) { rgba[place] = 255 }
      let file = try written(given, opaque: true, blockByteCount: 900)
      #expect(try PNGHeader(firstBytes: file.span).colorType == .rgb)
      #expect(
        try Decoder.libpng(file) == Picture(width: width, height: height, rgba: rgba))
    }
  }

  @Test(arguments: PixelKind.allCases)
  func `the bytes are the same for any number of jobs and any batches`(kind: PixelKind) throws {
    let rgba = kind.pixels(width: 301, height: 203, seed: 9)
    let picture = Picture(width: 301, height: 203, rgba: rgba)
    let alone = try written(picture, blockByteCount: 40_000)
    #expect(try Decoder.libpng(alone) == picture)
    for (jobs, batch) in [(1, 90), (2, 1), (8, 17), (8, 203)] {
      #expect(
        try written(picture, jobs: jobs, blockByteCount: 40_000, batch: batch) == alone)
    }
  }

  @Test(arguments: [(1_000_003, 3), (3, 1_000_003), (1, 1_200_000)])
  func `a side may be longer than a million`(width: Int, height: Int) throws {
    let row = PixelKind.noise.pixels(width: width * height, height: 1, seed: 4)
    let picture = Picture(width: width, height: height, rgba: row)
    let file = try written(picture, jobs: 2, batch: 5000)
    #expect(try Decoder.libpng(file) == picture)
  }

  @Test func `no chunk is over a mebibyte, and all stand in order`() throws {
    let rgba = PixelKind.noise.pixels(width: 700_001, height: 2, seed: 8)
    let file = try written(Picture(width: 700_001, height: 2, rgba: rgba))
    var names: [String] = []
    var place = 8
    while place < file.count {
      let length = file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      #expect(length <= 1 << 20)
      names.append(String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self))
      place += length + 12
    }
    let data = names.count { $0 == "IDAT" }
    #expect(data >= 6)
    #expect(names == ["IHDR"] + Array(repeating: "IDAT", count: data) + ["IEND"])
  }

  @Test func `chunks given stand before the picture`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/drawing.png"
    let writer = try DrawingWriter(
      path: path, size: PixelSize(width: 1, height: 1),
      chunks: [.init("sRGB", [0]), .init("tEXt", Array("Title\0Island".utf8))])
    let pixel: [UInt8] = [1, 2, 3, 4]
    try writer.writeRows(1, from: pixel.span)
    try writer.finish()
    let facts = try DrawingReader(path: path).facts
    #expect(facts.isStandardColor && facts.textKeys == ["Title"])
  }

  @Test func `a writer let go unfinished leaves nothing`() throws {
    let scratch = try ScratchFolder()
    let rows = PixelKind.noise.pixels(width: 100, height: 90, seed: 2)
    for jobs in [1, 4] {
      let writer = try DrawingWriter(
        path: scratch.path + "/new/drawing.png", size: PixelSize(width: 100, height: 100),
        isOpaque: false, jobs: jobs, chunks: [], blockByteCount: 1000)
      try writer.writeRows(90, from: rows.span)
      #expect(writer.remainingRowCount == 10)
    }
    #expect(scratch.contents() == [])
  }

  @Test func `what is there already stays as it is`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write("mine", to: "drawing.png").path
    #expect(throws: FileError.exists(path: path)) {
      try DrawingWriter(path: path, size: PixelSize(width: 1, height: 1))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `a side that no PNG can state is refused before a file is made`() throws {
    let scratch = try ScratchFolder()
    let width = 1 << 31
    #expect(throws: PNGError.tooLargeForPNG(width: width, height: 1)) {
      try DrawingWriter(
        path: scratch.path + "/drawing.png", size: PixelSize(width: width, height: 1))
    }
    #expect(scratch.contents() == [])
  }
}
