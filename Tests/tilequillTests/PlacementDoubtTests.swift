import Foundation
import QuillTestSupport
import Testing

/// What is likely meant otherwise gets a notice with the word that mends it, and is never guessed.
@Suite("tilequill, doubts about places")
struct PlacementDoubtTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try folder.drawBits("map.png", width: 760, height: 1000) { 0x5A }
  }

  private func told(
    _ line: String, ending: BuiltProgram.Ending = .exit(0),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == ending, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.errors
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  @Test func `a box with latitude first is asked about, with the flag, and not guessed`() throws {
    let told = try told("slice map.png out --bounds 40.7,-73.9,40.8,-73.8 --dry-run")
    #expect(told.contains("placed by --bounds 40.7,-73.9,40.8,-73.8"))
    #expect(told.contains("Swapped: --bounds -73.9,40.7,-73.8,40.8"), "\(told)")
    let right = try self.told("slice map.png out --bounds -73.9,40.7,-73.8,40.8 --dry-run")
    #expect(!right.contains("wapped") && !right.contains("stretched"), "\(right)")
  }

  @Test(
    "Numbers that only another order makes a box or a place are told with it",
    arguments: [
      ("slice map.png out --bounds 45.4,-122.8,45.6,-122.5", "--bounds -122.8,45.4,-122.5,45.6"),
      ("slice map.png out --bounds 45.4,45.6,-122.8,-122.5", "--bounds -122.8,45.4,-122.5,45.6"),
      ("list --zoom 5 --bounds 40.7,40.8,-73.9,-73.8", "--bounds -73.9,40.7,-73.8,40.8"),
      ("list --zoom 5 --point 45.52,-122.68", "longitude first: -122.68,45.52"),
      ("slice map.png out --center 45.52,-122.68 --width 3km", "longitude first: -122.68,45.52"),
      ("list --zoom 5 --bounds 40,7,-73,9,40,8,-73,8", "decimals after a point"),
      ("list --zoom 5 --point 40,77,-73,97", "decimals after a point"),
    ])
  func orders(line: String, advice: String) throws {
    #expect(try told(line, ending: .exit(2)).contains(advice))
  }

  @Test(
    "A place that is in the box only when one of them is swapped is asked about",
    arguments: [
      "list --zoom 3", "plan --zoom 3", "validate set --zoom 1",
    ])
  func disagreement(command: String) throws {
    _ = try told("slice map.png set --bounds -80,30,-70,45 --zoom 1-3")
    let run = { (area: String) in try folder.run(words("\(command) \(area)")).errors }
    let both = try run("--bounds -74,40.7,-73.8,40.8 --point 40.77,-73.97")
    #expect(
      both.contains("Swapped: --point -73.97,40.77, or --bounds 40.7,-74.0,40.8,-73.8"), "\(both)")
    // No latitude is 122 degrees, so that only the place can be swapped.
    let place = try run("--bounds 100,10,120,30 --point 20,85 --point 25,88")
    #expect(!place.contains("wapped"), "neither order agrees: \(place)")
    let one = try run("--bounds 80,10,120,30 --point 20,85 --point 25,88")
    #expect(one.contains("Swapped: --point 85.0,20.0 --point 88.0,25.0"), "\(one)")
    #expect(!one.contains("or --bounds"))
    for area in [
      "--bounds -74,40.7,-73.8,40.8 --point -73.9,40.77",
      "--bounds -74,40.7,-73.8,40.8 --point 10,20",
      "--bounds -74,40.7,-73.8,40.8",
    ] {
      #expect(!(try run(area)).contains("wapped"), "\(area)")
    }
  }

  @Test(
    "The place is told in words, and where to see it",
    arguments: [
      ("54.18,7.89", "around 54.18°E 7.89°N", "7.89/54.18"),
      ("-73.97,40.78", "around 73.97°W 40.78°N", "40.78/-73.97"),
      ("-46.6,-23.5", "around 46.6°W 23.5°S", "-23.5/-46.6"),
      ("28.2,-25.7", "around 28.2°E 25.7°S", "-25.7/28.2"),
    ])
  func inWords(center: String, place: String, end: String) throws {
    let told = try told("slice map.png out --center \(center) --width 5km --dry-run")
    #expect(told.contains(place), "\(told)")
    // 5 km are an eighth of a tile at zoom 10, and three tiles of zoom 14 at the equator.
    let level = told.split(separator: "#map=").dropFirst().first?.split(separator: "/").first
    #expect(told.contains("https://www.openstreetmap.org/#map=\(level ?? "")/\(end)"), "\(told)")
    #expect(level.flatMap { Int($0) }.map { (13...15).contains($0) } ?? false, "\(told)")
    #expect(!(try self.told("slice map.png out --plain --dry-run")).contains("openstreetmap"))
  }

  @Test(arguments: [("5", true), ("80", true), ("5m", false), ("5km", false), ("800", false)])
  func `a width of a few metres without a unit gets a doubt`(width: String, isDoubted: Bool) throws
  {
    let told = try told("slice map.png out --center 12.5,41.9 --width \(width) --dry-run")
    #expect(told.contains("for kilometres: --width \(width)km") == isDoubted, "\(told)")
  }

  @Test func `a pixel finer than anybody draws gets a doubt, however it was placed`() throws {
    try write("1e-8\n0\n0\n-1e-8\n12.5\n41.9\n", to: "fine.wld")
    let told = try told("slice map.png out --world-file fine.wld --zoom 12 --dry-run")
    #expect(told.contains("a pixel is 0.83 mm wide on the ground"), "\(told)")
  }

  @Test(arguments: ["--width 6km", "--update --width 6km", "--bounds 1,2,3,4 --width 6km"])
  func `a width alone says what it needs`(options: String) throws {
    #expect(
      try told("slice map.png out \(options)", ending: .exit(2)).contains("--width needs --center"))
  }

  @Test func `a stretched drawing of no place is told of --plain`() throws {
    #expect(try told("slice map.png out --bounds 0,0,50,20 --dry-run").contains("takes --plain"))
  }

  /// Points 20 metres a pixel around the equator's meeting with Greenwich, where degrees are metres;
  /// the third is `off` pixels away from where it should be.
  private func putPoints(_ count: Int, off: Double) throws {
    let pixels = [(50.0, 60.0), (700, 80), (400, 500), (60, 900), (720, 950), (300, 200)]
    var text = "name,pixel_x,pixel_y,lon,lat\n"
    for (index, pixel) in pixels.prefix(count).enumerated() {
      let degrees = 20.0 / 111_319.490793
      let x = pixel.0 + (index == 2 ? off : 0)
      text += "p\(index + 1),\(x),\(pixel.1),\(pixel.0 * degrees),\(-pixel.1 * degrees)\n"
    }
    try write(text, to: "map.csv")
  }

  @Test(arguments: [4, 6])
  func `a poor fit names the point that spoils it, and what it would be without`(count: Int) throws
  {
    try putPoints(count, off: 300)
    let told = try told("slice map.png out --points map.csv --dry-run")
    #expect(told.contains("the points fit poorly; check p3: without it"), "\(told)")
    #expect(told.contains("through the other \(count - 1) leaves 0.0 pixels"), "\(told)")
    try putPoints(count, off: 3)
    #expect(!(try self.told("slice map.png out --points map.csv --dry-run")).contains("poorly"))
  }

  @Test func `a fit that is off by an absurd part of the drawing is refused`() throws {
    try putPoints(6, off: 2500)
    let told = try told("slice map.png out --points map.csv", ending: .exit(2))
    #expect(told.contains("map.csv: the points do not place the drawing"), "\(told)")
    #expect(told.contains("Check p3: without it affine through the other 5 leaves 0.0 pixels"))
    #expect(try folder.names == ["map.csv", "map.png"])
  }

  @Test(
    "A GPX file says what is wrong with a number",
    arguments: [
      (#"lat="42,3888" lon="1""#, "lat is '42,3888' with a decimal comma (expected '42.3888')"),
      (#"lat="x" lon="1""#, "lat is 'x', not a number"), (#"lon="1""#, "has no lat"),
      (#"lat="1" lon="""#, "lon is empty"),
    ])
  func gpx(attributes: String, fault: String) throws {
    try write("<gpx><trk><trkseg><trkpt \(attributes)/></trkseg></trk></gpx>", to: "walk.gpx")
    let told = try told("list --route walk.gpx --zoom 5", ending: .exit(2))
    #expect(
      told.contains("walk.gpx: track 1, segment 1, point 1") && told.contains(fault), "\(told)")
    #expect(!told.contains("longitude before latitude"))
  }

  @Test(
    "A GeoJSON file with texts for numbers says so",
    arguments: [
      (#"["12,5", 41]"#, "the text \"12,5\" with a decimal comma (expected 12.5"),
      (#"[12.5, "41.9"]"#, "the text \"41.9\" (expected a number, without quotes)"),
      (#"["east", 1]"#, "the text \"east\""),
    ])
  func geoJSON(position: String, fault: String) throws {
    try write(#"{"type": "Point", "coordinates": \#(position)}"#, to: "place.geojson")
    let told = try told("list --area place.geojson --zoom 5", ending: .exit(2))
    #expect(told.contains(fault) && !told.contains("is not JSON"), "\(told)")
  }
}
