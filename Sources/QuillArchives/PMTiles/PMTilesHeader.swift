internal import QuillCore

/// The 127 bytes that begin a PMTiles archive of version 3.
///
/// Source: PMTiles specification, version 3, chapter "Header".
struct PMTilesHeader: Equatable {
  /// Where the list of tiles that is read first lies.
  var root = Part()
  /// Where the metadata lie.
  var metadata = Part()
  /// Where further lists of tiles lie.
  var leaves = Part()
  /// Where the pictures lie.
  var tiles = Part()
  /// Number of tiles, 0 for unknown.
  var addressed: UInt64 = 0
  /// Number of entries that stand for tiles, 0 for unknown.
  var entries: UInt64 = 0
  /// Number of different pictures, 0 for unknown.
  var contents: UInt64 = 0
  /// Whether the pictures lie in the order of their tiles.
  var isClustered = false
  /// How lists and metadata are packed.
  var internalCompression = Compression.gzip
  /// How pictures are packed on top of their own format.
  var tileCompression = Compression.none
  /// What the pictures are.
  var type = TileType.unknown
  /// The shallowest zoom.
  var minZoom: UInt8 = 0
  /// The deepest zoom.
  var maxZoom: UInt8 = 0
  /// West, south, east and north in ten-millionths of a degree.
  var bounds: [Int32] = [0, 0, 0, 0]
  /// The zoom at which a viewer opens.
  var centerZoom: UInt8 = 0
  /// Longitude and latitude where a viewer opens, in ten-millionths of a degree.
  var center: [Int32] = [0, 0]

  static let byteCount = 127
  static let magic = Array("PMTiles".utf8)
  static let version: UInt8 = 3

  /// A stretch of the file.
  struct Part: Equatable {
    var offset: UInt64 = 0
    var length: UInt64 = 0
  }

  /// How something is packed, by the format's numbers.
  struct Compression: Equatable {
    let number: UInt8
    static let none = Compression(number: 1)
    static let gzip = Compression(number: 2)

    /// What it is when it is not read.
    var kind: CompressionKind {
      switch number {
      case 0: .unknown
      case 3: .brotli
      case 4: .zstd
      default: .undefined(Int(number))
      }
    }
  }

  /// What pictures are, by the format's numbers.
  struct TileType: Equatable {
    let number: UInt8
    static let unknown = TileType(number: 0)

    /// The format as metadata spell it, nil when it is not told.
    var format: String? {
      let formats = ["pbf", "png", "jpg", "webp", "avif"]
      return (1...formats.count).contains(Int(number)) ? formats[Int(number) - 1] : nil
    }

    init(number: UInt8) { self.number = number }

    /// The number of a format, unknown for one without.
    init(format: String?) {
      switch format {
      case "pbf", "mvt": number = 1
      case "png": number = 2
      case "jpg", "jpeg": number = 3
      case "webp": number = 4
      case "avif": number = 5
      default: number = 0
      }
    }
  }
}

extension PMTilesHeader {
  /// Reads the beginning of a file of that many bytes.
  ///
  /// - Throws: `ArchiveError` when it is no PMTiles archive of version 3, when it is packed in a way
  ///   that is not read, or when a part ends beyond the file.
  init(_ bytes: [UInt8], fileSize: Int) throws(ArchiveError) {
    try Self.checkBeginning(bytes, fileSize: fileSize)
    var reader = ByteReader(bytes, from: 8)
    func part(_ reader: inout ByteReader) -> Part {
      Part(offset: reader.little(8), length: reader.little(8))
    }
    root = part(&reader)
    metadata = part(&reader)
    leaves = part(&reader)
    tiles = part(&reader)
    addressed = reader.little(8)
    entries = reader.little(8)
    contents = reader.little(8)
    isClustered = reader.little(1) == 1
    internalCompression = Compression(number: UInt8(reader.little(1)))
    tileCompression = Compression(number: UInt8(reader.little(1)))
    type = TileType(number: UInt8(reader.little(1)))
    minZoom = UInt8(reader.little(1))
    maxZoom = UInt8(reader.little(1))
    bounds = (0..<4).map { _ in Int32(truncatingIfNeeded: reader.little(4)) }
    centerZoom = UInt8(reader.little(1))
    center = (0..<2).map { _ in Int32(truncatingIfNeeded: reader.little(4)) }
    guard [.none, .gzip].contains(internalCompression) else {
      throw .unsupportedCompression(.rootDirectory, internalCompression.kind)
    }
    try checkParts(fileSize: fileSize)
  }

