import CGzip

/// Packs and unpacks whole gzip members (RFC 1952).
enum Gzip {
  /// Why bytes cannot be unpacked.
  enum Failure: Error, Equatable {
    /// They are no gzip member, or end early, or their checksum does not match.
    case badData
    /// They unpack to more than the limit.
    case tooLarge
  }

  /// Deflate makes at most this many bytes of one: a code of two bits for 258 bytes (RFC 1951).
  private static let highestRatio = 1032

  /// The smallest member, as the level 12 of the library makes it; the same for the same bytes.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    guard let packer = unsafe libdeflate_alloc_compressor(12) else {
      fatalError("no memory is left for a compressor")
    }
    defer { unsafe libdeflate_free_compressor(packer) }
    let bound = unsafe libdeflate_gzip_compress_bound(packer, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = unsafe bytes.withUnsafeBytes { input in
        unsafe libdeflate_gzip_compress(
          packer, input.baseAddress ?? UnsafeRawPointer(nowhere), input.count,
          output.baseAddress, output.count)
      }
      precondition(count > 0, "A buffer of the bound's size takes every stream")
    }
  }

  /// What one member holds, when that is at most `limit` bytes.
  ///
  /// The size that the member tells of itself is believed only as far as its bytes can reach.
  static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard bytes.count >= 18 else { throw .badData }
    let told = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard told <= limit else { throw .tooLarge }
    guard told <= bytes.count * highestRatio else { throw .badData }
    guard let unpacker = unsafe libdeflate_alloc_decompressor() else {
      fatalError("no memory is left for a decompressor")
    }
    defer { unsafe libdeflate_free_decompressor(unpacker) }
    var result = LIBDEFLATE_SUCCESS
    var taken = 0
    let made = unsafe [UInt8](unsafeUninitializedCapacity: max(1, told)) { output, count in
      unsafe bytes.withUnsafeBytes { input in
        result = unsafe libdeflate_gzip_decompress_ex(
          unpacker, input.baseAddress ?? UnsafeRawPointer(nowhere), input.count,
          output.baseAddress, told, &taken, &count)
      }
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    guard result == LIBDEFLATE_SUCCESS, made.count == told, taken == bytes.count else {
      throw .badData
    }
    return made
  }

  /// The CRC-32 of gzip.
  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe libdeflate_crc32(0, start, bytes.count)
    }
  }

  /// An address for an empty buffer, which is not read but must not be NULL.
  private static var nowhere: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped
  }
}
