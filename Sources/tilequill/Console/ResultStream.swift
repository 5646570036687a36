/// Standard output: results only, gathered in large blocks.
///
/// A line is put together from parts without making a string of it, so that millions of lines cost
/// little more than their bytes:
/// ```swift
/// try out.append(decimal: tile.z); try out.append("/"); … ; try out.endLine()
/// ```
/// The bytes lie in memory of the stream's own: kept in an array they took six times as long, for
/// the checks of exclusive access. One thread writes at a time. A closed pipe ends the program in
/// silence; any other failed write throws.
@safe
package final class ResultStream {
  /// Takes a block of bytes, or throws.
  package typealias Sink = (ArraySlice<UInt8>) throws(CommandFailure) -> Void

  private static let blockSize = 1 << 16

  /// The bytes gathered so far are the first `count`; the rest is room.
  private let block = UnsafeMutablePointer<UInt8>.allocate(capacity: ResultStream.blockSize)
  private var count = 0
  private let sink: Sink

  package init(to sink: @escaping Sink) { self.sink = sink }

  deinit { unsafe block.deallocate() }

  /// The stream that ends in a file number, such as 1.
  package convenience init(file: Int32) {
    self.init { bytes throws(CommandFailure) in
      let error = LibC.write(bytes, to: file)
      if LibC.isClosedPipe(error) { LibC.die(by: LibC.closedPipeSignal) }
      guard error == 0 else {
        throw CommandFailure(
          "could not be written (\(LibC.message(for: error)))", about: "standard output")
      }
    }
  }

  package func append(_ text: StaticString) throws(CommandFailure) {
    try unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func append(text: String) throws(CommandFailure) {
    var copy = text
    let result = copy.withUTF8 { buffer in
      Result { () throws(CommandFailure) in try unsafe append(buffer) }
    }
    try result.get()
  }

  package func append(bytes: some Collection<UInt8>) throws(CommandFailure) {
    let result = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(CommandFailure) in try unsafe append(buffer) }
    }
    guard let result else {
      for byte in bytes { try append(byte) }
      return
    }
    try result.get()
  }

  /// A whole number in decimal digits.
  package func append(decimal number: Int) throws(CommandFailure) {
    try makeRoom(for: 20)
    var rest = number.magnitude
    var digits = 1
    var limit: UInt = 10
    while rest >= limit, digits < 19 {
      limit &*= 10
      digits &+= 1
    }
    var place = unsafe block + count
    if number < 0 {
      unsafe place.pointee = UInt8(ascii: "-")
      unsafe place += 1
      count &+= 1
    }
    for offset in stride(from: digits &- 1, through: 0, by: -1) {
      unsafe place[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= digits
  }

  package func append(_ byte: UInt8) throws(CommandFailure) {
    try makeRoom(for: 1)
    unsafe block[count] = byte
    count &+= 1
  }

  package func endLine() throws(CommandFailure) { try append(UInt8(ascii: "\n")) }

  package func line(_ text: String) throws(CommandFailure) {
    try append(text: text)
    try endLine()
  }

  /// Hands on what was gathered; the program does so at the end of every command.
  package func flush() throws(CommandFailure) {
    guard count > 0 else { return }
    defer { count = 0 }
    try unsafe sink(Array(UnsafeBufferPointer(start: block, count: count))[...])
  }

  private func makeRoom(for length: Int) throws(CommandFailure) {
    if length > Self.blockSize &- count { try flush() }
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandFailure) {
    try makeRoom(for: bytes.count)
    guard bytes.count <= Self.blockSize else { return try unsafe sink(Array(bytes)[...]) }
    guard let start = bytes.baseAddress else { return }
    unsafe (block + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }
}
