import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("Reading PMTiles")
struct PMTilesReadingTests {
  typealias Entry = PMTilesMaker.Entry

  private let scratch: ScratchFolder
  private var path: String { scratch.path + "/a.pmtiles" }

  init() throws { scratch = try ScratchFolder() }

  private func open(_ maker: PMTilesMaker) throws -> PMTilesArchive {
    try store(maker.bytes, at: path)
    return try PMTilesArchive(path: path)
  }

  @Test func `unsorted pictures and lists that are not packed are read`() throws {
    let archive = try open(.small())
    #expect(
      try archive.allTiles() == [
        tile("0/0/0"): Pictures.png(1), tile("1/0/0"): Pictures.png(2),
        tile("1/0/1"): Pictures.png(2),
      ])
    #expect(try archive.bytes(of: TilePath(tile("1/1/1"))) == nil)
    #expect(try archive.has(TilePath(tile("1/1/1"))) == false)
    #expect(try archive.bytes(of: TilePath(tile("0/0/0"), scale: .retina)) == nil)
  }

  @Test func `lists packed by another hand are read`() throws {
    var maker = PMTilesMaker.small()
    maker.compression = 2
    maker.root = PMTilesMaker.gzip(maker.root)
    maker.metadata = PMTilesMaker.gzip(Array(#"{"name":"Park","minzoom":0}"#.utf8))
    let archive = try open(maker)
    #expect(try archive.allTiles().count == 3)
    #expect(try archive.metadata?.name == "Park")
  }

  @Test func `a further list is read where a tile needs it`() throws {
    var maker = PMTilesMaker.small()
    maker.leaves = maker.root
    maker.root = PMTilesMaker.directory([
      Entry(step: 0, run: 0, length: UInt64(maker.leaves.count), place: 1)
    ])
    #expect(try open(maker).allTiles().count == 3)
  }

  @Test func `a picture packed once more is handed out as the picture`() throws {
    var maker = PMTilesMaker()
    maker.tiles = PMTilesMaker.gzip(Pictures.png(7))
    maker.tileCompression = 2
    maker.root = PMTilesMaker.directory([
      Entry(step: 0, run: 1, length: UInt64(maker.tiles.count), place: 1)
    ])
    #expect(try open(maker).bytes(of: TilePath(tile("0/0/0"))) == Pictures.png(7))
  }

  @Test func `an entry for many thousands of tiles takes no room to visit`() throws {
    var maker = PMTilesMaker.small()
    // All of zooms 0 to 9: (4^10 − 1) / 3 tiles.
    maker.root = PMTilesMaker.directory([Entry(step: 0, run: 349_525, length: 4, place: 1)])
    let archive = try open(maker)
    var count = 0
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try archive.visitTiles { _ in
        count += 1
        if count == 5000 { throw Enough() }
      }
    }
    #expect(try archive.has(TilePath(tile("9/511/0"))))
    #expect(try archive.has(TilePath(tile("10/0/0"))) == false)
  }

  @Test(
    "Lists that break the rules are refused with the place",
    arguments: [
      ([], nil, DirectoryFault.noEntries),
      ([Entry(step: 0, run: 1, length: 4, place: 1)], 2, .endsEarly),
      ([Entry(step: 0, run: 1, length: 4, place: 1)], 1 << 60, .endsEarly),
      (
        [.init(step: 5, run: 1, length: 4, place: 1), .init(step: 0, run: 1, length: 4, place: 0)],
        nil, .unsorted(at: 5)
      ),
      (
        [.init(step: 0, run: 9, length: 4, place: 1), .init(step: 5, run: 1, length: 4, place: 0)],
        nil, .unsorted(at: 5)
      ),
      ([Entry(step: 1 << 62, run: 1, length: 4, place: 1)], nil, .beyondTheGrid(at: 1 << 62)),
      (
        [
          .init(step: 9, run: 1, length: 4, place: 1),
          .init(step: .max, run: 1, length: 4, place: 0),
        ], nil, .beyondTheGrid(at: 8)
      ),
      ([Entry(step: 3, run: 1 << 40, length: 4, place: 1)], nil, .beyondTheGrid(at: 3)),
      ([Entry(step: 3, run: 1, length: 0, place: 1)], nil, .noBytes(at: 3)),
      ([Entry(step: 3, run: 1, length: 1 << 33, place: 1)], nil, .outsideItsPart(at: 3)),
      ([Entry(step: 3, run: 1, length: 4, place: 0)], nil, .outsideItsPart(at: 3)),
      ([Entry(step: 3, run: 1, length: 4, place: 1 << 20)], nil, .outsideItsPart(at: 3)),
      ([Entry(step: 3, run: 1, length: 4, place: .max)], nil, .outsideItsPart(at: 3)),
      ([Entry(step: 3, run: 0, length: 4, place: 1)], nil, .outsideItsPart(at: 3)),
    ] as [([Entry], UInt64?, DirectoryFault)])
  func badLists(_ entries: [Entry], _ count: UInt64?, _ fault: DirectoryFault) throws {
    var maker = PMTilesMaker.small()
    maker.root = PMTilesMaker.directory(entries, count: count)
    #expect(throws: ArchiveError.badDirectory(.rootDirectory, fault)) { try open(maker) }
  }

  @Test func `a list that goes on after its entries is refused`() throws {
    var maker = PMTilesMaker.small()
    maker.root += [0, 0]
    #expect(throws: ArchiveError.badDirectory(.rootDirectory, .goesOn(bytes: 2))) {
      try open(maker)
    }
  }

  @Test func `lists that lead to themselves end with an error`() throws {
    var maker = PMTilesMaker.small()
    maker.leaves = PMTilesMaker.directory([Entry(step: 0, run: 0, length: 5, place: 1)])
    #expect(maker.leaves.count == 5)
    maker.root = maker.leaves
    let archive = try open(maker)
    let error = ArchiveError.badDirectory(.leafDirectory, .tooDeep)
    #expect(throws: error) { try archive.bytes(of: TilePath(tile("0/0/0"))) }
    #expect(throws: error) { try archive.visitTiles { _ in } }
  }

  @Test func `a further list with tiles of another one is refused`() throws {
    var maker = PMTilesMaker.small()
    maker.leaves = PMTilesMaker.directory([Entry(step: 2, run: 1, length: 4, place: 1)])
    maker.root = PMTilesMaker.directory([
      Entry(step: 3, run: 0, length: UInt64(maker.leaves.count), place: 1)
    ])
    #expect(throws: ArchiveError.badDirectory(.leafDirectory, .outOfPlace(at: 2))) {
      try open(maker).visitTiles { _ in }
    }
  }

  @Test("Parts that end beyond the file are refused", arguments: 0..<4)
  func cutParts(_ part: Int) throws {
    var maker = PMTilesMaker.small()
    maker.leaves = [1, 2, 3, 4]
    let names: [ArchivePart] = [.rootDirectory, .metadata, .leafDirectory, .tiles]
    maker.lengths[part] = 10_000
    #expect {
      try open(maker)
    } throws: { error in
      guard case .truncated(names[part], _, _)? = error as? ArchiveError else { return false }
      return true
    }
    maker.lengths[part] = .max
    #expect(throws: ArchiveError.beyondAnyFile(names[part])) { try open(maker) }
  }

  @Test(
    "Lists packed in a way that is not read are refused by its name",
    arguments: [
      (0, CompressionKind.unknown), (3, .brotli), (4, .zstd), (77, .undefined(77)),
    ] as [(UInt8, CompressionKind)])
  func packing(_ number: UInt8, _ kind: CompressionKind) throws {
    var maker = PMTilesMaker.small()
    maker.compression = number
    #expect(throws: ArchiveError.unsupportedCompression(.rootDirectory, kind)) { try open(maker) }
  }

  @Test(
    "Packed bytes that lie about their size are refused", arguments: [5, 70, 40_000] as [UInt32])
  func lyingSizes(_ told: UInt32) throws {
    var maker = PMTilesMaker.small()
    maker.compression = 2
    maker.root = PMTilesMaker.gzip(maker.root, told: told)
    #expect(throws: ArchiveError.notUnpackable(.rootDirectory)) { try open(maker) }
  }

  @Test func `packed bytes that would fill the memory are refused unread`() throws {
    var maker = PMTilesMaker.small()
    maker.compression = 2
    maker.root = PMTilesMaker.gzip(maker.root, told: .max)
    #expect(throws: ArchiveError.tooLarge(.rootDirectory, limit: 1_049_600)) { try open(maker) }
  }

  @Test("Older versions are named", arguments: [1, 2] as [UInt8])
  func older(_ version: UInt8) throws {
    try store([0x50, 0x4d, version, 0] + [UInt8](repeating: 0, count: 600), at: path)
    #expect(throws: ArchiveError.unsupportedVersion(Int(version))) { try Tileset.open(path) }
  }

  @Test("Files of any small size are refused (R91)", arguments: [0, 7, 126, 127, 128, 300])
  func smallFiles(_ size: Int) throws {
    let whole = PMTilesMaker.small().bytes + [UInt8](repeating: 0, count: 200)
    try store(Array(whole.prefix(size)), at: path)
    if size >= PMTilesMaker.small().bytes.count {
      #expect(try PMTilesArchive(path: path).allTiles().count == 3)
    } else {
      #expect(throws: ArchiveError.self) { try PMTilesArchive(path: path) }
    }
  }

  @Test func `metadata that make no sense are told, and the rest is read`() throws {
    var maker = PMTilesMaker.small()
    maker.metadata = Array(
      #"{"name":"Park","bounds":"1,2,3","minzoom":40,"type":["a"],"format":"png"}"#.utf8)
    let archive = try open(maker)
    #expect(try archive.metadata?.name == "Park")
    #expect(try archive.metadata?.bounds == nil)
    let remarks = try archive.remarks().filter { $0.part == "metadata" }.map(\.found)
    #expect(remarks.count == 2)
    #expect(remarks.contains { $0.hasPrefix("'bounds' is '1,2,3'") })
    #expect(remarks.contains { $0.hasPrefix("'minzoom' is '40'") })
  }

  @Test func `metadata that are no JSON object are an error of their own`() throws {
    var maker = PMTilesMaker.small()
    maker.metadata = Array("[1]".utf8)
    let archive = try open(maker)
    #expect(throws: MetadataError.notAnObject) { try archive.metadata }
    #expect(try archive.allTiles().count == 3)
  }

  @Test func `a header that the tiles contradict is told (R90, R91, R93)`() throws {
    var maker = PMTilesMaker.small()
    maker.counts = [4, 1, 1]
    maker.isClustered = 1
    maker.zooms = (2, 5)
    maker.type = 0
    let remarks = try open(maker).remarks().map(\.description)
    #expect(
      remarks == [
        "header counts 4 tiles (expected 3)", "header counts 1 entries (expected 2)",
        "header counts 1 different pictures (expected 2)",
        "header says that the pictures are sorted, which they are not",
        "header has the zooms 2 to 5 (expected 0 to 1, those of the tiles)",
        "header does not say what the pictures are",
        "header has no box of any size (expected that of the tiles)",
      ])
  }
}
