internal import QuillCore

/// A list of tiles of a PMTiles archive, sorted by their numbers along the Hilbert curve.
///
/// Source: PMTiles specification, version 3, chapter "Directories".
struct PMTilesDirectory: Equatable, Sendable {
  /// The entries, ascending and without overlap; at least one.
  var entries: [Entry]

  /// Tiles that share a picture, or a further list.
  struct Entry: Equatable, Sendable {
    /// The number of the first tile.
    var id: UInt64
    /// How many tiles in a row have the picture; 0 for a further list.
    var runLength: UInt32
    /// Bytes of the picture or list.
    var length: UInt32
    /// Where it begins, from the beginning of all pictures or further lists.
    var offset: UInt64

    /// The number after the last tile.
    var end: UInt64 { id + UInt64(max(1, runLength)) }
  }

  /// One more than the number of the last tile of zoom 30: 4⁰ + 4¹ + … + 4³⁰.
  static let gridEnd = ((UInt64(1) << 62) - 1) / 3

  init(_ entries: [Entry]) { self.entries = entries }

  /// Reads an unpacked list.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - tileBytes: Bytes of all pictures.
  ///   - leafBytes: Bytes of all further lists.
  ///   - ids: The numbers that the list may have.
  /// - Throws: `DirectoryFault` for the first rule that is broken.
  init(
    _ bytes: [UInt8], tileBytes: UInt64, leafBytes: UInt64, ids: Range<UInt64>
  ) throws(DirectoryFault) {
    var reader = ByteReader(bytes)
    let count = try reader.varint()
    guard count > 0 else { throw .noEntries }
    // Each entry has four numbers of a byte or more.
    guard count <= UInt64(reader.rest / 4) else { throw .endsEarly }
    entries = []
    entries.reserveCapacity(Int(count))
    try readNumbers(Int(count), from: &reader)
    for index in entries.indices {
      let run = try reader.varint()
      guard let run = UInt32(exactly: run) else { throw .beyondTheGrid(at: entries[index].id) }
      entries[index].runLength = run
    }
    for index in entries.indices {
      let length = try reader.varint()
      guard length > 0 else { throw .noBytes(at: entries[index].id) }
      guard let length = UInt32(exactly: length) else {
        throw .outsideItsPart(at: entries[index].id)
      }
      entries[index].length = length
    }
    try readOffsets(from: &reader)
    guard reader.rest == 0 else { throw .goesOn(bytes: reader.rest) }
    try check(tileBytes: tileBytes, leafBytes: leafBytes, ids: ids)
  }

  private mutating func readNumbers(
    _ count: Int, from reader: inout ByteReader
  ) throws(DirectoryFault) {
    var id: UInt64 = 0
    for index in 0..<count {
      let step = try reader.varint()
      guard index == 0 || step > 0 else { throw .unsorted(at: id) }
      let (next, isBeyond) = id.addingReportingOverflow(step)
      guard !isBeyond, next < Self.gridEnd else { throw .beyondTheGrid(at: next) }
      id = next
      entries.append(Entry(id: id, runLength: 0, length: 0, offset: 0))
    }
  }

  /// Reads where pictures begin: 0 for "where the one before ends", else one more than the place.
  private mutating func readOffsets(from reader: inout ByteReader) throws(DirectoryFault) {
    var end: UInt64?
    for index in entries.indices {
      let number = try reader.varint()
      let entry = entries[index]
      guard let offset = number > 0 ? number - 1 : end else { throw .outsideItsPart(at: entry.id) }
      let (next, isBeyond) = offset.addingReportingOverflow(UInt64(entry.length))
      guard !isBeyond else { throw .outsideItsPart(at: entry.id) }
      entries[index].offset = offset
      end = next
    }
  }

  private func check(
    tileBytes: UInt64, leafBytes: UInt64, ids: Range<UInt64>
  ) throws(DirectoryFault) {
    var end = ids.lowerBound
    for entry in entries {
      guard entry.id >= ids.lowerBound else { throw .outOfPlace(at: entry.id) }
      guard entry.id >= end else { throw .unsorted(at: entry.id) }
      guard entry.end <= Self.gridEnd else { throw .beyondTheGrid(at: entry.id) }
      guard entry.end <= ids.upperBound else { throw .outOfPlace(at: entry.id) }
      let room = entry.runLength > 0 ? tileBytes : leafBytes
      guard entry.offset + UInt64(entry.length) <= room else {
        throw .outsideItsPart(at: entry.id)
      }
      end = entry.end
    }
  }

  /// The list's bytes, unpacked.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(entries.count))
    var id: UInt64 = 0
    for entry in entries {
      bytes.append(varint: entry.id - id)
      id = entry.id
    }
    for entry in entries { bytes.append(varint: UInt64(entry.runLength)) }
    for entry in entries { bytes.append(varint: UInt64(entry.length)) }
    var end: UInt64?
    for entry in entries {
      bytes.append(varint: entry.offset == end ? 0 : entry.offset + 1)
      end = entry.offset + UInt64(entry.length)
    }
    return bytes
  }

  /// The place of the last entry that begins at that number or before.
  func index(of id: UInt64) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

extension PMTilesDirectory {
  /// A list and its further lists as they are written.
  struct Packed {
    /// The packed list that is read first.
    var root: [UInt8]
    /// The packed further lists, one after the other.
    var leaves: [UInt8]
  }

  /// The most bytes that a root may have: header and root share the first 16,384.
  static let rootLimit = 16_384 - PMTilesHeader.byteCount

  /// Packs entries into one list where that fits, else into further ones that share them evenly.
  static func pack(_ entries: [Entry]) -> Packed {
    // A packed entry takes some bytes: much more than this do not fit.
    if entries.count <= rootLimit {
      let root = Gzip.pack(PMTilesDirectory(entries).bytes)
      if root.count <= rootLimit { return Packed(root: root, leaves: []) }
    }
    var leafSize = 4096
    while true {
      let packed = pack(entries, leafSize: leafSize)
      if packed.root.count <= rootLimit { return packed }
      leafSize *= 2
    }
  }

  private static func pack(_ entries: [Entry], leafSize: Int) -> Packed {
    var root: [Entry] = []
    var leaves: [UInt8] = []
    for start in stride(from: 0, to: entries.count, by: leafSize) {
      let part = entries[start..<min(start + leafSize, entries.count)]
      let leaf = Gzip.pack(PMTilesDirectory(Array(part)).bytes)
      root.append(
        Entry(
          id: entries[start].id, runLength: 0, length: UInt32(leaf.count),
          offset: UInt64(leaves.count)))
      leaves += leaf
    }
    return Packed(root: Gzip.pack(PMTilesDirectory(root).bytes), leaves: leaves)
  }
}
