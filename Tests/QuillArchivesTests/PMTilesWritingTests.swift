import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("Writing PMTiles")
struct PMTilesWritingTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.path + "/a.pmtiles" }

  init() throws { scratch = try ScratchFolder() }

  /// A number of the header, by the places of the specification's table.
  private func number(_ bytes: [UInt8], _ place: Int, _ width: Int = 8) -> Int {
    bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(
    "Runs are of one picture only, and counts are right (R88, R90)",
    arguments: [
      ([1, 2, 3, 4], [4, 4, 4]), ([1, 1, 1, 1], [4, 1, 1]), ([1, 1, 2, 1], [4, 3, 2]),
      ([1, 2, 1, 2], [4, 4, 2]),
    ])
  func runs(_ pictures: [Int], _ counts: [Int]) throws {
    let tiles = (1...4).compactMap { HilbertIndex($0).tile }
    let bytes = try write(
      zip(tiles, pictures).map { ($0, Pictures.png($1)) }, to: path)
    #expect([72, 80, 88].map { number(bytes, $0) } == counts)
    let archive = try PMTilesArchive(path: path)
    #expect(try archive.remarks() == [])
    #expect(
      try archive.allTiles()
        == Dictionary(
          uniqueKeysWithValues: zip(tiles, pictures.map(Pictures.png))))
  }

  @Test func `pictures of equal length are no run`() throws {
    let (one, other) = (Pictures.png(1), Pictures.png(2))
    #expect(one.count == other.count)
    let bytes = try write([(tile("1/0/0"), one), (tile("1/0/1"), other)], to: path)
    #expect(number(bytes, 80) == 2)
  }

  @Test func `without further lists their place is the end of the metadata (R87)`() throws {
    let bytes = try write([(tile("0/0/0"), Pictures.png(1))], to: path)
    let (metadata, leaves, tiles) = (number(bytes, 24), number(bytes, 40), number(bytes, 56))
    #expect(leaves == metadata + number(bytes, 32))
    #expect(number(bytes, 48) == 0)
    #expect(tiles == leaves)
    #expect(tiles + number(bytes, 64) == bytes.count)
    #expect(number(bytes, 8) == 127)
    #expect(metadata == 127 + number(bytes, 16))
  }

  @Test(
    "The type is that of the pictures, which are not packed again (R93)",
    arguments: [(Pictures.png(1), 2, "png"), (Pictures.jpeg, 3, "jpg"), (Pictures.webp, 4, "webp")])
  func types(_ picture: [UInt8], _ type: Int, _ format: String) throws {
    let bytes = try write([(tile("2/1/1"), picture)], to: path)
    #expect(bytes[96...99].map(Int.init) == [1, 2, 1, type])
    #expect(try PMTilesArchive(path: path).metadata?.format == format)
  }

  @Test func `zooms and box are those of the tiles where nobody says (R81, R93)`() throws {
    let bytes = try write([(tile("7/65/42"), Pictures.png(1))], to: path)
    #expect(bytes[100] == 7 && bytes[101] == 7)
    // Degrees of the tile's edges from its column and row by hand: 2.8125 east to 5.625 east,
    // 50.7364551 to 52.4827802 north, the latter as a published fix of bounds has it.
    #expect(number(bytes, 102, 4) == 28_125_000)
    #expect(number(bytes, 106, 4) == 507_364_551)
    #expect(number(bytes, 110, 4) == 56_250_000)
    #expect(number(bytes, 114, 4) == 524_827_802)
    #expect(bytes[118] == 7)
  }

  @Test func `the tiles of shallow zooms do not widen the box`() throws {
    try write(
      [
        (tile("0/0/0"), Pictures.png(1)), (tile("1/1/0"), Pictures.png(2)),
        (tile("2/2/1"), Pictures.png(3)),
      ], to: path)
    #expect(
      try PMTilesArchive(path: path).metadata?.bounds == WebMercator.bounds(of: tile("2/2/1")))
  }

  @Test func `what the set says comes back, record and fallback too`() throws {
    var metadata = TilesetMetadata()
    metadata.name = "Parc d\u{2019}\u{e9}t\u{e9}"
    metadata.summary = "A \"park\"\n& more"
    metadata.attribution = "<a href='x'>us</a>"
    metadata.bounds = try GeographicBounds(west: 176.1, south: -19.3, east: -178, north: -16)
    metadata.zooms = ZoomRange(0, through: 9)
    metadata.tileSize = .pixels512
    metadata.type = "baselayer"
    let fallback = try #require(FallbackPicture(name: "art/paper.png", bytes: Pictures.png(9)))
    let bytes = try write(
      [(tile("2/1/1"), Pictures.png(1))], to: path, metadata: metadata, record: sampleRecord(),
      fallback: fallback)
    let archive = try PMTilesArchive(path: path)
    let read = try #require(try archive.metadata)
    #expect(read.name == metadata.name && read.summary == metadata.summary)
    #expect(read.attribution == metadata.attribution && read.bounds == metadata.bounds)
    #expect(read.zooms == metadata.zooms && read.tileSize == .pixels512)
    #expect(read.type == "baselayer" && read.fallback == "art/paper.png")
    #expect(try archive.record == sampleRecord())
    #expect(try archive.fallback == fallback)
    // The header keeps to the tiles' zoom, and its box does not wrap around.
    #expect(bytes[100] == 2 && bytes[101] == 2)
    #expect(number(bytes, 102, 4) == 0x1_0000_0000 - 1_800_000_000)
    #expect(number(bytes, 110, 4) == 1_800_000_000)
  }

  @Test func `many tiles go to further lists, and the first list stays short`() throws {
    // Pictures of varied size, so that lists do not pack well.
    var numbers = SeededNumbers(seed: 7)
    let tiles = (0..<20_000).compactMap { index -> (Tile, [UInt8])? in
      HilbertIndex(UInt64(index) * 7 + 100_000).tile.map {
        (
          $0,
          Pictures.png(index)
            + [UInt8](repeating: 7, count: Int.random(in: 0..<900, using: &numbers))
        )
      }
    }
    let bytes = try write(tiles, to: path)
    #expect(number(bytes, 16) <= 16_384 - 127)
    #expect(number(bytes, 48) > 0)
    let archive = try PMTilesArchive(path: path)
    #expect(try archive.remarks() == [])
    for (tile, picture) in tiles.shuffled(using: &numbers).prefix(500) {
      #expect(try archive.bytes(of: TilePath(tile)) == picture)
    }
    #expect(try archive.tileOrder() == tiles.map(\.0).sorted())
    #expect(try archive.bytes(of: TilePath(tile("0/0/0"))) == nil)
  }
}
