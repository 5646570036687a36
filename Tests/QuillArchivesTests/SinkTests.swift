import Dispatch
import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

/// What holds for both kinds of archive.
@Suite("Writing archives")
struct SinkTests {
  static let names = ["a.mbtiles", "a.pmtiles"]

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  @Test("The same tiles give the same bytes in any order", arguments: names)
  func order(_ name: String) throws {
    var numbers = SeededNumbers(seed: 3)
    let tiles = pyramid("3/2-4/3-5", through: 4).map { entry in
      (entry.0, entry.0.x % 3 == 0 ? Pictures.png(0) : entry.1)
    }
    let first = try write(tiles, to: path("1" + name.dropFirst()), metadata: named)
    for run in 2...4 {
      let again = try write(
        tiles.shuffled(using: &numbers), to: path("\(run)" + name.dropFirst()), metadata: named)
      #expect(again == first)
    }
  }

  private var named: TilesetMetadata {
    var metadata = TilesetMetadata()
    metadata.name = "Park"
    return metadata
  }

  @Test("The same tiles give the same bytes from many threads", arguments: names)
  func threads(_ name: String) throws {
    let tiles = pyramid("3/2-4/3-5", through: 4)
    let first = try write(tiles, to: path("1" + name), metadata: named)
    let sink = try Tileset.sink(to: path("2" + name))
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for (tile, bytes) in tiles.enumerated().filter({ $0.offset % 8 == thread }).map(\.element) {
        #expect(throws: Never.self) { try sink.put(bytes.span, at: TilePath(tile)) }
      }
    }
    try sink.finish(metadata: named, record: nil)
    #expect(try Data(contentsOf: URL(filePath: path("2" + name))) == Data(first))
  }

  @Test("Many threads read the same tiles as one", arguments: names)
  func readers(_ name: String) throws {
    let tiles = pyramid("3/2-4/3-5", through: 4)
    try write(tiles, to: path(name))
    let source = try Tileset.open(path(name))
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for (tile, bytes) in tiles {
        let read = try? source.bytes(of: TilePath(tile))
        #expect(read == bytes)
      }
    }
  }

  /// A file without a name cannot be left behind, however the program ends.
  @Test("Before the end nothing has a name, and nothing is left", arguments: names)
  func unfinished(_ name: String) throws {
    var sink: (any TileSink)? = try Tileset.sink(to: path("new/deep/" + name))
    try sink?.put(Pictures.png(1).span, at: TilePath(tile("0/0/0")))
    #expect(
      scratch.contents() == ["new", "new/deep", "new/deep/.\(name).tilequill-lock"])
    sink = nil
    #expect(scratch.contents() == [])
  }

  @Test("What a killed program left beside an archive goes with the next run", arguments: names)
  func killed(_ name: String) throws {
    try scratch.write("half an archive", to: ".\(name).tilequill-1-abc")
    try scratch.write("of another", to: ".other\(name).tilequill-1-abc")
    try write([(tile("0/0/0"), Pictures.png(1))], to: path(name))
    #expect(scratch.contents() == [".other\(name).tilequill-1-abc", name])
  }

  @Test("A second sink for one archive is refused until the first is done", arguments: names)
  func busy(_ name: String) throws {
    do {
      let first = try Tileset.sink(to: path(name))
      try first.put(Pictures.png(1).span, at: TilePath(tile("0/0/0")))
      #expect(throws: FileError.busy(path: path(name), process: FileSystem.processNumber)) {
        _ = try Tileset.sink(to: path(name))
      }
      try first.finish(metadata: TilesetMetadata(), record: nil)
      _ = try Tileset.sink(to: path(name), replacing: true)
    }
    #expect(try Tileset.open(path(name)).allTiles() == [tile("0/0/0"): Pictures.png(1)])
    #expect(scratch.contents() == [name])
  }

  @Test("An end that fails leaves nothing", arguments: names)
  func failed(_ name: String) throws {
    var sink: (any TileSink)? = try Tileset.sink(to: path(name))
    #expect(throws: ArchiveError.noTiles) {
      try sink?.finish(metadata: TilesetMetadata(), record: nil)
    }
    sink = nil
    #expect(scratch.contents() == [])
  }

  @Test("A finished archive is one file", arguments: names)
  func oneFile(_ name: String) throws {
    try write([(tile("0/0/0"), Pictures.png(1))], to: path(name))
    #expect(scratch.contents() == [name])
  }

  @Test("What is there is not replaced unless asked to", arguments: names)
  func existing(_ name: String) throws {
    try scratch.write("old", to: name)
    #expect(throws: FileError.exists(path: path(name))) { try Tileset.sink(to: path(name)) }
    let sink = try Tileset.sink(to: path(name), replacing: true)
    try sink.put(Pictures.png(1).span, at: TilePath(tile("0/0/0")))
    #expect(try String(contentsOfFile: path(name), encoding: .utf8) == "old")
    try sink.finish(metadata: TilesetMetadata(), record: nil)
    #expect(try Tileset.open(path(name)).allTiles() == [tile("0/0/0"): Pictures.png(1)])
    #expect(scratch.contents() == [name])
  }

  @Test("What appears meanwhile is not replaced either", arguments: names)
  func appearing(_ name: String) throws {
    let sink = try Tileset.sink(to: path(name))
    try sink.put(Pictures.png(1).span, at: TilePath(tile("0/0/0")))
    try scratch.write("new", to: name)
    #expect(throws: FileError.exists(path: path(name))) {
      try sink.finish(metadata: TilesetMetadata(), record: nil)
    }
    #expect(try String(contentsOfFile: path(name), encoding: .utf8) == "new")
  }

  @Test("Pictures of several formats are refused with their counts (R107)", arguments: names)
  func mixed(_ name: String) throws {
    let tiles = [("1/0/0", Pictures.jpeg), ("1/0/1", Pictures.png(1)), ("1/1/0", Pictures.jpeg)]
    let counts = [FormatCount(format: "jpg", tiles: 2), FormatCount(format: "png", tiles: 1)]
    let error = #expect(throws: ArchiveError.mixedFormats(counts)) {
      try write(tiles.map { (tile($0.0), $0.1) }, to: path(name))
    }
    #expect(
      error?.description
        == "would have tiles of several formats, 2 jpg, 1 png (expected one)")
  }

  @Test("What is no picture is refused with its kind", arguments: names)
  func strangers(_ name: String) throws {
    let sink = try Tileset.sink(to: path(name))
    for (bytes, kind) in [([], "an empty file"), (Array("<html>".utf8), "a web page (HTML)")] {
      #expect(throws: ArchiveError.notAPicture(tile("0/0/0"), looksLike: kind)) {
        try sink.put(bytes.span, at: TilePath(tile("0/0/0")))
      }
    }
    #expect(throws: ArchiveError.retina(tile("0/0/0"))) {
      try sink.put(Pictures.png(1).span, at: TilePath(tile("0/0/0"), scale: .retina))
    }
  }

  @Test("A tile put twice is refused", arguments: names)
  func twice(_ name: String) throws {
    let twins = [(tile("3/1/2"), Pictures.png(1)), (tile("3/1/2"), Pictures.png(2))]
    #expect(throws: ArchiveError.tileTwice(tile("3/1/2"))) { try write(twins, to: path(name)) }
  }

  @Test("Tiles at the corners of the deepest zoom are kept", arguments: names)
  func corners(_ name: String) throws {
    let last = (1 << 30) - 1
    let tiles = [(0, 0), (0, last), (last, 0), (last, last)].enumerated().map { corner in
      (tile("30/\(corner.element.0)/\(corner.element.1)"), Pictures.png(corner.offset))
    }
    try write(tiles, to: path(name))
    #expect(
      try Tileset.open(path(name)).allTiles() == Dictionary(uniqueKeysWithValues: tiles))
  }

  @Test func `bounds of an MBTiles do not wrap around, and are never of zero size (R81)`() throws {
    var metadata = TilesetMetadata()
    metadata.bounds = try GeographicBounds(west: 176, south: -19, east: -178, north: -16)
    try write([(tile("0/0/0"), Pictures.png(1))], to: path("a.mbtiles"), metadata: metadata)
    #expect(
      try MBTilesArchive(path: path("a.mbtiles")).metadata?.bounds?.description
        == "-180.0,-19.0,180.0,-16.0")
    try write([(tile("3/0/0"), Pictures.png(1))], to: path("b.mbtiles"))
    let read = try #require(try MBTilesArchive(path: path("b.mbtiles")).metadata)
    #expect(read.bounds == WebMercator.bounds(of: tile("3/0/0")))
    #expect(read.name == "b" && read.format == "png" && read.type == "overlay")
    #expect(read.zooms == ZoomRange(3) && read.centerZoom == 3)
    #expect(read.center == read.bounds?.center)
  }
}
