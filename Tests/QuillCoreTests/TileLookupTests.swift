import QuillCore
import Testing

@Suite struct TileLookupTests {
  /// The rule of a set that has the named tiles at zooms 13 to 15.
  private func rule(
    _ names: [String], blank: [String] = [], fallback: Bool = false, enlarging: Bool = false
  ) -> TileLookup {
    let own = Set(names.compactMap { Tile($0) })
    let clear = Set(blank.compactMap { Tile($0) })
    return TileLookup(
      zooms: ZoomRange(13, through: 15), fallback: fallback, enlargingAncestors: enlarging,
      isBlank: clear.contains, has: own.contains)
  }

  private let tile: Tile
  private let parent: Tile
  private let deeper: Tile

  init() throws {
    tile = try #require(Tile("15/9402/12723"))
    parent = try #require(Tile("14/4701/6361"))
    deeper = try #require(Tile("17/37610/50892"))
  }

  @Test(arguments: [true, false], [true, false])
  func `a tile of the set's own comes before all else`(fallback: Bool, enlarging: Bool) throws {
    let rule = rule(
      ["15/9402/12723", "14/4701/6361"], blank: ["15/9402/12723"], fallback: fallback,
      enlarging: enlarging)
    #expect(try rule.answer(for: tile) == .own)
  }

  @Test(arguments: [true, false], [true, false])
  func `a tile left out on purpose is blank, not missing`(fallback: Bool, enlarging: Bool) throws {
    let rule = rule(
      ["14/4701/6361"], blank: ["15/9402/12723"], fallback: fallback, enlarging: enlarging)
    #expect(try rule.answer(for: tile) == .blank)
  }

  @Test func `a missing tile is the fallback where there is one, else missing`() throws {
    #expect(try rule([]).answer(for: tile) == .missing)
    #expect(try rule([], fallback: true).answer(for: tile) == .fallback)
    #expect(try rule(["14/4701/6361"], fallback: true).answer(for: tile) == .fallback)
    #expect(try rule([], enlarging: true).answer(for: tile) == .missing)
    #expect(try rule([], fallback: true, enlarging: true).answer(for: tile) == .fallback)
  }

  @Test func `where ancestors are enlarged, the nearest one comes before the fallback`() throws {
    let near = try #require(TilePart(of: tile, in: parent))
    let both = rule(["14/4701/6361", "13/2350/3180"], fallback: true, enlarging: true)
    #expect(try both.answer(for: tile) == .ancestor(parent, near))
    let grand = try #require(Tile("13/2350/3180"))
    let far = try #require(TilePart(of: tile, in: grand))
    let one = rule(["13/2350/3180", "12/1175/1590"], fallback: true, enlarging: true)
    #expect(try one.answer(for: tile) == .ancestor(grand, far))
    #expect(try rule(["12/1175/1590"], enlarging: true).answer(for: tile) == .missing)
  }

  @Test func `zooms beyond the set's are not asked for, unless deeper ones are enlarged`() throws {
    let zooms = ZoomRange(13, through: 15)
    let plain = rule(["15/9402/12723", "17/37610/50892"], fallback: true)
    #expect(try plain.answer(for: deeper) == .outsideZooms(zooms))
    let enlarging = rule(["15/9402/12723", "12/1175/1590"], fallback: true, enlarging: true)
    let part = try #require(TilePart(of: deeper, in: tile))
    #expect(try enlarging.answer(for: deeper) == .ancestor(tile, part))
    let shallow = try #require(Tile("12/1175/1590"))
    #expect(try enlarging.answer(for: shallow) == .outsideZooms(zooms))
    let bare = rule([], fallback: true, enlarging: true)
    #expect(try bare.answer(for: deeper) == .outsideZooms(zooms))
  }

  @Test func `a source that cannot be read is an error, not a missing tile`() {
    let rule = TileLookup(zooms: ZoomRange(13, through: 15), fallback: true) { _ in
      throw FileError.cannotRead(path: "15", reason: "permission denied")
    }
    #expect(throws: FileError.self) { try rule.answer(for: tile) }
  }

  @Test func `the part of a shallower tile has the pixels that were computed`() throws {
    let part = try #require(TilePart(of: deeper, in: tile))
    #expect([part.x, part.y, part.side].map { $0 * 256 } == [128, 0, 64])
    #expect(TilePart(of: tile, in: deeper) == nil)
    #expect(TilePart(of: tile, in: try #require(Tile("14/0/0"))) == nil)
  }

  @Test func `the part is where the deeper tile's box lies in the shallower one's`() throws {
    for tile in allTiles(through: 5) + randomTiles(200, at: 30, seed: 53) {
      for zoom in ZoomRange(.shallowest, through: tile.zoom) {
        let ancestor = try #require(tile.ancestor(at: zoom))
        let part = try #require(TilePart(of: tile, in: ancestor))
        let (inner, outer) = (WebMercator.bounds(of: tile), WebMercator.bounds(of: ancestor))
        let width = outer.east - outer.west
        #expect(abs((inner.west - outer.west) / width - part.x) < 1e-9)
        #expect(abs((inner.east - inner.west) / width - part.side) < 1e-9)
        #expect(part.y >= 0 && part.y + part.side <= 1)
      }
    }
  }
}