  private static func checkBeginning(_ bytes: [UInt8], fileSize: Int) throws(ArchiveError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.starts(with: magic) else {
      // Versions 1 and 2 begin with two letters and the version in two bytes.
      if bytes.starts(with: [0x50, 0x4d, 1, 0]) { throw .unsupportedVersion(1) }
      if bytes.starts(with: [0x50, 0x4d, 2, 0]) { throw .unsupportedVersion(2) }
      throw .notAnArchive(looksLike: FileKind(sniffing: bytes.span).displayName)
    }
    if bytes.count > 7, bytes[7] != version { throw .unsupportedVersion(Int(bytes[7])) }
    guard bytes.count >= byteCount else {
      throw .truncated(.header, bytes: fileSize, expected: UInt64(byteCount))
    }
  }

  private func checkParts(fileSize: Int) throws(ArchiveError) {
    let parts: [(ArchivePart, Part)] = [
      (.rootDirectory, root), (.metadata, metadata), (.leafDirectory, leaves), (.tiles, tiles),
    ]
    for (name, part) in parts {
      let (end, isBeyond) = part.offset.addingReportingOverflow(part.length)
      guard !isBeyond, end <= Int64.max else { throw .beyondAnyFile(name) }
      guard part.length == 0 || end <= fileSize else {
        throw .truncated(name, bytes: fileSize, expected: end)
      }
    }
  }

  /// The header's bytes.
  var bytes: [UInt8] {
    var bytes = Self.magic + [Self.version]
    for part in [root, metadata, leaves, tiles] {
      bytes.append(little: part.offset, width: 8)
      bytes.append(little: part.length, width: 8)
    }
    for count in [addressed, entries, contents] { bytes.append(little: count, width: 8) }
    bytes.append(isClustered ? 1 : 0)
    bytes += [internalCompression.number, tileCompression.number, type.number, minZoom, maxZoom]
    for edge in bounds { bytes.append(little: UInt64(UInt32(bitPattern: edge)), width: 4) }
    bytes.append(centerZoom)
    for degree in center { bytes.append(little: UInt64(UInt32(bitPattern: degree)), width: 4) }
    return bytes
  }
}

extension PMTilesHeader {
  /// The box in degrees, nil when there is none of any size.
  var box: GeographicBounds? {
    let degrees = bounds.map { Double($0) / 1e7 }
    guard degrees[0] != degrees[2], degrees[1] < degrees[3] else { return nil }
    return try? GeographicBounds(
      west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
  }

  /// The place where a viewer opens, nil when it is off the globe.
  var middle: Coordinate? {
    try? Coordinate(longitude: Double(center[0]) / 1e7, latitude: Double(center[1]) / 1e7)
  }

  /// Takes over what a set says of itself, as far as a header has room for it.
  mutating func describe(_ metadata: TilesetMetadata, zooms: ZoomRange) {
    type = TileType(format: metadata.format)
    minZoom = UInt8(zooms.shallowest.level)
    maxZoom = UInt8(zooms.deepest.level)
    if let box = metadata.bounds {
      // Boxes in headers do not wrap around; viewers want the latitudes of the map.
      let (west, east) = box.crosses180 ? (-180, 180) : (box.west, box.east)
      let limit = WebMercator.latitudeLimit
      let (south, north) = (max(box.south, -limit), min(box.north, limit))
      bounds = [west, south, east, north].map(Self.tenMillionths)
    }
    if let place = metadata.center {
      center = [place.longitude, place.latitude].map(Self.tenMillionths)
    }
    centerZoom = UInt8((metadata.centerZoom ?? zooms.shallowest).level)
  }

  private static func tenMillionths(_ degrees: Double) -> Int32 {
    Int32((degrees * 1e7).rounded())
  }
}
