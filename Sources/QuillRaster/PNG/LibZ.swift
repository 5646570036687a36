import CZlib

/// Why zlib's compressor cannot be used.
package enum LibZError: Error, Equatable {
  /// No memory is left for it.
  case outOfMemory

  /// The library is of another version than its header.
  case wrongVersion
}

/// Compresses a stream in blocks that need not be compressed one after the other.
///
/// Each block is told the bytes before it, into which its matches may reach back, and ends on a
/// whole byte: the blocks put one after the other are one raw deflate stream (RFC 1951). Equal
/// blocks after equal bytes give equal output, whatever was compressed before.
///
/// One belongs to one thread at a time; make it once and use it for many blocks.
@safe
package struct BlockDeflater: ~Copyable {
  /// How far back a match may reach, in bytes.
  package static let windowByteCount = 32768

  /// What the compressor looks for.
  package enum Search: Equatable, Sendable {
    /// Repetitions within the last 32 KiB; level 1 is fastest, 9 smallest.
    case matches(level: Int)

    /// Only runs of one byte: quick, and best for small differences with a rare zero.
    case runs
  }

  private let stream: UnsafeMutablePointer<z_stream>

  /// A compressor of that kind.
  package init(_ search: Search) throws(LibZError) {
    let level = if case .matches(let level) = search { level } else { 1 }
    precondition((1...9).contains(level), "A level of zlib lies in 1...9")
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // A negative number of window bits asks for deflate without the frame of zlib; 9 is the most
    // memory.
    let status = unsafe deflateInit2_(
      stream, Int32(level), Z_DEFLATED, -15, 9, search == .runs ? Z_RLE : Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw status == Z_VERSION_ERROR ? .wrongVersion : .outOfMemory
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses a block to the start of `output`, which grows as needed, and says how long it is.
  ///
  /// `window` is the bytes just before the block, of which the last 32 KiB are used; `isLast` says
  /// that the stream ends with the block.
  package mutating func deflate(
    _ block: RawSpan, after window: RawSpan, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    begin(after: window)
    let bound = unsafe Int(deflateBound(stream, UInt(block.byteCount))) + 64
    if output.count < bound { output = [UInt8](repeating: 0, count: bound) }
    return unsafe block.withUnsafeBytes { block in
      var taken = 0
      var made = 0
      while true {
        let (input, isWhole) = unsafe Self.piece(block, from: taken)
        let flush = !isWhole ? Z_NO_FLUSH : isLast ? Z_FINISH : Z_SYNC_FLUSH
        let (took, gave, isDone) = unsafe step(input, flush, into: &output, from: made)
        taken += took
        made += gave
        if isWhole, isDone { return made }
        if made == output.count { output += [UInt8](repeating: 0, count: output.count) }
      }
    }
  }

  private mutating func begin(after window: RawSpan) {
    unsafe deflateReset(stream)
    let used = window.extracting(last: Self.windowByteCount)
    guard used.byteCount > 0 else { return }
    let status = unsafe used.withUnsafeBytes { bytes in
      unsafe deflateSetDictionary(
        stream, bytes.baseAddress?.assumingMemoryBound(to: Bytef.self), UInt32(bytes.count))
    }
    precondition(status == Z_OK, "A fresh stream takes the bytes before it")
  }

  /// As much of the rest as one call takes, and whether that is all.
  private static func piece(
    _ block: UnsafeRawBufferPointer, from start: Int
  ) -> (UnsafeRawBufferPointer, isWhole: Bool) {
    let count = min(block.count - start, 1 << 30)
    let piece = unsafe UnsafeRawBufferPointer(rebasing: block[start..<start + count])
    return unsafe (piece, start + count == block.count)
  }

  /// One call of zlib: how many bytes it took and gave, and whether it had room for all.
  private mutating func step(
    _ input: UnsafeRawBufferPointer, _ flush: Int32, into output: inout [UInt8], from start: Int
  ) -> (took: Int, gave: Int, isDone: Bool) {
    unsafe output.withUnsafeMutableBytes { output in
      let room = min(output.count - start, 1 << 30)
      // zlib only reads from there.
      unsafe stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
        .assumingMemoryBound(to: Bytef.self)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      unsafe stream.pointee.next_out = output.baseAddress.map { unsafe $0 + start }?
        .assumingMemoryBound(to: Bytef.self)
      unsafe stream.pointee.avail_out = UInt32(room)
      let status = unsafe CZlib.deflate(stream, flush)
      precondition(status != Z_STREAM_ERROR, "The stream is as zlib left it")
      let (left, unused) = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
      let isDone = flush == Z_FINISH ? status == Z_STREAM_END : unused > 0
      return (input.count - Int(left), room - Int(unused), isDone)
    }
  }
}

/// The Adler-32 of bytes whose first part has the sum `first`, and whose rest, `count` bytes long,
/// has the sum `second`.
package func adler32(joining first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
  UInt32(truncatingIfNeeded: adler32_combine(UInt(first), UInt(second), count))
}
