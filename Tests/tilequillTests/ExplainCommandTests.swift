import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill explain")
struct ExplainCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private func explain(_ line: String) throws -> NSDictionary {
    let outcome = try folder.run(words("explain \(line) --json"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
  }

  /// 300 x 260 pixels with ink in the north-west corner: of zoom 12 one tile is made, three are
  /// blank.
  private func slice(_ options: String = "") throws {
    try folder.draw("map.png", width: 300, height: 260) { x, y in
      x < 40 && y < 30 ? [200, 100, UInt8(x), 255] : [255, 255, 255, 0]
    }
    try folder.draw("parchment.png", width: 256, height: 256) { _, _ in [230, 210, 170, 255] }
    let outcome = try folder.run(
      words("slice map.png tiles --at 12/1024/2048 --quiet \(options)"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  @Test(
    "Each answer names its file",
    arguments: [
      ("12/1024/2048", "own", "tiles/12/1024/2048.png"),
      ("12/1025/2049", "blank", "tiles/parchment.png"),
      ("12/1030/2049", "fallback", "tiles/parchment.png"),
      ("13/2048/4096", "outside-zooms", nil), ("10/256/512", "outside-zooms", nil),
    ] as [(String, String, String?)])
  func answers(tile: String, answer: String, file: String?) throws {
    try slice("--fallback parchment.png")
    let found = try explain("\(tile) tiles")
    #expect(found["answer"] as? String == answer)
    #expect(found["file"] as? String == file)
    #expect(found["tile"] as? String == tile)
    #expect(found["zooms"] as? String == "11-12")
    let text = try folder.run(words("explain \(tile) tiles")).output
    #expect(text.hasPrefix("\(tile): \(answer), "))
    if let file { #expect(text.hasSuffix("\n  shows  \(file)\n")) }
  }

  @Test("An archive shows the fallback that it holds", arguments: ["pmtiles", "mbtiles"])
  func archives(kind: String) throws {
    try slice("--fallback parchment.png")
    let convert = try folder.run(words("convert tiles map.\(kind) --quiet"))
    #expect(convert.ending == .exit(0), "\(convert.errors)")
    let hole = try explain("12/1030/2049 map.\(kind)")
    #expect(hole["answer"] as? String == "fallback")
    #expect(hole["file"] as? String == "map.\(kind)/parchment.png")
    let blank = try explain("12/1025/2049 map.\(kind)")
    #expect(blank["answer"] as? String == "blank")
    #expect(blank["file"] as? String == "map.\(kind)/parchment.png")
    let own = try explain("12/1024/2048 map.\(kind)")
    #expect(own["file"] as? String == "map.\(kind)/12/1024/2048.png")
    let asked = try explain("12/1030/2049 map.\(kind) --fallback parchment.png")
    #expect(asked["file"] as? String == "parchment.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "parchment.png"))
    let held = try explain("12/1030/2049 map.\(kind) --fallback parchment.png")
    #expect(held["file"] as? String == "map.\(kind)/parchment.png")
    let none = try folder.run(words("explain 12/1030/2049 map.\(kind) --fallback paper.png"))
    #expect(none.ending == .exit(2))
  }

  @Test func `without a fallback nothing is shown`() throws {
    try slice()
    #expect(try explain("12/1030/2049 tiles")["answer"] as? String == "missing")
    #expect(try explain("12/1025/2049 tiles")["file"] is NSNull)
    let asked = try explain("12/1030/2049 tiles --fallback parchment.png")
    #expect(asked["file"] as? String == "parchment.png")
  }

  /// 17/37610/50892 is the tile at column 2, row 0 of the 4 x 4 that 15/9402/12723 holds.
  @Test func `a deeper tile is a part of the nearest shallower one`() throws {
    try folder.draw("map.png", width: 256, height: 256) { x, _ in [UInt8(x), 9, 9, 255] }
    _ = try folder.run(words("slice map.png tiles --at 15/9402/12723 --quiet"))
    let found = try explain("17/37610/50892 tiles --holes parent")
    #expect(found["answer"] as? String == "parent")
    #expect(found["parent"] as? String == "15/9402/12723")
    #expect(found["file"] as? String == "tiles/15/9402/12723.png")
    #expect(found["part"] as? NSDictionary == ["x": 128, "y": 0, "width": 64, "height": 64])
    #expect(try explain("17/37610/50892 tiles")["answer"] as? String == "outside-zooms")
  }

  @Test func `a file that cannot be shown is told`() throws {
    try slice()
    try folder.write(Array("<html>no".utf8), to: "tiles/12/1024/2048.png")
    let found = try explain("12/1024/2048 tiles")
    #expect(found["answer"] as? String == "own")
    #expect((found["fault"] as? String)?.contains("web page") == true)
  }

  @Test func `a tree without promises has the zooms of its folders`() throws {
    let forlani = Fixture.url("trees/forlani-1565").path
    #expect(try explain("3/7/7 \(forlani)")["answer"] as? String == "missing")
    #expect(try explain("4/7/7 \(forlani)")["zooms"] as? String == "0-3")
  }

  @Test(
    "Wrong calls end with 2, and with the reason",
    arguments: [
      ("3/8/8 tiles", "x 8, y 8 lie outside zoom 3"), ("3/1/1 none", "none: does not exist"),
      ("3/1/1", "TILESET is missing"), ("tiles 3/1/1", "TILE: found 'tiles'"),
    ])
  func refusals(line: String, reason: String) throws {
    try slice()
    let outcome = try folder.run(words("explain \(line)"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
