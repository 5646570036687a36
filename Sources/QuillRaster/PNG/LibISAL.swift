import CISAL

/// Unpacks one zlib stream piece by piece, and verifies its checksum (Adler-32).
///
/// ISA-L does it three times as fast as zlib does. One belongs to one thread at a time.
@safe
struct StreamInflater: ~Copyable {
  /// The stream is not valid, or its checksum does not match.
  struct BadData: Error {}

  private let state: UnsafeMutablePointer<inflate_state>

  /// An unpacker that stands before the stream's first byte.
  init() {
    let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    unsafe isal_inflate_init(state)
    unsafe state.pointee.crc_flag = UInt32(ISAL_ZLIB)
    unsafe self.state = state
  }

  deinit { unsafe state.deallocate() }

  /// Whether all of the stream was given out and its checksum matches.
  var isFinished: Bool { unsafe state.pointee.block_state == ISAL_BLOCK_FINISH }

  /// Unpacks as much of `input` as `output` has room for.
  ///
  /// Both numbers are 0 only where nothing can be done: at the end, without input, or without room.
  /// Bytes may be taken whose output comes with the next call.
  mutating func inflate(
    _ input: RawSpan, into output: inout MutableRawSpan
  ) throws(BadData) -> (taken: Int, made: Int) {
    precondition(
      input.byteCount <= UInt32.max && output.byteCount <= UInt32.max, "pieces are below 4 GiB")
    let status = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        // ISA-L only reads from there.
        unsafe state.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
          .assumingMemoryBound(to: UInt8.self)
        unsafe state.pointee.avail_in = UInt32(input.count)
        unsafe state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe state.pointee.avail_out = UInt32(output.count)
        return unsafe isal_inflate(state)
      }
    }
    // Positive numbers say what it waits for, of which a dictionary never comes.
    guard status >= 0, status != ISAL_NEED_DICT else { throw BadData() }
    let (left, unused) = unsafe (state.pointee.avail_in, state.pointee.avail_out)
    return (input.byteCount - Int(left), output.byteCount - Int(unused))
  }
}
