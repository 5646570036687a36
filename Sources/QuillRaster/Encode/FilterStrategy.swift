#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// How the rows of a tile are predicted.
package enum FilterStrategy: Hashable {
  /// All rows alike.
  case all(RowFilter)

  /// Each row in the way that `measure` finds best.
  case each(RowMeasure)

  /// What is worth trying when time does not matter.
  static let search: [FilterStrategy] =
    RowFilter.allCases.map { .all($0) } + RowMeasure.allCases.map { .each($0) }
}

/// How well a filtered row may pack, told without packing it; less is better.
package enum RowMeasure: CaseIterable {
  /// The sum of the bytes' distances from 0: small differences pack well.
  case distance

  /// The entropy of single bytes: few different bytes pack well.
  case bytes

  /// The number of different pairs of neighbouring bytes: repetition packs well.
  case pairs
}

/// Memory in which rows are filtered; one belongs to one thread.
@safe
package final class FilterBench {
  private let zeros: UnsafeMutablePointer<UInt8>
  private let candidate: UnsafeMutablePointer<UInt8>
  private let counts: UnsafeMutablePointer<UInt32>
  private let marks: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private var round: UInt32 = 0

  /// Creates the memory for rows of at most that many bytes.
  package init(rowBytes: Int) {
    capacity = rowBytes
    unsafe zeros = .allocate(capacity: rowBytes + 16)
    unsafe zeros.initialize(repeating: 0, count: rowBytes + 16)
    unsafe candidate = .allocate(capacity: rowBytes + 16)
    unsafe candidate.initialize(repeating: 0, count: rowBytes + 16)
    unsafe counts = .allocate(capacity: 1 << 8)
    unsafe marks = .allocate(capacity: 1 << 16)
    unsafe marks.initialize(repeating: 0, count: 1 << 16)
  }

  deinit {
    unsafe zeros.deallocate()
    unsafe candidate.deallocate()
    unsafe counts.deallocate()
    unsafe marks.deallocate()
  }

  /// Filters rows that stand one after the other, each behind a filter byte.
  ///
  /// - Parameters:
  ///   - source: The first row, whose filter byte is 0.
  ///   - rows: How many rows there are.
  ///   - rowBytes: Bytes of a row without its filter byte.
  ///   - step: Bytes from a pixel to the next, at least 1.
  ///   - isTop: Whether nothing is above the first row; else the row before it stands before it.
  ///   - strategy: How the rows are predicted.
  ///   - target: Where the filtered rows go.
  package func filter(
    _ source: UnsafePointer<UInt8>, rows: Int, rowBytes: Int, step: Int, isTop: Bool,
    _ strategy: FilterStrategy, into target: UnsafeMutablePointer<UInt8>
  ) {
    precondition(rowBytes <= capacity, "The row fits the memory")
    let stride = rowBytes + 1
    for row in 0..<rows {
      let line = unsafe source + row * stride + 1
      let above = unsafe row == 0 && isTop ? UnsafePointer(zeros) : line - stride
      let output = unsafe target + row * stride + 1
      switch strategy {
      case .all(let filter):
        unsafe output[-1] = filter.rawValue
        unsafe filter.apply(line, above: above, count: rowBytes, step: step, into: output)
      case .each(let measure):
        unsafe filterBest(line, above, rowBytes, step, measure, output)
      }
    }
  }

  private func filterBest(
    _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ measure: RowMeasure, _ output: UnsafeMutablePointer<UInt8>
  ) {
    var least = Double.infinity
    for filter in RowFilter.allCases {
      unsafe filter.apply(line, above: above, count: count, step: step, into: candidate)
      let score = self.score(measure, count)
      guard score < least else { continue }
      least = score
      unsafe output[-1] = filter.rawValue
      unsafe output.update(from: candidate, count: count)
    }
  }

  private func score(_ measure: RowMeasure, _ count: Int) -> Double {
    switch measure {
    case .distance:
      var sum = 0
      for place in 0..<count {
        let byte = unsafe candidate[place]
        sum &+= Int(min(byte, 0 &- byte))
      }
      return Double(sum)
    case .bytes: return entropy(count)
    case .pairs: return Double(pairs(count))
    }
  }

  /// Bits that the row's bytes take when each is coded by its frequency: Σ −n log₂(n / count).
  private func entropy(_ count: Int) -> Double {
    unsafe counts.update(repeating: 0, count: 1 << 8)
    for place in 0..<count { unsafe counts[Int(candidate[place])] &+= 1 }
    var bits = 0.0
    for byte in 0..<(1 << 8) {
      let times = unsafe Double(counts[byte])
      if times > 0 { bits -= times * log2(times / Double(count)) }
    }
    return bits
  }

  /// Different pairs of neighbouring bytes; a pair is marked with the number of the count.
  private func pairs(_ count: Int) -> Int {
    round &+= 1
    var different = 0
    for place in 0..<max(0, count - 1) {
      let pair = unsafe Int(candidate[place]) << 8 | Int(candidate[place + 1])
      if unsafe marks[pair] != round {
        unsafe marks[pair] = round
        different &+= 1
      }
    }
    return different
  }
}
