import QuillCore
import QuillTestSupport
import Testing

@Suite struct QuadkeyTests {
  @Test func `every quadkey that others give is ours, both ways`() throws {
    var checked = 0
    for row in try Fixture.rows("vectors/quadkeys.tsv") {
      if row[0] == "error" {
        #expect(Tile(quadkey: row[3]) == nil)
      } else {
        let tile = try #require(Tile("\(row[0])/\(row[1])/\(row[2])"))
        #expect(tile.quadkey == row[3])
        #expect(Tile(quadkey: row[3]) == tile)
      }
      checked += 1
    }
    #expect(checked == 7)
  }

  @Test func `a child's key is its parent's and one digit more`() {
    #expect(Tile("0/0/0")?.quadkey == "")
    for tile in allTiles(through: 6) {
      // Clockwise from the north-west the digits are 0, 1, 3, 2.
      #expect(tile.children.map(\.quadkey) == ["0", "1", "3", "2"].map { tile.quadkey + $0 })
      #expect(Tile(quadkey: tile.quadkey) == tile)
    }
  }

  @Test func `keys of the deepest tiles lead back to them`() {
    for tile in randomTiles(2000, at: 30, seed: 5) {
      #expect(tile.quadkey.count == 30)
      #expect(Tile(quadkey: tile.quadkey) == tile)
    }
  }

  @Test(arguments: ["4", "0 ", "-1", "0a", "٠", "12 3", String(repeating: "0", count: 31)])
  func `anything but up to 30 digits 0 to 3 is no key`(text: String) {
    #expect(Tile(quadkey: text) == nil)
  }
}
