import QuillCore
import QuillTestSupport
import Testing

/// Known answers from mercantile (BSD-3), tilebelt, orb, morecantile (MIT) and OGC WebMercatorQuad.
@Suite struct WebMercatorTests {
  @Test func `every point lies in the tile that three other programs name`() throws {
    let rows = try Fixture.rows("vectors/point_to_tile_computed.tsv")
    #expect(rows.count == 603)
    for row in rows {
      let place = try Coordinate(parsing: "\(row[0]),\(row[1])")
      let zoom = try #require(Int(row[2]).flatMap { Zoom($0) })
      let tile = WebMercator.tile(containing: place, at: zoom)
      #expect(tile == Tile("\(row[2])/\(row[3])/\(row[4])"), "\(row)")
    }
  }

  /// Rows of the stated points where we answer otherwise, with the reason.
  static let overruled = [
    "180,85": "longitude 180 belongs to the last column, it does not wrap to the first",
    "185,85": "a longitude beyond 180 is refused, it does not wrap",
    "-175,95": "a latitude beyond 90 is refused, it is not clamped",
  ]

  @Test func `every point lies in the tile that others state`() throws {
    var checked = 0
    for row in try Fixture.rows("vectors/point_to_tile_stated.tsv") {
      let text = "\(row[0]),\(row[1])"
      guard Self.overruled[text] == nil else { continue }
      let zoom = try #require(Int(row[2]).flatMap { Zoom($0) })
      let tile = WebMercator.tile(containing: try Coordinate(parsing: text), at: zoom)
      if row[3] != "any" { #expect(tile.x == Int(row[3]), "\(row)") }
      #expect(tile.y == Int(row[4]), "\(row)")
      checked += 1
    }
    #expect(checked == 6)
  }

  @Test func `where others wrap or clamp, we keep the last column and refuse`() throws {
    #expect(
      WebMercator.tile(containing: try Coordinate(parsing: "180,85"), at: 2) == Tile("2/3/0"))
    #expect(throws: GeographyError.longitudeOffTheGlobe(185)) { try Coordinate(parsing: "185,85") }
    #expect(throws: GeographyError.latitudeOffTheGlobe(95, swapped: false)) {
      try Coordinate(parsing: "-175,95")
    }
  }

  @Test func `the box of every tile is the one that others state`() throws {
    let rows = try Fixture.rows("vectors/tile_bounds.tsv")
    #expect(rows.count == 76)
    for row in rows {
      let tile = try #require(Tile("\(row[0])/\(row[1])/\(row[2])"))
      let box = WebMercator.bounds(of: tile)
      let stated = try row[3...6].map { try #require(Double($0)) }
      for (ours, theirs) in zip([box.west, box.south, box.east, box.north], stated) {
        #expect(abs(ours - theirs) < 1e-9, "\(row)")
      }
    }
  }

  @Test func `the box of every tile in metres is the one that others state`() throws {
    let rows = try Fixture.rows("vectors/tile_bounds_metres.tsv")
    #expect(rows.count == 6)
    for row in rows {
      let tile = try #require(Tile("\(row[0])/\(row[1])/\(row[2])"))
      let box = WebMercator.bounds(of: tile)
      let corners = [(box.west, box.south), (box.east, box.north)]
      let ours = try corners.flatMap { longitude, latitude in
        let place = try Coordinate(longitude: longitude, latitude: latitude)
        let metres = WebMercator.metres(of: WebMercator.worldPoint(of: place))
        return [metres.easting, metres.northing]
      }
      for (one, other) in zip(ours, row[3...6]) {
        #expect(abs(one - (try #require(Double(other)))) < 1e-7, "\(row)")
      }
    }
  }

  /// The poles are infinitely far in metres; ours are on the edge of the map, as latitudes are
  /// clamped.
  static let edge = 20_037_508.342789244

  @Test func `places in metres are those that mercantile states`() throws {
    for row in try Fixture.rows("vectors/lonlat_to_metres.tsv") {
      let place = try Coordinate(parsing: "\(row[0]),\(row[1])")
      let metres = WebMercator.metres(of: WebMercator.worldPoint(of: place))
      let northing = ["+inf": Self.edge, "-inf": -Self.edge][row[3]] ?? Double(row[3])
      #expect(abs(metres.easting - (try #require(Double(row[2])))) < 1e-7, "\(row)")
      #expect(abs(metres.northing - (try #require(northing))) < 1e-7, "\(row)")
    }
  }

  @Test func `pixels span the metres that the OGC states`() throws {
    let rows = try Fixture.rows("vectors/web_mercator_quad.tsv")
    #expect(rows.count == 25)
    for row in rows {
      let zoom = try #require(Int(row[0]).flatMap { Zoom($0) })
      let stated = try #require(Double(row[3]))
      #expect(zoom.tilesPerSide == Int(row[1]) && zoom.tilesPerSide == Int(row[2]))
      let ours = WebMercator.metresPerPixel(atLatitude: 0, zoom: zoom)
      #expect(abs(ours - stated) < 1e-9 * stated)
      let fine = WebMercator.metresPerPixel(atLatitude: 0, zoom: zoom, tileSize: .pixels512)
      #expect(abs(fine - stated / 2) < 1e-9 * stated)
      // cos 60° = 1/2.
      let north = WebMercator.metresPerPixel(atLatitude: -60, zoom: zoom)
      #expect(abs(north - stated / 2) < 1e-9 * stated)
    }
  }

  @Test func `the map ends at the latitude that belongs to row 0 at every zoom`() throws {
    #expect(abs(WebMercator.latitudeLimit - 85.0511287798066) < 1e-13)
    let top = try Coordinate(parsing: "0,85.0511287798066")
    let bottom = try Coordinate(parsing: "0,-85.0511287798066")
    for zoom in Zoom.all {
      #expect(WebMercator.tile(containing: top, at: zoom).y == 0)
      #expect(WebMercator.tile(containing: bottom, at: zoom).y == zoom.tilesPerSide - 1)
    }
  }

  @Test func `the corner of a real town map lies where it was measured`() throws {
    let corner = try Coordinate(longitude: -76.704997, latitude: 37.274518)
    let metres = WebMercator.metres(of: WebMercator.worldPoint(of: corner))
    #expect(abs(metres.easting + 8538761.2073) < 1e-3)
    #expect(abs(metres.northing - 4477440.4458) < 1e-3)
  }

  @Test func `a place comes back from the map and from its metres`() throws {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<2000 {
      let place = try Coordinate(
        longitude: .random(in: -180...180, using: &numbers),
        latitude: .random(in: -85...85, using: &numbers))
      let point = WebMercator.worldPoint(of: place)
      let back = WebMercator.coordinate(
        of: WebMercator.worldPoint(of: WebMercator.metres(of: point)))
      #expect(abs(back.longitude - place.longitude) < 1e-10)
      #expect(abs(back.latitude - place.latitude) < 1e-10)
    }
  }

  @Test(arguments: [-1e300, -7.0, 1.0000001, 9, 1e300, .infinity, -.infinity])
  func `a point beside the map counts as on its edge`(far: Double) {
    let last = far > 0 ? 7 : 0
    let point = WorldPoint(x: far, y: far)
    #expect(WebMercator.tile(containing: point, at: 3) == Tile("3/\(last)/\(last)"))
    let place = WebMercator.coordinate(of: point)
    #expect(place.longitude == (far > 0 ? 180 : -180))
    #expect(abs(abs(place.latitude) - WebMercator.latitudeLimit) < 1e-12)
  }
}
