import QuillCore
import QuillRaster

/// Lets checks see pixels: the strict tile reader behind the waist's protocol.
struct TileInspection: TileDecoding {
  func makeDecoder() -> any TileDecoder { TileInspector() }
}

/// One thread's reader.
private final class TileInspector: TileDecoder {
  private var reader = TileReader()

  func header(of bytes: Span<UInt8>) throws(TileFault) -> TileFacts {
    do throws(PNGError) {
      return TileFacts(try reader.inspect(bytes))
    } catch {
      throw TileFault(error)
    }
  }

  func checksum(of bytes: Span<UInt8>) -> UInt32? { crc32(unsafe bytes.bytes) }

  func decode(
    _ bytes: Span<UInt8>, into picture: inout TilePicture
  ) throws(TileFault) -> TileFacts {
    do throws(PNGError) {
      let facts = try reader.read(bytes, into: &picture.pixels)
      picture.reshape(width: facts.header.width, height: facts.header.height)
      return TileFacts(facts)
    } catch {
      throw TileFault(error)
    }
  }
}

extension TileFacts {
  fileprivate init(_ png: PNGFacts) {
    let color: Color =
      switch png.header.colorType {
      case .gray: .gray
      case .grayAlpha: .grayAlpha
      case .palette: .palette
      case .rgb: .rgb
      case .rgba: .rgba
      }
    self.init(
      width: png.header.width, height: png.header.height, bitDepth: png.header.bitDepth,
      color: color)
    isInterlaced = png.header.isInterlaced
    isAnimated = png.isAnimated
    isCrushed = png.isXcodeCrushed
    colorProfile = png.hasProfile ? "an embedded profile" : nil
    leakingTexts = png.textKeys.filter(Self.leaks) + (png.chunks.contains("eXIf") ? ["EXIF"] : [])
    hasTimestamp = png.chunks.contains("tIME")
    trailingBytes = png.trailingByteCount
  }

  /// Whether a text of that key may tell of a person, a place, a time or a tool.
  static func leaks(_ key: String) -> Bool {
    let telling = [
      "author", "copyright", "creation", "date", "exif", "gps", "software", "source", "xmp",
      "comment", "description", "title", "warning", "disclaimer",
    ]
    return telling.contains { key.lowercased().contains($0) }
  }
}

extension TileFault {
  fileprivate init(_ error: PNGError) {
    switch error {
    case .notAPNG(.empty, _): self = .empty
    case .notAPNG(.lfsPointer, _): self = .lfsPointer
    case .notAPNG(let kind, _) where [.jpeg, .webp, .gif].contains(kind):
      self = .otherFormat(kind.displayName)
    case .notAPNG(let kind, _): self = .notAnImage(looksLike: kind.displayName)
    case .truncated, .endsEarly: self = .truncated
    case .badChecksum(let chunk): self = .badChunkChecksum(chunk: "\(chunk)")
    case .badPictureChecksum: self = .badPictureChecksum
    default: self = .undecodable(reason: "\(error)")
    }
  }
}
