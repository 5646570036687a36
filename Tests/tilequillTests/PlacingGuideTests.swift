import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// The commands of Placing.md run, and give the pictures it shows.
@Suite("Placing.md")
struct PlacingGuideTests {
  private static let guide = Fixture.tests.deletingLastPathComponent()
    .appending(path: "Sources/tilequill/tilequill.docc")

  @Test func `its commands give its pictures`() throws {
    let page = try Readme(Self.guide, named: "Placing.md")
    let commands = page.blocks(tagged: "sh run").flatMap(ReadmeRun.all).map(\.command)
    let pictures = page.links
    try #require(commands.count >= 6 && pictures.count >= 6)
    let folder = try SliceFolder()
    for name in ["central-park-small.png", "parchment.png"] {
      try FileManager.default.copyItem(
        at: Fixture.drawing(name), to: folder.url.appending(path: name))
    }
    let program = BuiltProgram.tilequill.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for command in commands {
      let outcome = try BuiltProgram(url: URL(fileURLWithPath: "/bin/sh")).run(
        ["-c", command], in: folder.url, environment: ["PATH": "\(program):\(path)"])
      #expect(outcome.ending == .exit(0), "\(command): \(outcome.errors)")
    }
    for picture in pictures {
      let name = picture.replacing(".png", with: "")
      let tile = name == "nowhere" ? "0/0/0" : "13/2412/3078"
      let shown = try Self.pixels([UInt8](Data(contentsOf: Self.guide.appending(path: picture))))
      let made = try Self.pixels(try folder.bytes("\(name)/\(tile).png"))
      try #require(shown.count == made.count, "\(picture)")
      // Another processor may round another way.
      #expect(zip(shown, made).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(picture)")
    }
  }

  private static func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    _ = try reader.read(bytes.span, into: &pixels)
    return pixels
  }
}
