/// How a block of rows is predicted and compressed.
enum BlockMethod: CaseIterable {
  /// As they are: best for flat art and for grain with few values.
  case plain

  /// As `plain`, searched longer: worth it where much repeats.
  case plainRepeating

  /// Each byte less the mean of its neighbours, packed by its frequency: best for grainy washes.
  case average

  /// Each byte less the likeliest neighbour, packed by its frequency: best for smooth washes.
  case paeth

  /// How each row is predicted.
  var filter: RowFilter {
    switch self {
    case .plain, .plainRepeating: .plain
    case .average: .average
    case .paeth: .paeth
    }
  }

  /// What the compressor looks for.
  ///
  /// Measured on three styles of maps: on grain level 3 packs as well as level 6 at three times its
  /// speed; on flat art level 4 saves an eighth of level 3's bytes; on differences runs alone take
  /// an eighth less than level 6 does, at ten times its speed.
  fileprivate var search: BlockDeflater.Search {
    switch self {
    case .plain: .matches(level: 3)
    case .plainRepeating: .matches(level: 4)
    case .average, .paeth: .runs
    }
  }
}

/// One thread's compressors, and memory for a sample of a block.
@safe
final class BlockTools: @unchecked Sendable {
  /// Bytes of a sample at most: one in thirty of a usual block.
  private static let sampleByteCount = 32768
  private static let pieces = 4

  private var matches: BlockDeflater
  private var repeats: BlockDeflater
  private var runs: BlockDeflater
  private var packed: [UInt8] = []
  private let sample: UnsafeMutablePointer<UInt8>

  init() throws(LibZError) {
    matches = try BlockDeflater(BlockMethod.plain.search)
    repeats = try BlockDeflater(BlockMethod.plainRepeating.search)
    runs = try BlockDeflater(BlockMethod.paeth.search)
    unsafe sample = .allocate(capacity: Self.sampleByteCount)
    unsafe sample.initialize(repeating: 0, count: Self.sampleByteCount)
  }

  deinit { unsafe sample.deallocate() }

  /// Compresses a block that was filtered in that way.
  func deflate(
    _ bytes: RawSpan, _ method: BlockMethod, after window: RawSpan, isLast: Bool,
    into output: inout [UInt8]
  ) -> Int {
    switch method {
    case .plain: matches.deflate(bytes, after: window, isLast: isLast, into: &output)
    case .plainRepeating: repeats.deflate(bytes, after: window, isLast: isLast, into: &output)
    case .average, .paeth: runs.deflate(bytes, after: window, isLast: isLast, into: &output)
    }
  }

  /// The method that packs a sample of the rows smallest.
  ///
  /// `start` is the filter byte of the first row; before it stands the row above.
  func method(
    for start: UnsafePointer<UInt8>, rows: Int, _ shape: DrawingBlock.Shape
  ) -> BlockMethod {
    var least = Int.max
    var best = BlockMethod.plain
    var share = 1.0
    for method in [BlockMethod.plain, .average, .paeth] {
      let count = unsafe takeSample(start, rows: rows, shape, method.filter)
      let bytes = unsafe RawSpan(_unsafeStart: sample, byteCount: count)
      let size = deflate(bytes, method, after: RawSpan(), isLast: true, into: &packed)
      guard size < least else { continue }
      least = size
      best = method
      share = Double(size) / Double(count)
    }
    return best == .plain && share < 0.15 ? .plainRepeating : best
  }

  /// Filters pieces from all over the rows into the sample, and says how many bytes they are.
  ///
  /// A piece is as low as can be seen by a search that goes 32 KiB back: a part of one row where
  /// rows are long, else a part of some neighbouring rows.
  private func takeSample(
    _ start: UnsafePointer<UInt8>, rows: Int, _ shape: DrawingBlock.Shape, _ filter: RowFilter
  ) -> Int {
    let room = Self.sampleByteCount / Self.pieces
    let most = shape.rowBytes > 16384 ? room : room / 4
    let across = min(shape.rowBytes, most / shape.step * shape.step)
    let down = min(rows, max(1, room / across))
    var filled = 0
    for piece in 0..<Self.pieces {
      let row = (rows - down) * piece / (Self.pieces - 1)
      let pixel = (shape.rowBytes - across) / shape.step * (2 * piece + 1) / (2 * Self.pieces)
      for line in row..<(row + down) {
        let source = unsafe start + line * shape.stride + 1 + pixel * shape.step
        unsafe filter.apply(
          source, above: source - shape.stride, count: across, step: shape.step,
          into: sample + filled)
        filled += across
      }
    }
    return filled
  }
}
