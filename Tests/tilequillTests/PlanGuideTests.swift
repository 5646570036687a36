import Foundation
import QuillRaster
import QuillTestSupport
import Testing

@Suite("tilequill plan --guide")
struct PlanGuideTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// A decoded guide.
  private struct Picture {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    subscript(x: Int, y: Int) -> [UInt8] {
      Array(pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4])
    }
  }

  private func guide(_ line: String) throws -> Picture {
    let outcome = try folder.run(words("plan \(line) --guide guide.png"))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    var reader = TileReader()
    var pixels: [UInt8] = []
    let file = try folder.bytes("guide.png")
    let header = try reader.read(file.span, into: &pixels).header
    return Picture(width: header.width, height: header.height, pixels: pixels)
  }

  private let border: [UInt8] = [0, 96, 208, 160]
  private let clear: [UInt8] = [0, 0, 0, 0]

  @Test(
    "It is as large as the canvas of the deepest zoom that fits",
    arguments: [
      ("--tiles 5/3-4/6-8", 512, 768), ("--tiles 5/3-4/6-8 --tile-size 512", 1024, 1536),
      ("--bounds 170,-20,-170,-10 --zoom 2-4", 512, 256),
      ("--bounds -73.9819,40.7644,-73.9496,40.8003 --max-canvas 1535x2304", 768, 1280),
    ])
  func size(area: String, width: Int, height: Int) throws {
    let picture = try guide(area)
    #expect(picture.width == width && picture.height == height)
    let plan = try folder.run(words("plan \(area)")).output
    #expect(plan.contains("draw    \(width)x\(height) pixels"))
  }

  /// Away from names, which stand in the upper left of a tile, and from the dashed line.
  @Test func `borders are the first column and row of each tile, and the last of the sheet`() throws
  {
    let picture = try guide("--tiles 5/3-5/6-8")
    for x in 0..<picture.width {
      let isBorder = x % 256 == 0 || x == 767
      #expect(picture[x, 128] == (isBorder ? border : clear) || x == 32 || x == 735, "column \(x)")
    }
    for y in 0..<picture.height {
      let isBorder = y % 256 == 0 || y == 767
      #expect(
        picture[384 + 40, y] == (isBorder ? border : clear) || y == 32 || y == 735, "row \(y)")
    }
    // The dashed line: eight on, eight off, an eighth of a tile inside.
    let dashes = (32..<64).map { picture[$0 + 168, 735] != clear }
    #expect(dashes == (0..<4).flatMap { part in (0..<8).map { _ in part % 2 == 1 } })
  }

  /// The names as people read them: each pixel of a letter is two by two here.
  @Test(arguments: [
    ("--tiles 5/3-4/6-8", "name-5-4-7", 256, 256), ("--tiles 16/19300/24619", "name-16", 0, 0),
  ])
  func `names of tiles are readable`(area: String, golden: String, left: Int, top: Int) throws {
    let picture = try guide(area)
    let rows = (0..<9).map { row in
      (0..<90).map { column -> String in
        let pixel = picture[left + 4 + column * 2, top + 4 + row * 2]
        return pixel == [0, 48, 120, 255] ? "#" : "."
      }.joined()
    }
    #expect(
      try Golden.difference(of: rows.joined(separator: "\n") + "\n", from: "guide/\(golden).txt")
        == nil)
  }

  @Test func `outlines run where the area, the way and the places are`() throws {
    // Tile 1/0/0 to 1/1/1 is the world; a pixel is 360/512 degrees.
    try folder.write(
      Array(
        #"{"type":"Polygon","coordinates":[[[-90,0],[90,0],[90,60],[-90,60],[-90,0]]]}"#.utf8),
      to: "area.geojson")
    try folder.write(
      Array(
        #"<gpx><rte><rtept lat="-40" lon="-80"/><rtept lat="-40" lon="80"/></rte></gpx>"#.utf8),
      to: "way.gpx")
    try folder.write(
      Array(#"{"type":"Point","coordinates":[0,-66.51326044311186]}"#.utf8), to: "place.geojson")
    let picture = try guide(
      "--area area.geojson --route way.gpx --bounds -180,-85,180,85 --zoom 1 --places place.geojson"
    )
    #expect(picture.width == 512)
    let (area, way, place): ([UInt8], [UInt8], [UInt8]) = (
      [200, 0, 110, 255], [224, 96, 0, 255], [208, 0, 0, 255]
    )
    // West and east edges at -90 and 90 degrees: x 128 and 384; the south edge on the equator.
    for x in [127, 128, 383, 384] { #expect(picture[x, 200] == area, "\(x)") }
    for y in [255, 256] { #expect(picture[200, y] == area) }
    #expect(picture[125, 200] == clear && picture[130, 200] == clear)
    // 60 degrees north: y = (1 - asinh(tan 60°) / π) / 2 · 512 = 148.68.
    #expect(picture[200, 148] == area && picture[200, 144] == clear && picture[200, 153] == clear)
    // 40 degrees south: y = 318.16, from x = 142.2 to 369.8.
    #expect(picture[200, 318] == way && picture[145, 318] == way && picture[366, 318] == way)
    #expect(picture[137, 318] == clear && picture[374, 318] == clear)
    // The place is where y = 384 and x = 256.
    #expect(picture[252, 384] == place && picture[258, 383] == place)
    #expect(picture[246, 384] == place && picture[249, 384] == clear)
  }

  @Test func `an outline across the 180th meridian comes on both sides of it`() throws {
    try folder.write(
      Array(
        #"<gpx><rte><rtept lat="0" lon="135"/><rtept lat="0" lon="-135"/></rte></gpx>"#.utf8),
      to: "way.gpx")
    let picture = try guide("--route way.gpx --zoom 2")
    // Columns 3 and 0; the way runs from the middle of one to the middle of the other.
    #expect(picture.width == 512 && picture.height == 256)
    #expect([130, 255, 300, 380].allSatisfy { picture[$0, 0] == [224, 96, 0, 255] })
    #expect(picture[120, 0] != [224, 96, 0, 255] && picture[390, 0] != [224, 96, 0, 255])
  }

  @Test func `tiles are painted below, those of shallower zooms enlarged`() throws {
    try folder.draw("map.png", width: 512, height: 512) { x, y in
      [UInt8(x / 2), UInt8(y / 2), 7, x < 256 ? 255 : 99]
    }
    let slice = try folder.run(words("slice map.png tiles --at 6/10/20 --zoom 6 --quiet"))
    #expect(slice.ending == .exit(0))
    try FileManager.default.removeItem(at: folder.url.appending(path: "tiles/6/11/21.png"))
    let same = try guide("--tiles 6/10-11/20-21 --under tiles")
    #expect(same[100, 100] == [50, 50, 7, 255] && same[200, 400] == [100, 200, 7, 255])
    #expect(same[400, 100] == [200, 50, 7, 99])
    #expect(same[400, 400] == clear)
    try FileManager.default.removeItem(at: folder.url.appending(path: "guide.png"))
    // Each pixel of 6/10/20 is four by four at zoom 8, where the tile begins at 8/40/80.
    let deeper = try guide("--tiles 8/41/82 --under tiles")
    #expect(deeper[100, 101] == [UInt8((64 + 25) / 2), UInt8((128 + 25) / 2), 7, 255])
    #expect(deeper[103, 100] == deeper[101, 103])
  }

  @Test(
    "A sheet of 32768 by 32768 pixels takes little memory",
    .enabled(if: BuiltProgram.path(of: "sh") != nil && Self.isOptimised))
  func large() throws {
    // 500 MB of addresses, where the sheet's pixels are 4 GB.
    let line =
      "ulimit -v 500000; exec '\(BuiltProgram.tilequill.url.path)' plan"
      + " --tiles 8/0-127/0-127 --max-canvas 32768x32768 --guide guide.png --quiet"
    let shell = BuiltProgram(url: try #require(BuiltProgram.path(of: "sh")))
    let outcome = try shell.run(["-c", line], in: folder.url)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let reader = try DrawingReader(path: folder.url.appending(path: "guide.png").path)
    #expect(reader.header.width == 32768 && reader.header.height == 32768)
  }

  private static var isOptimised: Bool {
    BuiltProgram.tilequill.url.path.contains("/release/")
  }

  @Test(
    "What it cannot do it says, and leaves nothing",
    arguments: [
      ("--tiles 3/1/1 --places place.geojson", "there is no --guide"),
      ("--tiles 3/1/1 --under tiles", "there is no --guide"),
      ("--tiles 3/1/1 --guide there.png", "there.png: exists already"),
      ("--tiles 3/1/1 --guide new.png --under none", "none: does not exist"),
      ("--tiles 3/1/1 --guide new.png --under broken", "broken: 3/1/1: "),
      ("--tiles 3/1/1 --guide there.png/new.png", "there.png/new.png: "),
      (
        "--tiles 5/1-9/1 --max-canvas 300x300 --zoom 5 --guide new.png", "no drawing of these zooms"
      ),
    ])
  func refusals(options: String, message: String) throws {
    try folder.write([1], to: "there.png")
    try folder.make("broken/3/1/1.png", Array("GIF89a".utf8))
    let before = try folder.names
    let outcome = try folder.run(words("plan \(options)"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try folder.names == before)
  }
}
