import Foundation
import QuillRaster
import QuillTestSupport
import Testing

@Suite("The sample tiles")
struct SampleTests {
  private static let kept = Fixture.tests.deletingLastPathComponent().appending(path: "tiles")

  /// Bytes may differ between versions of libdeflate; pixels may not.
  @Test func `slicing the sample drawing again gives the tiles that are kept`() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let fresh = scratch.appending(path: "tiles")
    let outcome = try BuiltProgram.tilequill.run([
      "slice", Fixture.drawing("central-park.png").path, fresh.path, "--at", "17/38596/49236",
      "--zoom", "13-16", "--fallback", Fixture.drawing("parchment.png").path,
    ])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let names = try Self.files(in: Self.kept)
    #expect(try Self.files(in: fresh) == names)
    #expect(names.count == 134)
    for name in names {
      let (old, new) = (Self.kept.appending(path: name), fresh.appending(path: name))
      if name.hasSuffix(".png") {
        let isSame = try Self.picture(in: old) == Self.picture(in: new)
        #expect(isSame, "\(name)")
      } else {
        #expect(try Self.facts(in: old) == Self.facts(in: new), "\(name)")
      }
    }
  }

  /// The paths of all files below a folder, sorted; folders of tiles are plain numbers.
  private static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.contains(".") }
      .sorted()
  }

  private struct Picture: Equatable {
    let width: Int
    let height: Int
    let rgba: [UInt8]
  }

  private static func picture(in file: URL) throws -> Picture {
    let bytes = [UInt8](try Data(contentsOf: file))
    var reader = TileReader()
    var pixels: [UInt8] = []
    let header = try reader.read(bytes.span, into: &pixels).header
    return Picture(width: header.width, height: header.height, rgba: pixels)
  }

  /// What a JSON file says, but for the checksums of files, which depend on the compressor.
  private static func facts(in file: URL) throws -> NSDictionary? {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let facts = (object as? NSDictionary)?.mutableCopy() as? NSMutableDictionary
    facts?.removeObject(forKey: "fingerprints")
    return facts
  }
}
