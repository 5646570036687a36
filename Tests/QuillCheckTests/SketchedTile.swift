import QuillCore

/// A tile as tests write it: a line of words in place of a PNG.
///
///     SketchedTile(color: [200, 0, 0, 255]).bytes
///     // tile 256x256 color=200,0,0,255
struct SketchedTile {
  var width = 256
  var height = 256
  var color: [UInt8] = [10, 20, 30, 255]
  /// Pixels in full, in place of `color`.
  var pixels: [UInt8]?
  /// Whether the second pixel is a little redder, so that the picture has more than one colour.
  var isSpotted = true
  var words: [String] = []

  var bytes: [UInt8] {
    var line = ["tile", "\(width)x\(height)", "color=\(Self.list(color))"]
    if let pixels {
      line.append("pixels=\(Self.list(pixels))")
    } else if isSpotted {
      line.append("spotted")
    }
    return Array((line + words).joined(separator: " ").utf8)
  }

  private static func list(_ bytes: [UInt8]) -> String {
    bytes.map(String.init).joined(separator: ",")
  }
}

/// Reads sketched tiles; what a word `fault=…` names is thrown.
struct SketchDecoding: TileDecoding {
  func makeDecoder() -> any TileDecoder { SketchDecoder() }
}

private final class SketchDecoder: TileDecoder {
  func header(of bytes: Span<UInt8>) throws(TileFault) -> TileFacts {
    try facts(words(of: bytes), isWhole: false)
  }

  func decode(
    _ bytes: Span<UInt8>, into picture: inout TilePicture
  ) throws(TileFault) -> TileFacts {
    let words = try words(of: bytes)
    let facts = try facts(words, isWhole: true)
    picture.reshape(width: facts.width, height: facts.height)
    let count = facts.width * facts.height
    if let pixels = Self.numbers("pixels", words) {
      picture.pixels = pixels
    } else if let color = Self.numbers("color", words) {
      var pixels = color
      while pixels.count < count * 4 { pixels += pixels.prefix(count * 4 - pixels.count) }
      picture.pixels = pixels
    }
    if words.contains("spotted") { picture.pixels[4] ^= 1 }
    return facts
  }

  private func words(of bytes: Span<UInt8>) throws(TileFault) -> [Substring] {
    guard bytes.count > 0 else { throw .empty }
    let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    let words = text.split(separator: " ")
    guard words.first == "tile" else { throw .notAnImage(looksLike: "text") }
    return words
  }

  private func facts(_ words: [Substring], isWhole: Bool) throws(TileFault) -> TileFacts {
    let sides = words[1].split(separator: "x").compactMap { Int($0) }
    var facts = TileFacts(width: sides[0], height: sides[1])
    for word in words.dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1)
      switch parts[0] {
      case "fault":
        let fault = Self.fault(parts[1])
        if isWhole || fault.isSeenAtOnce { throw fault }
      case "bits": facts.bitDepth = Int(parts[1]) ?? 8
      case "interlaced": facts.isInterlaced = true
      case "animated": facts.isAnimated = true
      case "crushed": facts.isCrushed = true
      case "profile": facts.colorProfile = String(parts[1])
      case "text": facts.leakingTexts.append(String(parts[1]))
      case "dated": facts.hasTimestamp = true
      case "trailing": facts.trailingBytes = Int(parts[1]) ?? 0
      default: break
      }
    }
    return facts
  }

  private static func fault(_ word: Substring) -> TileFault {
    switch word {
    case "jpeg": .otherFormat("JPEG")
    case "html": .notAnImage(looksLike: "a web page (HTML)")
    case "lfs": .lfsPointer
    case "truncated": .truncated
    case "chunk": .badChunkChecksum(chunk: "IDAT")
    case "picture": .badPictureChecksum
    default: .undecodable(reason: "no palette")
    }
  }

  private static func numbers(_ key: String, _ words: [Substring]) -> [UInt8]? {
    words.first { $0.hasPrefix(key + "=") }?.dropFirst(key.utf8.count + 1)
      .split(separator: ",").compactMap { UInt8($0) }
  }
}

extension TileFault {
  /// Whether the first bytes of a file show it.
  fileprivate var isSeenAtOnce: Bool {
    switch self {
    case .otherFormat, .notAnImage, .lfsPointer, .empty: true
    default: false
    }
  }
}
