import Foundation
import QuillCore
import QuillTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct GPXTests {
  static let small = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a walk > and < back -->
    <!DOCTYPE gpx [ <!ENTITY x "]>"> ]>
    <g:gpx version='1.1' xmlns:g="http://www.topografix.com/GPX/1/1" creator="a>b">
      <g:wpt lat=" 1.5 " lon="-2e0"><g:name><![CDATA[<trk>]]></g:name></g:wpt>
      <g:rte><g:rtept lon="4" lat="3"/><g:rtept lat="5" lon="6"></g:rtept></g:rte>
      <g:trk><g:trkseg><g:trkpt lat="+7" lon="8"><ele>9</ele></g:trkpt></g:trkseg><g:trkseg/></g:trk>
      <g:trk><g:trkseg><g:trkpt lat="10" lon="11"/><g:trkpt lat="12" lon="13"/></g:trkseg></g:trk>
      <g:extensions><g:wpt lat="80" lon="80"/></g:extensions>
    </g:gpx>
    """

  private func read(_ text: String) throws -> GPX { try GPX(parsing: Array(text.utf8)) }

  private func at(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
    try Coordinate(longitude: longitude, latitude: latitude)
  }

  @Test("Tracks, segments, routes and waypoints are read apart")
  func kinds() throws {
    let walk = try read(Self.small)
    #expect(walk.waypoints == [try at(-2, 1.5)])
    #expect(walk.routes == [[try at(4, 3), try at(6, 5)]])
    #expect(
      walk.tracks == [
        GPX.Track(segments: [[try at(8, 7)], []]),
        GPX.Track(segments: [[try at(11, 10), try at(13, 12)]]),
      ])
    #expect(!walk.isEmpty)
    #expect(try read("<gpx><trk><trkseg/></trk></gpx>").isEmpty)
  }

  @Test("Segments are not joined, and a segment of one place is that place")
  func segments() throws {
    let text = """
      <gpx><trk><trkseg><trkpt lat="1" lon="1"/></trkseg>\
      <trkseg><trkpt lat="1" lon="91"/><trkpt lat="1" lon="92"/></trkseg></trk></gpx>
      """
    let found = TileCoverage.tiles(covering: Shape(try read(text)), at: 5)
    #expect(found.map(\.description) == ["5/16/15", "5/24/15"])
  }

  @Test(
    "Files of many receivers and programs hold the places that an XML library finds",
    arguments: try Fixture.rows("tracks/expected.tsv"))
  func files(_ row: [String]) throws {
    let bytes = try Fixture.bytes("tracks/\(row[0])")
    let walk = try GPX(parsing: bytes)
    let counts = [
      walk.tracks.count, walk.tracks.map(\.segments.count).reduce(0, +),
      walk.tracks.flatMap(\.segments).joined().count, walk.routes.count,
      walk.routes.joined().count, walk.waypoints.count,
    ]
    #expect(counts == row[2...7].compactMap { Int($0) })
    let places = walk.waypoints + walk.routes.joined() + walk.tracks.flatMap(\.segments).joined()
    let listed = XMLPlaces(bytes)
    #expect(Set(places) == Set(listed.places))
    #expect(places.count == listed.places.count)
    let latitudes = places.map(\.latitude)
    #expect(latitudes.min() == Double(row[9]) && latitudes.max() == Double(row[11]))
  }

  @Test("A file in UTF-16 is read like the same in UTF-8")
  func wide() throws {
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = [UInt8](try #require(Self.small.data(using: encoding)))
      #expect(try GPX(parsing: bytes) == (try read(Self.small)))
    }
  }

  @Test("Every beginning of a document is refused")
  func prefixes() {
    let whole = Array(Self.small.utf8)
    for length in whole.indices {
      #expect(throws: GPXError.self) { try GPX(parsing: Array(whole[..<length])) }
    }
  }

  @Test("A document with any one byte changed is read or refused, never trapped on")
  func damage() {
    let whole = Array(Self.small.utf8)
    var random = SeededGenerator(seed: 9)
    for place in whole.indices {
      var damaged = whole
      damaged[place] = UInt8.random(in: 0...255, using: &random)
      if let walk = try? GPX(parsing: damaged) {
        #expect(TileCoverage.tiles(covering: Shape(walk), at: 4).zoom == 4)
      }
    }
  }

  static let faults: [(String, GPXError)] = [
    ("", .syntax(line: 1, column: 1, expected: "a tag")),
    ("{}", .syntax(line: 1, column: 1, expected: "a tag")),
    ("<kml/>", .notGPX(root: "kml")),
    ("<gpx>\n<trk></gpx>", .syntax(line: 2, column: 6, expected: "</trk>")),
    ("<gpx/><gpx/>", .syntax(line: 1, column: 7, expected: "the end")),
    (
      #"<gpx><wpt lat="1"/></gpx>"#, .lacks(attribute: "lon", place: .waypoint(1))
    ),
    (
      #"<gpx><rte><rtept lat="1" lon="2"/><rtept lat="45,7" lon="2"/></rte></gpx>"#,
      .decimalComma(attribute: "lat", found: "45,7", place: .routePoint(2, route: 1))
    ),
    (
      #"<gpx><trk/><trk><trkseg><trkpt lat="95" lon="2"/></trkseg></trk></gpx>"#,
      .offTheGlobe(
        .latitudeOffTheGlobe(95, swapped: true), place: .trackPoint(1, segment: 1, track: 2))
    ),
    (
      #"<gpx><wpt lat="nan" lon="2"/></gpx>"#,
      .notANumber(attribute: "lat", found: "nan", place: .waypoint(1))
    ),
    (
      #"<gpx><wpt lat="42.3888" lon=" 2,5E1 "/></gpx>"#,
      .decimalComma(attribute: "lon", found: "2,5E1", place: .waypoint(1))
    ),
    (
      #"<gpx><wpt lat="" lon="2"/></gpx>"#,
      .notANumber(attribute: "lat", found: "", place: .waypoint(1))
    ),
    (
      #"<gpx><wpt lat="42,388,8" lon="2"/></gpx>"#,
      .notANumber(attribute: "lat", found: "42,388,8", place: .waypoint(1))
    ),
    (#"<gpx><wpt lon="2"/></gpx>"#, .lacks(attribute: "lat", place: .waypoint(1))),
    (
      #"<gpx><wpt lat="1" lon="180.5"/></gpx>"#,
      .offTheGlobe(.longitudeOffTheGlobe(180.5), place: .waypoint(1))
    ),
  ]

  @Test("What is wrong is told with the place where it is", arguments: faults)
  func fault(_ text: String, _ error: GPXError) {
    #expect(throws: error) { try read(text) }
  }

  @Test("Deep nesting is refused, and entities are not expanded")
  func hostile() throws {
    #expect(throws: GPXError.self) {
      try read("<gpx>" + String(repeating: "<a>", count: 1_000_000))
    }
    let entity =
      #"<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]><gpx><name>&a;</name></gpx>"#
    #expect(try read(entity).isEmpty)
  }
}

/// The places of a GPX file as the XML parser of Foundation finds them.
private final class XMLPlaces: NSObject, XMLParserDelegate {
  private(set) var places: [Coordinate] = []

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(stream: InputStream(data: Data(bytes)))
    parser.delegate = self
    _ = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard ["trkpt", "rtept", "wpt"].contains(name),
      let latitude = attributes["lat"].flatMap({ Double($0) }),
      let longitude = attributes["lon"].flatMap({ Double($0) }),
      let place = try? Coordinate(longitude: longitude, latitude: latitude)
    else { return }
    places.append(place)
  }
}
