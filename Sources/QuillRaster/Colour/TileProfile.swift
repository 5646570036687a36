/// A colour profile that each tile carries.
package struct TileProfile: Sendable {
  /// Whether it describes grey pixels, so that only grey tiles may carry it.
  let isGray: Bool

  /// The data of an iCCP chunk: name, a zero, method 0, the packed profile.
  package let chunk: [UInt8]

  /// Packs a profile; its name is cut to the 79 characters that the chunk has room for.
  package init(_ profile: [UInt8], name: String, isGray: Bool) {
    self.isGray = isGray
    let letters = name.utf8.filter { (0x20...0x7E).contains($0) }.prefix(79)
    let deflater = Deflater(level: 9)
    var packed = [UInt8](repeating: 0, count: deflater.zlibBound(byteCount: profile.count))
    var span = packed.mutableSpan
    var room = unsafe span.mutableBytes
    guard let count = deflater.compressZlib(unsafe profile.span.bytes, into: &room) else {
      preconditionFailure("The room holds the largest stream")
    }
    let called = letters.isEmpty ? Array("ICC profile".utf8) : Array(letters)
    chunk = called + [0, 0] + packed[..<count]
  }
}
