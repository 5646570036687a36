/// Tells files apart by 128 bits.
///
/// Sixteen bytes at a time are folded into two words, each multiplied to its full 128 bits and the
/// upper half of one added to the lower half of the other, so that each bit reaches all others. Of
/// a billion different files two share their fingerprint with a chance of about 10⁻²¹ (n²/2¹²⁹);
/// it is no guard against someone who wants them to.
struct Fingerprint: Hashable, Sendable {
  private let words: SIMD2<UInt64>

  init(of bytes: Span<UInt8>) {
    var state = State(count: bytes.count)
    let raw = unsafe bytes.bytes
    var place = 0
    while place &+ 16 <= raw.byteCount {
      state.take(
        UInt64(
          littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)),
        UInt64(
          littleEndian: unsafe raw.unsafeLoadUnaligned(
            fromByteOffset: place &+ 8, as: UInt64.self)))
      place &+= 16
    }
    var rest = SIMD2<UInt64>()
    for offset in 0..<(raw.byteCount - place) {
      rest[offset >> 3] |= UInt64(bytes[place + offset]) << UInt64(8 * (offset & 7))
    }
    state.take(rest[0], rest[1])
    for _ in 0..<3 { state.take(0, 0) }
    words = SIMD2(state.one, state.other)
  }

  private struct State {
    var one: UInt64
    var other: UInt64

    /// The fractions of the golden ratio and of the square root of 2, made odd.
    private static let factors: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909)

    init(count: Int) {
      one = Self.factors.1 ^ UInt64(count)
      other = Self.factors.0
    }

    @inline(__always)
    mutating func take(_ first: UInt64, _ second: UInt64) {
      let left = (one ^ first).multipliedFullWidth(by: Self.factors.0)
      let right = (other ^ second).multipliedFullWidth(by: Self.factors.1)
      one = left.low ^ right.high
      other = right.low ^ left.high
    }
  }
}
