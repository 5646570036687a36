import Foundation
import QuillCore
import QuillTestSupport
import Testing

/// Tiles that other programs found for real shapes.
struct KnownCoverTests {
  /// Shapes for which the peers list more than is met.
  ///
  /// These are tiles that are only touched, or not even that because a border was missed by a
  /// rounding. What is strictly met was worked out with shapely: a tile is
  /// met when its intersection with the polygon has area, a point belongs to one tile.
  static let generous = [
    "polygon": (peers: 1081, met: 1015), "zero": (peers: 12, met: 9),
    "multipoint": (peers: 4, met: 3),
  ]

  static let shapes = (try? Fixture.rows("cover/index.tsv")) ?? []

  @Test("All 98 shapes of two peers have the tiles the peers list, if touched ones are left out")
  func peers() throws {
    #expect(Self.shapes.count == 98)
    for row in Self.shapes {
      let (name, zoom) = (row[0], row[2])
      let level = try #require(Int(zoom).flatMap(Zoom.init))
      let found = TileCoverage.tiles(
        covering: Shape(try GeoJSON(parsing: Fixture.bytes("cover/\(name).geojson"))), at: level)
      let stated = try Fixture.tiles("cover/\(name).z\(zoom).tiles.txt")
      if let generous = Self.generous[name] {
        let strict = try Fixture.tiles("cover/\(name).z\(zoom).strict.tiles.txt")
        #expect(Set(found) == strict, "\(name)")
        #expect(strict.isSubset(of: stated))
        #expect(stated.count == generous.peers && strict.count == generous.met)
      } else {
        #expect(Set(found) == stated, "\(name)")
      }
      #expect(found.count == Set(found).count)
    }
  }

  @Test(
    "Countries, parks and islands have the tiles that shapely finds",
    arguments: try Fixture.rows("areas/index.tsv"))
  func areas(_ row: [String]) throws {
    let zoom = try #require(Int(row[1]).flatMap(Zoom.init))
    let area = try GeoJSON(parsing: Fixture.bytes("areas/\(row[0]).geojson"))
    let found = TileCoverage.tiles(covering: Shape(area), at: zoom)
    #expect(Set(found) == (try Fixture.tiles("areas/\(row[0]).z\(zoom).tiles.txt")))
    #expect(found.count == Int(row[2]))
  }

  @Test(
    "Tracks and routes have the tiles that shapely finds",
    arguments: try Fixture.rows("tracks/index.tsv"))
  func tracks(_ row: [String]) throws {
    let zoom = try #require(Int(row[1]).flatMap(Zoom.init))
    var walk = try GPX(parsing: Fixture.bytes("tracks/\(row[0]).gpx"))
    walk.waypoints = []
    let found = TileCoverage.tiles(covering: Shape(walk), at: zoom)
    #expect(Set(found) == (try Fixture.tiles("tracks/\(row[0]).z\(zoom).tiles.txt")))
  }

  @Test("South Africa has 269,309 tiles at zoom 14, found fast enough to be asked often")
  func southAfrica() throws {
    let area = try GeoJSON(parsing: Fixture.bytes("areas/south-africa-with-hole.geojson"))
    #expect(TileCoverage.tiles(covering: Shape(area), at: 14).count == 269_309)
  }

  @Test("The tiles of shallower zooms are the same whether searched for or derived")
  func derived() throws {
    let area = Shape(try GeoJSON(parsing: Fixture.bytes("areas/south-africa-with-hole.geojson")))
    let zooms = ZoomRange(0, through: 12)
    let derived = TileCoverage.tiles(covering: area, at: zooms)
    #expect(derived == zooms.map { TileCoverage.tiles(covering: area, at: $0) })
  }
}
