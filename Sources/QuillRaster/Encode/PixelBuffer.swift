/// Memory for RGBA pixels, reused from one tile to the next: four bytes a pixel, straight alpha,
/// rows from the top without gaps.
///
/// A buffer belongs to one thread at a time; the slicer hands it over with a lock.
@safe
package final class PixelBuffer: @unchecked Sendable {
  /// Number of pixels.
  package let count: Int

  /// The pixels as little-endian words: red in the lowest byte, alpha in the highest.
  let words: UnsafeMutablePointer<UInt32>

  /// Creates a buffer of clear pixels.
  package init(count: Int) {
    self.count = count
    unsafe words = .allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
  }

  deinit { unsafe words.deallocate() }

  /// The pixel at a place, as a word; see `words`.
  subscript(place: Int) -> UInt32 {
    get {
      precondition((0..<count).contains(place), "The buffer has \(count) pixels")
      return unsafe words[place]
    }
    set {
      precondition((0..<count).contains(place), "The buffer has \(count) pixels")
      unsafe words[place] = newValue
    }
  }

  /// Copies `number` pixels from a place on to a place in `bytes`, counted in bytes.
  func copy(_ number: Int, from place: Int, into bytes: inout MutableRawSpan, at offset: Int) {
    precondition(
      place >= 0 && place + number <= count && offset >= 0
        && offset + number * 4 <= bytes.byteCount, "The pixels fit on both sides")
    unsafe bytes.withUnsafeMutableBytes { room in
      guard let start = room.baseAddress else { return }
      unsafe (start + offset).copyMemory(from: words + place, byteCount: number * 4)
    }
  }

  /// Takes pixels from RGBA bytes, to a place and on.
  package func fill(from bytes: RawSpan, at place: Int = 0) {
    precondition(
      place >= 0 && bytes.byteCount % 4 == 0 && place + bytes.byteCount / 4 <= count,
      "The buffer has those pixels")
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(words + place).copyMemory(
        from: start, byteCount: bytes.byteCount)
    }
  }

  /// Makes all pixels clear.
  package func clear() { clear(0..<count) }

  /// Makes some pixels clear.
  func clear(_ places: Range<Int>) {
    precondition(
      places.lowerBound >= 0 && places.upperBound <= count, "The buffer has those pixels")
    unsafe (words + places.lowerBound).update(repeating: 0, count: places.count)
  }

  /// Calls `body` with the pixels as words; see `words`.
  package func withPixels<Result, Failure: Error>(
    _ body: (Span<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe Span(_unsafeStart: words, count: count))
  }

  /// Calls `body` with the pixels' bytes, to be filled.
  package func withMutableBytes<Result, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var bytes = unsafe MutableRawSpan(_unsafeStart: words, byteCount: count * 4)
    return try body(&bytes)
  }
}
