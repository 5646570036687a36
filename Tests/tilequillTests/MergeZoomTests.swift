import Foundation
import QuillTestSupport
import Testing

/// Sheets that end at different zooms.
@Suite("tilequill merge, sheets of different zooms")
struct MergeZoomTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    for (name, options) in [
      ("a", "--at 10/100/200 --zoom 8-10"), ("b", "--at 11/204/400 --zoom 8-11"),
      ("deep", "--at 14/0/0 --zoom 13-14"),
    ] {
      try folder.draw("\(name).png", width: 512, height: 512) { x, y in
        [UInt8(x / 2), UInt8(y / 2), 9, 255]
      }
      let slice = try folder.run(words("slice \(name).png \(name) --quiet \(options)"))
      try #require(slice.ending == .exit(0), "\(slice.errors)")
    }
  }

  private func rules(_ set: String) throws -> Set<String> {
    let outcome = try folder.run(["validate", set, "--json"])
    let report = try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary
    return Set((report?["findings"] as? [NSDictionary] ?? []).compactMap { $0["rule"] as? String })
  }

  @Test(
    "What is said of the zooms is true of the tiles",
    arguments: ["out", "out.pmtiles", "out.mbtiles"])
  func honest(_ out: String) throws {
    let outcome = try folder.run(["merge", "a", "b", out])
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors.hasPrefix(
        "tilequill: the tilesets end at different zooms (a: 8-10, b: 8-11), so the deepest show some"
          + " of them alone; to write zooms 8-10 alone, which all have: --zoom shared\n"),
      "\(outcome.errors)")
    #expect(
      try rules(out).isDisjoint(with: ["missing-tile", "uneven-levels", "orphan", "outside-area"]))
    // What is really lost is found.
    guard out == "out" else { return }
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/11/204/400.png"))
    #expect(try rules(out).contains("missing-tile"))
  }

  @Test func `the zooms that all have are chosen with a word`() throws {
    let outcome = try folder.run(words("merge a b out --zoom shared"))
    #expect(!outcome.errors.contains("different zooms"))
    #expect(try folder.names.contains("out"))
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appending(path: "out").path
      ).sorted()
        == ["10", "8", "9", "metadata.json", "tilequill.json"])
    let metadata = try folder.json("out/metadata.json")
    #expect(metadata?["minzoom"] as? String == "8" && metadata?["maxzoom"] as? String == "10")
    #expect(
      try rules("out").isDisjoint(with: ["missing-tile", "uneven-levels", "orphan", "empty-zoom"]))
  }

  @Test func `sets without a common zoom, and zooms that are none, are refused`() throws {
    let apart = try folder.run(words("merge a deep out --zoom shared"))
    #expect(apart.ending == .exit(2))
    #expect(
      apart.errors.hasPrefix(
        "tilequill: --zoom shared: the tilesets share no zoom (found a: 8-10, deep: 13-14)"))
    let wrong = try folder.run(words("merge a b out --zoom all"))
    #expect(wrong.errors.contains("expected zooms from 0 to 30, such as 16 or 13-16, or shared"))
    #expect(try !folder.names.contains("out"))
    #expect(try folder.run(words("convert a out --zoom shared")).ending == .exit(2))
  }

  @Test func `sheets of the same zooms, and zooms that were asked for, need no notice`() throws {
    _ = try folder.run(words("convert b c"))
    #expect(try !folder.run(words("merge b c same")).errors.contains("different zooms"))
    #expect(try !folder.run(words("merge a b some --zoom 9-11")).errors.contains("different zooms"))
  }
}
