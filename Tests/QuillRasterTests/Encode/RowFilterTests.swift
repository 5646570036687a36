import QuillRaster
import QuillTestSupport
import Testing

/// The filter against the PNG specification's own words, byte by byte.
@Suite("Row filter")
struct RowFilterTests {
  #if DEBUG
    static let lengths = [1, 2, 3, 4, 5, 15, 16, 17, 19, 20, 21, 32, 33, 67, 100]
  #else
    static let lengths = Array(1...100)
  #endif

  @Test(
    "Rows of any length and step are predicted as the specification says",
    arguments: RowFilter.allCases, 1...4)
  func everyLength(filter: RowFilter, step: Int) {
    var dice = Dice(state: UInt64(step))
    for length in Self.lengths {
      for isTop in [true, false] {
        // Small numbers make ties, which decide between the three neighbours.
        for limit in [4, 256] {
          let rows = (0..<4).map { _ in dice.bytes(length).map { UInt8(Int($0) % limit) } }
          #expect(
            Self.filtered(filter, rows, step: step, isTop: isTop)
              == Self.expected(filter, rows, step: step, isTop: isTop),
            "\(length) bytes, top \(isTop), below \(limit)")
        }
      }
    }
  }

  /// Three bytes decide everything: left, above and corner, here in lanes of sixteen.
  @Test func `every tie is broken as the specification says`() {
    #if DEBUG
      let levels = [0, 1, 2, 3, 63, 64, 126, 127, 128, 129, 191, 192, 253, 254, 255]
    #else
      let levels = Array(stride(from: 0, through: 255, by: 5)) + [1, 2, 127, 128, 254]
    #endif
    for left in levels {
      for above in levels {
        // In step 1: corners and aboves alternate, so that each pair of bytes is one case.
        var upper: [UInt8] = []
        var lower: [UInt8] = []
        for corner in levels {
          upper += [UInt8(corner), UInt8(above)]
          lower += [UInt8(left), 77]
        }
        let rows = [upper, lower]
        #expect(
          Self.filtered(.paeth, rows, step: 1, isTop: true)
            == Self.expected(.paeth, rows, step: 1, isTop: true))
      }
    }
  }

  /// Filters with the kernel; the rows after the first when there is one above.
  private static func filtered(
    _ filter: RowFilter, _ rows: [[UInt8]], step: Int, isTop: Bool
  ) -> [UInt8] {
    let length = rows[0].count
    let stream: [UInt8] = rows.flatMap { [0] + $0 }
    let skipped = isTop ? 0 : length + 1
    let count = stream.count - skipped
    var output = [UInt8](repeating: 0xEE, count: count + 16)
    unsafe stream.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        guard let start = source.baseAddress, let end = target.baseAddress else {
          return
        }
        unsafe FilterBench(rowBytes: length).filter(
          start + skipped, rows: rows.count - (isTop ? 0 : 1), rowBytes: length, step: step,
          isTop: isTop, .all(filter), into: end)
      }
    }
    return Array(output.prefix(count))
  }

  /// PNG specification, 9.2 and 9.4.
  private static func expected(
    _ filter: RowFilter, _ rows: [[UInt8]], step: Int, isTop: Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    for row in (isTop ? 0 : 1)..<rows.count {
      output.append(UInt8(RowFilter.allCases.firstIndex(of: filter) ?? 9))
      for place in rows[row].indices {
        let a = place >= step ? Int(rows[row][place - step]) : 0
        let b = row > 0 ? Int(rows[row - 1][place]) : 0
        let c = row > 0 && place >= step ? Int(rows[row - 1][place - step]) : 0
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        let paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        let guess = [0, a, b, (a + b) / 2, paeth][Int(output[output.count - place - 1])]
        output.append(UInt8(truncatingIfNeeded: Int(rows[row][place]) - guess))
      }
    }
    return output
  }
}
