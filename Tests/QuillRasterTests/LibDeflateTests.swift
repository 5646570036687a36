import QuillRaster
import QuillTestSupport
import Testing

/// libpng, which unpacks with zlib, is the oracle for what is packed; stored blocks for what is unpacked.
struct LibDeflateTests {
  /// A grey picture of 100 columns, stored: 40 rows of 101 bytes.
  static let rows: [UInt8] = (0..<40).flatMap { row in
    [0] + (0..<100).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + row) }
  }

  static func pack(_ level: Int, room: Int) -> [UInt8]? {
    let deflater = Deflater(level: level)
    var output = [UInt8](repeating: 0, count: room)
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    let count = deflater.compressZlib(unsafe rows.span.bytes, into: &bytes)
    return count.map { Array(output.prefix($0)) }
  }

  @Test(arguments: 1...12)
  func `what is packed at any level, libpng unpacks`(level: Int) throws {
    let bound = Deflater(level: level).zlibBound(byteCount: Self.rows.count)
    let stream = try #require(Self.pack(level, room: bound))
    let grays = Self.rows.indices.filter { $0 % 101 != 0 }.map { Self.rows[$0] }
    let pixels = grays.flatMap { gray -> [UInt8] in [gray, gray, gray, 255] }
    let file = PNGMaker.png(width: 100, height: 40, depth: 8, color: 0, imageData: stream)
    #expect(try Decoder.libpng(file).rgba == pixels)
    #expect(Self.pack(level, room: stream.count - 1) == nil)
    #expect(Self.pack(level, room: 0) == nil)
  }

  static func unpack(_ stream: [UInt8], count: Int) throws -> (bytes: [UInt8], taken: Int) {
    let inflater = Inflater()
    var output = [UInt8](repeating: 0, count: count)
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    let taken = try inflater.inflate(.zlib, unsafe stream.span.bytes, into: &bytes, count: count)
    return (output, taken)
  }

  @Test func `a stream is unpacked to exactly the bytes expected`() throws {
    let stream = PNGMaker.zlib(Self.rows)
    let (bytes, taken) = try Self.unpack(stream + [1, 2, 3], count: Self.rows.count)
    #expect(bytes == Self.rows)
    #expect(taken == stream.count)
    #expect(throws: InflateError.tooShort(count: Self.rows.count)) {
      try Self.unpack(stream, count: Self.rows.count + 1)
    }
    #expect(throws: InflateError.tooLong) { try Self.unpack(stream, count: Self.rows.count - 1) }
    #expect(throws: InflateError.badData) { try Self.unpack([], count: 1) }
    var wrong = stream
    wrong[wrong.count - 1] ^= 1
    #expect(throws: InflateError.badData) { try Self.unpack(wrong, count: Self.rows.count) }
    #expect(try Self.unpack(PNGMaker.zlib([]), count: 0).bytes == [])
  }

  @Test(arguments: [0, 1, 7, 1000, 4040])
  func `checksums are those computed bit by bit`(count: Int) {
    let bytes = Array(Self.rows.prefix(count))
    #expect(crc32(unsafe bytes.span.bytes) == PNGMaker.crc32(bytes))
    #expect(adler32(unsafe bytes.span.bytes) == PNGMaker.adler32(bytes))
    let first = Array(bytes.prefix(count / 3))
    let rest = Array(bytes.dropFirst(count / 3))
    let seed = crc32(unsafe first.span.bytes)
    #expect(crc32(unsafe rest.span.bytes, seed: seed) == PNGMaker.crc32(bytes))
    let start = adler32(unsafe first.span.bytes)
    #expect(adler32(unsafe rest.span.bytes, seed: start) == PNGMaker.adler32(bytes))
  }
}
