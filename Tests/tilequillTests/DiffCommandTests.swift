import Foundation
import QuillRaster
import QuillTestSupport
import Testing

@Suite("tilequill diff")
struct DiffCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private func diff(_ line: String, status: Int32) throws -> NSDictionary {
    let outcome = try folder.run(words("diff \(line) --json"))
    #expect(outcome.ending == .exit(status), "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
  }

  private func column(_ key: String, _ diff: NSDictionary) -> [Int] {
    (diff["zooms"] as? [NSDictionary] ?? []).compactMap { $0[key] as? Int }
  }

  /// A drawing of 2 x 2 tiles, `ink` in a square of 8 x 8 pixels of the north-west one.
  private func slice(_ out: String, ink: UInt8, _ options: String = "") throws {
    try folder.draw("map.png", width: 512, height: 512) { x, y in
      (16..<24).contains(x) && (32..<40).contains(y)
        ? [ink, 40, 40, 255] : [90, UInt8(x / 2), 3, 255]
    }
    let outcome = try folder.run(
      words("slice map.png \(out) --at 9/100/200 --zoom 7-9 --quiet \(options)"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  /// Of a square of 8 pixels at its own zoom 4 are left at the one above, then 2.
  @Test func `a repaint changes its pixels at each zoom`() throws {
    try slice("old", ink: 200)
    try slice("new", ink: 230)
    let diff = try diff("old new", status: 1)
    #expect(diff["equal"] as? Bool == false)
    #expect(column("zoom", diff) == [7, 8, 9])
    #expect(column("changed", diff) == [1, 1, 1])
    #expect(column("same", diff) == [0, 0, 3])
    #expect(column("pixels", diff) == [4, 16, 64])
    #expect(column("largest", diff) == [30, 30, 30])
    let tiles = diff["tiles"] as? NSDictionary
    #expect(tiles?["changed"] as? [String] == ["7/25/50", "8/50/100", "9/100/200"])
    let text = try folder.run(words("diff old new")).output
    #expect(text.contains("\nchanged (3)\n  7/25/50: 4 pixels by up to 30\n"))
    #expect(try folder.run(words("diff old new --exit-zero")).ending == .exit(0))
  }

  /// The sheet has 8 pixels around pictures and a line of 24 with the tile's name above them.
  @Test func `a picture shows each changed tile before, after, and where it differs`() throws {
    try slice("old", ink: 200)
    try slice("new", ink: 230)
    let outcome = try folder.run(words("diff old new --picture sheet.png"))
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors == "tilequill: sheet.png: shows 3 tiles\n")
    let file = try folder.bytes("sheet.png")
    var reader = TileReader()
    var pixels: [UInt8] = []
    let header = try reader.read(file.span, into: &pixels).header
    #expect(header.width == 3 * 256 + 4 * 8 && header.height == 8 + 3 * (24 + 256 + 8))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(pixels[(y * header.width + x) * 4..<(y * header.width + x) * 4 + 4])
    }
    // The third tile is 9/100/200, whose ink fills 16…23 by 32…39.
    let top = 8 + 2 * (24 + 256 + 8) + 24
    #expect(pixel(8 + 16, top + 32) == [200, 40, 40, 255])
    #expect(pixel(8 + 15, top + 32) == [90, 7, 3, 255])
    #expect(pixel(16 + 256 + 23, top + 39) == [230, 40, 40, 255])
    // A step of 30 of 255 takes 25 of 216 from yellow.
    #expect(pixel(24 + 512 + 16, top + 32) == [255, 191, 0, 255])
    #expect(pixel(24 + 512 + 15, top + 32) == [232, 232, 232, 255])
    #expect(pixel(24 + 512 + 24, top + 39) == [232, 232, 232, 255])
    for x in [0, 7, 264, 271, 528, 535, 792, 799] {
      #expect(pixel(x, top) == [255, 255, 255, 255])
    }
    let line = (8..<200).map { pixel($0, 8 + 2 * 288 + 8) }
    #expect(line.contains([0, 48, 120, 255]))
  }

  @Test func `a broken tile is pink, and without a changed tile there is no picture`() throws {
    try slice("old", ink: 200)
    try slice("new", ink: 200)
    let same = try folder.run(words("diff old new --picture none.png"))
    #expect(same.ending == .exit(0))
    #expect(same.errors.hasPrefix("tilequill: none.png: not written"))
    try folder.make("new/9/101/201.png", Array("no picture".utf8))
    #expect(try folder.run(words("diff old new --picture sheet.png")).ending == .exit(1))
    let file = try folder.bytes("sheet.png")
    var reader = TileReader()
    var pixels: [UInt8] = []
    let header = try reader.read(file.span, into: &pixels).header
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(pixels[(y * header.width + x) * 4..<(y * header.width + x) * 4 + 4])
    }
    #expect(pixel(8, 32) == [90, 128, 3, 255])
    #expect(pixel(272, 32) == [255, 190, 200, 255] && pixel(536, 32) == [255, 190, 200, 255])
    let again = try folder.run(words("diff old new --picture sheet.png"))
    #expect(again.ending == .exit(2))
    #expect(again.errors.hasPrefix("tilequill: sheet.png: exists already"))
    #expect(!(try folder.names).contains("none.png"))
  }

  @Test func `a set is equal to itself and to one with other bytes`() throws {
    try slice("old", ink: 200)
    let same = try diff("old old", status: 0)
    #expect(same["equal"] as? Bool == true && column("same", same) == [1, 1, 4])
    try slice("new", ink: 200, "--no-record")
    let path = "new/9/101/201.png"
    let image = try folder.bytes(path)
    let extra = PNGMaker.chunk("tEXt", Array("Title\0An island".utf8))
    try folder.write(Array(image.dropLast(12) + extra + image.suffix(12)), to: path)
    let diff = try diff("old new", status: 0)
    #expect(column("reencoded", diff) == [0, 0, 1])
    #expect(column("changed", diff) == [0, 0, 0])
  }

  @Test func `tiles that only one set has are added or removed`() throws {
    try slice("old", ink: 200)
    try slice("new", ink: 200)
    try folder.make("new/9/102/200.png", try folder.bytes("new/9/101/200.png"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "new/9/100/201.png"))
    let diff = try diff("old new", status: 1)
    #expect(column("added", diff) == [0, 0, 1] && column("removed", diff) == [0, 0, 1])
    let tiles = diff["tiles"] as? NSDictionary
    #expect(tiles?["added"] as? [String] == ["9/102/200"])
    #expect(tiles?["removed"] as? [String] == ["9/100/201"])
    let back = try self.diff("new old", status: 1)
    #expect((back["tiles"] as? NSDictionary)?["added"] as? [String] == ["9/100/201"])
  }

  @Test func `what is clear in both has no colour, and a broken tile differs`() throws {
    let clear = { (red: UInt8) in
      PNGMaker.png(
        width: 2, height: 2, depth: 8, color: 6,
        rows: [0, red, 0, 0, 0, 5, 5, 5, 9, 0, red, 1, 1, 0, 7, 7, 7, 255])
    }
    try folder.make("old/1/0/0.png", clear(0))
    try folder.make("new/1/0/0.png", clear(200))
    #expect(column("reencoded", try diff("old new", status: 0)) == [1])
    try folder.write(Array("?".utf8), to: "new/1/0/0.png")
    let diff = try diff("old new", status: 1)
    #expect(column("changed", diff) == [1] && column("pixels", diff) == [4])
  }

  @Test func `any number of jobs gives the same answer`() throws {
    try slice("old", ink: 200)
    try slice("new", ink: 230)
    let one = try folder.run(words("diff old new --jobs 1")).output
    #expect(try folder.run(words("diff old new --jobs 7")).output == one)
  }

  @Test func `a set that is not there ends with 2`() throws {
    try slice("old", ink: 200)
    #expect(try folder.run(words("diff old none")).ending == .exit(2))
    #expect(try folder.run(words("diff old")).ending == .exit(2))
  }
}
