import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct ControlPointTests {
  static let size = PixelSize(width: 4000, height: 2000)

  static func read(_ text: String) throws -> [ControlPoint] {
    try ControlPoint.points(parsing: text, for: size)
  }

  static func expected() throws -> [ControlPoint] {
    [
      ControlPoint(
        pixel: PixelPoint(x: 10, y: 20.5),
        place: try Coordinate(longitude: -76.7, latitude: 37.27), line: 2),
      ControlPoint(
        pixel: PixelPoint(x: 3000, y: 1999),
        place: try Coordinate(longitude: -76.69, latitude: 37.26), line: 3),
    ]
  }

  @Test(arguments: [
    "pixel_x,pixel_y,lon,lat\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "\u{FEFF}lat,lon,pixel_y,pixel_x\r\n37.27,-76.7,20.5,10\r\n37.26,-76.69,1999,3000",
    "Pixel_X; Pixel_Y; lon; lat; note\n10; 20.5; -76.7; 37.27; a, b\n3000;1999;-76.69;37.26;\n;;;;\n",
    "pixel_x\tpixel_y\tlongitude\tlatitude\n10\t20.5\t-76.7\t37.27\n3000\t1999\t-76.69\t37.26\n\n",
    "\"pixel_x\",\"pixel_y\",\"lon\",\"lat\"\n\"10\",\"20.5\",\"-76.7\",\"37.27\"\n3e3,1999,-76.69,37.26",
  ])
  func `tables in many spellings are read alike`(text: String) throws {
    #expect(try Self.read(text) == Self.expected())
  }

  @Test func `labels are kept, quoted commas, quotes and line ends too`() throws {
    let text = """
      name,pixel_x,pixel_y,lon,lat
      "The ""old"" mill, north",10,20.5,-76.7,37.27
      "two
      lines",11,21,-76.8,37.28

      ,3000,1999,-76.69,37.26
      """
    let points = try Self.read(text)
    #expect(points.map(\.label) == ["The \"old\" mill, north", "two\nlines", nil])
    #expect(points.map(\.line) == [2, 3, 6])
  }

  @Test func `pixels within 0 to 1 are fractions of the picture`() throws {
    let points = try Self.read("pixel_x,pixel_y,lon,lat\n0,0,-1,1\n0.25,1,1,-1\n")
    #expect(points[1].pixel == PixelPoint(x: 1000, y: 2000))
    let whole = try Self.read("pixel_x,pixel_y,lon,lat\n0,0,-1,1\n0.25,2,1,-1\n")
    #expect(whole[1].pixel == PixelPoint(x: 0.25, y: 2))
  }

  @Test(arguments: [
    ("", ControlPointError.empty), ("\n\n# nothing\n", .empty),
    ("pixel_x,pixel_y,lon,lat\n", .noPoints),
    ("pixel_x,pixel_y,lon\n1,2,3", .missingColumn("lat", found: ["pixel_x", "pixel_y", "lon"])),
    ("pixel_x,pixel_y,lon,lat,LON\n1,2,3,4,5", .repeatedColumn("lon")),
    ("pixel_x,pixel_y,lon,lat\n1,2,3,4\n1,2,3", .fieldCount(line: 3, found: 3, expected: 4)),
    (
      "pixel_x,pixel_y,lon,lat\n1,2,3,4\n\n1,2,east,4",
      .notANumber(line: 4, column: "lon", found: "east")
    ),
    ("pixel_x,pixel_y,lon,lat\n1,nan,3,4", .notANumber(line: 2, column: "pixel_y", found: "nan")),
    (
      "pixel_x;pixel_y;lon;lat\n1;2;3,5;4", .decimalComma(line: 2, column: "lon", found: "3,5")
    ),
    ("pixel_x,pixel_y,lon,lat\n1,2,3,\"4", .unclosedQuote(line: 2)),
    (
      "pixel_x,pixel_y,lon,lat\n1,2,45.52,-122.68",
      .offTheGlobe(line: 2, .latitudeOffTheGlobe(-122.68, swapped: true))
    ),
    (
      "pixel_x,pixel_y,lon,lat\n1,2,3,88",
      .offTheGlobe(line: 2, .beyondTheMap(south: 88, north: 88))
    ),
  ])
  func `what is wrong with a table is named with its line`(
    text: String, error: ControlPointError
  ) {
    #expect(throws: error) { try Self.read(text) }
  }

  @Test func `swapped degrees are suspected`() {
    let error = #expect(throws: ControlPointError.self) {
      try Self.read("pixel_x,pixel_y,lon,lat\n1,2,45.52,-122.68")
    }
    #expect(error.map { "\($0)".contains("swapped") && "\($0)".hasPrefix("line 2") } ?? false)
  }

  static let qgis = """
    #CRS: EPSG:3857
    mapX,mapY,sourceX,sourceY,enable,dX,dY,residual
    -8538761.2073,4477440.4458,10,-20.5,1,0,0,0
    -8537417.1,4476774.4,3000,-1999,1,0.5,-0.25,0.56
    0,0,5,-5,0,0,0,0
    """

  @Test func `a file of QGIS counts upwards and leaves points out`() throws {
    let points = try Self.read(Self.qgis)
    #expect(points.map(\.pixel) == (try Self.expected().map(\.pixel)))
    #expect(points.map(\.line) == [3, 4])
    // The corner whose degrees and metres are both known.
    #expect(abs(points[0].place.longitude + 76.704997) < 1e-8)
    #expect(abs(points[0].place.latitude - 37.274518) < 1e-8)
  }

  @Test func `its older columns, other systems and missing ones are understood`() throws {
    let old = "mapX,mapY,pixelX,pixelY,enable\n-76.7,37.27,10,-20.5,1\n-76.69,37.26,3000,-1999,1"
    #expect(try Self.read(old).map(\.place) == Self.expected().map(\.place))
    #expect(try Self.read(old).map(\.pixel) == Self.expected().map(\.pixel))
    #expect(try Self.read("#CRS: EPSG:4326\n" + old).map(\.place) == Self.expected().map(\.place))
    let metres = Self.qgis.replacing("#CRS: EPSG:3857\n", with: "")
    #expect(try Self.read(metres).map(\.place) == Self.read(Self.qgis).map(\.place))
    let wkt = #"#CRS: PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84"],ID["EPSG",3857]]"#
    let named = Self.qgis.replacing("#CRS: EPSG:3857", with: wkt)
    #expect(try Self.read(named).map(\.place) == Self.read(Self.qgis).map(\.place))
  }

  @Test func `its points in another system, off the globe or all switched off are refused`() {
    #expect(throws: ControlPointError.crs(UnknownCRS(name: "EPSG:25832"))) {
      try Self.read(Self.qgis.replacing("3857\n", with: "25832\n"))
    }
    #expect(throws: ControlPointError.self) {
      try Self.read(Self.qgis.replacing("EPSG:3857\n", with: "EPSG:4326\n"))
    }
    #expect(
      throws: ControlPointError.beyondTheMetres(line: 2, easting: 3e7, northing: 0)
    ) { try Self.read("mapX,mapY,sourceX,sourceY,enable\n3e7,0,1,-1,1") }
    #expect(throws: ControlPointError.noPoints) {
      try Self.read("mapX,mapY,sourceX,sourceY,enable\n1,2,3,-4,0")
    }
  }

  @Test func `every prefix and every damaged byte is refused or read`() throws {
    var numbers = SeededNumbers(seed: 9)
    let table = "name;pixel_x;pixel_y;lon;lat\r\n\"a;\"\"b\";1;2;3;4\r\nc;5;6;7;8\r\n"
    var refused = 0
    for text in [Self.qgis, table] {
      let bytes = Array(text.utf8)
      for length in 0...bytes.count {
        var damaged = bytes
        if length < bytes.count { damaged[length] = .random(in: 0...255, using: &numbers) }
        for version in [Array(bytes[..<length]), damaged] {
          do throws(ControlPointError) {
            let text = String(decoding: version, as: UTF8.self)
            #expect(!(try ControlPoint.points(parsing: text, for: Self.size)).isEmpty)
          } catch {
            refused += 1
          }
        }
      }
    }
    #expect(refused > 100)
  }
}
