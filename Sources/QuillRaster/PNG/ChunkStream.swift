/// Walks the chunks of a PNG file that is not in memory, and verifies each one's checksum.
///
/// Anything unusual throws `Doubt`: what it means, and whether it matters, is for libpng to say.
struct ChunkStream: ~Copyable {
  /// The file is not as plain as it seemed.
  struct Doubt: Error {}

  /// How much of the file is read at once.
  static let blockByteCount = 128 << 10

  private var block = [UInt8](repeating: 0, count: ChunkStream.blockByteCount)
  /// The bytes of the block that are read and not yet taken.
  private var rest = 0..<0
  /// Where the file goes on behind the block.
  private var offset: Int
  private var checksum: UInt32 = 0
  /// Bytes of the open chunk that are still to come.
  private(set) var remaining = 0

  /// A walk that begins with the chunk at that place of the file.
  init(at offset: Int) { self.offset = offset }

  /// How far the file was taken.
  var position: Int { offset - rest.count }

  /// Goes to the first byte of the next chunk's data and gives its name.
  mutating func open(in png: borrowing LibPNG) throws(Doubt) -> PNGChunkName {
    try require(8, from: png)
    let start = rest.lowerBound
    remaining = Int(word(at: start))
    let name = PNGChunkName(code: word(at: start + 4))
    checksum = sum(of: start + 4..<start + 8, after: 0)
    rest = start + 8..<rest.upperBound
    guard remaining <= Int(Int32.max) else { throw Doubt() }
    return name
  }

  /// Reads the open chunk's next bytes into `output` from a place on, and says how many: fewer than
  /// there is room for only where the chunk ends.
  mutating func read(
    into output: inout [UInt8], from place: Int, in png: borrowing LibPNG
  ) throws(Doubt) -> Int {
    var made = 0
    while made < min(output.count - place, made + remaining) {
      try require(1, from: png)
      let count = min(rest.count, remaining, output.count - place - made)
      output.replaceSubrange(
        place + made..<place + made + count,
        with: block[rest.lowerBound..<rest.lowerBound + count])
      take(count)
      made += count
    }
    return made
  }

  /// Passes what is left of the open chunk, and compares its checksum.
  mutating func close(in png: borrowing LibPNG) throws(Doubt) {
    while remaining > 0 {
      try require(1, from: png)
      take(min(rest.count, remaining))
    }
    try require(4, from: png)
    let found = word(at: rest.lowerBound)
    rest = rest.lowerBound + 4..<rest.upperBound
    guard found == checksum else { throw Doubt() }
  }

  /// Whether the file ends here.
  mutating func isAtEnd(of png: borrowing LibPNG) -> Bool {
    rest.isEmpty && fill(from: png) == 0
  }

  /// Counts bytes as taken from the open chunk.
  private mutating func take(_ count: Int) {
    let taken = rest.lowerBound..<rest.lowerBound + count
    checksum = sum(of: taken, after: checksum)
    rest = taken.upperBound..<rest.upperBound
    remaining -= count
  }

  private func word(at place: Int) -> UInt32 { unsafe block.span.bytes.bigEndian32(at: place) }

  private func sum(of places: Range<Int>, after seed: UInt32) -> UInt32 {
    crc32(unsafe block.span.bytes.extracting(places), seed: seed)
  }

  /// Sees to it that the block holds that many bytes.
  private mutating func require(_ count: Int, from png: borrowing LibPNG) throws(Doubt) {
    if rest.count >= count { return }
    _ = fill(from: png)
    guard rest.count >= count else { throw Doubt() }
  }

  /// Moves what is left of the block to its start and reads more behind it; how much more.
  private mutating func fill(from png: borrowing LibPNG) -> Int {
    let kept = Array(block[rest])
    let offset = offset
    block.replaceSubrange(0..<kept.count, with: kept)
    var span = block.mutableSpan
    var bytes = unsafe span.mutableBytes
    var room = bytes._mutatingExtracting(kept.count...)
    let count = png.read(at: offset, into: &room)
    self.offset = offset + count
    rest = 0..<kept.count + count
    return count
  }
}
