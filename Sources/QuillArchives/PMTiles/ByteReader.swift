/// Reads numbers from bytes, one after the other.
package struct ByteReader {
  private let bytes: [UInt8]
  private var place: Int

  package init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  /// How many bytes are left.
  package var rest: Int { bytes.count - place }

  /// The next `width` bytes as a number, the lowest byte first; the bytes have to be there.
  mutating func little(_ width: Int) -> UInt64 {
    precondition(rest >= width, "A number was read beyond the bytes")
    let number = (0..<width).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[place + $1]) }
    place += width
    return number
  }

  /// The next number of variable length: seven bits a byte, the lowest first, the top bit set in
  /// all but the last byte.
  package mutating func varint() throws(DirectoryFault) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard place < bytes.count else { throw .endsEarly }
      let byte = bytes[place]
      place += 1
      // The tenth byte has room for the 64th bit alone.
      guard shift < 63 || byte <= 1 else { throw .overlongNumber }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    throw .overlongNumber
  }
}

extension [UInt8] {
  /// Adds a number of variable length, as `ByteReader.varint` reads it.
  package mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Adds the low `width` bytes of a number, the lowest first.
  mutating func append(little number: UInt64, width: Int) {
    for byte in 0..<UInt64(width) { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
