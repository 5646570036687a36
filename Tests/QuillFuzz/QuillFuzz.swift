import CSQLite
import Foundation
import QuillArchives
import QuillCore
import QuillRaster

/// What the fuzzer calls with bytes of its own making: the parser that `FUZZ_PARSER` names has to
/// take them or throw, never trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  parse(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let parse: @Sendable ([UInt8]) -> Void = {
  let name = ProcessInfo.processInfo.environment["FUZZ_PARSER"] ?? ""
  guard let parser = parsers[name] else {
    fatalError("FUZZ_PARSER is none of \(parsers.keys.sorted().joined(separator: " "))")
  }
  return parser
}()

private let parsers: [String: @Sendable ([UInt8]) -> Void] = [
  "drawing": readDrawing,
  "tile": readTile,
  "world-file": { _ = try? WorldFile(parsing: String(decoding: $0, as: UTF8.self)) },
  "auxiliary": { _ = try? AuxiliaryXML(parsing: String(decoding: $0, as: UTF8.self)) },
  "points": readPoints,
  "geojson": { _ = try? GeoJSON(parsing: $0) },
  "gpx": { _ = try? GPX(parsing: $0) },
  "metadata": { _ = try? TilesetMetadata(json: $0) },
  "mbtiles": readArchive,
  "pmtiles": readArchive,
  "schema": readSchema,
  "record": { _ = try? SliceRecord(json: $0) },
]

/// The file that drawings and archives are read from, one a process.
private let path = NSTemporaryDirectory() + "/fuzz-\(ProcessInfo.processInfo.processIdentifier)"

@Sendable private func readDrawing(_ bytes: [UInt8]) {
  try? Data(bytes).write(to: URL(fileURLWithPath: path))
  guard let drawing = try? DrawingFile(path: path, memoryLimit: 16 << 20),
    drawing.size.width < 4096, drawing.size.height < 4096
  else { return }
  let rows = ConvertedRows.standard(drawing)
  var row = [UInt8](repeating: 0, count: rows.size.width * 4)
  var span = row.mutableSpan
  var output = unsafe span.mutableBytes
  for _ in 0..<rows.size.height {
    guard (try? rows.readRows(1, into: &output)) != nil else { return }
  }
  try? rows.finish()
  _ = drawing.notes.map(\.description)
}

@Sendable private func readTile(_ bytes: [UInt8]) {
  var reader = TileReader(memoryLimit: 16 << 20)
  var pixels: [UInt8] = []
  _ = try? reader.inspect(bytes.span)
  _ = try? reader.read(bytes.span, into: &pixels)
}

@Sendable private func readPoints(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let size = PixelSize(width: 5120, height: 6144)
  guard let points = try? ControlPoint.points(parsing: text, for: size) else { return }
  for kind in FitKind.allCases { _ = try? PointFit(points, kind: kind, size: size) }
}

@Sendable private func readArchive(_ bytes: [UInt8]) {
  try? Data(bytes).write(to: URL(fileURLWithPath: path))
  readTileset()
}

/// Reads a tileset as commands do: what it says of itself, each tile, and what is odd.
private func readTileset() {
  guard let source = try? Tileset.open(path) else { return }
  _ = try? source.metadata
  _ = try? source.record
  try? source.visitTiles { tile in
    _ = try source.has(tile)
    _ = try source.bytes(of: tile)
  }
  _ = try? (source as? any Remarking)?.remarks()
}

/// Makes a database by statements, however odd, and reads it.
@Sendable private func readSchema(_ bytes: [UInt8]) {
  unlink(path)
  var database: OpaquePointer?
  guard unsafe sqlite3_open(path, &database) == SQLITE_OK else { return }
  // What is tried is the reading; the making has to end.
  unsafe sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0)
  unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 20)
  unsafe sqlite3_progress_handler(database, 200_000, { _ in 1 }, nil)
  unsafe sqlite3_exec(
    database, "PRAGMA max_page_count = 500; PRAGMA synchronous = off", nil, nil, nil)
  for statement in String(decoding: bytes, as: UTF8.self).split(separator: ";") {
    unsafe sqlite3_exec(database, String(statement), nil, nil, nil)
  }
  unsafe sqlite3_close(database)
  readTileset()
}
