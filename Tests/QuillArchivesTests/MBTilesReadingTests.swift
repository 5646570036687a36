import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

/// MBTiles as other programs make them: built here by Python's sqlite3, so tests are passed over
/// without Python.
@Suite("Reading MBTiles", .enabled(if: Python.hasSQLite))
struct MBTilesReadingTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.path + "/a.mbtiles" }

  init() throws { scratch = try ScratchFolder() }

  private static let tables = """
    CREATE TABLE metadata (name text, value text);
    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    """
  private static let index =
    "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);"

  private func make(_ statements: String) throws {
    try Python.run(
      "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
      [path, statements])
  }

  private func open(_ statements: String) throws -> MBTilesArchive {
    try make(statements)
    return try MBTilesArchive(path: path)
  }

  /// Zoom, column and row of another program's rows, and the tile's name on the web.
  @Test(
    "Rows count from the south (R76)",
    arguments: [
      ("6, 33, 41", "6/33/22"), ("4, 8, 6", "4/8/9"), ("15, 9402, 20045", "15/9402/12722"),
    ])
  func rows(_ row: String, _ name: String) throws {
    let archive = try open(
      Self.tables + Self.index + "INSERT INTO tiles VALUES (\(row), x'010203');")
    #expect(try archive.allTiles() == [tile(name): [1, 2, 3]])
  }

  @Test func `the tables map and images are read through their view (R85)`() throws {
    let archive = try open(
      """
      CREATE TABLE metadata (name text, value text);
      CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
      CREATE TABLE images (tile_data blob, tile_id text);
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data FROM map
        JOIN images ON images.tile_id = map.tile_id;
      INSERT INTO images VALUES (x'07', 'a');
      INSERT INTO map VALUES (1, 0, 0, 'a'), (1, 1, 1, 'a');
      """)
    #expect(try archive.allTiles() == [tile("1/0/1"): [7], tile("1/1/0"): [7]])
  }

  @Test func `zoom 0 is a zoom, as text or as a number (R83)`() throws {
    for value in ["'0'", "0"] {
      let archive = try open(
        "DROP TABLE IF EXISTS metadata; DROP TABLE IF EXISTS tiles;" + Self.tables
          + "INSERT INTO metadata VALUES ('minzoom', \(value)), ('maxzoom', '2');")
      #expect(try archive.metadata?.zooms == ZoomRange(0, through: 2))
    }
  }

  @Test func `a scheme that contradicts the format is told, and rows are not flipped (R78)`() throws
  {
    let archive = try open(
      Self.tables + Self.index
        + "INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png'), ('scheme', 'xyz');"
        + "INSERT INTO tiles VALUES (6, 33, 41, x'01');")
    #expect(try archive.tileOrder() == [tile("6/33/22")])
    #expect(
      try archive.remarks().map(\.description) == [
        "metadata says the scheme is 'xyz' (expected tms, as all MBTiles count; rows were read so)"
      ])
  }

  @Test func `bounds that fit only rows from the north are told (R78)`() throws {
    // The box is that of 6/33/22 on the web; the row says 22 from the south.
    let archive = try open(
      Self.tables + Self.index
        + """
        INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png'),
          ('bounds', '5.7,45.2,11.2,48.9');
        INSERT INTO tiles VALUES (6, 33, 22, x'01');
        """)
    #expect(try archive.remarks().map(\.found) == ["has bounds that no tile touches"])
    let right = try open("UPDATE tiles SET tile_row = 41;")
    #expect(try right.remarks() == [])
  }

  @Test func `a missing index and doubled rows are told (R84)`() throws {
    let archive = try open(
      Self.tables + "INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png');"
        + "INSERT INTO tiles VALUES (1, 0, 0, x'01'), (1, 1, 0, x'02'), (1, 0, 0, x'0304');")
    let path = TilePath(tile("1/0/1"))
    #expect(
      try archive.allEntries() == [
        .tile(path, bytes: 1), .tile(path, bytes: 2), .tile(TilePath(tile("1/1/1")), bytes: 1),
      ])
    #expect(try archive.allTiles() == [tile("1/0/1"): [1], tile("1/1/1"): [2]])
    #expect(try archive.remarks().map(\.part) == ["tiles"])
    #expect(scratch.contents() == ["a.mbtiles"])
  }

  @Test func `rows whose numbers are none are told`() throws {
    let archive = try open(
      """
      CREATE TABLE metadata (name text, value text);
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (1, 0, 0, x'01'), (NULL, 0, 0, x'01'), (1.5, 0, 0, x'01'),
        ('2', 0, 0, x'01'), (31, 0, 0, x'01'), (1, 2, 0, x'01'), (-1, 0, 0, x'01'),
        (1, 0, -9223372036854775808, x'01'), (1, 1, 1, NULL), (1, 1, 0, 'abc');
      """)
    let strays = try archive.allEntries().filter { if case .stray = $0 { true } else { false } }
    #expect(strays.count == 7)
    #expect(
      try archive.allTiles() == [
        tile("1/0/1"): [1], tile("1/1/0"): [], tile("1/1/1"): Array("abc".utf8),
      ])
  }

  @Test func `metadata that make no sense are told, and the rest is read (R79)`() throws {
    let archive = try open(
      Self.tables + Self.index
        + """
        INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png'), ('name', 'm'),
          ('bounds', '1,2,3,4,'), ('center', NULL), ('minzoom', 'x'), ('json', '{"a":1}');
        """)
    #expect(try archive.metadata?.name == "n")
    #expect(try archive.metadata?.bounds == nil)
    let remarks = try archive.remarks().map(\.found)
    #expect(remarks.count == 3)
    #expect(remarks[0] == "has 'name' twice")
    #expect(remarks.contains { $0.hasPrefix("'bounds' is '1,2,3,4,'") })
    #expect(remarks.contains { $0.hasPrefix("'minzoom' is 'x'") })
  }

  @Test func `without a metadata table the tiles are read`() throws {
    let archive = try open(
      """
      CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
      INSERT INTO tiles VALUES (0, 0, 0, x'01');
      """)
    #expect(try archive.allTiles() == [tile("0/0/0"): [1]])
    #expect(try archive.remarks().first?.found.hasPrefix("cannot be read") == true)
  }

  @Test func `no tiles table is an error of its own (R85)`() throws {
    try make("CREATE TABLE metadata (name text, value text);")
    #expect(throws: ArchiveError.noTilesTable) { try MBTilesArchive(path: path) }
  }

  @Test func `a tiles table of other columns is an error`() throws {
    try make("CREATE TABLE tiles (z, x, y, data);")
    #expect(throws: ArchiveError.database("no such column: tile_data")) {
      try MBTilesArchive(path: path)
    }
  }

  @Test func `an archive without tiles has none (R85)`() throws {
    #expect(try open(Self.tables).allEntries() == [])
  }

  @Test func `changes that lie beside the file are not passed over`() throws {
    try Python.run(
      """
      import os, sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      base.execute("PRAGMA journal_mode = WAL")
      base.executescript(sys.argv[2])
      os._exit(0)
      """, [path, Self.tables])
    #expect(throws: ArchiveError.unsavedChanges(inFile: "a.mbtiles-wal")) {
      try MBTilesArchive(path: path)
    }
  }

  @Test func `a closed archive that was written ahead is read, and nothing beside it made`() throws
  {
    let archive = try open(
      "PRAGMA journal_mode = WAL;" + Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, x'01');")
    #expect(try archive.allTiles() == [tile("0/0/0"): [1]])
    #expect(scratch.contents() == ["a.mbtiles"])
  }

  @Test func `names with any character are opened`() throws {
    let folder = try ScratchFolder(named: "a b?c#d%20é'\"")
    let path = folder.path + "/x?mode=rwc.mbtiles"
    try write([(tile("0/0/0"), Pictures.png(1))], to: path)
    #expect(try MBTilesArchive(path: path).allTiles() == [tile("0/0/0"): Pictures.png(1)])
    #expect(folder.contents() == ["x?mode=rwc.mbtiles"])
  }
}
