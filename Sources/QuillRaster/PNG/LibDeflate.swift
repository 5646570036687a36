import CDeflate

/// The version of libdeflate.
package let deflateVersion = LIBDEFLATE_VERSION_STRING

/// Compresses whole buffers.
///
/// One belongs to one thread at a time; make it once and use it for many.
@safe
package struct Deflater: ~Copyable {
  private let handle: OpaquePointer

  /// A compressor of that level: 1 is fastest, 12 smallest.
  package init(level: Int) {
    precondition((1...12).contains(level), "a compression level lies in 1...12")
    guard let handle = unsafe libdeflate_alloc_compressor(Int32(level)) else {
      fatalError("no memory is left for a compressor")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe libdeflate_free_compressor(handle) }

  /// The most bytes that a zlib stream of that many bytes takes.
  package borrowing func zlibBound(byteCount: Int) -> Int {
    unsafe libdeflate_zlib_compress_bound(handle, byteCount)
  }

  /// Writes a zlib stream at the start of `output` and says how long it is; nil when it does not fit.
  package borrowing func compressZlib(_ input: RawSpan, into output: inout MutableRawSpan) -> Int? {
    let count = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe libdeflate_zlib_compress(
          handle, input.baseAddress ?? UnsafeRawPointer(nowhere), input.count,
          output.baseAddress ?? nowhere,
          output.count)
      }
    }
    return count == 0 ? nil : count
  }
}

/// Why a stream does not unpack to the bytes it should.
package enum InflateError: Error, Equatable {
  /// The stream is not valid, ends early, or its checksum does not match.
  case badData
  /// The stream is whole but holds only `count` bytes.
  case tooShort(count: Int)
  /// The stream holds more bytes than expected.
  case tooLong
}

/// Unpacks whole buffers.
///
/// One belongs to one thread at a time; make it once and use it for many.
@safe
package struct Inflater: ~Copyable {
  private let handle: OpaquePointer

  /// An unpacker for any number of streams.
  package init() {
    guard let handle = unsafe libdeflate_alloc_decompressor() else {
      fatalError("no memory is left for a decompressor")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe libdeflate_free_decompressor(handle) }

  /// What is around a deflate stream.
  package enum Wrapping {
    /// A zlib stream's two bytes, and its checksum, which is verified (RFC 1950).
    case zlib
    /// Nothing.
    case none
  }

  /// Fills the first `count` bytes of `output` exactly from a stream.
  ///
  /// - Returns: How many bytes of `input` the stream took.
  /// - Throws: `InflateError` when it is damaged, or holds more or fewer bytes.
  @discardableResult
  package borrowing func inflate(
    _ wrapping: Wrapping, _ input: RawSpan, into output: inout MutableRawSpan, count: Int
  ) throws(InflateError) -> Int {
    precondition(count >= 0 && count <= output.byteCount, "the buffer is too small to unpack into")
    var taken = 0
    var made = 0
    let result = unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { output in
        let source = unsafe input.baseAddress ?? UnsafeRawPointer(nowhere)
        let target = unsafe output.baseAddress ?? nowhere
        return switch wrapping {
        case .zlib:
          unsafe libdeflate_zlib_decompress_ex(
            handle, source, input.count, target, count, &taken, &made)
        case .none:
          unsafe libdeflate_deflate_decompress_ex(
            handle, source, input.count, target, count, &taken, &made)
        }
      }
    }
    try Self.check(result, made: made, wanted: count)
    return taken
  }

  private static func check(
    _ result: libdeflate_result, made: Int, wanted: Int
  ) throws(InflateError) {
    switch result {
    case LIBDEFLATE_SUCCESS where made == wanted: return
    case LIBDEFLATE_SUCCESS: throw .tooShort(count: made)
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw .tooLong
    default: throw .badData
    }
  }
}

/// The CRC-32 that PNG and gzip use; `seed` continues from the bytes before.
package func crc32(_ bytes: RawSpan, seed: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return seed }
    return unsafe libdeflate_crc32(seed, start, bytes.count)
  }
}

/// The Adler-32 that ends a zlib stream; `seed` continues from the bytes before.
package func adler32(_ bytes: RawSpan, seed: UInt32 = 1) -> UInt32 {
  unsafe bytes.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return seed }
    return unsafe libdeflate_adler32(seed, start, bytes.count)
  }
}

/// An address for an empty buffer, which libdeflate does not read but must not be NULL.
private var nowhere: UnsafeMutableRawPointer {
  unsafe UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped
}
