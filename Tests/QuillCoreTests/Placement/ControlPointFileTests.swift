import QuillCore
import QuillTestSupport
import Testing

/// Files of control points with the headings of other programs.
@Suite struct ControlPointFileTests {
  static let size = PixelSize(width: 4000, height: 2000)

  static func read(_ text: String, _ crs: MapCRS? = nil) throws -> ControlPointFile {
    try ControlPointFile(parsing: text, for: size, crs: crs)
  }

  @Test(arguments: [
    "#x,y,lon,lat\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "x,y,longitude,latitude\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "X,Y,E,N\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "X;Y;Lng;Lat\r\n10;20.5;-76.7;37.27\r\n3000;1999;-76.69;37.26\r\n",
    "# made elsewhere\n#x\ty\tlon\tlat\n10\t20.5\t-76.7\t37.27\n3000\t1999\t-76.69\t37.26\n",
    "Pixel X,Pixel Y,x,y\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "column,row,easting,northing\n10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "#mapX,mapY,pixelX,pixelY,enable\n-76.7,37.27,10,-20.5,1\n-76.69,37.26,3000,-1999,1\n",
    "#CRS: EPSG:4326\n#mapX,mapY,sourceX,sourceY,enable\n-76.7,37.27,10,-20.5,true\n"
      + "-76.69,37.26,3000,-1999,TRUE\n1,2,3,-4,false\n",
    "mapX;mapY;sourceX;sourceY;enable\n-76.7;37.27;10;-20.5;yes\n-76.69;37.26;3000;-1999;\n"
      + "1;2;3;-4;No\n5;6;7;-8;0\n",
    "x,y,lon,lat\n10,-20.5,-76.7,37.27\n3000,-1999,-76.69,37.26\n",
    "10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
    "10;20.5;-76.7;37.27\n3000;1999;-76.69;37.26\n",
    "mill\t10\t20.5\t-76.7\t37.27\nford\t3000\t1999\t-76.69\t37.26\n",
    "-76.7,37.27,10,-20.5,1,0,0,0\n-76.69,37.26,3000,-1999,1,0,0,0\n",
  ])
  func `headings of many programs are read alike`(text: String) throws {
    let file = try Self.read(text)
    #expect(file.points.map(\.pixel) == [PixelPoint(x: 10, y: 20.5), PixelPoint(x: 3000, y: 1999)])
    #expect(file.points.map(\.place.longitude) == [-76.7, -76.69])
    #expect(file.points.map(\.place.latitude) == [37.27, 37.26])
    #expect(file.isGIS == text.lowercased().contains("mapx"))
    #expect(
      (file.assumedHeading == nil)
        == text.contains { "xXl".contains($0) && !text.hasPrefix("mill") })
  }

  @Test func `a guessed heading read as one gives the same points`() throws {
    for rows in [
      "10,20.5,-76.7,37.27\n3000,1999,-76.69,37.26\n",
      "10,20.5,37.27,-96.7\n3000,1999,37.26,-96.69\n",
      "mill,10,20.5,-76.7,37.27,x\nford,3000,1999,-76.69,37.26,y\n",
      "-76.7,37.27,10,20.5\n-76.69,37.26,3000,1999\n",
    ] {
      let guessed = try Self.read(rows)
      let heading = try #require(guessed.assumedHeading)
      let named = try Self.read("\(heading)\n\(rows)")
      #expect(named.assumedHeading == nil)
      #expect(named.points.map(\.pixel) == guessed.points.map(\.pixel))
      #expect(named.points.map(\.place) == guessed.points.map(\.place))
      #expect(named.points.map(\.label) == guessed.points.map(\.label))
    }
  }

  @Test func `metres need a system, which the file or the caller names`() throws {
    let text = "X,Y,E,N\n10,20.5,-8538761.2073,4477440.4458\n3000,1999,-8537417.1,4476774.4\n"
    let mercator = try Self.read(text, .mercator)
    // The corner whose degrees and metres are both known.
    #expect(abs(mercator.points[0].place.longitude + 76.704997) < 1e-8)
    #expect(abs(mercator.points[0].place.latitude - 37.274518) < 1e-8)
    #expect(
      try Self.read("#CRS: EPSG:3857\n" + text).points.map(\.place) == mercator.points.map(\.place))
    #expect(
      throws: ControlPointError.unknownUnit(
        columns: ["E", "N"], line: 2, found: ["-8538761.2073", "4477440.4458"])
    ) { try Self.read(text) }
  }

  @Test(arguments: [
    (
      "1,2,3,4\n5,6,7,8\n",
      ControlPointError.noHeading(line: 1, found: ["1", "2", "3", "4"])
    ),
    (
      "10,20,585000,4512000\n30,40,586000,4511000\n",
      .noHeading(line: 1, found: ["10", "20", "585000", "4512000"])
    ),
    (
      "1000,500,1000,600\n30,40,70,50\n",
      .noHeading(line: 1, found: ["1000", "500", "1000", "600"])
    ),
    ("a,b,c,d\n1,2,3,4\n", .missingColumn("pixel_x", found: ["a", "b", "c", "d"])),
    ("x,y\n1,2\n", .missingColumn("pixel_x", found: ["x", "y"])),
    ("x,y,lon\n1,2,3\n", .missingColumn("lat", found: ["x", "y", "lon"])),
    (
      "mapX,sourceX,sourceY\n1,2,3\n",
      .missingColumn("mapY", found: ["mapX", "sourceX", "sourceY"])
    ),
    ("x,y,x,lat,lon\n1,2,3,4,5\n", .repeatedColumn("x")),
    ("#x,y,lon,lat\n", .noPoints),
    (
      "x,y,lon,lat,enable\n1,2,3,4,perhaps\n",
      .notASwitch(line: 2, column: "enable", found: "perhaps")
    ),
    ("x;y;lon;lat\n1;2;3,5;4\n", .decimalComma(line: 2, column: "lon", found: "3,5")),
    ("#x,y,lon,lat\n1,2,3\n", .fieldCount(line: 2, found: 3, expected: 4)),
  ])
  func `what is not clear is told`(text: String, error: ControlPointError) {
    #expect(throws: error) { try Self.read(text) }
  }

  @Test func `source coordinates that are places are told as that`() throws {
    // What QGIS writes of a picture that was georeferenced before, in degrees and in metres.
    let degrees = "mapX,mapY,sourceX,sourceY\n12.5,41.9,12.5,41.9\n12.6,41.8,12.61,41.8\n"
    #expect(
      throws: ControlPointError.outside(
        x: 12.5...12.61, y: 41.8...41.9, areMapCoordinates: true, isGIS: true)
    ) { try Self.read(degrees) }
    let metres = "mapX,mapY,sourceX,sourceY\n12.5,41.9,291000,4640000\n12.6,41.8,299000,4630000\n"
    #expect(
      throws: ControlPointError.outside(
        x: 291_000...299_000, y: 4_630_000...4_640_000, areMapCoordinates: false, isGIS: true)
    ) { try Self.read(metres) }
    let far = "pixel_x,pixel_y,lon,lat\n-12000,100,1,2\n12000,100,3,2\n"
    #expect(
      throws: ControlPointError.outside(
        x: -12000...12000, y: 100...100, areMapCoordinates: false, isGIS: false)
    ) { try Self.read(far) }
    let beside = "pixel_x,pixel_y,lon,lat\n-1200,100,1,2\n12000,100,3,2\n"
    #expect(try Self.read(beside).points.count == 2)
  }

  @Test(arguments: [
    ("pixel_x,pixel_y,lon,lat\n1,2,3,4\n", "pixel_x,pixel_y,lat,lon"),
    ("lat,x,y,lon,note\n1,2,3,4,5\n", "lon,x,y,lat,note"),
    ("mapX,mapY,sourceX,sourceY\n1,2,3,-4\n", "mapY,mapX,sourceX,sourceY"),
    ("1000,500,3,4\n", "pixel_x,pixel_y,lat,lon"),
  ])
  func `the heading with swapped degrees swaps them`(text: String, heading: String) throws {
    let file = try Self.read(text)
    #expect(file.swappedHeading == heading)
    let rows =
      text.contains("x") || text.contains("X") ? text.drop { $0 != "\n" }.dropFirst() : text[...]
    let swapped = try Self.read("\(heading)\n\(rows)")
    #expect(swapped.points[0].place == file.points[0].place.latitudeFirst)
    #expect(swapped.points[0].pixel == file.points[0].pixel)
  }
}
