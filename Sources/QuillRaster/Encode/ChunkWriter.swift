/// A PNG file being written into memory that is reused from file to file.
struct ChunkWriter {
  private(set) var bytes: [UInt8]
  private(set) var length = 0
  private var chunkStart = 0

  /// Creates the writer of files of at most that many bytes.
  init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity) }

  /// Begins a file: forgets the last one, writes the signature.
  mutating func beginFile() {
    length = 0
    append(contentsOf: PNGChunks.signature)
  }

  /// The file that was written, as bytes of its own.
  var finished: [UInt8] { Array(bytes[..<length]) }

  /// Takes a file that was written before.
  mutating func beginFile(as file: [UInt8]) {
    bytes.replaceSubrange(..<file.count, with: file)
    length = file.count
  }

  /// Begins a chunk; its length is filled in when it ends.
  mutating func beginChunk(_ name: PNGChunkName) {
    chunkStart = length
    append(bigEndian: 0)
    append(bigEndian: name.code)
  }

  mutating func append(_ byte: UInt8) {
    bytes[length] = byte
    length += 1
  }

  mutating func append(contentsOf new: [UInt8]) {
    bytes.replaceSubrange(length..<(length + new.count), with: new)
    length += new.count
  }

  mutating func append(bigEndian number: UInt32) {
    write(number, at: length)
    length += 4
  }

  /// Lets `fill` write into the rest of the memory, and takes as many bytes as it says.
  mutating func append(filling fill: (inout MutableRawSpan) -> Int) {
    let count = scratch(fill)
    length += count
  }

  /// Lets `body` use the rest of the memory, and takes nothing.
  mutating func scratch<Result>(_ body: (inout MutableRawSpan) -> Result) -> Result {
    let taken = length
    var all = bytes.mutableSpan
    var room = unsafe all.mutableBytes
    var rest = room._mutatingExtracting(droppingFirst: taken)
    return body(&rest)
  }

  /// Ends the chunk: fills in its length and adds the CRC-32 of its name and body.
  mutating func endChunk() {
    write(UInt32(length - chunkStart - 8), at: chunkStart)
    let sum = unsafe crc32(bytes.span.bytes.extracting((chunkStart + 4)..<length))
    append(bigEndian: sum)
  }

  private mutating func write(_ number: UInt32, at place: Int) {
    for byte in 0..<4 {
      bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte))
    }
  }
}
