internal import QuillCore

/// Holds the tiles of an archive until all are there and their order is known.
///
/// Pictures go to a file without a name beside the archive, each content once; in memory is where
/// they lie, some 50 bytes a tile.
final class TileSpool: Sendable {
  /// Where a picture lies in the file.
  struct Picture {
    var offset: Int
    var length: UInt32
    /// The next picture of the same checksum and length, `none` for the last.
    var next: UInt32
  }

  /// A tile and the number of its picture.
  struct Place {
    var key: UInt64
    var picture: UInt32
  }

  /// All tiles that were put.
  struct Contents {
    var places: [Place] = []
    var pictures: [Picture] = []
    var end = 0
    fileprivate var firsts: [UInt64: UInt32] = [:]
    fileprivate var formats: [PictureFormat: Int] = [:]
  }

  private static let none = UInt32.max
  private let file: ArchiveFile
  private let order: TileOrder
  private let contents = Mutex(Contents())

  /// Begins with nothing.
  init(beside destination: Destination, order: TileOrder) throws(FileError) {
    self.order = order
    file = try ArchiveFile(
      nameless: destination.scratch + "-pictures", for: destination.path)
  }

  /// Keeps a tile's picture; may be called from several threads at once.
  func put(_ bytes: Span<UInt8>, at path: TilePath) throws {
    guard path.scale == .single else { throw ArchiveError.retina(path.tile) }
    let kind = FileKind(sniffing: bytes)
    guard let format = PictureFormat(kind) else {
      throw ArchiveError.notAPicture(path.tile, looksLike: kind.displayName)
    }
    let key = order.key(of: path.tile)
    let checksum = UInt64(Gzip.checksum(bytes)) << 32 | UInt64(bytes.count)
    try contents.withLock { contents in
      let picture = try number(of: bytes, checksum, in: &contents)
      contents.places.append(Place(key: key, picture: picture))
      contents.formats[format, default: 0] += 1
    }
  }

  /// The number of the picture with these bytes, kept now or before.
  private func number(
    of bytes: Span<UInt8>, _ checksum: UInt64, in contents: inout Contents
  ) throws(FileError) -> UInt32 {
    let first = contents.firsts[checksum] ?? Self.none
    var candidate = first
    while candidate != Self.none {
      let picture = contents.pictures[Int(candidate)]
      if try holds(bytes, picture) { return candidate }
      candidate = picture.next
    }
    let number = UInt32(contents.pictures.count)
    try file.write(bytes, at: contents.end)
    contents.pictures.append(
      Picture(offset: contents.end, length: UInt32(bytes.count), next: first))
    contents.firsts[checksum] = number
    contents.end += bytes.count
    return number
  }

  private func holds(_ bytes: Span<UInt8>, _ picture: Picture) throws(FileError) -> Bool {
    let kept = try file.read(Int(picture.length), at: picture.offset)
    guard kept.count == bytes.count else { return false }
    for index in bytes.indices where bytes[index] != kept[index] { return false }
    return true
  }

  /// The bytes of a picture.
  func bytes(of picture: Picture) throws(FileError) -> [UInt8] {
    try file.read(Int(picture.length), at: picture.offset)
  }

  /// The tiles in the archive's order, once all are there.
  ///
  /// - Throws: `ArchiveError` for no tile, a tile put twice, or tiles of several formats.
  func sorted() throws -> (contents: Contents, measure: TileMeasure) {
    var all = contents.withLock { contents in
      let taken = contents
      contents = Contents()
      return taken
    }
    guard !all.places.isEmpty else { throw ArchiveError.noTiles }
    all.places.sort { $0.key < $1.key }
    for (one, next) in zip(all.places, all.places.dropFirst()) where one.key == next.key {
      throw ArchiveError.tileTwice(order.tile(of: one.key))
    }
    let measure = TileMeasure(
      formats: all.formats, tiles: all.places.lazy.map { [order] in order.tile(of: $0.key) })
    guard measure.formats.count == 1 else { throw ArchiveError.mixedFormats(measure.formats) }
    return (all, measure)
  }
}

/// The order in which an archive keeps its tiles, as a number for each.
enum TileOrder: Sendable {
  /// Along the Hilbert curves of all zooms.
  case hilbert
  /// By zoom, column, and row from the south.
  case southern

  /// The tile's place in the order.
  func key(of tile: Tile) -> UInt64 {
    switch self {
    case .hilbert: tile.hilbertIndex.value
    case .southern:
      Self.first(tile.zoom.level) + UInt64(tile.x) << UInt64(tile.zoom.level)
        + UInt64(tile.tmsRow.index)
    }
  }

  /// The tile at a place that `key` gave.
  func tile(of key: UInt64) -> Tile {
    let tile: Tile?
    switch self {
    case .hilbert: tile = HilbertIndex(key).tile
    case .southern:
      let zoom = Zoom.all.last { Self.first($0.level) <= key } ?? .shallowest
      let place = key - Self.first(zoom.level)
      let x = Int(place >> UInt64(zoom.level))
      let row = TMSRow(Int(place) & (zoom.tilesPerSide - 1))
      tile = Tile(zoom: zoom, x: x, row: row)
    }
    guard let tile else { preconditionFailure("Keys are made from tiles") }
    return tile
  }

  /// Tiles of all zooms above a level: (4^level − 1) / 3.
  private static func first(_ level: Int) -> UInt64 { (1 << UInt64(2 * level) - 1) / 3 }
}
