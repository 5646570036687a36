import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// The sample drawing on a box between the pixels, against what libvips made of it.
@Suite("Another program's resampling")
struct PeerTests {
  @Test func `an enlarged drawing is libvips' bicubic within 50 decibels`() throws {
    let file = Fixture.drawing("central-park-small.png").path
    let box = try GeographicBounds(
      west: -73.9931, south: 40.7553, east: -73.9377, north: 40.8058)
    let reader = try DrawingFile(path: file)
    let plan = try SlicePlan(
      drawing: reader.size, placement: .bounds(box, drawnIn: .mercator), zooms: ZoomRange("15"))
    let sink = MemorySink()
    _ = try Slicer(plan: plan).slice(reader, into: sink)
    let ours = Canvas(
      try Decoder.libpng(try #require(sink.tiles[TilePath(knownTile("15/9651/12312"))])))
    let theirs = Canvas(
      try Decoder.libpng(try Fixture.bytes("placement/vips-bicubic-15-9651-12312.png")))
    var squares = 0.0
    for (one, two) in zip(ours.words, theirs.words) {
      let apart = Canvas.weighted(one) - Canvas.weighted(two)
      squares += (apart * apart).sum()
    }
    let mean = squares / Double(4 * ours.words.count)
    #expect(10 * log10(255 * 255 / mean) > 50)
  }
}
