import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct TileFolderSinkTests {
  private let bytes: [UInt8] = [1, 2, 3]

  @Test(arguments: oddNames)
  func `a finished set has its tiles, its metadata and its record, and nothing else`(
    name: String
  ) throws {
    let scratch = try ScratchFolder(named: name)
    let destination = "\(scratch.path)/\(name)"
    let record = try SliceRecordTests.record()
    let metadata = try TilesetMetadataTests.full()
    do {
      let sink = try TileFolderSink(destination: destination)
      try sink.put(bytes.span, at: TilePath(try #require(Tile("14/4701/6361"))))
      try sink.put(bytes.span, at: TilePath(try #require(Tile("14/4701/6361")), scale: .retina))
      try sink.put(bytes.span, besideZooms: "parchment.png")
      try sink.finish(metadata: metadata, record: record)
    }
    #expect(try FileSystem.entries(of: scratch.path).map(\.name) == [name])
    let folder = try TileFolder(root: destination)
    #expect(try folder.metadata == metadata)
    #expect(try folder.record == record)
    #expect(try folder.bytes(of: TilePath("14/4701/6361.png")) == bytes)
    #expect(try folder.bytes(of: TilePath("14/4701/6361@2x.png")) == bytes)
    #expect(
      Set(try FileSystem.entries(of: destination).map(\.name))
        == ["14", "metadata.json", "parchment.png", "tilequill.json"])
  }

  @Test func `nothing is under the final name until the set is finished`() throws {
    let scratch = try ScratchFolder()
    let destination = scratch.path + "/tiles"
    let sink = try TileFolderSink(destination: destination)
    try sink.put(bytes.span, at: TilePath("1/0/0.png"))
    #expect(try FileSystem.kind(of: destination) == nil)
    try sink.finish(metadata: TilesetMetadata(), record: nil)
    #expect(
      scratch.contents() == [
        "tiles", "tiles/1", "tiles/1/0", "tiles/1/0/0.png", "tiles/metadata.json",
      ])
  }

  @Test(arguments: ["tiles", "tiles/", "new/deeper/tiles", String(repeating: "é", count: 127)])
  func `a sink let go unfinished leaves nothing`(name: String) throws {
    let scratch = try ScratchFolder()
    do {
      let sink = try TileFolderSink(destination: "\(scratch.path)/\(name)")
      try sink.put(bytes.span, at: TilePath("1/0/0.png"))
      try sink.put(bytes.span, at: TilePath("1/1/0.png"))
    }
    #expect(scratch.contents() == [])
  }

  @Test func `an empty set is finished all the same`() throws {
    let scratch = try ScratchFolder()
    try TileFolderSink(destination: scratch.path + "/tiles")
      .finish(metadata: TilesetMetadata(), record: nil)
    #expect(scratch.contents() == ["tiles", "tiles/metadata.json"])
  }

  @Test func `what is there already is refused and left alone`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("old", to: "tiles/1/0/0.png")
    try scratch.write("old", to: "file")
    try FileSystem.makeFolder(scratch.path + "/empty")
    let before = scratch.contents()
    for name in ["tiles", "file", "empty"] {
      let path = "\(scratch.path)/\(name)"
      #expect(throws: FileError.exists(path: path)) { try TileFolderSink(destination: path) }
    }
    #expect(scratch.contents() == before)
  }

  @Test func `what came there meanwhile is left alone, and the scratch goes`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/tiles"
    do {
      let sink = try TileFolderSink(destination: path)
      try sink.put(bytes.span, at: TilePath("1/0/0.png"))
      try scratch.write("other", to: "tiles/1/1/1.png")
      #expect(throws: FileError.exists(path: path)) {
        try sink.finish(metadata: TilesetMetadata(), record: nil)
      }
    }
    #expect(scratch.contents() == ["tiles", "tiles/1", "tiles/1/1", "tiles/1/1/1.png"])
  }

  @Test func `a second sink for one place is refused until the first is done`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/tiles"
    do {
      let first = try TileFolderSink(destination: path)
      try first.put(bytes.span, at: TilePath("1/0/0.png"))
      #expect(
        throws: FileError.busy(path: path, process: FileSystem.processNumber)
      ) { _ = try TileFolderSink(destination: path) }
      try first.put(bytes.span, at: TilePath("1/0/1.png"))
      try first.finish(metadata: TilesetMetadata(), record: nil)
      #expect(throws: FileError.exists(path: path)) { _ = try TileFolderSink(destination: path) }
    }
    #expect(
      scratch.contents() == [
        "tiles", "tiles/1", "tiles/1/0", "tiles/1/0/0.png", "tiles/1/0/1.png",
        "tiles/metadata.json",
      ])
  }

  @Test func `a place below a file is refused at once`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "file")
    #expect(throws: FileError.self) {
      try TileFolderSink(destination: scratch.path + "/file/tiles")
    }
    #expect(scratch.contents() == ["file"])
  }

  @Test func `many threads put tiles at once`() throws {
    let scratch = try ScratchFolder()
    let sink = try TileFolderSink(destination: scratch.path + "/tiles")
    let tiles = Array(TileRange(all: 5))
    DispatchQueue.concurrentPerform(iterations: tiles.count) { place in
      let name = Array(tiles[place].description.utf8)
      #expect(throws: Never.self) { try sink.put(name.span, at: TilePath(tiles[place])) }
    }
    try sink.finish(metadata: TilesetMetadata(), record: nil)
    let folder = try TileFolder(root: scratch.path + "/tiles")
    var found: [TilePath] = []
    try folder.visitTiles { found.append($0) }
    #expect(found == tiles.map { TilePath($0) })
    for tile in tiles {
      #expect(try folder.bytes(of: TilePath(tile)) == Array(tile.description.utf8))
    }
  }
}
