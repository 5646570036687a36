private import QuillCore

/// Some rows of a drawing on their way into its file, filtered and compressed apart from all others.
///
/// The row above the first is kept with them, so that prediction sees what a reader will see. A
/// block belongs to one thread at a time.
@safe
final class DrawingBlock: @unchecked Sendable {
  /// How far a block is.
  enum Stage { case filling, filled, filtering, filtered, deflating, done }

  /// Mutex by the lock of the line that the block stands in.
  var stage = Stage.filling

  /// Whether the picture ends with this block.
  var isLast = false

  /// The end of the block before, after its filter; guarded by the lock of the line.
  private(set) var before = BlockTail(isReady: true)

  /// The end of this block, after its filter; guarded likewise.
  private(set) var after = BlockTail(isReady: false)

  /// How many rows are filled.
  private(set) var rows = 0

  /// Adler-32 of the filtered rows.
  private(set) var checksum: UInt32 = 1

  private var packed: [UInt8] = []
  private var packedCount = 0
  private var method = BlockMethod.plain
  private let shape: Shape

  /// The row above the first, then the rows, each behind a byte.
  private let raw: UnsafeMutablePointer<UInt8>
  private let filtered: UnsafeMutablePointer<UInt8>

  /// What all blocks of a drawing have in common.
  struct Shape: Sendable {
    /// Pixels of a row.
    let width: Int

    /// Bytes of a pixel: 4, or 3 without alpha.
    let step: Int

    /// The most rows of a block.
    let capacity: Int

    /// Bytes of a row without its filter byte.
    var rowBytes: Int { width * step }

    /// Bytes of a row with it.
    var stride: Int { rowBytes + 1 }
  }

  init(_ shape: Shape) {
    self.shape = shape
    // Packing may write two bytes beyond a row.
    let count = (shape.capacity + 1) * shape.stride + 2
    unsafe raw = .allocate(capacity: count)
    unsafe raw.initialize(repeating: 0, count: count)
    unsafe filtered = .allocate(capacity: count)
    unsafe filtered.initialize(repeating: 0, count: count)
  }

  deinit {
    unsafe raw.deallocate()
    unsafe filtered.deallocate()
  }

  /// Bytes of the filtered rows.
  var byteCount: Int { rows * shape.stride }

  var isFull: Bool { rows == shape.capacity }

  /// Calls `body` with the compressed bytes.
  func withCompressed<Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let packed = packed
    try body(packed.span.extracting(0..<packedCount))
  }

  /// Empties the block.
  ///
  /// - Parameters:
  ///   - above: The row above its first, without filter byte, as `copyLastRow` gave it; empty at the
  ///     top.
  ///   - before: The end of the block before.
  func begin(below above: [UInt8], after before: BlockTail) {
    rows = 0
    stage = .filling
    isLast = false
    self.before = before
    after = BlockTail(isReady: false)
    precondition(above.isEmpty || above.count == shape.rowBytes, "The row above is a whole row")
    for place in above.indices { unsafe raw[1 + place] = above[place] }
  }

  /// Copies the last row, without filter byte.
  func copyLastRow(into bytes: inout [UInt8]) {
    let last = unsafe UnsafeRawBufferPointer(
      start: raw + rows * shape.stride + 1, count: shape.rowBytes)
    unsafe bytes = Array(last)
  }

  /// Takes rows of RGBA pixels, as many as there is room for, and says how many.
  func fill(_ bytes: RawSpan, from offset: Int, rows wanted: Int) -> Int {
    let count = min(wanted, shape.capacity - rows)
    let rowBytes = shape.width * 4
    precondition(
      offset >= 0 && offset + count * rowBytes <= bytes.byteCount, "The rows are in the bytes")
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for row in 0..<count {
        let source = unsafe start + offset + row * rowBytes
        let target = unsafe raw + (rows + 1 + row) * shape.stride
        if shape.step == 3 {
          unsafe PixelPacking.packRGB(source, shape.width, target + 1)
        } else {
          unsafe UnsafeMutableRawPointer(target + 1).copyMemory(from: source, byteCount: rowBytes)
        }
        unsafe target.pointee = 0
      }
    }
    rows += count
    return count
  }

  /// Predicts the rows in the way that suits them, and keeps their end for the next block.
  func filter(_ tools: BlockTools) {
    method = unsafe tools.method(for: UnsafePointer(raw) + shape.stride, rows: rows, shape)
    for row in 0..<rows {
      let line = unsafe raw + (row + 1) * shape.stride + 1
      let output = unsafe filtered + row * shape.stride + 1
      unsafe output[-1] = method.filter.rawValue
      unsafe method.filter.apply(
        line, above: line - shape.stride, count: shape.rowBytes, step: shape.step, into: output)
    }
    let bytes = unsafe RawSpan(_unsafeStart: filtered, byteCount: byteCount)
    checksum = adler32(bytes)
    let tail = bytes.extracting(last: BlockDeflater.windowByteCount)
    after.bytes = unsafe tail.withUnsafeBytes { unsafe Array($0) }
  }

  /// Compresses the filtered rows.
  func deflate(_ tools: BlockTools) {
    let bytes = unsafe RawSpan(_unsafeStart: filtered, byteCount: byteCount)
    let window = before.bytes
    packedCount = unsafe tools.deflate(
      bytes, method, after: window.span.bytes, isLast: isLast, into: &packed)
    before = BlockTail(isReady: true)
  }
}

/// The last 32 KiB of a filtered block, into which the next one's matches reach back.
final class BlockTail: @unchecked Sendable {
  /// Mutex by the lock of the line; written once, before `isReady` is.
  var isReady: Bool
  var bytes: [UInt8] = []

  init(isReady: Bool) { self.isReady = isReady }
}
