import Foundation
import QuillRaster
import QuillTestSupport
import Testing
import tilequill_bench

struct ArtTests {
  /// Writes a drawing and returns the file's bytes.
  private func written(
    _ style: ArtStyle, size: Int, seed: UInt64 = 1, jobs: Int = 2
  ) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/art.png"
    try ArtDrawing.write(style, size: size, seed: seed, to: path, jobs: jobs)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Decodes a file by libpng alone.
  private func decoded(_ file: [UInt8]) throws -> (size: [Int], rgba: [UInt8]) {
    var png = unsafe try LibPNG(copying: file.span.bytes)
    let header = try png.readHeader()
    try png.start()
    var rgba = [UInt8](repeating: 0, count: header.width * header.height * 4)
    var span = rgba.mutableSpan
    var output = unsafe span.mutableBytes
    try png.readPicture(into: &output)
    _ = try png.finish()
    return ([header.width, header.height], rgba)
  }

  @Test(arguments: ArtStyle.allCases)
  func `one seed gives the same bytes for any number of jobs, another seed others`(
    style: ArtStyle
  ) throws {
    let file = try written(style, size: 400)
    #expect(try written(style, size: 400) == file)
    #expect(try written(style, size: 400, jobs: 5) == file)
    #expect(try written(style, size: 400, seed: 2) != file)
  }

  @Test(arguments: ArtStyle.allCases)
  func `rows are the same whether painted alone or together`(style: ArtStyle) {
    let painter = ArtPainter(style: style, size: 300, seed: 7)
    let together = painter.paint(rows: 0..<300)
    var apart: [UInt32] = []
    for start in stride(from: 0, to: 300, by: 37) {
      apart += painter.paint(rows: start..<min(start + 37, 300))
    }
    #expect(apart == together)
  }

  @Test(arguments: ArtStyle.allCases)
  func `a drawing may be of any size from 1 on`(style: ArtStyle) throws {
    for size in [1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 129] {
      let (found, rgba) = try decoded(try written(style, size: size))
      #expect(found == [size, size])
      let pixels = ArtPainter(style: style, size: size, seed: 1).paint(rows: 0..<size)
      let bytes = pixels.flatMap { pixel in
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
      }
      #expect(rgba == bytes)
    }
  }

  @Test(arguments: ArtStyle.allCases)
  func `a style has the alpha that it promises`(style: ArtStyle) throws {
    let file = try written(style, size: 512)
    #expect(try PNGHeader(firstBytes: file.span).colorType == (style.isOpaque ? .rgb : .rgba))
    let rgba = try decoded(file).rgba
    let alphas = Set(stride(from: 3, to: rgba.count, by: 4).map { rgba[$0] })
    #expect(style.isOpaque ? alphas == [255] : alphas.isSuperset(of: [0, 255]))
    if !style.isOpaque { #expect(alphas.count > 2) }
  }

  @Test(arguments: [
    (ArtStyle.cartoon, 0.02...0.3), (.parchment, 0.5...1.0), (.watercolor, 0.9...1.7),
  ])
  func `a style is as hard to pack as drawings of its kind`(
    style: ArtStyle, bytesPerPixel: ClosedRange<Double>
  ) throws {
    let file = try written(style, size: 1024)
    #expect(bytesPerPixel.contains(Double(file.count) / 1024 / 1024))
  }
}
