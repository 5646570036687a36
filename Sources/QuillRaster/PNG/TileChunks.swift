/// The chunks of a PNG in memory, all of them verified: their order, number, length and checksum.
struct TileChunks {
  private(set) var facts: PNGFacts
  /// Where the pieces of the compressed picture lie.
  private(set) var imageData: [Range<Int>] = []
  /// Where the palette's colours lie, three bytes each.
  private(set) var palette: Range<Int>?
  /// Where the transparency entries lie.
  private(set) var transparency: Range<Int>?

  /// Walks all chunks.
  ///
  /// An `endsEarly` may be looked at closer by the caller: part of the picture may be there.
  init(_ bytes: RawSpan) throws(PNGError) {
    var chunks = try PNGChunks(bytes)
    let (header, isCrushed) = try chunks.header(in: bytes)
    facts = PNGFacts(header: header, byteCount: bytes.byteCount)
    facts.isXcodeCrushed = isCrushed
    facts.chunks = isCrushed ? [.crushed, .header] : [.header]
    while true {
      let chunk = try chunks.next(in: bytes)
      try take(chunk, of: bytes)
      if facts.chunks.last != chunk.name || chunk.name != .imageData {
        facts.chunks.append(chunk.name)
      }
      if chunk.name == .end { break }
    }
    facts.imageDataByteCount = imageData.reduce(0) { $0 + $1.count }
    facts.trailingByteCount = bytes.byteCount - chunks.position
  }

  private mutating func take(_ chunk: PNGChunks.Chunk, of bytes: RawSpan) throws(PNGError) {
    switch chunk.name {
    case .header, .crushed: throw .misplacedChunk(chunk.name)
    case .palette: try takePalette(chunk.data)
    case .transparency: try takeTransparency(chunk.data)
    case .imageData: try takeImageData(chunk.data)
    case .end:
      guard !imageData.isEmpty else { throw .missingChunk(.imageData) }
      guard chunk.data.isEmpty else { throw .badChunkLength(.end, length: chunk.data.count) }
    default:
      guard chunk.name.isAncillary else { throw .unsupportedChunk(chunk.name) }
      if chunk.name.isText { facts.textKeys.append(Self.key(bytes.extracting(chunk.data))) }
    }
  }

  private mutating func takePalette(_ data: Range<Int>) throws(PNGError) {
    let type = facts.header.colorType
    guard palette == nil, imageData.isEmpty, transparency == nil, type != .gray,
      type != .grayAlpha
    else { throw .misplacedChunk(.palette) }
    guard !data.isEmpty, data.count <= 768, data.count.isMultiple(of: 3) else {
      throw .badChunkLength(.palette, length: data.count)
    }
    palette = data
    facts.paletteCount = data.count / 3
  }

  private mutating func takeTransparency(_ data: Range<Int>) throws(PNGError) {
    let lengths: ClosedRange<Int>
    switch facts.header.colorType {
    case .gray: lengths = 2...2
    case .rgb: lengths = 6...6
    case .palette where palette != nil: lengths = 1...facts.paletteCount
    case .palette, .grayAlpha, .rgba: throw .misplacedChunk(.transparency)
    }
    guard transparency == nil, imageData.isEmpty else { throw .misplacedChunk(.transparency) }
    guard lengths.contains(data.count) else {
      throw .badChunkLength(.transparency, length: data.count)
    }
    transparency = data
  }

  private mutating func takeImageData(_ data: Range<Int>) throws(PNGError) {
    if facts.header.colorType == .palette, palette == nil { throw .missingChunk(.palette) }
    guard imageData.isEmpty || facts.chunks.last == .imageData else {
      throw .misplacedChunk(.imageData)
    }
    imageData.append(data)
  }

  /// The text before the first zero byte, Latin-1.
  private static func key(_ data: RawSpan) -> String {
    var key = ""
    for index in 0..<min(data.byteCount, 79) {
      let byte = data[byte: index]
      if byte == 0 { break }
      key.unicodeScalars.append(UnicodeScalar(byte))
    }
    return key
  }
}
