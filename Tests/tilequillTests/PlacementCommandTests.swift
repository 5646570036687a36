import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// `tilequill slice` with each way to say where a drawing lies.
@Suite("tilequill slice, placing")
struct PlacementCommandTests {
  private let folder: SliceFolder
  private static let around = 40_075_016.685_578_49

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 300, height: 200) { x, y in
      x < 40 && y < 30 ? [0, 0, 0, 0] : [UInt8(x / 2), UInt8(y), 77, 255]
    }
  }

  /// Runs the program, which has to do its work, and gives what it told.
  @discardableResult
  private func run(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.errors
  }

  /// The files of a folder that are tiles.
  private func tiles(_ name: String) throws -> [String: [UInt8]] {
    let tiles = try folder.tree(name).filter { $0.key.hasSuffix(".png") }
    #expect(!tiles.isEmpty)
    return tiles
  }

  /// Six lines that put the drawing's corner on that of tile 10/300/400, pixel for pixel; the
  /// middle of the first pixel lies half a pixel further in.
  private static func lines(shift: Double = 0.5) -> String {
    let pixel = around / Double(256 << 10)
    let east = (300 * 256 + shift) * pixel - around / 2
    let north = around / 2 - (400 * 256 + shift) * pixel
    return [pixel, 0, 0, -pixel, east, north].map { String(format: "%.10f\n", $0) }.joined()
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  @Test("A world file beside the drawing is found by itself", arguments: ["pgw", "pngw", "wld"])
  func sidecar(ending: String) throws {
    try run("slice map.png wanted --at 10/300/400")
    try write(Self.lines(), to: "map.\(ending)")
    let told = try run("slice map.png out")
    #expect(told.contains("map.\(ending), taken as metres of web maps (--crs settles it)"))
    #expect(try tiles("out") == tiles("wanted"))
    let named = try run("slice map.png named --world-file map.\(ending) --crs 3857")
    #expect(!named.contains("taken as"))
    #expect(try tiles("named") == tiles("wanted"))
    // Taken for the corner, the same numbers would be half a pixel off.
    try write(Self.lines(shift: 0), to: "map.\(ending)")
    try run("slice map.png off")
    #expect(try tiles("off") != tiles("wanted"))
  }

  @Test("What GDAL wrote beside a drawing is read", arguments: ["degrees", "mercator"])
  func auxiliary(name: String) throws {
    let wld = try Fixture.bytes("placement/gdal-\(name).wld")
    let xml = try Fixture.bytes("placement/gdal-\(name).aux.xml")
    try folder.write(wld, to: "place.txt")
    let file = try run("slice map.png file --world-file place.txt")
    try folder.write(xml, to: "map.png.aux.xml")
    let told = try run("slice map.png beside")
    #expect(told.contains("map.png.aux.xml"))
    // One gives the corner in 16 digits, the other the middle in 10: the same place to a
    // thousandth of a pixel.
    let (one, two) = (try tiles("file"), try tiles("beside"))
    #expect(Set(one.keys) == Set(two.keys))
    #expect(file.contains(name == "degrees" ? "taken as degrees" : "metres of web maps"))
    #expect(told.contains("rotating") == (name == "mercator"), "turned ones are warped")
  }

  @Test func `a system that is neither is refused with the command that helps`() throws {
    try folder.write(try Fixture.bytes("placement/gdal-utm.aux.xml"), to: "map.png.aux.xml")
    try expectRefusal("slice map.png out", "map.png.aux.xml", "EPSG:32618", "gdalwarp -t_srs")
    try write(Self.lines(), to: "map.wld")
    try expectRefusal("slice map.png out --crs 32618", "--crs", "EPSG:32618", "gdalwarp -t_srs")
  }

  private func expectRefusal(
    _ line: String, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.names
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2), sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    for part in parts {
      #expect(outcome.errors.contains(part), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    #expect(try folder.names == before, sourceLocation: sourceLocation)
    #expect(
      outcome.errors.split(separator: "\n").count { !$0.hasPrefix("  ") } == 1,
      "\(outcome.errors)", sourceLocation: sourceLocation)
  }

  @Test(
    "A file that counts rows upwards, or has no size, is refused by name",
    arguments: [
      ("10\n0\n0\n10\n0\n0\n", "mirrors the drawing"), ("-10\n0\n0\n-10\n0\n0\n", "mirrors"),
      ("0\n0\n0\n0\n0\n0\n", "no size"), ("10\n0\n0\n-10\n0\n", "expected six numbers"),
      ("10,5\n0\n0\n-10\n0\n0\n", "decimal comma"), ("", "six numbers"),
    ])
  func worldFile(text: String, reason: String) throws {
    try write(text, to: "map.wld")
    try expectRefusal("slice map.png out", "map.wld: ", reason)
    try expectRefusal("slice map.png out --world-file map.wld", "map.wld: ", reason)
  }

  /// The corners of a drawing that lies on tile 10/300/400 and around.
  private static let corners: [(x: Double, y: Double)] = [
    (0, 0), (300, 0), (0, 200), (300, 200),
  ]

  private static func place(_ x: Double, _ y: Double) -> (longitude: Double, latitude: Double) {
    let (u, v) = ((300 * 256 + x) / 262_144, (400 * 256 + y) / 262_144)
    return (u * 360 - 180, atan(sinh(.pi * (1 - 2 * v))) * 180 / .pi)
  }

  private static func table(
    _ points: [(x: Double, y: Double)], scaledBy scale: (x: Double, y: Double) = (1, 1),
    moved: Double = 0
  ) -> String {
    points.enumerated().reduce("pixel_x,pixel_y,lon,lat\n") { text, point in
      let place = place(point.1.x, point.1.y)
      let x = point.1.x * scale.x + (point.0 == 4 ? moved : 0)
      return text + "\(x),\(point.1.y * scale.y),\(place.longitude),\(place.latitude)\n"
    }
  }

  @Test func `points in pixels, in fractions and from QGIS place alike`() throws {
    try write(Self.table(Self.corners), to: "pixels.csv")
    try write(
      Self.table(Self.corners, scaledBy: (1 / 300.0, 1 / 200.0)), to: "parts.csv")
    let rows = Self.corners.map { corner in
      let place = Self.place(corner.x, corner.y)
      let east = (place.longitude / 360) * Self.around
      let north = (0.5 - (400 * 256 + corner.y) / 262_144) * Self.around
      return "\(east),\(north),\(corner.x),\(-corner.y),1,0,0,0\n"
    }
    try write(
      "#CRS: EPSG:3857\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n" + rows.joined()
        + "1,2,3,-4,0,0,0,0\n", to: "map.points")
    _ = try run("slice map.png exact --at 10/300/400 --zoom 8-10")
    let exact = try tiles("exact").mapValues(Self.pixels)
    try #require(exact.count == 4)
    for kind in ["auto", "similarity", "projective", "tps"] {
      for file in ["pixels.csv", "parts.csv", "map.points"] {
        let out = "\(kind)-\(file.prefix(5))"
        let told = try run("slice map.png \(out) --points \(file) --transform \(kind) --zoom 8-10")
        #expect(told.contains("through 4 points: off by 0.0 pixels"))
        #expect(told.contains("its own zoom is 10"))
        let tiles = try tiles(out).mapValues(Self.pixels)
        #expect(Set(tiles.keys) == Set(exact.keys))
        for (name, pixels) in exact {
          let most = zip(pixels, tiles[name] ?? []).map { abs(Int($0) - Int($1)) }.max()
          #expect(most ?? 255 <= 2, "\(out), \(name)")
        }
      }
    }
  }

  private static func pixels(of file: [UInt8]) throws -> [UInt8] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    _ = try reader.read(file.span, into: &pixels)
    return pixels
  }

  @Test func `residuals are told, the worst first`() throws {
    let points = Self.corners + [(150, 100)]
    try write(Self.table(points, moved: 50), to: "map.csv")
    let told = try run("slice map.png out --points map.csv")
    let lines = told.split(separator: "\n").filter { $0.contains("off by") }
    #expect(lines.count == 6)
    #expect(lines.first?.contains("line 6: off by 40.0 pixels") == true, "\(told)")
    #expect(lines.first?.contains(" metres") == true)
    #expect(lines.last?.contains("affine through 5 points") == true)
    #expect(lines.last?.contains("RMS") == true)
    let sizes = lines.dropLast().compactMap { line in
      line.split(separator: " ").compactMap { Double($0) }.first
    }
    #expect(sizes == sizes.sorted(by: >))
  }

  static let badPoints: [(text: String, kind: String, reason: String)] = [
    ("pixel_x,pixel_y,lon,lat\n10,10,1,3\n", "auto", "has 1 point (expected at least 2"),
    (
      "pixel_x,pixel_y,lon,lat\n10,10,1,3\n90,80,2,2\n", "affine",
      "has 2 points (expected at least 3"
    ),
    (
      "pixel_x,pixel_y,lon,lat\n10,10,1,3\n90,90,2,2\n170,170,3,1\n", "auto", "along one line"
    ),
    ("pixel_x,pixel_y,lon,lat\n10,10,1,3\n10,10,2,2\n170,100,3,1\n", "auto", "map.csv: "),
    (
      "pixel_x,pixel_y,lon,lat\n0,0,1,1\n300,0,4,1\n0,200,1,3\n", "auto", "mirror the drawing"
    ),
    (
      "pixel_x,pixel_y,lon,lat\n0,0,1,3\n300,0,4,3\n0,200,1,1\n", "projective",
      "has 3 points (expected at least 4"
    ),
    ("pixel_x,pixel_y,lon\n0,0,1\n", "auto", "has no column lat"),
    ("pixel_x,pixel_y,lon,lat\n0,0,1,x\n", "auto", "line 2: lat is 'x'"),
    ("pixel_x,pixel_y,lon,lat\n", "auto", "has no points"), ("", "auto", "has no header"),
  ]

  @Test("Points that place nothing are refused with their file's name", arguments: badPoints)
  func points(text: String, kind: String, reason: String) throws {
    try write(text, to: "map.csv")
    try expectRefusal(
      "slice map.png out --points map.csv --transform \(kind)", "tilequill: map.csv: ", reason)
  }

  @Test(
    "Two placements are refused with both names",
    arguments: [
      ("--at 5/1/1", "--plain"), ("--bounds 1,2,3,4", "--center 1,2 --width 3km"),
      ("--points a.csv", "--world-file b.wld"), ("--plain", "--bounds 1,2,3,4"),
    ])
  func exclusive(one: String, two: String) throws {
    try expectRefusal(
      "slice map.png out \(one) \(two)", "'\(one.prefix { $0 != " " })'",
      "'\(two.prefix { $0 != " " })'", "cannot go together")
  }

  @Test(
    "Half a placement, or a word without effect, is refused",
    arguments: [
      ("--rotate 10", "'--rotate' would have no effect"),
      ("--at 5/1/1 --rotate 10", "'--rotate' would have no effect"),
      ("--width 10m", "'--width' would have no effect"),
      ("--bounds 1,2,3,4 --width 10m", "'--width' would have no effect"),
      ("--drawn-in geographic", "'--drawn-in' would have no effect"),
      ("--at 5/1/1 --drawn-in geographic", "'--drawn-in' would have no effect"),
      ("--plain --crs 3857", "'--crs' would have no effect"),
      ("--at 5/1/1 --transform tps", "'--transform' would have no effect"),
      ("--center 1,2", "'--width' is needed"),
      ("--center 1,2 --width 0", "metres wide (expected more than 0"),
      ("--center 1,89 --width 1km", "latitude"),
      ("--center 1,2 --width 1km --rotate north", "an angle in degrees"),
      ("--bounds 3,2,3,4", "no width"), ("--bounds 1,86,2,87", "map.png"),
      ("--center 1,2 --width 1mm", "--width"), ("--center 1,2 --width 0.001m", "any zoom"),
      ("--center 1,2 --width 50000km", "--width: found"), ("", "it is not said where"),
      ("--points none.csv", "none.csv: does not exist"),
      ("--world-file none.wld", "none.wld: does not exist"),
      ("--plain --background #12", "is not a colour"),
      ("--plain --background none.png", "none.png"),
    ])
  func refusals(options: String, reason: String) throws {
    try expectRefusal("slice map.png out \(options)", reason)
  }

  @Test func `a box of whole tiles gives the bytes of --at`() throws {
    try folder.draw("whole.png", width: 512, height: 256) { x, y in
      [UInt8(x / 2), UInt8(y), 5, x < 300 ? 255 : 90]
    }
    let (northWest, southEast) = (Self.place(0, 0), Self.place(512, 256))
    try run("slice whole.png at --at 10/300/400")
    try run(
      "slice whole.png box --bounds \(northWest.longitude),\(southEast.latitude),"
        + "\(southEast.longitude),\(northWest.latitude)")
    #expect(try tiles("at") == tiles("box"))
  }

  @Test(
    "A drawing of another shape than its box is told so",
    arguments: [
      ("1000x394", true), ("1000x495", false),
    ])
  func squashed(size: String, isTold: Bool) throws {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    try folder.drawBits("town.png", width: sides[0], height: sides[1]) { 0x5A }
    let told = try run(
      "slice town.png out --bounds -76.704997,37.269758,-76.692923,37.274518 --dry-run")
    #expect(told.contains("stretched") == isTold, "\(told)")
    // The two shapes: 1000 / 394, and that of the box on the map.
    if isTold { #expect(told.contains("2.5381") && told.contains("2.0185")) }
  }

  @Test func `zooms deeper than the drawing's own are told once, with it`() throws {
    let told = try run("slice map.png out --at 10/300/400 --zoom 9-13")
    let lines = told.split(separator: "\n").filter { $0.contains("enlarged") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("deeper than 10 ") == true)
    #expect(
      Set(try tiles("out").keys.map { $0.prefix { $0 != "/" } }) == ["9", "10", "11", "12", "13"])
    let shallow = try run("slice map.png low --at 10/300/400 --zoom 9-10")
    #expect(!shallow.contains("enlarged"))
    #expect(try tiles("low") == tiles("out").filter { ["9/", "10"].contains($0.key.prefix(2)) })
  }

  @Test func `the place, the box, the zoom and the tiles are told before`() throws {
    let told = try run("slice map.png out --center 12.5,41.9 --width 1.5km --rotate 28")
    #expect(told.contains("placed by --center 12.5,41.9 --width 1500.0m --rotate 28.0"))
    #expect(told.contains("box 12.4"))
    #expect(told.contains("its own zoom is 15; tiles at zoom 14: 4, 15: 9"), "\(told)")
  }

  @Test func `retina pictures and large tiles hold the same pixels`() throws {
    let place = "--bounds -76.704997,37.269758,-76.692923,37.274518 --zoom 14-16"
    try run("slice map.png plain \(place)")
    try run("slice map.png fine \(place) --retina")
    try run("slice map.png large \(place) --tile-size 512")
    let fine = try tiles("fine")
    #expect(try tiles("plain") == fine.filter { !$0.key.contains("@2x") })
    let retina = fine.filter { $0.key.contains("@2x") }
    #expect(!retina.isEmpty)
    for (name, bytes) in retina {
      let partner = name.replacingOccurrences(of: "@2x", with: "")
      #expect(fine[partner] != nil, "\(name)")
      #expect(try tiles("large")[partner] == bytes, "\(name)")
    }
  }

  @Test func `a plain pyramid lies nowhere`() throws {
    try run("slice map.png out --plain")
    #expect(try tiles("out").keys.sorted() == ["0/0/0.png", "1/0/0.png", "1/1/0.png"])
    let metadata = try #require(try folder.json("out/metadata.json"))
    #expect(metadata["bounds"] == nil && metadata["center"] == nil)
  }

  @Test func `the 180th meridian may run through a box`() throws {
    let told = try run("slice map.png out --bounds 176,-19,-178,-16 --zoom 0-9")
    #expect(told.contains("box 176.0,-19.0,-178.0,-16.0"))
    let names = try tiles("out").keys
    #expect(names.contains { $0.hasPrefix("9/511/") } && names.contains { $0.hasPrefix("9/0/") })
    let metadata = try #require(try folder.json("out/metadata.json"))
    #expect("\(metadata["bounds"] ?? "")".contains("176"))
  }

  @Test func `many zooms are counted and refused before any work`() throws {
    try expectRefusal(
      "slice map.png out --bounds 1,2,3,4 --zoom 0-30 --max-tiles 1000",
      "tiles would be written (expected at most 1000)", "--max-tiles ")
    try expectRefusal(
      "slice map.png out --bounds 1,2,3,4 --zoom 0-30", "of memory", "--max-memory ")
  }

  @Test(
    "Any number of jobs writes the same files",
    arguments: [
      "--center 12.5,41.9 --width 1.5km --rotate 28 --retina",
      "--bounds 176,-19,-178,-16 --tile-size 512", "--center 12.5,41.9 --width 1km --rotate -90",
      "--bounds 1,2,3,4 --drawn-in geographic --resample lanczos --shrink lanczos",
    ])
  func jobs(options: String) throws {
    try run("slice map.png one \(options) --jobs 1")
    try run("slice map.png eight \(options) --jobs 8")
    #expect(try folder.tree("one") == folder.tree("eight"))
  }
}
