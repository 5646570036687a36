import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct WorldFileTests {
  static let plain = "0.5\n0\n0\n-0.5\n-8538760.9573\n4477440.1958\n"

  @Test func `the six lines are the first pixel's centre and the steps from it`() throws {
    // GDAL wrote this file for the geotransform that stands in the .aux.xml beside it.
    let text = try String(contentsOf: Fixture.url("placement/gdal-mercator.wld"), encoding: .utf8)
    let transform = DrawingTransform(try WorldFile(parsing: text), crs: .mercator)
    for (column, row) in [(0.0, 0.0), (3, 2), (4000, 3000)] {
      let place = WebMercator.metres(of: transform.worldPoint(of: PixelPoint(x: column, y: row)))
      #expect(abs(place.easting - (-8538761.2073 + 0.5 * column + 0.1 * row)) < 1e-6)
      #expect(abs(place.northing - (4477440.4458 + 0.2 * column - 0.5 * row)) < 1e-6)
    }
  }

  @Test func `rows of a file in degrees are linear in latitude`() throws {
    let text = try String(contentsOf: Fixture.url("placement/gdal-degrees.wld"), encoding: .utf8)
    let file = try WorldFile(parsing: text)
    #expect(file.likelyCRS(for: PixelSize(width: 4000, height: 3000)) == .geographic)
    let transform = DrawingTransform(file, crs: .geographic)
    let place = WebMercator.coordinate(of: transform.worldPoint(of: PixelPoint(x: 100, y: 1000)))
    #expect(abs(place.longitude - (-76.704997 + 0.001)) < 1e-10)
    #expect(abs(place.latitude - (37.274518 - 0.02)) < 1e-10)
  }

  @Test func `byte order marks, carriage returns, blanks and exponents are read`() throws {
    let text = "\u{FEFF} 5e-1 \r\n+0\r\n0.0\r\n-.5\r\n-8538760.9573\r\n4477440.1958\r\n\r\n \r\n"
    #expect(try WorldFile(parsing: text) == WorldFile(parsing: Self.plain))
  }

  @Test(arguments: [
    ("", WorldFileError.tooFewLines(0)), ("1\n0\n0\n-1\n0", .tooFewLines(5)),
    ("1\n0\n\n0\n-1\n0\n0", .notANumber(line: 3, found: "")),
    ("1\n0\n0\n-1\n5\nnan", .notANumber(line: 6, found: "nan")),
    ("1\n0\n0\n-1\n5\n1e999", .notANumber(line: 6, found: "1e999")),
    ("0x1\n0\n0\n-1\n5\n6", .notANumber(line: 1, found: "0x1")),
    ("0,597\n0\n0\n-1\n5\n6", .decimalComma(line: 1, found: "0,597")),
    ("1\n0\n0\n-1\n5\n6\n7", .tooManyLines(found: "7")),
    ("1\n0\n0\n0\n5\n6", .noPixelSize(PixelStep(xPerColumn: 1, yPerRow: 0))),
    (
      "1\n2\n2\n4\n5\n6",
      .noPixelSize(PixelStep(xPerColumn: 1, yPerColumn: 2, xPerRow: 2, yPerRow: 4))
    ),
    ("1e-300\n0\n0\n-1e-300\n0\n0", .noPixelSize(PixelStep(xPerColumn: 1e-300, yPerRow: -1e-300))),
    // The area alone looks like that of a pixel.
    ("1e-308\n0\n0\n-1e268\n0\n0", .noPixelSize(PixelStep(xPerColumn: 1e-308, yPerRow: -1e268))),
    ("1e15\n0\n0\n-1e-15\n0\n0", .noPixelSize(PixelStep(xPerColumn: 1e15, yPerRow: -1e-15))),
    (
      "1e300\n1e300\n-1e-300\n1e-300\n0\n0",
      .noPixelSize(
        PixelStep(xPerColumn: 1e300, yPerColumn: 1e300, xPerRow: -1e-300, yPerRow: 1e-300))
    ),
  ])
  func `what is no world file is named`(text: String, error: WorldFileError) {
    #expect(throws: error) { try WorldFile(parsing: text) }
  }

  @Test func `an error tells the line and the better spelling`() {
    let error = WorldFileError.decimalComma(line: 4, found: "-0,597")
    #expect("\(error)" == "line 4 is '-0,597' with a decimal comma (expected '-0.597')")
  }

  @Test func `the printed file reads back to the same numbers`() throws {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<500 {
      let scale = pow(10, Double.random(in: -9...4, using: &numbers))
      let step = PixelStep(
        xPerColumn: .random(in: 0.5...1, using: &numbers) * scale,
        yPerColumn: .random(in: -0.1...0.1, using: &numbers) * scale,
        xPerRow: .random(in: -0.1...0.1, using: &numbers) * scale,
        yPerRow: .random(in: -1 ... -0.5, using: &numbers) * scale)
      let file = try WorldFile(
        step: step, x: .random(in: -2e7...2e7, using: &numbers),
        y: .random(in: -2e7...2e7, using: &numbers))
      #expect(try WorldFile(parsing: file.description) == file)
      #expect(!file.description.contains("e"))
    }
  }

  @Test(arguments: [
    ("1\n0\n0\n-1\n-179.5\n89.5", 360, 180, MapCRS.geographic),
    // Registered on its grid points, the picture reaches half a pixel beyond the poles.
    ("1\n0\n0\n-1\n-180\n90", 361, 181, .geographic),
    ("0.001\n0\n0\n-0.001\n176\n-16", 6000, 3000, .geographic),
    ("1\n0\n0\n-1\n-179.5\n89.5", 360, 200, .mercator), (plain, 100, 100, .mercator),
    ("0.5\n0\n0\n-0.5\n10\n20", 1000, 1000, .mercator),
  ])
  func `numbers are degrees when they can only be degrees`(
    text: String, width: Int, height: Int, crs: MapCRS
  ) throws {
    let size = PixelSize(width: width, height: height)
    #expect(try WorldFile(parsing: text).likelyCRS(for: size) == crs)
  }

  @Test func `a file with the north below is seen as mirrored`() throws {
    let file = try WorldFile(parsing: "1\n0\n0\n1\n5\n6")
    #expect(DrawingTransform(file, crs: .mercator).isMirrored)
    let turned = try WorldFile(parsing: "-1\n0\n0\n1\n5\n6")
    #expect(!DrawingTransform(turned, crs: .mercator).isMirrored)
  }

  @Test func `every prefix is refused or read, and none stops the program`() {
    let text = Array(Self.plain.utf8)
    var read = 0
    for length in text.indices {
      let file = try? WorldFile(parsing: String(decoding: text[..<length], as: UTF8.self))
      if file != nil { read += 1 }
    }
    // Those that end inside the last number, from its first digit on, are shorter numbers.
    #expect(read == "4477440.1958".count)
  }

  @Test func `the files beside a drawing come in order`() {
    #expect(
      DrawingSidecar.candidates(for: "my.maps/zoo 1.v2.png").map(\.path) == [
        "my.maps/zoo 1.v2.png.points", "my.maps/zoo 1.v2.points",
        "my.maps/zoo 1.v2.pgw", "my.maps/zoo 1.v2.PGW", "my.maps/zoo 1.v2.pngw",
        "my.maps/zoo 1.v2.PNGW", "my.maps/zoo 1.v2.wld", "my.maps/zoo 1.v2.WLD",
        "my.maps/zoo 1.v2.png.aux.xml",
      ])
    #expect(DrawingSidecar.candidates(for: "my.maps/zoo").first?.path == "my.maps/zoo.points")
    #expect(
      DrawingSidecar.candidates(for: "zoo.jpg").map(\.path) == [
        "zoo.jpg.points", "zoo.points", "zoo.jgw", "zoo.JGW", "zoo.jpgw", "zoo.JPGW", "zoo.wld",
        "zoo.WLD", "zoo.jpg.aux.xml",
      ])
    #expect(DrawingSidecar.candidates(for: "zoo.PNG").last?.path == "zoo.PNG.aux.xml")
    #expect(DrawingSidecar.candidates(for: "zoo.PNG").last?.kind == .auxiliaryXML)
    #expect(DrawingSidecar.candidates(for: "zoo.PNG").first?.kind == .points)
  }
}
