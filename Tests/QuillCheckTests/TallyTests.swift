import QuillCheck
import QuillCore
import Testing

@Suite struct TallyTests {
  private func tally(_ tree: Tree, workers: Int = 2) throws -> TilesetTally {
    try tree.onDisk { root in
      try TilesetTally(of: TileFolder(root: root), decoding: SketchDecoding(), workers: workers)
    }
  }

  @Test func `shallow tiles that reach further than the deepest do not widen the box`() throws {
    let tree = Tree().with("1/0/0.png", SketchedTile()).with("3/1/1.png", SketchedTile())
    #expect(try tally(tree).bounds == WebMercator.bounds(of: try #require(Tile("3/1/1"))))
    let apart = tree.with("1/1/1.png", SketchedTile())
    let bounds = try #require(try tally(apart).bounds)
    #expect(bounds.west == -135 && bounds.east == 180)
  }

  @Test func `files of one length that differ in one byte are no copies`() throws {
    var tree = Tree()
    for index in 0..<200 {
      var color: [UInt8] = [100, 100, 100, 255]
      color[index % 3] += UInt8(index / 3)
      tree = tree.with("8/\(index)/0.png", SketchedTile(width: 4, height: 4, color: color))
    }
    // Of the three channels the first shade of each is the same picture.
    #expect(try tally(tree).total?.duplicates == 2)
  }

  @Test func `any number of workers counts the same`() throws {
    let one = try tally(Tree.good, workers: 1)
    let many = try tally(Tree.good, workers: 7)
    #expect(one.levels == many.levels && one.coverages == many.coverages)
    #expect(one.levels.map(\.tiles) == [1, 4])
    #expect(one.strays.sorted() == [".DS_Store", "2/._1", "2/0/Thumbs.db", "parchment.png"])
  }
}
