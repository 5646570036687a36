import QuillCore
import QuillTestSupport
import Testing

@Suite struct CoordinateTests {
  @Test(arguments: [
    ("-73.97,40.77", -73.97, 40.77), ("40.77N,73.97W", -73.97, 40.77),
    ("73.97W,40.77N", -73.97, 40.77), ("33.5s,151.2e", 151.2, -33.5),
    ("geo:40.77,-73.97", -73.97, 40.77), ("GEO:40.77,-73.97", -73.97, 40.77),
    ("geo:40.77,-73.97,12.5", -73.97, 40.77), ("geo:40.77,-73.97;u=35", -73.97, 40.77),
    ("geo:40.77,-73.97?z=14", -73.97, 40.77), ("0,0", 0, 0), ("-180,-90", -180, -90),
    ("180,90", 180, 90), (" 1 , 2 ", 1, 2), ("1e-3,+2.5", 0.001, 2.5), (".5,5.", 0.5, 5),
    ("40.77 N, 73.97 W", -73.97, 40.77), ("0S,0W", 0, 0),
  ])
  func `a point is read in each of its spellings`(
    text: String, longitude: Double, latitude: Double
  ) throws {
    let place = try Coordinate(parsing: text)
    #expect(place.longitude == longitude)
    #expect(place.latitude == latitude)
    #expect(!"\(place)".contains("-0.0"))
  }

  @Test(arguments: [
    ("nan,0", GeographyError.notANumber("nan")), ("0,inf", .notANumber("inf")),
    ("-infinity,0", .notANumber("-infinity")), ("0x10,0", .notANumber("0x10")),
    ("0x1p3,0", .notANumber("0x1p3")), ("1e999,0", .notANumber("1e999")),
    ("", .notANumber("")), ("here,there", .notANumber("here")), ("1٫5,0", .notANumber("1٫5")),
    ("١,٢", .notANumber("١")), ("−73,40", .notANumber("−73")), ("1.2.3,0", .notANumber("1.2.3")),
    ("1 2,0", .notANumber("1 2")), ("N,W", .notANumber("N")), ("0,0\n", .notANumber("0\n")),
    ("1,", .strayComma("1,")), (",1", .strayComma(",1")), (",", .strayComma(",")),
    ("1, ,2", .strayComma("1, ,2")),
    ("1", .malformedPoint("1")), ("1,2,3", .malformedPoint("1,2,3")),
    ("1N,2N", .malformedPoint("1N,2N")), ("1N,2", .malformedPoint("1N,2")),
    ("geo:1", .malformedPoint("geo:1")), ("geo:1N,2E", .malformedPoint("geo:1N,2E")),
    ("geo:1,2,3,4", .malformedPoint("geo:1,2,3,4")),
    ("-73W,40N", .signAndLetter("-73W")), ("73W,+40N", .signAndLetter("+40N")),
    ("-0W,1N", .signAndLetter("-0W")),
    ("0,90.0001", .latitudeOffTheGlobe(90.0001, swapped: true)),
    ("-175,95", .latitudeOffTheGlobe(95, swapped: false)),
    ("40.77,-173.97", .latitudeOffTheGlobe(-173.97, swapped: true)),
    ("45.523109,-122.675835", .latitudeOffTheGlobe(-122.675835, swapped: true)),
    ("180.0001,0", .longitudeOffTheGlobe(180.0001)), ("-181,0", .longitudeOffTheGlobe(-181)),
    ("geo:0,181", .longitudeOffTheGlobe(181)),
  ])
  func `anything else is refused, and told what it is`(text: String, error: GeographyError) {
    #expect(throws: error) { try Coordinate(parsing: text) }
  }

  @Test func `numbers that are none, or off the globe, make no place`() {
    #expect(throws: GeographyError.notANumber("nan")) {
      try Coordinate(longitude: .nan, latitude: 0)
    }
    #expect(throws: GeographyError.notANumber("-inf")) {
      try Coordinate(longitude: 0, latitude: -.infinity)
    }
    #expect(throws: GeographyError.longitudeOffTheGlobe(-180.5)) {
      try Coordinate(longitude: -180.5, latitude: 0)
    }
  }

  @Test func `a place prints in plain decimals that read back to the same numbers`() throws {
    var numbers = SeededNumbers(seed: 17)
    for step in 0..<2000 {
      let shrink = [1, 1e-3, 1e-6, 1e-12, 1e-300][step % 5]
      let place = try Coordinate(
        longitude: .random(in: -180...180, using: &numbers) * shrink,
        latitude: .random(in: -90...90, using: &numbers) * shrink)
      #expect(try Coordinate(parsing: place.description) == place)
      #expect(place.description.allSatisfy { "0123456789-.,".contains($0) }, "\(place)")
    }
    #expect(
      try Coordinate(longitude: 0.00001, latitude: -1.25e-7).description == "0.00001,-0.000000125")
    #expect(try Coordinate(longitude: -73.97, latitude: 40.77).description == "-73.97,40.77")
  }

  @Test(arguments: [
    (
      GeographyError.notANumber("nan"),
      "'nan' is not a number of degrees (expected longitude before latitude, -73.97,40.77)"
    ),
    (.strayComma("1,"), "'1,' has a comma without a number on both sides"),
    (.signAndLetter("-7W"), "'-7W' has both a sign and a compass letter, expected one"),
    (
      .latitudeOffTheGlobe(-122.5, swapped: true),
      "latitude -122.5 is off the globe (expected -90 to 90, after the longitude;"
        + " are the two swapped?)"
    ),
    (
      .latitudeOffTheGlobe(95, swapped: false),
      "latitude 95.0 is off the globe (expected -90 to 90, after the longitude)"
    ),
    (
      .longitudeOffTheGlobe(181),
      "longitude 181.0 is off the globe (expected -180 to 180, before the latitude)"
    ),
    (
      .southAboveNorth(south: 2, north: 1),
      "the south edge 2.0 lies north of the north edge 1.0 (expected west,south,east,north)"
    ),
    (
      .beyondTheMap(south: 86, north: 89),
      "latitudes 86.0 to 89.0 lie beyond the edge of web maps (expected some of"
        + " -85.0511287798066 to 85.0511287798066)"
    ),
    (.malformedBounds("1,2"), "'1,2' is not a box (expected west,south,east,north in degrees)"),
    (.malformedPoint("1"), "'1' is not a point (expected longitude,latitude in degrees)"),
  ])
  func `each error says in one clause what was found and what was expected`(
    error: GeographyError, sentence: String
  ) {
    #expect(error.description == sentence)
  }
}
