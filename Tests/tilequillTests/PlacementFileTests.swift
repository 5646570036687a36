import Foundation
import QuillTestSupport
import Testing

/// Files that say where a drawing lies, as other programs and people write them.
@Suite("tilequill slice, placing by files of others")
struct PlacementFileTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 300, height: 200) { x, y in
      x < 40 && y < 30 ? [0, 0, 0, 0] : [UInt8(x / 2), UInt8(y), 77, 255]
    }
  }

  @discardableResult
  private func run(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.errors
  }

  private func refusal(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let before = try folder.names
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(try folder.names == before, sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix("  ") } == 1, sourceLocation: sourceLocation)
    return outcome.errors
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  private func tiles(_ name: String) throws -> [String: [UInt8]] {
    let tiles = try folder.tree(name).filter { $0.key.hasSuffix(".png") }
    #expect(!tiles.isEmpty)
    return tiles
  }

  /// Rows of a table of three corners: x, y, longitude, latitude.
  private static let rows = ["0,0,12,42", "300,0,12.15,42", "0,200,12,41.926"]

  private static func table(_ heading: String, _ order: [Int] = [0, 1, 2, 3]) -> String {
    rows.reduce(heading + "\n") { text, row in
      let fields = row.split(separator: ",")
      return text + order.map { String(fields[$0]) }.joined(separator: ",") + "\n"
    }
  }

  @Test(
    "A file of points beside the drawing is found by itself",
    arguments: ["map.points", "map.png.points"])
  func found(name: String) throws {
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "named.csv")
    try run("slice map.png wanted --points named.csv --transform similarity")
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: name)
    let told = try run("slice map.png out --transform similarity")
    #expect(told.contains("placed by --points \(name) --transform similarity"))
    #expect(try tiles("out") == tiles("wanted"))
    // A word on the command line counts more, and other files are not looked at.
    #expect(!(try run("slice map.png other --at 10/300/400")).contains(name))
    #expect(try tiles("other") != tiles("out"))
  }

  @Test func `of files that disagree the first counts, and a notice names both`() throws {
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "map.points")
    try run("slice map.png wanted")
    // The same place to a hundredth of a pixel in metres, then a file that is 40 pixels off.
    let metres = "55.6597453966\n0\n0\n-55.6597453966\n%\n5160951.72\n"
    try write(
      metres.replacing("%", with: "1335861.7195"), to: "map.pgw")
    let quiet = try run("slice map.png same --dry-run")
    #expect(!quiet.contains("differently"), "\(quiet)")
    try write(metres.replacing("%", with: "1338088.11"), to: "map.pgw")
    try write("<PAMDataset></PAMDataset>", to: "map.png.aux.xml")
    let told = try run("slice map.png out")
    #expect(told.contains("map.png: map.points and map.pgw place it differently, by 40"), "\(told)")
    #expect(told.contains("map.points was taken"))
    #expect(try tiles("out") == tiles("wanted"))
    let named = try run("slice map.png named --world-file map.pgw --dry-run")
    #expect(!named.contains("differently"))
  }

  @Test func `a file beside it that counts less and cannot be read is told, not fatal`() throws {
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "map.points")
    try write("here be dragons\n", to: "map.wld")
    let told = try run("slice map.png out")
    #expect(told.contains("map.wld: ") && told.contains("map.points was taken"), "\(told)")
    try write("here be dragons\n", to: "map.points")
    #expect(try refusal("slice map.png new").contains("map.points: the heading has no column"))
  }

  static let headings: [(heading: String, order: [Int])] = [
    ("#x,y,lon,lat", [0, 1, 2, 3]), ("x,y,longitude,latitude", [0, 1, 2, 3]),
    ("X,Y,E,N", [0, 1, 2, 3]), ("lat,lon,y,x", [3, 2, 1, 0]), ("E,N,X,Y", [2, 3, 0, 1]),
  ]

  @Test("Points under other headings place alike", arguments: headings)
  func heading(heading: String, order: [Int]) throws {
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "wanted.csv")
    try run("slice map.png wanted --points wanted.csv")
    try write(Self.table(heading, order), to: "other.csv")
    try run("slice map.png out --points other.csv")
    #expect(try tiles("out") == tiles("wanted"))
  }

  @Test func `a file without a heading is read where it is clear, and that is told`() throws {
    try write(Self.rows.joined(separator: "\n"), to: "bare.csv")
    let told = try run("slice map.png out --points bare.csv")
    #expect(
      told.contains("bare.csv: has no heading; its columns are taken as pixel_x,pixel_y,lon,lat"))
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "wanted.csv")
    try run("slice map.png wanted --points wanted.csv")
    #expect(try tiles("out") == tiles("wanted"))
    try write("1,2,3,4\n50,60,70,80\n", to: "bare.csv")
    let unclear = try refusal("slice map.png new --points bare.csv")
    #expect(unclear.contains("line 1 names no columns (found 1, 2, 3, 4)"))
    #expect(
      unclear.contains("  Put a line on top that names each column, as: pixel_x,pixel_y,lon,lat"))
  }

  @Test func `swapped columns are told with the line that mends them`() throws {
    try write(Self.table("pixel_x,pixel_y,lat,lon"), to: "map.csv")
    let told = try refusal("slice map.png out --points map.csv")
    #expect(told.contains("map.csv: the points mirror the drawing"))
    #expect(told.contains("With longitude and latitude swapped they fit to 0."))
    #expect(told.contains("let line 1 be pixel_x,pixel_y,lon,lat"))
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "map.csv")
    try run("slice map.png out --points map.csv")
    // Y counted upwards is another fault, and swapping would not help.
    let upwards = "pixel_x,pixel_y,lon,lat\n0,200,12,42\n300,200,12.15,42\n0,0,12,41.926\n"
    try write(upwards, to: "up.csv")
    let mirrored = try refusal("slice map.png new --points up.csv")
    #expect(mirrored.contains("mirror") && !mirrored.contains("swapped they fit"))
  }

  @Test func `two points that lie upright when swapped get a doubt`() throws {
    try write("pixel_x,pixel_y,lat,lon\n0,0,12,42\n300,200,12.15,41.926\n", to: "two.csv")
    let told = try run("slice map.png out --points two.csv")
    #expect(told.contains("may be swapped") && told.contains("line 1 be pixel_x,pixel_y,lon,lat"))
    try write("pixel_x,pixel_y,lon,lat\n0,0,12,42\n300,200,12.15,41.926\n", to: "two.csv")
    #expect(!(try run("slice map.png new --points two.csv")).contains("swapped"))
  }

  @Test func `source coordinates of a picture that was georeferenced are told as that`() throws {
    let heading = "mapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
    let rows = ["12,42", "12.15,42", "12,41.926"].map { "\($0),\($0),1,0,0,0\n" }
    try write(heading + rows.joined(), to: "map.png.points")
    let told = try refusal("slice map.png out")
    #expect(
      told.contains("source x from 12.0 to 12.15, y from 41.926 to 42.0; these are map coord"))
    #expect(told.contains("georeferenced before") && !told.contains("mirror"))
  }

  @Test func `degrees of a system near WGS 84 are taken with a notice`() throws {
    let rows = "\nmapX,mapY,sourceX,sourceY\n12,42,0,0\n12.15,42,300,0\n12,41.926,0,-200\n"
    try write("#CRS: EPSG:4326" + rows, to: "a.points")
    try run("slice map.png wanted --points a.points")
    for code in ["EPSG:4258", "EPSG:7844", "GEOGCRS[\"SIRGAS 2000\",ID[\"EPSG\",4674]]"] {
      try write("#CRS: \(code)" + rows, to: "b.points")
      let told = try run("slice map.png out --points b.points --overwrite")
      #expect(told.contains("b.points: its coordinates are in") && told.contains("taken as WGS 84"))
      #expect(try tiles("out") == tiles("wanted"))
    }
    #expect(!(try run("slice map.png new --points a.points")).contains("taken as WGS 84"))
    let srs = "<SRS>GEOGCS[\"NAD83\",AUTHORITY[\"EPSG\",\"4269\"]]</SRS>"
    try write(
      "<PAMDataset>\(srs)<GeoTransform>12,0.0005,0,42,0,-0.0005</GeoTransform></PAMDataset>",
      to: "map.png.aux.xml")
    #expect(try run("slice map.png aux").contains("map.png.aux.xml: its coordinates are in NAD83"))
    #expect(try run("slice map.png crs --points a.points --crs 4283").contains("taken as WGS 84"))
  }

  @Test func `a national grid gets a remedy for what it is found in`() throws {
    try write("#CRS: EPSG:27700\nmapX,mapY,sourceX,sourceY\n1,2,3,-4\n", to: "a.points")
    let points = try refusal("slice map.png out --points a.points")
    #expect(points.contains("EPSG:27700") && points.contains("Target CRS to EPSG:4326"))
    #expect(!points.contains("gdalwarp"))
    try write("X,Y,E,N\n0,0,500000,200000\n300,0,501000,200000\n", to: "grid.csv")
    let grid = try refusal("slice map.png out --points grid.csv")
    #expect(grid.contains("line 2: E, N are no degrees (found 500000, 200000)"))
    #expect(grid.contains("#CRS: EPSG:3857") && grid.contains("gdaltransform"))
    let named = try refusal("slice map.png out --points grid.csv --crs 27700")
    #expect(named.contains("gdalwarp -t_srs EPSG:3857 -s_srs EPSG:27700 -dstalpha"))
  }

  @Test func `options that a file of points leaves without effect are refused`() throws {
    try write(Self.table("pixel_x,pixel_y,lon,lat"), to: "map.csv")
    #expect(
      try refusal("slice map.png out --points map.csv --crs 3857").contains("'--crs' would have"))
    #expect(
      try refusal("slice map.png out --transform tps").contains("no points place the drawing"))
  }
}
