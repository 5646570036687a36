import Foundation
import QuillCore
import QuillTestSupport
import Testing

struct FileKindTests {
  static let samples: [(bytes: [UInt8], kind: FileKind)] = [
    ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], .png),
    ([0xff, 0xd8, 0xff, 0xe0, 0, 16], .jpeg),
    (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8L".utf8), .webp),
    (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8), .unknown),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    (Array("<html>403".utf8), .html),
    (Array("\n <!DOCTYPE HTML PUBLIC".utf8), .html),
    ([0xef, 0xbb, 0xbf] + Array("<!doctype html>".utf8), .html),
    (Array("<?xml version=\"1.0\"?><Error/>".utf8), .xml),
    (Array("<svg xmlns=''/>".utf8), .xml),
    (Array("{\"message\":\"Forbidden\"}".utf8), .json),
    (Array("[]".utf8), .json),
    ([0x1f, 0x8b, 8, 0], .gzip),
    ([0x50, 0x4b, 3, 4], .zip),
    (Array("%PDF-1.7".utf8), .pdf),
    (Array("version https://git-lfs.github.com/spec/v1\noid sha256:00".utf8), .lfsPointer),
    (Array("SQLite format 3\0".utf8), .sqlite),
    (Array("PMTiles".utf8) + [3], .pmtiles),
    ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], .tiff),
    ([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8], .tiff),
    ([0x49, 0x49, 0x2B, 0], .tiff),
    (Array("8BPS".utf8) + [0, 1], .photoshop),
    ([0, 0, 0, 24] + Array("ftypheic".utf8), .heic),
    ([0, 0, 0, 24] + Array("ftypmif1".utf8), .heic),
    ([0, 0, 0, 24] + Array("ftypavif".utf8), .avif),
    ([0, 0, 0, 24] + Array("ftypisom".utf8), .unknown),
    ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10], .newerJPEG),
    ([0xFF, 0x0A], .newerJPEG),
    (Array("BM".utf8) + [1, 2, 3, 4, 0, 0, 0, 0], .bitmap),
    (Array("BM is what they call it".utf8), .text),
    (Array("gimp xcf v011".utf8), .gimp),
    ([], .empty),
    (Array("../1x/circle.png".utf8), .text),
    (Array("Zürich".utf8), .text),
    ([0, 1, 2, 3], .unknown),
  ]

  @Test(arguments: samples)
  func `a file is known by its first bytes`(bytes: [UInt8], kind: FileKind) {
    #expect(FileKind(sniffing: bytes.span) == kind)
  }

  @Test(arguments: samples)
  func `no part of a signature traps`(bytes: [UInt8], kind: FileKind) {
    for count in 0..<bytes.count { _ = FileKind(sniffing: Array(bytes.prefix(count)).span) }
  }

  @Test func `every kind has a name of its own`() {
    #expect(Set(FileKind.allCases.map(\.displayName)).count == FileKind.allCases.count)
  }

  @Test func `the sample drawing is a PNG`() throws {
    let drawing = [UInt8](try Data(contentsOf: Fixture.drawing("central-park-small.png")))
    #expect(FileKind(sniffing: drawing.span) == .png)
  }
}
