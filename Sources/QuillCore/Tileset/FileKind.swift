/// What a file is by its first bytes, whatever its name says.
///
///     FileKind(sniffing: Array("<!DOCTYPE html>".utf8).span)   // .html
///
/// The first 512 bytes are enough.
public enum FileKind: Equatable, Sendable, CaseIterable {
  /// A PNG picture.
  case png
  /// A JPEG picture.
  case jpeg
  /// A WebP picture.
  case webp
  /// A GIF picture.
  case gif
  /// A TIFF picture.
  case tiff
  /// A Photoshop document.
  case photoshop
  /// A HEIC or HEIF picture, as iPhones take.
  case heic
  /// An AVIF picture.
  case avif
  /// A JPEG 2000 or JPEG XL picture.
  case newerJPEG
  /// A Windows bitmap.
  case bitmap
  /// A GIMP document.
  case gimp
  /// A web page.
  case html
  /// A JSON object or array.
  case json
  /// An XML document, an SVG drawing among them.
  case xml
  /// A gzip stream; vector tiles often come so.
  case gzip
  /// A zip archive.
  case zip
  /// A PDF document.
  case pdf
  /// The text that Git leaves in place of a large file that was not fetched.
  case lfsPointer
  /// An SQLite database; an MBTiles archive is one.
  case sqlite
  /// A PMTiles archive.
  case pmtiles
  /// A file of zero bytes.
  case empty
  /// Text of no kind named here.
  case text
  /// Bytes of no kind named here.
  case unknown

  /// The kind that these first bytes of a file show.
  public init(sniffing bytes: RawSpan) {
    if bytes.isEmpty {
      self = .empty
    } else if let kind = Self.signatures.first(where: { bytes.starts(with: $0.bytes) })?.kind {
      self = kind
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.starts(with: Array("WEBP".utf8), at: 8)
    {
      self = .webp
    } else if bytes.starts(with: Array("BM".utf8)), bytes.starts(with: [0, 0, 0, 0], at: 6) {
      self = .bitmap
    } else if bytes.starts(with: Array("ftyp".utf8), at: 4), let kind = Self(brand: bytes) {
      self = kind
    } else {
      self = Self(text: bytes)
    }
  }

  /// The kind that these first bytes of a file show.
  public init(sniffing bytes: Span<UInt8>) { self.init(sniffing: unsafe bytes.bytes) }

  /// A name to put in a sentence, as in "looks like a web page (HTML)".
  public var displayName: String {
    switch self {
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .webp: "a WebP picture"
    case .gif: "a GIF picture"
    case .tiff: "a TIFF picture"
    case .photoshop: "a Photoshop document"
    case .heic: "a HEIC picture"
    case .avif: "an AVIF picture"
    case .newerJPEG: "a JPEG 2000 or JPEG XL picture"
    case .bitmap: "a Windows bitmap"
    case .gimp: "a GIMP document"
    case .html: "a web page (HTML)"
    case .json: "JSON text"
    case .xml: "XML text"
    case .gzip: "gzip data"
    case .zip: "a zip archive"
    case .pdf: "a PDF document"
    case .lfsPointer: "a Git LFS pointer"
    case .sqlite: "an SQLite database"
    case .pmtiles: "a PMTiles archive"
    case .empty: "an empty file"
    case .text: "plain text"
    case .unknown: "something unknown"
    }
  }

  private static let signatures: [(bytes: [UInt8], kind: FileKind)] = [
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
    ([0xff, 0xd8, 0xff], .jpeg),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    ([0x49, 0x49, 0x2a, 0], .tiff),
    ([0x4d, 0x4d, 0, 0x2a], .tiff),
    ([0x49, 0x49, 0x2b, 0], .tiff),
    ([0x4d, 0x4d, 0, 0x2b], .tiff),
    (Array("8BPS".utf8), .photoshop),
    ([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20], .newerJPEG),
    ([0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20], .newerJPEG),
    ([0xff, 0x0a], .newerJPEG),
    (Array("gimp xcf".utf8), .gimp),
    ([0x1f, 0x8b], .gzip),
    ([0x50, 0x4b, 0x03, 0x04], .zip),
    ([0x50, 0x4b, 0x05, 0x06], .zip),
    (Array("%PDF-".utf8), .pdf),
    (Array("version https://git-lfs.".utf8), .lfsPointer),
    (Array("SQLite format 3\0".utf8), .sqlite),
    (Array("PMTiles".utf8), .pmtiles),
  ]

  /// The kind that an ISO media file's brand names, the four bytes behind "ftyp".
  private init?(brand bytes: RawSpan) {
    let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    if heic.contains(where: { bytes.starts(with: Array($0.utf8), at: 8) }) {
      self = .heic
    } else if ["avif", "avis"].contains(where: { bytes.starts(with: Array($0.utf8), at: 8) }) {
      self = .avif
    } else {
      return nil
    }
  }

  /// How much of a file is looked at to tell text from other bytes.
  private static let textWindow = 512

  private init(text bytes: RawSpan) {
    var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let end = min(bytes.byteCount, Self.textWindow)
    while start < end, [0x20, 0x09, 0x0a, 0x0d].contains(bytes.byte(at: start)) { start += 1 }
    for index in start..<end where !Self.isText(bytes.byte(at: index)) {
      self = .unknown
      return
    }
    let head = String(
      decoding: (start..<min(end, start + 64)).map { bytes.byte(at: $0) }, as: UTF8.self
    ).lowercased()
    switch head.first {
    case "{", "[": self = .json
    case "<": self = Self.isWebPage(head) ? .html : .xml
    default: self = .text
    }
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7f || (0x09...0x0d).contains(byte)
  }

  private static func isWebPage(_ head: String) -> Bool {
    ["<!doctype html", "<html", "<head", "<body", "<title", "<script", "<h1", "<p>", "<center"]
      .contains { head.hasPrefix($0) }
  }
}

extension RawSpan {
  fileprivate func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount, "a byte outside the file was asked for")
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  fileprivate func starts(with bytes: [UInt8], at offset: Int = 0) -> Bool {
    guard byteCount - offset >= bytes.count else { return false }
    for index in bytes.indices where byte(at: offset + index) != bytes[index] { return false }
    return true
  }
}
