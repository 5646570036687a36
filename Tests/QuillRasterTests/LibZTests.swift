import QuillRaster
import QuillTestSupport
import Testing

struct LibZTests {
  static let searches: [BlockDeflater.Search] = [
    .matches(level: 1), .matches(level: 6), .matches(level: 9), .runs,
  ]

  /// Text with repetitions near and far.
  private static func sample(_ count: Int) -> [UInt8] {
    var numbers = SeededNumbers(seed: UInt64(count))
    var bytes: [UInt8] = []
    while bytes.count < count {
      let back = Int(numbers.next() % 40_000) + 1
      let length = Int(numbers.next() % 60) + 1
      if back >= length, back < bytes.count {
        bytes += bytes[(bytes.count - back)..<(bytes.count - back + length)]
      } else {
        bytes += (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      }
    }
    return Array(bytes[..<count])
  }

  @Test(arguments: searches)
  func `blocks one after the other are one stream`(search: BlockDeflater.Search) throws {
    let bytes = Self.sample(300_000)
    for size in [1, 7, 5000, 32768, 70_000, 300_000] {
      let used = size < 100 ? Array(bytes[..<2000]) : bytes
      var deflater = try BlockDeflater(search)
      var output: [UInt8] = []
      var stream: [UInt8] = []
      for start in stride(from: 0, to: used.count, by: size) {
        let end = min(start + size, used.count)
        let count = unsafe deflater.deflate(
          used.span.bytes.extracting(start..<end), after: used.span.bytes.extracting(0..<start),
          isLast: end == used.count, into: &output)
        stream += output[..<count]
      }
      var plain = [UInt8](repeating: 0, count: used.count)
      var span = plain.mutableSpan
      var room = unsafe span.mutableBytes
      let taken = try unsafe Inflater().inflate(
        .none, stream.span.bytes, into: &room, count: used.count)
      #expect(taken == stream.count)
      #expect(plain == used)
    }
  }

  @Test func `the window makes a block smaller that repeats what was before`() throws {
    var numbers = SeededNumbers(seed: 1)
    let bytes = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    var deflater = try BlockDeflater(.matches(level: 6))
    var output: [UInt8] = []
    let alone = unsafe deflater.deflate(
      bytes.span.bytes, after: RawSpan(), isLast: false, into: &output)
    let after = unsafe deflater.deflate(
      bytes.span.bytes, after: bytes.span.bytes, isLast: false, into: &output)
    #expect(after * 50 < alone)
  }

  @Test(arguments: [0, 1, 15, 5552, 65521, 99_999])
  func `sums of parts join to the sum of all`(cut: Int) {
    let bytes = Self.sample(100_000)
    let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
    let joined = adler32(
      joining: PNGMaker.adler32(first), PNGMaker.adler32(second), count: second.count)
    #expect(joined == PNGMaker.adler32(bytes))
  }
}
