import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill slice, what a person made is kept")
struct SliceSafetyTests {
  private let folder: SliceFolder

  /// A drawing of 600 x 600 pixels, and tiles of it at zooms 10 to 12.
  init() throws {
    folder = try SliceFolder()
    try draw("map.png")
    try slice("map.png out --at 12/1024/2048 --zoom 10-12")
  }

  private func draw(_ name: String, blue: UInt8 = 90, clearFrom: Int = .max, side: Int = 600) throws
  {
    try folder.draw(name, width: side, height: side) { x, y in
      y >= clearFrom ? [0, 0, 0, 0] : [UInt8(x / 4 & 255), UInt8(y / 4 & 255), blue, 255]
    }
  }

  private func slice(_ line: String, status: Int32 = 0) throws {
    let outcome = try folder.run(words("slice \(line)"))
    try #require(outcome.ending == .exit(status), "\(outcome.errors)")
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// Puts another tile's pixels there, as somebody who edits a tile would.
  private func edit(_ tile: String) throws {
    try remove("out/\(tile)")
    try draw("edited.png", blue: 7, side: 256)
    try copy("edited.png", to: "out/\(tile)")
  }

  private var hiddenNames: [String] {
    get throws {
      try (folder.names + FileManager.default.contentsOfDirectory(atPath: path("out")))
        .filter { $0.contains(".tilequill") }
    }
  }

  @Test(arguments: ["12/1024/2048.png", "10/256/512.png"])
  func `an edited tile is not overwritten unless that is asked for`(tile: String) throws {
    try edit(tile)
    let before = try folder.tree("out")
    for drawing in ["map.png", "other.png"] {
      try draw("other.png", blue: 200)
      let outcome = try folder.run(words("slice \(drawing) out --update"))
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.contains("out: one tile was edited since the last slice: \(tile)\n"))
      #expect(
        outcome.errors.contains("--discard-edits") && outcome.errors.contains("tilequill stitch"))
      #expect(try folder.tree("out") == before)
    }
    let look = try folder.run(words("slice map.png out --check"))
    #expect(look.ending == .exit(1))
    #expect(look.errors.contains("edited since the last slice: \(tile)\n"), "\(look.errors)")
    try slice("map.png out --update --discard-edits")
    try slice("map.png fresh --at 12/1024/2048 --zoom 10-12")
    #expect(try folder.tree("out") == folder.tree("fresh"))
    #expect(try hiddenNames.isEmpty)
  }

  @Test func `an edited tile is not removed where the drawing became blank`() throws {
    try edit("12/1024/2050.png")
    try draw("half.png", clearFrom: 300)
    let before = try folder.tree("out")
    let outcome = try folder.run(words("slice half.png out --update"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("12/1024/2050.png"))
    #expect(try folder.tree("out") == before)
    try slice("half.png out --update --discard-edits")
    #expect(try folder.tree("out")["12/1024/2050.png"] == nil)
  }

  @Test func `a tile that a person added where the drawing was blank is kept`() throws {
    try draw("half.png", clearFrom: 300)
    try slice("half.png out --update")
    try draw("own.png", blue: 3, side: 256)
    try copy("own.png", to: "out/12/1024/2050.png")
    try slice("half.png out --update")
    #expect(try folder.bytes("out/12/1024/2050.png") == folder.bytes("own.png"))
    try slice("map.png out --update", status: 2)
    #expect(try folder.bytes("out/12/1024/2050.png") == folder.bytes("own.png"))
  }

  @Test func `a broken tile and one of the wrong size are made again without asking`() throws {
    try folder.write([1, 2, 3], to: "out/12/1024/2048.png")
    let whole = try folder.bytes("out/12/1025/2048.png")
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "out/12/1025/2048.png")
    try draw("small.png", side: 100)
    try remove("out/12/1025/2049.png")
    try copy("small.png", to: "out/12/1025/2049.png")
    try slice("map.png out --update")
    try slice("map.png fresh --at 12/1024/2048 --zoom 10-12")
    #expect(try folder.tree("out") == folder.tree("fresh"))
  }

  @Test func `a watch ends when a tile was edited, and writes nothing`() throws {
    try edit("12/1024/2048.png")
    let before = try folder.tree("out")
    try slice("map.png out --watch", status: 2)
    #expect(try folder.tree("out") == before)
  }

  @Test(arguments: ["mbtiles", "pmtiles"])
  func `an archive's edited tile is not overwritten either`(kind: String) throws {
    try slice("map.png out.\(kind) --at 12/1024/2048 --zoom 10-12")
    #expect(try folder.run(words("convert out.\(kind) tree")).ending == .exit(0))
    try draw("edited.png", blue: 7, side: 256)
    try remove("tree/12/1024/2048.png")
    try copy("edited.png", to: "tree/12/1024/2048.png")
    try remove("out.\(kind)")
    #expect(try folder.run(words("convert tree out.\(kind)")).ending == .exit(0))
    let before = try folder.bytes("out.\(kind)")
    let outcome = try folder.run(words("slice map.png out.\(kind) --update"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("edited since the last slice: 12/1024/2048.png"))
    #expect(try folder.bytes("out.\(kind)") == before)
    try slice("map.png out.\(kind) --update --discard-edits")
    try slice("map.png fresh.\(kind) --at 12/1024/2048 --zoom 10-12")
    #expect(try folder.run(words("diff out.\(kind) fresh.\(kind)")).ending == .exit(0))
  }

  @Test(arguments: ["--update", "--add --zoom 9", "--overwrite"], [0.1, 0.5, 0.9])
  func `a save that was cut short leaves OUT as it was`(mode: String, share: Double) throws {
    try draw("other.png", blue: 200)
    let whole = try folder.bytes("other.png")
    try folder.write(Array(whole.prefix(Int(Double(whole.count) * share))), to: "cut.png")
    let before = try folder.tree("out")
    try slice("cut.png out \(mode)", status: 2)
    #expect(try folder.tree("out") == before)
    #expect(try hiddenNames.isEmpty)
  }

  @Test(arguments: ["12", "12/1024", "10"])
  func `a zoom or column that leads elsewhere is refused by name`(part: String) throws {
    try FileManager.default.moveItem(atPath: path("out/\(part)"), toPath: path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path("out/\(part)"), withDestinationPath: path("elsewhere"))
    let before = try folder.tree("elsewhere")
    try draw("other.png", blue: 200)
    let outcome = try folder.run(words("slice other.png out --update"))
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.errors.contains("tilequill: out/\(part): is a link that leads out of the tileset"))
    #expect(try folder.tree("elsewhere") == before)
  }

  /// Adds tiles to the record's list of those that a slice made.
  private func addToRecord(_ ranges: [String]) throws {
    var record = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes("out/tilequill.json")))
        as? [String: Any])
    record["made"] = (record["made"] as? [String] ?? []) + ranges
    try JSONSerialization.data(withJSONObject: record)
      .write(to: folder.url.appending(path: "out/tilequill.json"))
  }

  @Test func `a record cannot have a person's files removed`() throws {
    let notes = Array("my notes".utf8)
    try folder.make("out/12/5/5.png", notes)
    try folder.make("out/12/7/7.png/inner.txt", notes)
    try folder.make("elsewhere/6.png", notes)
    try FileManager.default.createSymbolicLink(
      atPath: path("out/12/6"), withDestinationPath: path("elsewhere"))
    try addToRecord(["12/5/5", "12/6/6", "12/7/7"])
    let outcome = try folder.run(words("slice map.png out --update"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("0 removed"))
    #expect(outcome.errors.contains("12/5/5.png"), "\(outcome.errors)")
    for file in ["out/12/5/5.png", "out/12/7/7.png/inner.txt", "elsewhere/6.png"] {
      #expect(try folder.bytes(file) == notes)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["20/0-4095/0-4095", "20/0-1048575/0-1048575"])
  func `a record of countless tiles takes no time`(range: String) throws {
    try addToRecord([range])
    try slice("map.png out --update --zoom 10-12")
    for command in ["info out", "explain 20/5/5 out", "convert out copy.pmtiles", "diff out out"] {
      let outcome = try folder.run(words(command))
      #expect(outcome.ending != .exit(2), "\(outcome.errors)")
    }
  }

  @Test func `a tile that cannot be copied keeps the archive as it was`() throws {
    try slice("map.png out.mbtiles --at 12/1024/2048 --zoom 11-12")
    let python = try #require(BuiltProgram.path(of: "python3"), "python3 is not installed")
    let spoil = """
      import sqlite3
      base = sqlite3.connect("out.mbtiles")
      base.execute("UPDATE tiles SET tile_data = zeroblob(300000000) WHERE zoom_level = 11")
      base.commit()
      """
    let spoilt = try BuiltProgram(url: python).run(["-c", spoil], in: folder.url)
    try #require(spoilt.ending == .exit(0), "\(spoilt.errors)")
    let size = try FileManager.default.attributesOfItem(atPath: path("out.mbtiles"))[.size] as? Int
    let outcome = try folder.run(words("slice map.png out.mbtiles --add --zoom 10"))
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(outcome.errors.contains("tilequill: out.mbtiles: "))
    let after = try FileManager.default.attributesOfItem(atPath: path("out.mbtiles"))[.size] as? Int
    #expect(after == size)
  }

  @Test func `a rebuilt set has the options of last time unless others are given`() throws {
    try slice("map.png out --update --background white --keep-blank --tile-size 256")
    let before = try folder.tree("out")
    let outcome = try folder.run(words("slice map.png out --overwrite"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("as last time: --zoom 10-12 --background white --keep-blank"),
      "\(outcome.errors)")
    #expect(try folder.tree("out") == before)
    try slice("map.png out --overwrite --background black --zoom 12")
    let options = try #require(try folder.json("out/tilequill.json")?["options"] as? NSDictionary)
    #expect(options["background"] as? String == "black")
    #expect(options["zooms"] as? String == "12")
    #expect(options["keep_blank"] as? Bool == true)
  }

  @Test(arguments: [(600, 1200), (1200, 600)])
  func `zooms that follow from the drawing follow it when it grows or shrinks`(
    before: Int, after: Int
  ) throws {
    try draw("plain.png", side: before)
    try slice("plain.png grown --plain")
    try draw("plain.png", side: after)
    try slice("plain.png grown --update")
    try slice("plain.png fresh --plain")
    let (grown, fresh) = (try folder.tree("grown"), try folder.tree("fresh"))
    #expect(grown.keys.sorted() == fresh.keys.sorted())
    #expect(grown.filter { $0.key.hasSuffix(".png") } == fresh.filter { $0.key.hasSuffix(".png") })
    let check = try folder.run(words("slice plain.png grown --check"))
    #expect(check.ending == .exit(0), "\(check.errors)")
  }

  @Test func `zooms that were asked for stay when the drawing grows`() throws {
    try slice("map.png kept --plain --zoom 0-1")
    try draw("map.png", side: 1200)
    try slice("map.png kept --update")
    #expect(try folder.tree("kept").keys.allSatisfy { !$0.hasPrefix("2/") && !$0.hasPrefix("3/") })
  }
}
