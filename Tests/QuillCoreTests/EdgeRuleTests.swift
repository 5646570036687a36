import QuillCore
import QuillTestSupport
import Testing

/// A tile owns its west and north edge; a box that ends on a border does not reach the next tile.
@Suite struct EdgeRuleTests {
  static let zooms: [Zoom] = [0, 18, 22, 26, 30]

  @Test(arguments: zooms)
  func `the box of a tile lists that tile alone, also after printing and parsing`(
    zoom: Zoom
  ) throws {
    for tile in randomTiles(2000, at: zoom, seed: 100 + UInt64(zoom.level)) {
      let box = WebMercator.bounds(of: tile)
      #expect(TileRange.tiles(covering: box, at: zoom) == [TileRange(tile)])
      let printed = try GeographicBounds(parsing: box.description)
      #expect(printed == box)
      #expect(TileRange.tiles(covering: printed, at: zoom) == [TileRange(tile)])
    }
  }

  @Test(arguments: zooms)
  func `the box of a rectangle of tiles lists that rectangle alone`(zoom: Zoom) throws {
    var numbers = SeededNumbers(seed: 200 + UInt64(zoom.level))
    for _ in 0..<2000 {
      let range = randomRange(at: zoom, using: &numbers)
      let box = WebMercator.bounds(of: range)
      #expect(ranges(of: box, at: zoom) == [range.description])
      let printed = try GeographicBounds(parsing: box.description)
      #expect(ranges(of: printed, at: zoom) == [range.description])
    }
  }

  @Test(arguments: zooms)
  func `a tile owns its north-west corner and its middle`(zoom: Zoom) throws {
    for tile in randomTiles(2000, at: zoom, seed: 300 + UInt64(zoom.level)) {
      let box = WebMercator.bounds(of: tile)
      let corner = try Coordinate(longitude: box.west, latitude: box.north)
      #expect(WebMercator.tile(containing: corner, at: zoom) == tile)
      #expect(WebMercator.tile(containing: box.center, at: zoom) == tile)
    }
  }

  @Test func `every tile to zoom 7 lists itself, its children and its ancestors`() throws {
    for tile in allTiles(through: 7) {
      let box = WebMercator.bounds(of: tile)
      #expect(TileRange.tiles(covering: box, at: tile.zoom) == [TileRange(tile)])
      let deeper = try #require(tile.zoom.deeper(by: 1))
      let below = TileRange.tiles(covering: box, at: deeper).flatMap { Array($0) }
      #expect(Set(below) == Set(tile.children))
      if let parent = tile.parent {
        #expect(TileRange.tiles(covering: box, at: parent.zoom) == [TileRange(parent)])
      }
    }
  }

  /// Boxes that came back as four tiles from programs that count a touched edge.
  @Test(arguments: [
    (
      "-74.71115112304688,40.53885152535465,-74.70977783203125,40.539895170893", 18,
      "18/76669/98727"
    ),
    ("-122.080078125,37.5097258429375,-122.0361328125,37.54457732085582", 13, "13/1318/3173"),
    ("-122.4755859375,37.75334401310657,-122.431640625,37.78808138412046", 13, "13/1309/3166"),
  ])
  func `the printed box of one tile is that tile`(box: String, level: Int, name: String) throws {
    #expect(try listed(box, at: level) == [name])
    let again = WebMercator.bounds(of: try #require(Tile(name)))
    #expect(try listed(again.description, at: level) == [name])
  }

  @Test(arguments: [
    ("11.25,0,11.25,0", 5, "5/17/16"), ("0,0,0,0", 1, "1/1/1"), ("180,0,180,0", 3, "3/7/4"),
    ("-180,0,-180,0", 3, "3/0/4"),
    ("-180,85.0511287798066,-180,85.0511287798066", 2, "2/0/0"),
  ])
  func `a box of zero size is the one tile that owns it`(
    box: String, level: Int, name: String
  ) throws {
    #expect(try listed(box, at: level) == [name])
    let bounds = try GeographicBounds(parsing: box)
    let point = try Coordinate(longitude: bounds.west, latitude: bounds.north)
    let zoom = try #require(Zoom(level))
    #expect(WebMercator.tile(containing: point, at: zoom).description == name)
  }

  @Test func `a box of zero width or height is a line of tiles, never none`() throws {
    #expect(try listed("0,-40,0,40", at: 2) == ["2/2/1", "2/2/2"])
    #expect(try listed("-90,0,90,0", at: 2) == ["2/1/2", "2/2/2"])
  }
}

/// The names of the tiles of a box, in the order they are listed.
func listed(_ box: String, at level: Int) throws -> [String] {
  let zoom = try #require(Zoom(level))
  return TileRange.tiles(covering: try GeographicBounds(parsing: box), at: zoom)
    .flatMap { $0.map(\.description) }
}

/// The rectangles of a box as text: a failed expectation shows every tile of a `TileRange`.
private func ranges(of box: GeographicBounds, at zoom: Zoom) -> [String] {
  TileRange.tiles(covering: box, at: zoom).map(\.description)
}
