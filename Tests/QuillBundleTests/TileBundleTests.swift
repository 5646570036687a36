import Foundation
import QuillBundle
import QuillCore
import QuillTestSupport
import Testing

@Suite struct TileBundleTests {
  /// The path of a URL below a folder, nil when it lies elsewhere.
  private func path(of url: URL, in folder: ScratchFolder) -> String? {
    let start = folder.path + "/"
    return url.path.hasPrefix(start) ? String(url.path.dropFirst(start.count)) : nil
  }

  private let drawn: Tile
  private let blank: Tile

  init() throws {
    drawn = try #require(Tile("14/4825/6156"))
    blank = try #require(Tile("14/4825/6157"))
  }

  @Test(arguments: [
    "plain", "with space", "it's \"quoted\"", "Parc d'Été & <Zoo>", "100%25 #1?", "日本語",
  ])
  func `a tile is shown by its own file, a missing one by parchment in the folder`(
    name: String
  ) throws {
    let scratch = try ScratchFolder(named: name)
    try scratch.write(to: "tiles/14/4825/6156.png")
    try scratch.write(to: "tiles/parchment.png")
    try scratch.write(to: "parchment.png")
    let bundle = try #require(TileBundle(root: scratch.url.appending(path: "tiles")))
    #expect(path(of: bundle.url(for: drawn), in: scratch) == "tiles/14/4825/6156.png")
    #expect(path(of: bundle.url(for: blank), in: scratch) == "tiles/parchment.png")
    #expect(try Data(contentsOf: bundle.url(for: drawn)) == Data("x".utf8))
  }

  @Test func `without parchment in the folder, the one beside it is shown`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "tiles/14/4825/6156.png")
    try scratch.write(to: "parchment.png")
    let bundle = try #require(TileBundle(root: scratch.url.appending(path: "tiles")))
    #expect(path(of: bundle.url(for: drawn), in: scratch) == "tiles/14/4825/6156.png")
    #expect(path(of: bundle.url(for: blank), in: scratch) == "parchment.png")
  }

  @Test func `the fallback that metadata names comes before parchment, when it is there`() throws {
    let scratch = try ScratchFolder()
    for name in ["tiles/14/4825/6156.png", "tiles/parchment.png"] { try scratch.write(to: name) }
    try scratch.write(#"{"fallback": "paper.png"}"#, to: "tiles/metadata.json")
    let root = scratch.url.appending(path: "tiles")
    let without = try #require(TileBundle(root: root))
    #expect(path(of: without.url(for: blank), in: scratch) == "tiles/parchment.png")
    try scratch.write(to: "tiles/paper.png")
    let with = try #require(TileBundle(root: root))
    #expect(path(of: with.url(for: blank), in: scratch) == "tiles/paper.png")
  }

  @Test func `a fallback that is given is the one shown`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "tiles/14/4825/6156.png")
    try scratch.write(to: "tiles/parchment.png")
    let paper = try scratch.write(to: "paper.png")
    let bundle = try #require(
      TileBundle(root: scratch.url.appending(path: "tiles"), fallback: paper))
    #expect(bundle.url(for: blank) == paper)
  }

  @Test func `on a retina screen the fine picture comes before the plain one`() throws {
    let scratch = try ScratchFolder()
    for name in ["14/4825/6156.png", "14/4825/6156@2x.png", "14/4825/6155.png", "parchment.png"] {
      try scratch.write(to: name)
    }
    let bundle = try #require(TileBundle(root: scratch.url))
    let plain = try #require(Tile("14/4825/6155"))
    #expect(path(of: bundle.url(for: drawn), in: scratch) == "14/4825/6156.png")
    #expect(path(of: bundle.url(for: drawn, scale: .retina), in: scratch) == "14/4825/6156@2x.png")
    #expect(path(of: bundle.url(for: plain, scale: .retina), in: scratch) == "14/4825/6155.png")
    #expect(path(of: bundle.url(for: blank, scale: .retina), in: scratch) == "parchment.png")
    #expect(
      path(of: bundle.url(x: 4825, y: 6156, z: 14, scale: .retina), in: scratch)
        == "14/4825/6156@2x.png")
  }

  @Test(arguments: [
    (-1, 0, 2), (4, 0, 2), (0, -1, 2), (0, 4, 2), (0, 0, -1), (0, 0, 31), (Int.max, Int.min, 2),
    (0, 0, Int.max),
  ])
  func `columns, rows and zooms beyond the grid show the fallback`(x: Int, y: Int, z: Int) throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "2/3/0.png")
    try scratch.write(to: "parchment.png")
    let bundle = try #require(TileBundle(root: scratch.url))
    #expect(path(of: bundle.url(x: x, y: y, z: z), in: scratch) == "parchment.png")
    #expect(path(of: bundle.url(x: 3, y: 0, z: 2), in: scratch) == "2/3/0.png")
  }

  @Test func `the zooms are those that metadata tells, else those that have a folder`() throws {
    let scratch = try ScratchFolder()
    for name in [
      "14/0/0.png", "18/0/0.png", "16/0/0.png", "notes/1.png", "015/0/0.png", "99/0/0.png",
    ] {
      try scratch.write(to: name)
    }
    try scratch.write(to: "3")
    #expect(TileBundle(root: scratch.url)?.zooms == ZoomRange(14, through: 18))
    try scratch.write(#"{"minzoom": "0", "maxzoom": 17}"#, to: "metadata.json")
    #expect(TileBundle(root: scratch.url)?.zooms == ZoomRange(0, through: 17))
    try scratch.write(#"{"name": "no zooms"}"#, to: "metadata.json")
    #expect(TileBundle(root: scratch.url)?.zooms == ZoomRange(14, through: 18))
    try scratch.write(#"{"minzoom": "#, to: "metadata.json")
    #expect(TileBundle(root: scratch.url)?.zooms == ZoomRange(14, through: 18))
    let asked = ZoomRange(2, through: 5)
    #expect(TileBundle(root: scratch.url, zooms: asked)?.zooms == asked)
  }

  @Test func `no folder, or one without a zoom, is no set of tiles`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "file")
    let none = scratch.url.appending(path: "none")
    #expect(TileBundle(root: none) == nil)
    #expect(TileBundle(root: none, zooms: ZoomRange(3)) == nil)
    #expect(TileBundle(root: scratch.url.appending(path: "file"), zooms: ZoomRange(3)) == nil)
    #expect(TileBundle(root: scratch.url) == nil)
    #expect(TileBundle(root: scratch.url, zooms: ZoomRange(3)) != nil)
  }

  @Test func `the lookup answers as the files do`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "13/2412/3078.png")
    try scratch.write(to: "14/4825/6156.png")
    let parent = try #require(Tile("13/2412/3078"))
    let part = try #require(TilePart(of: blank, in: parent))
    let plain = try #require(TileBundle(root: scratch.url))
    #expect(try plain.lookup().answer(for: drawn) == .own)
    #expect(try plain.lookup().answer(for: blank) == .missing)
    #expect(
      try plain.lookup(enlargingAncestors: true).answer(for: blank) == .ancestor(parent, part))
    try scratch.write(to: "parchment.png")
    let papered = try #require(TileBundle(root: scratch.url))
    #expect(try papered.lookup().answer(for: blank) == .fallback)
    let deep = try #require(Tile("15/0/0"))
    #expect(try papered.lookup().answer(for: deep) == .outsideZooms(ZoomRange(13, through: 14)))
  }
}

