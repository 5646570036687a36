import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

@Suite("convert, to other sizes and formats")
struct ConvertSizeTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 1300, height: 900) { x, y in
      x > 300 && x < 900 && y < 500
        ? [0, 0, 0, 0] : [UInt8(x & 255), UInt8(y & 255), UInt8(x / 8), y < 700 ? 255 : 40]
    }
  }

  @discardableResult
  private func expect(_ line: String, _ status: Int32 = 0) throws -> BuiltProgram.Outcome {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(status), "\(line): \(outcome.errors)")
    return outcome
  }

  private func json(_ path: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes(path))) as? [String: Any])
  }

  /// Equal pixels have equal files: slicing at the other size is the oracle.
  @Test(
    "Tiles of the other size are those that a slice at that size writes", arguments: [256, 512])
  func sizes(_ size: Int) throws {
    let other = 768 - size
    let (zooms, otherZooms) = size == 512 ? ("9-11", "10-12") : ("10-12", "9-11")
    let place = "--at 12/1024/2048 --quiet"
    try expect("slice map.png wanted --tile-size \(size) --zoom \(zooms) \(place)")
    try expect("slice map.png old --tile-size \(other) --zoom \(otherZooms) \(place)")
    let outcome = try expect("convert old new --tile-size \(size)")
    #expect(outcome.errors.contains("tiles of \(size) pixels"))
    let (wanted, found) = (try folder.tree("wanted"), try folder.tree("new"))
    for (path, bytes) in wanted where path.hasSuffix(".png") {
      #expect(found[path] == bytes, "\(path)")
    }
    #expect(Set(found.keys) == Set(wanted.keys))
    var (record, expected) = (try json("new/tilequill.json"), try json("wanted/tilequill.json"))
    expected["fingerprints"] = nil
    record["fingerprints"] = nil
    #expect(record as NSDictionary == expected as NSDictionary)
    #expect(try json("new/metadata.json")["tilesize"] as? String == "\(size)")
    #expect(
      try json("new/metadata.json")["minzoom"] as? String
        == zooms.split(separator: "-").first.map(String.init))
    try expect("validate new --strict --rule visible-seam=off")
    // There and back.
    try expect("convert new back.pmtiles --tile-size \(other) --jobs 1")
    try expect("convert back.pmtiles back")
    let (old, back) = (try folder.tree("old"), try folder.tree("back"))
    for (path, bytes) in old where path.hasSuffix(".png") {
      #expect(back[path] == bytes, "\(path)")
    }
    #expect(Set(back.keys) == Set(old.keys))
  }

  @Test(
    "What cannot be regrouped is told",
    arguments: [
      ("old new --tile-size 256", "old: its tiles are 256x256 pixels (expected 512x512)"),
      (
        "old new --tile-size 512 --link",
        "convert: '--link' would have no effect: tiles of another size are new files"
      ),
      ("old new --jobs 2", "convert: '--jobs' would have no effect in this call"),
      (
        "photos new --tile-size 512",
        "photos: has tiles of these kinds: 1 of a JPEG picture (expected PNG pictures)"
      ),
    ])
  func refusals(_ line: String, _ message: String) throws {
    try expect("slice map.png old --at 12/1024/2048 --quiet --zoom 12")
    try folder.make("photos/3/1/1.png", [0xFF, 0xD8, 0xFF, 0xE0])
    let before = try folder.names
    let outcome = try expect("convert \(line)", 2)
    #expect(
      outcome.errors.split(separator: "\n").first.map(String.init) == "tilequill: \(message)")
    #expect(try folder.names == before)
  }

  @Test(
    "Pictures of other formats go into a folder and back as they are", arguments: ["jpg", "webp"])
  func formats(_ format: String) throws {
    let head: [UInt8] =
      format == "jpg"
      ? [0xFF, 0xD8, 0xFF, 0xE0] : Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8)
    let sink = try Tileset.sink(to: folder.url.appending(path: "set.mbtiles").path)
    for name in ["4/1/2", "4/2/2", "5/3/4"] {
      let tile = try #require(Tile(name))
      let bytes = head + Array(name.utf8)
      try sink.put(bytes.span, at: TilePath(tile))
    }
    try sink.finish(metadata: TilesetMetadata(), record: nil)
    try expect("convert set.mbtiles tiles")
    #expect(
      try folder.files(below: "tiles")
        == ["4/1/2.\(format)", "4/2/2.\(format)", "5/3/4.\(format)", "metadata.json"])
    #expect(try folder.bytes("tiles/4/2/2.\(format)") == head + Array("4/2/2".utf8))
    try expect("convert tiles again.mbtiles --name set")
    #expect(try folder.bytes("again.mbtiles") == folder.bytes("set.mbtiles"))
    try expect("convert tiles linked --link")
    #expect(try folder.files(below: "linked").count == 4)
    #expect(try expect("list --in tiles --present --count").output.contains("total\t3"))
  }

  @Test func `what other programs wrote into the metadata goes along, but for how tiles lay`()
    throws
  {
    try expect("slice map.png old --at 12/1024/2048 --quiet --zoom 12")
    var keys = try json("old/metadata.json")
    keys["legend"] = "<b>ink</b>"
    keys["version"] = "7"
    keys["scheme"] = "tms"
    try folder.write(
      [UInt8](try JSONSerialization.data(withJSONObject: keys)), to: "old/metadata.json")
    try expect("convert old a.mbtiles")
    try expect("convert a.mbtiles b.pmtiles")
    try expect("convert b.pmtiles c")
    let found = try json("c/metadata.json")
    #expect(found["legend"] as? String == "<b>ink</b>")
    #expect(found["version"] as? String == "7")
    #expect(found["scheme"] == nil)
    #expect(found["tilequill"] == nil && found["fallback_data"] == nil)
  }
}
