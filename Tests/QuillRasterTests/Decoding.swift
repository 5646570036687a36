import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport

/// A decoded picture, to compare.
struct Picture: Equatable {
  let width: Int
  let height: Int
  let rgba: [UInt8]
}

/// The two readers behind one call, and libpng bare as the oracle for ours.
enum Decoder: String, CaseIterable, Sendable {
  case drawing
  case tile

  func decode(_ bytes: [UInt8]) throws -> Picture {
    switch self {
    case .drawing:
      try withFile(bytes) { path in try Self.drawing(path) }
    case .tile: try Self.tile(bytes).picture
    }
  }

  static func tile(_ bytes: [UInt8]) throws -> (picture: Picture, facts: PNGFacts) {
    var reader = TileReader()
    var pixels: [UInt8] = []
    let facts = try reader.read(bytes.span, into: &pixels)
    return (Picture(width: facts.header.width, height: facts.header.height, rgba: pixels), facts)
  }

  static func drawing(_ path: String, rowsAtOnce: Int = 5) throws -> Picture {
    let reader = try DrawingReader(path: path)
    let rowBytes = reader.header.rgbaRowByteCount
    var band = [UInt8](repeating: 0, count: rowBytes * rowsAtOnce)
    var rgba: [UInt8] = []
    while reader.remainingRowCount > 0 {
      var span = band.mutableSpan
      let count = try reader.readRows(rowsAtOnce, into: &span)
      rgba += band[..<(count * rowBytes)]
    }
    try reader.finish()
    return Picture(width: reader.header.width, height: reader.header.height, rgba: rgba)
  }

  /// All rows of a source, and its end.
  static func rows(_ source: any RowSource) throws -> Picture {
    let size = source.size
    var rgba = [UInt8](repeating: 0, count: size.width * size.height * 4)
    var span = rgba.mutableSpan
    var bytes = unsafe span.mutableBytes
    var row = 0
    while row < size.height {
      let count = min(5, size.height - row)
      let start = row * size.width * 4
      var rest = bytes._mutatingExtracting(start..<start + count * size.width * 4)
      try source.readRows(count, into: &rest)
      row += count
    }
    try source.finish()
    return Picture(width: size.width, height: size.height, rgba: rgba)
  }

  static func libpng(_ bytes: [UInt8], _ depth: LibPNG.Depth = .eightBits) throws -> Picture {
    var png = unsafe try LibPNG(copying: bytes.span.bytes)
    let header = try png.readHeader()
    try png.start(depth)
    let pixelBytes = depth == .eightBits ? 4 : 8
    var rgba = [UInt8](repeating: 0, count: header.width * header.height * pixelBytes)
    var span = rgba.mutableSpan
    var output = unsafe span.mutableBytes
    try png.readPicture(into: &output)
    _ = try png.finish()
    return Picture(width: header.width, height: header.height, rgba: rgba)
  }
}

/// Gives a file of these bytes to `body`, and removes it.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

/// What `body` throws.
func pngError(_ body: () throws -> Void) -> PNGError? {
  do {
    try body()
    return nil
  } catch {
    return error as? PNGError
  }
}

/// The same numbers for the same seed (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(next() & 255) } }
}

extension Fixture {
  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }
}
