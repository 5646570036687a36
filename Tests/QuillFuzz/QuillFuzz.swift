import Foundation
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
  "record": { _ = try? SliceRecord(json: $0) },
]

/// The file that drawings are read from, one a process.
private let drawingPath =
  NSTemporaryDirectory() + "/fuzz-\(ProcessInfo.processInfo.processIdentifier)"

@Sendable private func readDrawing(_ bytes: [UInt8]) {
  try? Data(bytes).write(to: URL(fileURLWithPath: drawingPath))
  guard let drawing = try? DrawingFile(path: drawingPath, memoryLimit: 16 << 20),
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
