import Foundation
import QuillCore
import QuillTestSupport
import Testing

/// Every tile of the zooms 0 to `deepest`.
func allTiles(through deepest: Zoom) -> [Tile] {
  ZoomRange(.shallowest, through: deepest).flatMap { Array(TileRange(all: $0)) }
}

/// Some tiles of a zoom, the same in each run.
func randomTiles(_ count: Int, at zoom: Zoom, seed: UInt64) -> [Tile] {
  var numbers = SeededNumbers(seed: seed)
  let indices = 0..<zoom.tilesPerSide
  return (0..<count).compactMap { _ in
    Tile(
      zoom: zoom, x: .random(in: indices, using: &numbers), y: .random(in: indices, using: &numbers)
    )
  }
}

@Suite struct TileTests {
  @Test func `a tile reads back from its name, for every tile to zoom 7`() {
    for tile in allTiles(through: 7) {
      #expect(Tile(tile.description) == tile)
      #expect(tile.description == "\(tile.zoom.level)/\(tile.x)/\(tile.y)")
    }
  }

  @Test(arguments: [
    "", "/", "//", "1/0", "1/0/0/0", "1/0/0/", "/1/0/0", "1/0/0.png", "1//0", "01/0/0", "1/00/0",
    "1/0/01", "+1/0/0", "1/-0/0", "1/0/-1", " 1/0/0", "1/0/0 ", "1/0/0\n", "1.0/0/0", "1/0x1/0",
    "١/0/0", "1/٠/0", "1/０/0", "1/1e0/0", "31/0/0", "0/1/0", "0/0/1", "1/2/0", "1/0/2", "4/16/16",
    "30/1073741824/0", "1/99999999999999999999999/0", "99999999999999999999/0/0", "1\u{301}/0/0",
  ])
  func `any other spelling, and any place beyond the grid, is no tile`(text: String) {
    #expect(Tile(text) == nil)
  }

  @Test func `a tile beyond its zoom's grid cannot be made`() {
    for zoom in Zoom.all {
      let side = zoom.tilesPerSide
      #expect(Tile(zoom: zoom, x: side - 1, y: side - 1) != nil)
      for (x, y) in [(side, 0), (0, side), (-1, 0), (0, -1), (Int.max, 0), (0, Int.min)] {
        #expect(Tile(zoom: zoom, x: x, y: y) == nil)
      }
    }
  }

  @Test func `children lie in their parent, four of them, clockwise from the north-west`() {
    for tile in allTiles(through: 6) {
      let children = tile.children
      #expect(children.map(\.x) == [2 * tile.x, 2 * tile.x + 1, 2 * tile.x + 1, 2 * tile.x])
      #expect(children.map(\.y) == [2 * tile.y, 2 * tile.y, 2 * tile.y + 1, 2 * tile.y + 1])
      #expect(children.allSatisfy { $0.parent == tile && tile.contains($0) && !$0.contains(tile) })
    }
  }

  @Test func `the world's tile has no parent, the deepest tiles no children`() {
    #expect(Tile("0/0/0")?.parent == nil)
    #expect(Tile("30/5/7")?.children == [])
    #expect(Tile("30/5/7")?.parent == Tile("29/2/3"))
  }

  @Test func `an ancestor is the parent's parent, as often as there are zooms between`() {
    for tile in allTiles(through: 5) + randomTiles(500, at: 30, seed: 1) {
      var ancestor: Tile? = tile
      for level in (0...tile.zoom.level).reversed() {
        let zoom = Zoom(level) ?? 0
        #expect(tile.ancestor(at: zoom) == ancestor)
        if let ancestor { #expect(ancestor.contains(tile)) }
        ancestor = ancestor?.parent
      }
      #expect(ancestor == nil)
      #expect(tile.zoom.deeper(by: 1).map { tile.ancestor(at: $0) == nil } ?? true)
    }
  }

  @Test func `a tile contains another exactly when its square does`() {
    let tiles = allTiles(through: 3)
    for outer in tiles {
      for inner in tiles {
        let (a, b) = (WebMercator.bounds(of: outer), WebMercator.bounds(of: inner))
        let holds = a.west <= b.west && a.east >= b.east && a.south <= b.south && a.north >= b.north
        #expect(outer.contains(inner) == holds)
      }
    }
  }

  @Test func `neighbours are the tiles one step away, to zoom 4`() {
    for tile in allTiles(through: 4) {
      let near = TileRange(all: tile.zoom).filter {
        $0 != tile && abs($0.x - tile.x) <= 1 && abs($0.y - tile.y) <= 1
      }
      #expect(tile.neighbours.count == near.count)
      #expect(Set(tile.neighbours) == Set(near))
    }
  }

  @Test func `tiles are ordered by zoom, then column, then row, as numbers`() {
    let names = ["2/3/0", "10/9/5", "10/9/12", "10/10/0", "10/100/3", "11/0/0"]
    let tiles = names.compactMap { Tile($0) }
    #expect(tiles.reversed().sorted() == tiles)
    #expect(tiles.count == names.count)
  }
}

/// The facts of `relations.json`, restated from the tests of mercantile (BSD-3) and orb (MIT).
@Suite struct TileRelationTests {
  struct Relation: Decodable {
    var op: String
    var zxy: [Int]?
    var zoom: Int?
    var expect: Expectation

    enum CodingKeys: String, CodingKey {
      case op, zoom, expect
      case zxy = "tile_zxy"
    }

    enum Expectation: Decodable, Equatable {
      case tiles([[Int]])
      case count(Int)
      case truth(Bool)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let truth = try? value.decode(Bool.self) {
          self = .truth(truth)
        } else if let count = try? value.decode(Int.self) {
          self = .count(count)
        } else {
          self = .tiles(try value.decode([[Int]].self))
        }
      }
    }
  }

  /// Joining a set's tiles into their parents is not ours: a coverage holds tiles of one zoom.
  static let notOurs: Set = ["simplify"]

  static func relations() throws -> [Relation] {
    let data = try Data(contentsOf: Fixture.url("vectors/relations.json"))
    return try JSONDecoder().decode([Relation].self, from: data)
  }

  @Test func `every relation that others state holds`() throws {
    var checked = 0
    for relation in try Self.relations() where !Self.notOurs.contains(relation.op) {
      let zxy = try #require(relation.zxy)
      let tile = Zoom(zxy[0]).flatMap { Tile(zoom: $0, x: zxy[1], y: zxy[2]) }
      func spelt(_ tiles: [Tile?]) -> Relation.Expectation {
        .tiles(tiles.compactMap { $0 }.map { [$0.zoom.level, $0.x, $0.y] })
      }
      let answer: Relation.Expectation? =
        switch relation.op {
        case "parent": spelt([tile?.parent])
        case "parent_at":
          spelt([relation.zoom.flatMap(Zoom.init).flatMap { tile?.ancestor(at: $0) }])
        case "children_ordered": spelt(tile?.children ?? [])
        case "neighbors_count": .count(tile?.neighbours.count ?? -1)
        case "valid": .truth(tile != nil)
        default: nil
        }
      #expect(answer == relation.expect, "\(relation)")
      checked += 1
    }
    #expect(checked == 10)
  }
}
