import QuillCore
import QuillTestSupport
import Testing

/// Boxes to tiles: what others list, and what went wrong elsewhere.
@Suite struct BoxListingTests {
  @Test func `boxes list the tiles that mercantile lists`() throws {
    let rows = try Fixture.rows("vectors/bbox_to_tiles.tsv")
    #expect(rows.count == 7)
    for row in rows {
      let tiles = try listed(row[0...3].joined(separator: ","), at: try #require(Int(row[4])))
      #expect(tiles.count == Int(row[5]), "\(row)")
      #expect(Set(tiles) == Set(row[6].split(separator: " ").map(String.init)), "\(row)")
    }
  }

  @Test func `the deepest tile around a box is the one that others state`() throws {
    let rows = try Fixture.rows("vectors/bounding_tile.tsv")
    #expect(rows.count == 5)
    for row in rows {
      let box = row[0...3].joined(separator: ",")
      let bounds = try GeographicBounds(parsing: box)
      let alone = ZoomRange(0, through: 28).last { zoom in
        TileRange.tiles(covering: bounds, at: zoom).map(\.count) == [1]
      }
      let level = try #require(alone).level
      #expect("\(level)" == row[4], "\(row)")
      #expect(try listed(box, at: level) == ["\(row[4])/\(row[5])/\(row[6])"], "\(row)")
    }
  }

  /// A real town map; the counts were computed.
  @Test func `a town has the tiles that were counted, zoom by zoom`() throws {
    let town = try GeographicBounds(parsing: "-76.704997,37.269758,-76.692923,37.274518")
    let counts = ZoomRange(14, through: 21).map { zoom in
      TileRange.tiles(covering: town, at: zoom).reduce(0) { $0 + $1.count }
    }
    #expect(counts == [1, 4, 6, 15, 45, 162, 648, 2556])
    let spelt = try [14, 15, 16, 17, 18].map { level in
      TileRange.tiles(covering: town, at: try #require(Zoom(level))).map(\.description)
    }
    #expect(
      spelt == [
        ["14/4701/6361"], ["15/9402-9403/12722-12723"], ["16/18804-18806/25445-25446"],
        ["17/37608-37612/50891-50893"], ["18/75217-75225/101783-101787"],
      ])
  }

  @Test func `a box across the 180th meridian lists each tile once, and not the wrong way round`()
    throws
  {
    let fiji = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    #expect(fiji.crosses180)
    let tiles = ZoomRange(0, through: 10).map { zoom in
      TileRange.tiles(covering: fiji, at: zoom).flatMap { Array($0) }
    }
    #expect(tiles.map(\.count) == [1, 2, 2, 2, 2, 2, 4, 6, 15, 45, 180])
    #expect(tiles.allSatisfy { Set($0).count == $0.count && $0 == $0.sorted() })
    #expect(tiles[5].map(\.description) == ["5/0/17", "5/31/17"])
    #expect(
      TileRange.tiles(covering: fiji, at: 8).map(\.description)
        == ["8/0-1/139-141", "8/253-255/139-141"])
  }

  /// East −180 and west 180 are the meridian itself: the half beyond it has no area.
  @Test(arguments: [
    ("176,-19,-180,-16", "176,-19,180,-16"), ("180,-19,-178,-16", "-180,-19,-178,-16"),
  ])
  func `a box that ends on the 180th meridian does not reach across`(
    box: String, same: String
  ) throws {
    for level in 0...12 { #expect(try listed(box, at: level) == listed(same, at: level)) }
  }

  @Test func `a box of no width on the 180th meridian is in the last column`() throws {
    #expect(try listed("180,-10,-180,10", at: 3) == ["3/7/3", "3/7/4"])
  }

  @Test func `a box around nearly the whole globe lists each tile once`() throws {
    for level in 0...4 {
      #expect(
        try listed("10,-80,9,80", at: level).count == listed("-180,-80,180,80", at: level).count)
    }
  }

  @Test(arguments: [
    ("-180,-90,180,90", 0, 1), ("-180,-90,180,90", 1, 4), ("-180,-90,180,90", 3, 64),
  ])
  func `the poles are cut off, not multiplied`(box: String, level: Int, count: Int) throws {
    #expect(try listed(box, at: level).count == count)
  }

  @Test(arguments: [
    ("-10,-90,10,-80", ["3/3/7", "3/4/7"]), ("-10,80,10,90", ["3/3/0", "3/4/0"]),
  ])
  func `a box that reaches past a pole keeps its part on the map`(
    box: String, names: [String]
  ) throws {
    #expect(try listed(box, at: 3) == names)
    let clamped = try GeographicBounds(parsing: box).clampedToMap()
    #expect(TileRange.tiles(covering: clamped, at: 3).flatMap { $0.map(\.description) } == names)
  }

  @Test(arguments: ["-10,86,10,89", "-10,-89.5,10,-86", "0,90,0,90"])
  func `a box wholly beyond the map lists nothing`(box: String) throws {
    let bounds = try GeographicBounds(parsing: box)
    for zoom in Zoom.all { #expect(TileRange.tiles(covering: bounds, at: zoom).isEmpty) }
  }

  @Test(arguments: [(0, 0...0), (1, 1...1), (5, 31...31), (10, 1021...1023)])
  func `longitude 180 belongs to the last column`(level: Int, columns: ClosedRange<Int>) throws {
    let box = try GeographicBounds(parsing: "179,-1,180,1")
    let ranges = TileRange.tiles(covering: box, at: try #require(Zoom(level)))
    #expect(ranges.map(\.columns) == [columns])
  }

  @Test func `a swapped point is refused, the right one lies in Portland`() throws {
    let portland = try Coordinate(longitude: -122.675835, latitude: 45.523109)
    #expect(WebMercator.tile(containing: portland, at: 12) == Tile("12/652/1464"))
    #expect(throws: GeographyError.latitudeOffTheGlobe(-122.675835, swapped: true)) {
      try Coordinate(longitude: 45.523109, latitude: -122.675835)
    }
  }

  @Test func `boxes list exactly the tiles whose inside they share, as counted one by one`() throws
  {
    var numbers = SeededNumbers(seed: 13)
    for _ in 0..<300 {
      let longitudes = (0..<2).map { _ in Double.random(in: -180...180, using: &numbers) }
      let latitudes = (0..<2).map { _ in Double.random(in: -85...85, using: &numbers) }.sorted()
      let box = try GeographicBounds(
        west: longitudes[0], south: latitudes[0], east: longitudes[1], north: latitudes[1])
      let shared = TileRange(all: 4).filter { tile in
        let square = WebMercator.bounds(of: tile)
        let across =
          box.crosses180
          ? square.east > box.west || square.west < box.east
          : square.east > box.west && square.west < box.east
        return across && square.north > box.south && square.south < box.north
      }
      #expect(TileRange.tiles(covering: box, at: 4).flatMap { Array($0) } == shared, "\(box)")
    }
  }
}
