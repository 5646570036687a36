import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct TileFolderTests {
  /// Everything in a folder of tiles, in the order it is told.
  private func entries(of folder: TileFolder) throws -> [TilesetEntry] {
    var found: [TilesetEntry] = []
    try folder.visitEntries { found.append($0) }
    return found
  }

  private func tiles(of folder: TileFolder) throws -> [String] {
    var found: [String] = []
    try folder.visitTiles { found.append($0.description) }
    return found
  }

  @Test(arguments: oddNames)
  func `tiles are told in their order, as numbers, wherever the folder lies`(name: String) throws {
    let scratch = try ScratchFolder(named: name)
    let names = ["2/3/0", "10/9/5", "10/9/12", "10/9/100", "10/10/0", "10/100/3", "11/0/0"]
    for name in names.shuffled() { try scratch.write(to: name + ".png") }
    let folder = try TileFolder(root: scratch.path)
    #expect(try tiles(of: folder) == names.map { $0 + ".png" })
    #expect(try tiles(of: TileFolder(root: scratch.path + "/")) == names.map { $0 + ".png" })
    #expect(try entries(of: folder).count == names.count)
  }

  @Test func `no folder is an error that says so`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(to: "file")
    #expect(throws: FileError.absent(path: scratch.path + "/none")) {
      try TileFolder(root: scratch.path + "/none")
    }
    #expect(
      throws: FileError.cannotRead(path: scratch.path + "/file", reason: "it is not a folder")
    ) { try TileFolder(root: scratch.path + "/file") }
  }

  @Test func `a tile's bytes are those of its file, of a missing one nil`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("own", to: "3/4/2.png")
    try scratch.write("fine", to: "3/4/2@2x.png")
    try scratch.write("", to: "3/4/3.png")
    try FileSystem.makeFolder(scratch.path + "/3/4/5.png")
    let folder = try TileFolder(root: scratch.path)
    #expect(try folder.bytes(of: TilePath("3/4/2.png")) == Array("own".utf8))
    #expect(try folder.bytes(of: TilePath("3/4/2@2x.png")) == Array("fine".utf8))
    #expect(try folder.bytes(of: TilePath("3/4/3.png")) == [])
    #expect(try folder.bytes(of: TilePath("3/4/4.png")) == nil)
    #expect(try folder.bytes(of: TilePath("3/5/4.png")) == nil)
    #expect(throws: FileError.self) { try folder.bytes(of: TilePath("3/4/5.png")) }
    let has = try ["3/4/2.png", "3/4/3.png", "3/4/4.png", "3/4/5.png"].map {
      try folder.has(TilePath($0))
    }
    #expect(has == [true, true, false, false])
  }

  @Test func `a folder that says nothing of itself has no metadata and no record`() throws {
    let scratch = try ScratchFolder()
    let folder = try TileFolder(root: scratch.path)
    #expect(try folder.metadata == nil)
    #expect(try folder.record == nil)
    #expect(try entries(of: folder) == [])
    try scratch.write("{", to: "metadata.json")
    try scratch.write("{", to: "tilequill.json")
    #expect(throws: MetadataError.notAnObject) { try folder.metadata }
    #expect(throws: MetadataError.notAnObject) { try folder.record }
    #expect(try entries(of: folder) == [])
  }

  @Test func `a tile's name is that of its file, whatever the folder says its format is`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(#"{"format": "jpg"}"#, to: "metadata.json")
    for name in ["3/4/1.jpg", "3/4/2.png", "3/4/3.jpg", "3/4/3.png"] { try scratch.write(to: name) }
    let folder = try TileFolder(root: scratch.path)
    let names = try (1...4).map { folder.name(of: try TilePath("3/4/\($0).png")) }
    #expect(names == ["3/4/1.jpg", "3/4/2.png", "3/4/3.jpg", "3/4/4.jpg"])
    #expect(folder.file(of: try TilePath("3/4/2.png")) == scratch.path + "/3/4/2.png")
  }

  @Test func `what Finder and Explorer leave behind is told as such, at every level`() throws {
    let scratch = try ScratchFolder()
    let names = [".DS_Store", "._1.png", "Thumbs.db", "desktop.ini"]
    for folder in ["", "15/", "15/9402/"] {
      for name in names { try scratch.write(to: folder + name) }
    }
    try scratch.write(to: "15/9402/12722.png")
    let found = try entries(of: TileFolder(root: scratch.path))
    let droppings = found.compactMap { entry -> String? in
      if case .stray(let path, .dropping) = entry { path } else { nil }
    }
    let expected = ["", "15/", "15/9402/"].flatMap { folder in names.map { folder + $0 } }
    #expect(droppings.sorted() == expected.sorted())
    #expect(found.count == droppings.count + 1)
    #expect(found.contains(.tile(try TilePath("15/9402/12722.png"), bytes: 1)))
  }

  @Test func `files that are no tiles are told with the reason`() throws {
    let scratch = try ScratchFolder()
    let strays: [(path: String, kind: StrayKind)] = [
      ("015/09402/012722.png", .misnamed(.zeroPadded("015"))),
      ("+15/9402/12722.png", .misnamed(.notANumber("+15"))),
      ("15 /9402/12722.png", .misnamed(.notANumber("15 "))),
      ("15.0/9402/12722.png", .misnamed(.notANumber("15.0"))),
      ("١٥/9402/12722.png", .misnamed(.notANumber("١٥"))),
      ("31/0/0.png", .misnamed(.zoomTooDeep(31))),
      ("15/9402/012722.png", .misnamed(.zeroPadded("012722"))),
      ("15/9402/1.PNG", .misnamed(.upperCase("PNG"))),
      ("15/9402/1.jpg", .misnamed(.foreignExtension("jpg"))),
      ("15/9402/1.png.tmp", .misnamed(.foreignExtension("tmp"))),
      ("15/9402/99999.png", .misnamed(.outsideTheZoom(zoom: 15, x: 9402, y: 99999))),
      ("15/9402_12722.png", .misnamed(.notThreeParts("15/9402_12722.png"))),
      ("15/notes.txt", .misnamed(.notThreeParts("15/notes.txt"))),
      ("parchment.png", .beside), ("read me.txt", .beside), ("15_9402.png", .beside),
    ]
    for stray in strays { try scratch.write(to: stray.path) }
    try scratch.write(to: "drafts/15/9402/1.png")
    try scratch.write(to: "15/9402/12722.png")
    let found = try entries(of: TileFolder(root: scratch.path))
    for stray in strays {
      #expect(found.contains(.stray(path: stray.path, stray.kind)), "\(stray)")
    }
    #expect(found.contains(.stray(path: "drafts/", .beside)))
    #expect(found.contains(.tile(try TilePath("15/9402/12722.png"), bytes: 1)))
    #expect(found.count == strays.count + 2)
  }

  @Test func `the order of what is told does not hang on the order of making`() throws {
    let names = [
      "3/1/2.png", "3/1/10.png", "3/1/x.png", "3/0/1.png", "3/0/01.png", "12/1/1.png", "b.txt",
      "a.txt",
      "3/notes", ".DS_Store",
    ]
    let one = try ScratchFolder()
    let two = try ScratchFolder()
    for name in names { try one.write(to: name) }
    for name in names.reversed() { try two.write(to: name) }
    #expect(try entries(of: TileFolder(root: one.path)) == entries(of: TileFolder(root: two.path)))
  }

  @Test func `links inside the set are tiles; those that lead out, or nowhere, are strays`() throws
  {
    let scratch = try ScratchFolder()
    let outside = try ScratchFolder()
    try scratch.write("own", to: "3/4/2.png")
    try outside.write("secret", to: "4/7.png")
    let links = [
      ("3/4/3.png", "2.png"), ("3/5", "4"), ("3/4/4.png", "nowhere.png"),
      ("3/4/5.png", outside.path + "/4/7.png"), ("3/6", outside.path + "/4"), ("4", outside.path),
      ("3/7", "../.."),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
    }
    let folder = try TileFolder(root: scratch.path)
    #expect(try tiles(of: folder) == ["3/4/2.png", "3/4/3.png", "3/5/2.png", "3/5/3.png"])
    let strays = try entries(of: folder).compactMap { entry -> String? in
      if case .stray(let path, .link) = entry { path } else { nil }
    }
    #expect(Set(strays).isSuperset(of: ["3/4/4.png", "3/4/5.png", "4"]))
    #expect(
      try entries(of: folder).contains { if case .stray("3/6", _) = $0 { true } else { false } })
    #expect(
      try entries(of: folder).contains { if case .stray("3/7", _) = $0 { true } else { false } })
  }

  private func setPermissions(_ permissions: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a folder that cannot be read is told, and the rest as well`() throws {
    let scratch = try ScratchFolder()
    for name in ["3/4/2.png", "3/5/2.png", "4/0/0.png"] { try scratch.write(to: name) }
    let shut = [scratch.path + "/3/4", scratch.path + "/4"]
    for path in shut { try setPermissions(0, of: path) }
    defer { for path in shut { try? setPermissions(0o755, of: path) } }
    let found = try entries(of: TileFolder(root: scratch.path))
    #expect(
      found == [
        .stray(path: "3/4/", .unreadable("cannot be read: permission denied")),
        .tile(try TilePath("3/5/2.png"), bytes: 1),
        .stray(path: "4/", .unreadable("cannot be read: permission denied")),
      ])
  }

  @Test(arguments: TileFolder.RowOrder.allCases, TileFolder.Layout.allCases)
  func `folders made the other way tell the same tiles in the same order`(
    rowOrder: TileFolder.RowOrder, layout: TileFolder.Layout
  ) throws {
    let scratch = try ScratchFolder()
    let tiles = ZoomRange(1, through: 3).flatMap { Array(TileRange(all: $0)) }
    for tile in tiles {
      let row = rowOrder == .xyz ? tile.y : (1 << tile.zoom.level) - 1 - tile.y
      let name = layout == .zxy ? "\(tile.x)/\(row)" : "\(row)/\(tile.x)"
      try scratch.write(tile.description, to: "\(tile.zoom)/\(name).png")
      try scratch.write(tile.description, to: "\(tile.zoom)/\(name)@2x.png")
    }
    let folder = try TileFolder(root: scratch.path, rowOrder: rowOrder, layout: layout)
    #expect(
      try self.tiles(of: folder)
        == tiles.flatMap {
          [TilePath($0).description, TilePath($0, scale: .retina).description]
        })
    for tile in tiles {
      #expect(try folder.bytes(of: TilePath(tile)) == Array(tile.description.utf8))
      #expect(try folder.has(TilePath(tile, scale: .retina)))
    }
    let tile = try TilePath("3/1/2.png")
    let stored = ["xyz zxy": "3/1/2.png", "tms zxy": "3/1/5.png", "xyz zyx": "3/2/1.png"]
    #expect(folder.name(of: tile) == stored["\(rowOrder) \(layout)"] ?? "3/5/1.png")
    #expect(folder.file(of: tile) == "\(scratch.path)/\(folder.name(of: tile))")
  }
}
