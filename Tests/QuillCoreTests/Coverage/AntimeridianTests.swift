import QuillCore
import QuillTestSupport
import Testing

/// Shapes that cross the 180th meridian or go around a pole.
struct AntimeridianTests {
  static let split = """
    {"type":"MultiPolygon","coordinates":[[[[176,-19],[180,-19],[180,-16],[176,-16],[176,-19]]],\
    [[[-180,-19],[-178,-19],[-178,-16],[-180,-16],[-180,-19]]]]}
    """
  static let jumping =
    #"{"type":"Polygon","coordinates":[[[176,-19],[-178,-19],[-178,-16],[176,-16],[176,-19]]]}"#
  static let beyond =
    #"{"type":"Polygon","coordinates":[[[176,-19],[182,-19],[182,-16],[176,-16],[176,-19]]]}"#
  static let beyondInTheWest =
    #"{"type":"Polygon","coordinates":[[[-184,-19],[-178,-19],[-178,-16],[-184,-16],[-184,-19]]]}"#

  @Test(
    "A box over Fiji has the same tiles however it is written, each once",
    arguments: [split, jumping, beyond, beyondInTheWest])
  func fiji(_ text: String) throws {
    let counts = [1, 2, 2, 2, 2, 2, 4, 6, 15, 45, 180]
    let box = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    for (level, count) in counts.enumerated() {
      let zoom = Zoom(level)!
      let found = TileCoverage.tiles(covering: try shape(text), at: zoom)
      #expect(found.count == count)
      #expect(
        found == TileCoverage(zoom: zoom, ranges: TileRange.tiles(covering: box, at: zoom)))
      #expect(found == TileCoverage.tiles(covering: Shape(box), at: zoom))
    }
  }

  @Test("Lines go the short way across the 180th meridian")
  func lines() throws {
    let jumping = #"{"type":"LineString","coordinates":[[179,1],[-179,1]]}"#
    let beyond = #"{"type":"LineString","coordinates":[[179,1],[181,1]]}"#
    #expect(try tiles(jumping, at: 4) == ["4/0/7", "4/15/7"])
    #expect(try tiles(beyond, at: 4) == ["4/0/7", "4/15/7"])
  }

  @Test("Longitude 180 belongs to the last column, −180 to the first")
  func edge() throws {
    #expect(try tiles(#"{"type":"Point","coordinates":[180,1]}"#, at: 4) == ["4/15/7"])
    #expect(try tiles(#"{"type":"Point","coordinates":[-180,1]}"#, at: 4) == ["4/0/7"])
    #expect(try tiles(#"{"type":"Point","coordinates":[181,1]}"#, at: 4) == ["4/0/7"])
    let along = #"{"type":"LineString","coordinates":[[180,1],[180,2]]}"#
    #expect(try tiles(along, at: 4) == ["4/15/7"])
  }

  @Test("A ring that is not closed is closed, also across the meridian")
  func unclosed() throws {
    let open =
      #"{"type":"Polygon","coordinates":[[[176,-19],[-178,-19],[-178,-16],[176,-16]]]}"#
    #expect(try tiles(open, at: 9) == (try tiles(Self.jumping, at: 9)))
  }

  @Test("A hole beyond the meridian is found in a ring that crosses it")
  func hole() throws {
    let area = """
      {"type":"Polygon","coordinates":[[[170,-20],[190,-20],[190,20],[170,20],[170,-20]],\
      [[-179,-10],[-171,-10],[-171,10],[-179,10],[-179,-10]]]}
      """
    let whole = """
      {"type":"Polygon","coordinates":[[[170,-20],[190,-20],[190,20],[170,20],[170,-20]],\
      [[181,-10],[189,-10],[189,10],[181,10],[181,-10]]]}
      """
    let found = TileCoverage.tiles(covering: try shape(area), at: 9)
    #expect(found == TileCoverage.tiles(covering: try shape(whole), at: 9))
    #expect(!found.contains(Tile("9/8/256")!))
  }

  @Test("A box of the whole world stays whole")
  func world() throws {
    let text =
      #"{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}"#
    #expect(TileCoverage.tiles(covering: try shape(text), at: 5).count == 1024)
    #expect(try shape(text).wasClamped)
  }

  @Test("A ring around a pole holds the pole", arguments: [("-70", 15), ("70", 0)])
  func aroundAPole(_ latitude: String, _ row: Int) throws {
    let ring =
      stride(from: -170, to: 180, by: 20).map { "[\($0),\(latitude)]" } + ["[-170,\(latitude)]"]
    let text = #"{"type":"Polygon","coordinates":[["# + ring.joined(separator: ",") + "]]}"
    let found = TileCoverage.tiles(covering: try shape(text), at: 4)
    #expect(found.filter { $0.y == row }.count == 16)
    #expect(!found.contains { $0.y == 8 })
  }

  @Test("Antarctica has the bottom row whole, down to where its bays are wider than a tile")
  func antarctica() throws {
    let area = try GeoJSON(parsing: Fixture.bytes("areas/antarctica.geojson"))
    for zoom in ZoomRange(0, through: 5) {
      let found = TileCoverage.tiles(covering: Shape(area), at: zoom)
      #expect(found.filter { $0.y == zoom.tilesPerSide - 1 }.count == zoom.tilesPerSide)
    }
  }
}
