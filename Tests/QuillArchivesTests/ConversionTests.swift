import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("From one kind of tileset to the next")
struct ConversionTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func path(_ name: String) -> String { "\(scratch.path)/\(name)" }

  private func copy(_ source: String, to destination: String) throws {
    let source = try Tileset.open(path(source))
    let sink = try Tileset.sink(to: path(destination))
    try source.visitTiles { tile in
      let bytes = try #require(try source.bytes(of: tile))
      try sink.put(bytes.span, at: tile)
    }
    if let fallback = try (source as? any FallbackHolding)?.fallback { try sink.put(fallback) }
    try sink.finish(
      metadata: try source.metadata ?? TilesetMetadata(), record: try source.record)
  }

  @Test(
    "A folder comes back byte for byte",
    arguments: [
      ["a.pmtiles", "b.mbtiles"], ["a.mbtiles", "b.pmtiles"], ["a.mbtiles"], ["a.pmtiles"],
    ])
  func roundTrip(_ stops: [String]) throws {
    var metadata = TilesetMetadata()
    metadata.name = "Park"
    metadata.format = "png"
    metadata.type = "overlay"
    metadata.bounds = try GeographicBounds(parsing: "-73.9819,40.7644,-73.9496,40.8003")
    metadata.center = try Coordinate(longitude: -73.96575, latitude: 40.78235)
    metadata.centerZoom = 3
    metadata.zooms = ZoomRange(3, through: 6)
    metadata.tileSize = .pixels256
    metadata.fallback = "parchment.png"
    let fallback = try #require(FallbackPicture(name: "parchment.png", bytes: Pictures.png(99)))
    try write(
      pyramid("3/2-4/3-5", through: 4), to: path("first"), metadata: metadata,
      record: sampleRecord(fallback: "parchment.png"), fallback: fallback)
    let folders = ["first"] + stops + ["last"]
    for (from, to) in zip(folders, folders.dropFirst()) { try copy(from, to: to) }
    let names = try FileManager.default.subpathsOfDirectory(atPath: path("first")).sorted()
    #expect(names.count > 700)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path("last")).sorted() == names)
    for name in names where name.contains(".") {
      #expect(
        FileManager.default.contentsEqual(
          atPath: path("first/" + name), andPath: path("last/" + name)), "\(name)")
    }
  }

  @Test func `what a set is its bytes tell, not its name`() throws {
    let tiles = [(tile("0/0/0"), Pictures.png(1))]
    try write(tiles, to: path("a.pmtiles"))
    try write(tiles, to: path("b.mbtiles"))
    try write(tiles, to: path("c.tiles"))
    try FileManager.default.moveItem(atPath: path("a.pmtiles"), toPath: path("x.mbtiles"))
    try FileManager.default.moveItem(atPath: path("b.mbtiles"), toPath: path("x.png"))
    #expect(try Tileset.open(path("x.mbtiles")) is PMTilesArchive)
    #expect(try Tileset.open(path("x.png")) is MBTilesArchive)
    #expect(try Tileset.open(path("c.tiles")) is TileFolder)
  }

  @Test func `what is no tileset is refused with what it is`() throws {
    try scratch.write("<!DOCTYPE html>", to: "page.mbtiles")
    try scratch.write("", to: "empty.mbtiles")
    #expect(throws: ArchiveError.notAnArchive(looksLike: "a web page (HTML)")) {
      try Tileset.open(path("page.mbtiles"))
    }
    #expect(throws: ArchiveError.empty) { try Tileset.open(path("empty.mbtiles")) }
    #expect(throws: FileError.absent(path: path("none.mbtiles"))) {
      try Tileset.open(path("none.mbtiles"))
    }
  }

  @Test(
    "A fallback's name never leads out of the set or over its files",
    arguments: [
      "../a.png", "/a.png", "a/../../b.png", "", "a//b.png", "metadata.json", "tilequill.json",
      "14", "14/2/3.png", ".", "a\0.png",
    ])
  func fallbackNames(_ name: String) throws {
    #expect(FallbackPicture(name: name, bytes: [1]) == nil)
  }

  @Test func `a measure tells zooms, box and formats of any set`() throws {
    try write(pyramid("3/2-4/3-5", through: 2), to: path("a.pmtiles"))
    let measure = try TileMeasure(of: Tileset.open(path("a.pmtiles")))
    #expect(measure.zooms == ZoomRange(3, through: 4))
    #expect(measure.formats == [FormatCount(format: "png", tiles: 45)])
    #expect(
      measure.bounds == TileRange("3/2-4/3-5").map { WebMercator.bounds(of: $0) })
  }
}