@Suite struct AppBundleTests {
  /// An app's bundle with some files among its resources.
  private func bundle(_ files: [String], in scratch: ScratchFolder) throws -> Bundle {
    let app = scratch.url.appending(path: "Park.bundle")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    let bundle = try #require(Bundle(url: app))
    let resources = try #require(bundle.resourceURL)
    for file in files {
      let url = resources.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.utf8).write(to: url)
    }
    return bundle
  }

  /// What the file shown for a tile says: its own path among the resources.
  private func shown(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private let drawn: Tile
  private let blank: Tile

  init() throws {
    drawn = try #require(Tile("14/4825/6156"))
    blank = try #require(Tile("14/4825/6157"))
  }

  @Test func `tiles come from the folder tiles, parchment from beside it`() throws {
    let scratch = try ScratchFolder()
    let app = try bundle(["tiles/14/4825/6156.png", "parchment.png"], in: scratch)
    let tiles = try #require(TileBundle(bundle: app))
    #expect(try shown(tiles.url(for: drawn)) == "tiles/14/4825/6156.png")
    #expect(try shown(tiles.url(for: blank)) == "parchment.png")
    #expect(tiles.zooms == ZoomRange(14))
  }

  @Test func `parchment in the folder comes before the one in the bundle's root`() throws {
    let scratch = try ScratchFolder()
    let app = try bundle(
      ["tiles/14/4825/6156.png", "tiles/parchment.png", "parchment.png"], in: scratch)
    let tiles = try #require(TileBundle(bundle: app))
    #expect(try shown(tiles.url(for: blank)) == "tiles/parchment.png")
  }

  @Test func `a folder deep in the bundle finds the fallback in the bundle's root`() throws {
    let scratch = try ScratchFolder()
    let app = try bundle(
      ["maps/park/14/4825/6156.png", "maps/paper.png", "paper.png"], in: scratch)
    let tiles = try #require(
      TileBundle(
        bundle: app, folder: "maps/park", fallback: "paper.png", zooms: ZoomRange(12, through: 14)))
    #expect(try shown(tiles.url(for: drawn)) == "maps/park/14/4825/6156.png")
    #expect(try shown(tiles.url(for: blank)) == "paper.png")
    #expect(tiles.zooms == ZoomRange(12, through: 14))
  }

  @Test func `a bundle without the folder has no tiles`() throws {
    let scratch = try ScratchFolder()
    let app = try bundle(["parchment.png", "file"], in: scratch)
    #expect(TileBundle(bundle: app) == nil)
    #expect(TileBundle(bundle: app, zooms: ZoomRange(3)) == nil)
    #expect(TileBundle(bundle: app, folder: "file", zooms: ZoomRange(3)) == nil)
  }
}
