internal import QuillCore

/// Finds tiles in the lists of a PMTiles archive, reading further lists when they are needed.
final class PMTilesIndex: Sendable {
  private let file: ArchiveFile
  private let header: PMTilesHeader
  private let fileSize: Int
  private let root: PMTilesDirectory
  private let leaves = Mutex(Leaves())

  /// Lists inside lists; writers make one level.
  private static let deepest = 4

  /// Bytes of a list, unpacked: some 16 million entries.
  private static let directoryLimit = 1 << 26

  /// Further lists that were read of late.
  private struct Leaves {
    var lists: [UInt64: PMTilesDirectory] = [:]
    var order: [UInt64] = []
    var entries = 0
    /// 24 bytes an entry: some 6 MB.
    static let limit = 1 << 18

    mutating func keep(_ list: PMTilesDirectory, at offset: UInt64) {
      guard lists[offset] == nil else { return }
      lists[offset] = list
      order.append(offset)
      entries += list.entries.count
      while entries > Self.limit, order.count > 1 {
        entries -= lists.removeValue(forKey: order.removeFirst())?.entries.count ?? 0
      }
    }
  }

  /// Reads the root.
  init(_ file: ArchiveFile, _ header: PMTilesHeader, fileSize: Int) throws {
    self.file = file
    self.fileSize = fileSize
    self.header = header
    root = try Self.directory(
      .rootDirectory, header.root, ids: 0..<PMTilesDirectory.gridEnd, file, header)
  }

  private static func directory(
    _ name: ArchivePart, _ part: PMTilesHeader.Part, ids: Range<UInt64>, _ file: ArchiveFile,
    _ header: PMTilesHeader
  ) throws -> PMTilesDirectory {
    let bytes = try header.unpacked(name, part, of: file, limit: directoryLimit)
    do throws(DirectoryFault) {
      return try PMTilesDirectory(
        bytes, tileBytes: header.tiles.length, leafBytes: header.leaves.length, ids: ids)
    } catch {
      throw ArchiveError.badDirectory(name, error)
    }
  }

  private func leaf(_ entry: PMTilesDirectory.Entry, ids: Range<UInt64>) throws -> PMTilesDirectory
  {
    if let known = leaves.withLock({ $0.lists[entry.offset] }),
      let first = known.entries.first, let last = known.entries.last,
      first.id >= ids.lowerBound, last.end <= ids.upperBound
    {
      return known
    }
    let part = PMTilesHeader.Part(
      offset: header.leaves.offset + entry.offset, length: UInt64(entry.length))
    let list = try Self.directory(.leafDirectory, part, ids: ids, file, header)
    leaves.withLock { $0.keep(list, at: entry.offset) }
    return list
  }

  /// The entry of the tile with that number, nil when the archive has none.
  func entry(of id: UInt64) throws -> PMTilesDirectory.Entry? {
    var list = root
    var end = PMTilesDirectory.gridEnd
    for _ in 0...Self.deepest {
      guard let index = list.index(of: id) else { return nil }
      let entry = list.entries[index]
      if entry.runLength > 0 { return id < entry.end ? entry : nil }
      if index + 1 < list.entries.count { end = list.entries[index + 1].id }
      list = try leaf(entry, ids: entry.id..<end)
    }
    throw ArchiveError.badDirectory(.leafDirectory, .tooDeep)
  }

  /// The most entries that are visited: true ones take some bytes each, in the lists or of tiles.
  private var mostEntries: Int { 1 << 20 + min(fileSize, 1 << 40) }

  /// Calls `visit` with each entry that stands for tiles, by number.
  ///
  /// - Throws: `ArchiveError.tooManyTiles` when there are more than a file of that size has room for: a
  ///   few bytes can unpack to millions.
  func visitEntries(_ visit: (PMTilesDirectory.Entry) throws -> Void) throws {
    var left = mostEntries
    try visitEntries(of: root, end: PMTilesDirectory.gridEnd, depth: 0) { entry in
      left -= 1
      guard left >= 0 else { throw ArchiveError.tooManyTiles(bytes: fileSize) }
      try visit(entry)
    }
  }

  private func visitEntries(
    of list: PMTilesDirectory, end: UInt64, depth: Int,
    _ visit: (PMTilesDirectory.Entry) throws -> Void
  ) throws {
    guard depth <= Self.deepest else {
      throw ArchiveError.badDirectory(.leafDirectory, .tooDeep)
    }
    for (index, entry) in list.entries.enumerated() {
      if entry.runLength > 0 {
        try visit(entry)
      } else {
        let next = index + 1 < list.entries.count ? list.entries[index + 1].id : end
        let below = try leaf(entry, ids: entry.id..<next)
        try visitEntries(of: below, end: next, depth: depth + 1, visit)
      }
    }
  }
}

extension PMTilesHeader {
  /// The most bytes that so many packed ones may become: the texts and lists of true archives shrink to a
  /// tenth, where deflate could make a thousandth of them.
  private static func mostUnpacked(of byteCount: Int) -> Int { 1 << 20 + byteCount * 32 }

  /// The bytes of a list or of the metadata, unpacked.
  func unpacked(
    _ name: ArchivePart, _ part: Part, of file: ArchiveFile, limit: Int
  ) throws -> [UInt8] {
    guard part.length <= limit else { throw ArchiveError.tooLarge(name, limit: limit) }
    let bytes = try file.read(Int(part.length), at: Int(part.offset))
    guard bytes.count == Int(part.length) else {
      throw ArchiveError.truncated(
        name, bytes: try file.size(), expected: part.offset + part.length)
    }
    guard internalCompression == .gzip else { return bytes }
    do throws(Gzip.Failure) {
      return try Gzip.unpack(bytes, limit: min(limit, Self.mostUnpacked(of: bytes.count)))
    } catch {
      throw error == .tooLarge
        ? ArchiveError.tooLarge(name, limit: min(limit, Self.mostUnpacked(of: bytes.count)))
        : ArchiveError.notUnpackable(name)
    }
  }
}
