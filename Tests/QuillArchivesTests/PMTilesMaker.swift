import QuillTestSupport

/// Writes PMTiles archives, right or wrong ones, without any code of the package.
///
/// The layout is that of the PMTiles specification, version 3; lists are not packed unless asked.
struct PMTilesMaker {
  /// An entry as a list stores it: the step from the tile before, and the place plus one or 0.
  struct Entry {
    var step: UInt64
    var run: UInt64
    var length: UInt64
    var place: UInt64
  }

  var root: [UInt8] = []
  var metadata = Array("{}".utf8)
  var leaves: [UInt8] = []
  var tiles: [UInt8] = []
  var compression: UInt8 = 1
  var tileCompression: UInt8 = 1
  var counts: [UInt64] = [0, 0, 0]
  var isClustered: UInt8 = 0
  var type: UInt8 = 2
  var zooms: (UInt8, UInt8) = (0, 0)
  var bounds: [Int32] = [0, 0, 0, 0]
  /// Replaces the lengths that the header tells: of root, metadata, leaves and tiles.
  var lengths: [UInt64?] = [nil, nil, nil, nil]

  /// A list's bytes, column by column.
  static func directory(_ entries: [Entry], count: UInt64? = nil) -> [UInt8] {
    var bytes = varint(count ?? UInt64(entries.count))
    for entry in entries { bytes += varint(entry.step) }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(entry.length) }
    for entry in entries { bytes += varint(entry.place) }
    return bytes
  }

  static func varint(_ number: UInt64) -> [UInt8] {
    number < 128
      ? [UInt8(number)] : [UInt8(number % 128 + 128)] + varint(number / 128)
  }

  static func little(_ number: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  /// A gzip member of one stored block (RFC 1952, RFC 1951).
  static func gzip(_ bytes: [UInt8], told: UInt32? = nil) -> [UInt8] {
    let length = UInt64(bytes.count)
    let block = [1] + little(length, 2) + little(~length, 2) + bytes
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + block
      + little(UInt64(PNGMaker.crc32(bytes)), 4) + little(UInt64(told ?? UInt32(length)), 4)
  }

  /// The archive.
  var bytes: [UInt8] {
    var header = Array("PMTiles".utf8) + [3]
    var offset: UInt64 = 127
    for (number, part) in [root, metadata, leaves, tiles].enumerated() {
      header += Self.little(offset, 8) + Self.little(lengths[number] ?? UInt64(part.count), 8)
      offset += UInt64(part.count)
    }
    for count in counts { header += Self.little(count, 8) }
    header += [isClustered, compression, tileCompression, type, zooms.0, zooms.1]
    for edge in bounds { header += Self.little(UInt64(UInt32(bitPattern: edge)), 4) }
    header += [0] + Self.little(0, 8)
    return header + root + metadata + leaves + tiles
  }

  /// An archive of the world's tile and two tiles of zoom 1 that share a picture, out of order.
  static func small() -> PMTilesMaker {
    let (world, shared) = (Pictures.png(1), Pictures.png(2))
    var maker = PMTilesMaker()
    maker.tiles = shared + world
    maker.root = directory([
      Entry(step: 0, run: 1, length: UInt64(world.count), place: UInt64(shared.count) + 1),
      Entry(step: 1, run: 2, length: UInt64(shared.count), place: 1),
    ])
    maker.zooms = (0, 1)
    return maker
  }
}
