import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// Pictures whose pixels take far more memory than the program is given.
@Suite("Little memory")
struct MemoryTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private static var isOptimised: Bool { BuiltProgram.tilequill.url.path.contains("/release/") }

  private static let side = 16384

  /// Runs the program with 500 MB of addresses; the picture's pixels are 1 GiB.
  private func runWithLittle(_ arguments: String) throws -> BuiltProgram.Outcome {
    let shell = BuiltProgram(url: try #require(BuiltProgram.path(of: "sh")))
    return try shell.run(
      ["-c", "ulimit -v 500000; exec \"$0\" \(arguments)", BuiltProgram.tilequill.url.path],
      in: folder.url)
  }

  @Test(
    "A large drawing is sliced and stitched again",
    .enabled(if: BuiltProgram.path(of: "sh") != nil && Self.isOptimised))
  func large() throws {
    var number: UInt64 = 0
    try folder.drawBits("large.png", width: Self.side, height: Self.side) {
      number += 1
      return number / 256 % 5 == 0 ? 0x0F : 0xFF
    }
    let sliced = try runWithLittle("slice large.png tiles --at 10/0/0 --jobs 2 --quiet")
    #expect(sliced.ending == .exit(0), "\(sliced.errors)")
    #expect(try folder.files(below: "tiles/10").count == 64 * 64)
    let stitched = try runWithLittle("stitch tiles again.png --zoom 10 --jobs 2 --quiet")
    #expect(stitched.ending == .exit(0), "\(stitched.errors)")
    let (one, other) = try (rows(of: "large.png"), rows(of: "again.png"))
    #expect(one == other)
  }

  /// Every 1000th row of a picture.
  private func rows(of name: String) throws -> [[UInt8]] {
    let reader = try DrawingReader(path: folder.url.appending(path: name).path)
    try #require(reader.header.width == Self.side && reader.header.height == Self.side)
    var rows: [[UInt8]] = []
    var row = [UInt8](repeating: 0, count: Self.side * 4)
    for number in 0..<Self.side {
      var span = row.mutableSpan
      _ = try reader.readRows(1, into: &span)
      if number % 1000 == 0 { rows.append(row) }
    }
    return rows
  }
}
