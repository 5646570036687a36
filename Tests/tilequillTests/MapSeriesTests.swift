import Foundation
import QuillArchives
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// MapSeries.md: sheets of a drawing, sliced one by one and joined, are the drawing.
@Suite("MapSeries.md")
struct MapSeriesTests {
  private static let guide = Fixture.tests.deletingLastPathComponent()
    .appending(path: "Sources/tilequill/tilequill.docc")
  private static let parallel = BuiltProgram.path(of: "parallel")

  /// A drawing that fades out, 900 x 700 pixels.
  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let edge = min(x, y, 899 - x, 699 - y)
    let alpha = UInt8(min(255, max(0, edge - 20) * 3))
    return alpha == 0
      ? [0, 0, 0, 0]
      : [UInt8((x * 7 + y) & 255), UInt8(y / 3), UInt8((x ^ y) & 255), alpha]
  }

  /// Puts a part of the drawing there, and the file that says where it lies: its pixels are those
  /// of zoom 12, and the drawing's corner lies 50 and 60 pixels inside the tile 12/1024/1500.
  private func draw(
    _ name: String, _ columns: Range<Int>, _ rows: Range<Int>, in folder: SliceFolder
  ) throws {
    try folder.draw("\(name).png", width: columns.count, height: rows.count) { x, y in
      Self.pixel(columns.lowerBound + x, rows.lowerBound + y)
    }
    let pixel = 40_075_016.685578488 / Double(256 << 12)
    let (x, y) = (1024 * 256 + 50 + columns.lowerBound, 1500 * 256 + 60 + rows.lowerBound)
    let half = 20_037_508.342789244
    let lines = [
      pixel, 0, 0, -pixel, (Double(x) + 0.5) * pixel - half, half - (Double(y) + 0.5) * pixel,
    ]
    try folder.write(
      Array(lines.map { "\($0)\n" }.joined().utf8), to: "\(name).pgw")
  }

  private func pixels(of path: TilePath, in set: any TileSource) throws -> [UInt8] {
    let bytes = try #require(try set.bytes(of: path))
    var reader = TileReader()
    var pixels: [UInt8] = []
    _ = try reader.read(bytes.span, into: &pixels)
    return pixels
  }

  @Test(
    "Four sheets in a GNU parallel line are joined into what the undivided drawing gives",
    .enabled(if: parallel != nil))
  func sheets() throws {
    let folder = try SliceFolder()
    // The borders lie inside tiles, at odd pixels.
    for (column, columns) in [0..<431, 431..<900].enumerated() {
      for (row, rows) in [0..<277, 277..<700].enumerated() {
        try draw("sheet-\(column)-\(row)", columns, rows, in: folder)
      }
    }
    try draw("whole", 0..<900, 0..<700, in: folder)
    let page = try Readme(Self.guide, named: "MapSeries.md")
    let commands = page.blocks(tagged: "sh run").flatMap(ReadmeRun.all).map(\.command)
    try #require(commands.count == 4)
    let program = BuiltProgram.tilequill.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for command in commands {
      let outcome = try BuiltProgram(url: URL(fileURLWithPath: "/bin/sh")).run(
        ["-c", command], in: folder.url,
        environment: ["PATH": "\(program):\(path)", "HOME": folder.url.path])
      #expect(outcome.ending == .exit(0), "\(command): \(outcome.errors)\(outcome.output)")
    }
    let sliced = try folder.run(words("slice whole.png whole.pmtiles --zoom 8-12 --quiet"))
    #expect(sliced.ending == .exit(0), "\(sliced.errors)")
    let whole = try Tileset.open(folder.url.appending(path: "whole.pmtiles").path)
    let series = try Tileset.open(folder.url.appending(path: "series.pmtiles").path)
    var count = 0
    try whole.visitTiles { path in
      let (found, wanted) = try (pixels(of: path, in: series), pixels(of: path, in: whole))
      if path.tile.zoom == 12 {
        #expect(found == wanted, "\(path)")
      } else {
        let worst = zip(found, wanted).map { abs(Int($0) - Int($1)) }.max()
        #expect(worst ?? 256 <= 1, "\(path)")
      }
      count += 1
    }
    var joined = 0
    try series.visitTiles { _ in joined += 1 }
    #expect(count == joined && count > 15)
    #expect(try series.metadata?.name == "Series")
    #expect(try series.metadata?.zooms == ZoomRange(8, through: 12))
  }
}
