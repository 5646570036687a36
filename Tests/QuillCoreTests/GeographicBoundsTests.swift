import QuillCore
import QuillTestSupport
import Testing

@Suite struct GeographicBoundsTests {
  @Test func `a box is west, south, east, north`() throws {
    let box = try GeographicBounds(parsing: "-73.99,40.75,-73.93,40.81")
    #expect([box.west, box.south, box.east, box.north] == [-73.99, 40.75, -73.93, 40.81])
    #expect(box.description == "-73.99,40.75,-73.93,40.81")
    #expect(!box.crosses180)
  }

  @Test func `with letters all 24 orders of the four numbers are one box`() throws {
    let words = ["40.7644N", "73.9819W", "40.8003N", "73.9496W"]
    let box = try GeographicBounds(west: -73.9819, south: 40.7644, east: -73.9496, north: 40.8003)
    let orders = permutations(words)
    #expect(orders.count == 24)
    for order in orders {
      #expect(try GeographicBounds(parsing: order.joined(separator: ",")) == box)
      #expect(try GeographicBounds(parsing: order.joined(separator: ", ").lowercased()) == box)
    }
  }

  @Test func `with letters a box about the 180th meridian crosses it, in all 24 orders`() throws {
    let fiji = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    for order in permutations(["176E", "178W", "16S", "19S"]) {
      #expect(try GeographicBounds(parsing: order.joined(separator: ",")) == fiji)
    }
  }

  @Test(arguments: ["180W,90S,180E,90N", "90N,180E,90S,180W", "180E,90S,180W,90N"])
  func `with letters the whole world is the whole world`(text: String) throws {
    #expect(
      try GeographicBounds(parsing: text)
        == GeographicBounds(west: -180, south: -90, east: 180, north: 90))
  }

  @Test(arguments: [
    ("", GeographyError.notANumber("")), ("1,2,3", .malformedBounds("1,2,3")),
    ("1,2,3,4,5", .malformedBounds("1,2,3,4,5")), ("1N,2N,3N,4E", .malformedBounds("1N,2N,3N,4E")),
    ("1N,2E,3N,4", .malformedBounds("1N,2E,3N,4")), ("1 2 3 4", .notANumber("1 2 3 4")),
    ("nan,0,1,1", .notANumber("nan")), ("0,0,inf,1", .notANumber("inf")),
    ("0x1,0,1,1", .notANumber("0x1")), ("0,0,1,x", .notANumber("x")),
    ("2.8,-55.7,14.6,-52.4,", .strayComma("2.8,-55.7,14.6,-52.4,")),
    ("1,,2,3,4", .strayComma("1,,2,3,4")), ("-1W,1N,2W,2N", .signAndLetter("-1W")),
    ("0,90.0001,1,91", .latitudeOffTheGlobe(90.0001, swapped: true)),
    ("-10,0,10,90.5", .latitudeOffTheGlobe(90.5, swapped: true)),
    ("40.7,-173.9,40.8,-173.8", .latitudeOffTheGlobe(-173.9, swapped: true)),
    ("-181,0,1,1", .longitudeOffTheGlobe(-181)), ("0,0,180.5,1", .longitudeOffTheGlobe(180.5)),
    ("0,2,1,1", .southAboveNorth(south: 2, north: 1)),
    (
      "2147483647,2147483647,-2147483648,-2147483648",
      .latitudeOffTheGlobe(2_147_483_647, swapped: false)
    ),
  ])
  func `anything else is refused, and told what it is`(text: String, error: GeographyError) {
    #expect(throws: error) { try GeographicBounds(parsing: text) }
  }

  @Test func `a box prints in plain decimals that read back to the same box`() throws {
    for tile in allTiles(through: 6) + randomTiles(2000, at: 30, seed: 19) {
      let box = WebMercator.bounds(of: tile)
      #expect(try GeographicBounds(parsing: box.description) == box)
      #expect(box.description.allSatisfy { "0123456789-.,".contains($0) }, "\(box)")
    }
    let nearGreenwich = try #require(Tile("30/536870913/536870911"))
    #expect(!WebMercator.bounds(of: nearGreenwich).description.contains("e"))
  }

  @Test func `a single tile has a box that is no point`() throws {
    let box = WebMercator.bounds(of: try #require(Tile("14/4701/6361")))
    let stated = [-76.70654296875, 37.26530995561874, -76.6845703125, 37.28279464911046]
    for (ours, theirs) in zip([box.west, box.south, box.east, box.north], stated) {
      #expect(abs(ours - theirs) < 1e-12)
    }
  }

  @Test func `a tile's edge is the number that a chart program's metadata names`() throws {
    let box = WebMercator.bounds(of: try #require(Tile("7/65/42")))
    #expect(abs(box.west - 2.8125) < 1e-12)
    #expect(abs(box.north - 52.48278022207821) < 1e-12)
  }

  @Test func `a box is cut to the latitudes of the map`() throws {
    let limit = WebMercator.latitudeLimit
    let world = try GeographicBounds(west: -180, south: -90, east: 180, north: 90)
    #expect(world.reachesBeyondTheMap)
    let cut = try world.clampedToMap()
    #expect([cut.west, cut.south, cut.east, cut.north] == [-180, -limit, 180, limit])
    #expect(!cut.reachesBeyondTheMap)
    let park = try GeographicBounds(parsing: "-73.99,40.75,-73.93,40.81")
    #expect(!park.reachesBeyondTheMap)
    #expect(try park.clampedToMap() == park)
  }

  @Test func `a box wholly beyond the map cannot be cut to it`() throws {
    let north = try GeographicBounds(parsing: "-10,86,10,89")
    #expect(throws: GeographyError.beyondTheMap(south: 86, north: 89)) { try north.clampedToMap() }
    let south = try GeographicBounds(parsing: "-10,-89,10,-86")
    #expect(throws: GeographyError.beyondTheMap(south: -89, north: -86)) {
      try south.clampedToMap()
    }
  }

  @Test(arguments: [85.0511287798066, 85.05112878, -85.0511287798066, -85.05112878])
  func `the printed limit itself lies on the map`(latitude: Double) throws {
    let edge = try GeographicBounds(west: -1, south: latitude, east: 1, north: latitude)
    let cut = try edge.clampedToMap()
    #expect(cut.south == cut.north)
    #expect(abs(cut.north) <= WebMercator.latitudeLimit)
    let rows = TileRange.tiles(covering: edge, at: 10).map(\.rows)
    #expect(rows == [latitude > 0 ? 0...0 : 1023...1023])
  }

  @Test(arguments: [
    ("-10,-20,30,40", 10.0, 10.0), ("176,-19,-178,-16", 179, -17.5), ("178,0,-176,0", -179, 0),
    ("-180,-85,180,85", 0, 0), ("5,5,5,5", 5, 5),
  ])
  func `the middle of a box lies in it`(text: String, longitude: Double, latitude: Double) throws {
    let center = try GeographicBounds(parsing: text).center
    #expect(center == (try Coordinate(longitude: longitude, latitude: latitude)))
  }
}

/// All orders of some words.
private func permutations(_ words: [String]) -> [[String]] {
  guard words.count > 1 else { return [words] }
  return words.indices.flatMap { place in
    var rest = words
    let first = rest.remove(at: place)
    return permutations(rest).map { [first] + $0 }
  }
}
