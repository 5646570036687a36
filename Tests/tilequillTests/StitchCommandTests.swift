import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

@Suite("tilequill stitch")
struct StitchCommandTests {
  private let folder: SliceFolder

  /// A drawing of 700 x 500 pixels, ragged and with a clear tile in the middle, and its tiles.
  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 700, height: 500) { x, y in
      if x + y < 60 || (256..<512).contains(x) && y < 256 { return [0, 0, 0, 0] }
      return [UInt8(x / 3 & 255), UInt8(y / 3 & 255), UInt8(x & 255), y < 400 ? 255 : 90]
    }
    try expect("slice map.png tiles --at 12/1024/2048 --zoom 10-12 --quiet")
  }

  @discardableResult
  private func expect(_ line: String, _ status: Int32 = 0) throws -> BuiltProgram.Outcome {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(status), "\(line): \(outcome.errors)")
    return outcome
  }

  /// The files of a folder with what tells whether they were written again.
  private func versions(_ name: String) throws -> [String: String] {
    var versions: [String: String] = [:]
    for path in try folder.files(below: name) {
      let facts = try FileManager.default.attributesOfItem(
        atPath: folder.url.appending(path: "\(name)/\(path)").path)
      versions[path] =
        "\(facts[.systemFileNumber] ?? 0) \(facts[.modificationDate] ?? Date.distantPast)"
    }
    return versions
  }

  /// Writes a picture again with other pixels, as a program for drawing does.
  private func redraw(
    _ name: String, as new: String, scale: Int = 1, _ change: (Int, Int, inout [UInt8]) -> Void
  ) throws {
    let old = try folder.bytes(name)
    var reader = TileReader()
    var pixels: [UInt8] = []
    let header = try reader.read(old.span, into: &pixels).header
    let (width, height) = (header.width, header.height)
    let size = PixelSize(width: width * scale, height: height * scale)
    let path = folder.url.appending(path: new).path
    let writer = try DrawingWriter(path: path, replacing: true, size: size)
    for y in 0..<size.height {
      var row: [UInt8] = []
      for x in 0..<size.width {
        let at = (y / scale * width + x / scale) * 4
        var pixel = Array(pixels[at..<at + 4])
        change(x, y, &pixel)
        row += pixel
      }
      try writer.writeRows(1, from: row.span)
    }
    try writer.finish()
  }

  @Test func `sliced again without a placement, every tile is the same file`() throws {
    let outcome = try expect("stitch tiles all.png --zoom 12")
    #expect(
      outcome.errors.hasPrefix(
        "tilequill: all.png: 768x512 pixels, 3x2 tiles of zoom 12, 1.5M before packing\n"))
    #expect(outcome.errors.contains("all.png: 5 tiles, 1 blank, 0 missing, "))
    #expect(outcome.output.isEmpty)
    try expect("slice all.png again --zoom 10-12")
    let (before, after) = (try folder.tree("tiles"), try folder.tree("again"))
    for (path, bytes) in before where path.contains("/") {
      #expect(after[path] == bytes, "\(path)")
    }
    #expect(Set(after.keys) == Set(before.keys))
  }

  /// A folder whose rows are turned and read from the south is the same set.
  @Test("Any kind of set gives the same file", arguments: ["pmtiles", "mbtiles", "tms"])
  func kinds(_ kind: String) throws {
    try expect("stitch tiles all.png --zoom 12")
    if kind == "tms" {
      try expect("convert tiles set --scheme tms")
      try expect("stitch set other.png --zoom 12 --scheme tms")
    } else {
      try expect("convert tiles set.\(kind)")
      try expect("stitch set.\(kind) other.png --zoom 12 --jobs 1")
    }
    #expect(try folder.bytes("all.png") == folder.bytes("other.png"))
  }

  @Test
  func `an update after drawing writes the tiles that were drawn on, and their parents alone`()
    throws
  {
    try expect("stitch tiles all.png --zoom 12")
    let before = try versions("tiles")
    try expect("slice all.png tiles --update")
    let untouched = try versions("tiles").filter { $0.key.contains("/") }
    #expect(untouched == before.filter { $0.key.contains("/") })
    // A dot in the tile 12/1026/2049.
    try redraw("all.png", as: "all.png") { x, y, pixel in
      if (600..<610).contains(x), (300..<310).contains(y) { pixel = [255, 0, 0, 255] }
    }
    let outcome = try expect("slice all.png tiles --update")
    #expect(outcome.errors.contains("3 written, "))
    let after = try versions("tiles")
    let changed = after.filter { before[$0.key] != $0.value && $0.key.contains("/") }.keys
    #expect(changed.sorted() == ["10/256/512.png", "11/513/1024.png", "12/1026/2049.png"])
    #expect(try folder.names.filter { $0.hasPrefix(".") } == [])
  }

  @Test func `a canvas exported at twice the size is one zoom deeper`() throws {
    try expect("stitch tiles all.png --zoom 12")
    try redraw("all.png", as: "all.png", scale: 2) { _, _, _ in }
    let outcome = try expect("slice all.png twice --zoom 10-13")
    #expect(outcome.errors.contains("scaled from 768x512 pixels"))
    #expect(outcome.errors.contains("its own zoom is 13; "))
    let (before, after) = (try folder.tree("tiles"), try folder.tree("twice"))
    // Four equal pixels have themselves as mean.
    for (path, bytes) in before where path.contains("/") {
      #expect(after[path] == bytes, "\(path)")
    }
    #expect(after.keys.filter { $0.hasPrefix("13/") }.count > 12)
  }

  @Test func `a canvas of another shape is told what is wrong`() throws {
    try expect("stitch tiles all.png --zoom 12")
    try folder.draw("all.png", width: 700, height: 512) { _, _ in [1, 2, 3, 255] }
    for way in ["out", "tiles --update"] {
      let outcome = try expect("slice all.png \(way)", 2)
      #expect(
        outcome.errors.hasPrefix(
          """
          tilequill: all.png: the drawing is 700x512 pixels (expected the shape of 768x512, for \
          which its placement was recorded)
            Export the whole canvas, neither cropped nor stretched; or remove all.png.aux.xml and \
          say where it lies, as with --bounds

          """))
    }
  }

  @Test func `missing tiles are counted, listed, and end with 1 unless allowed`() throws {
    for path in ["12/1024/2048.png", "12/1026/2049.png"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: "tiles/\(path)"))
    }
    let outcome = try expect("stitch tiles all.png --zoom 12", 1)
    #expect(
      outcome.errors.contains(
        """
        tilequill: tiles: 2 tiles are missing
        tilequill:   12/1024/2048
        tilequill:   12/1026/2049
        tilequill: all.png: 3 tiles, 1 blank, 2 missing, 
        """.trimmingCharacters(in: .whitespaces)))
    let whole = try folder.bytes("all.png")
    try expect("stitch tiles b.png --zoom 12 --allow-missing")
    try expect("stitch tiles c.png --zoom 12 --exit-zero")
    #expect(try folder.bytes("b.png") == whole && folder.bytes("c.png") == whole)
    try expect("stitch tiles d.png --zoom 12 --holes parent --quiet", 1)
    #expect(try folder.bytes("d.png") != whole)
  }

  @Test func `a box is widened to whole tiles, and JSON tells what was written`() throws {
    let box = try #require(Tile("12/1026/2049")).boundsText
    let outcome = try expect("stitch tiles part.png --zoom 12 --bounds \(box) --json --quiet")
    #expect(outcome.errors == "")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let numbers = [
      "width": 256, "height": 256, "zoom": 12, "columns": 1, "rows": 1, "tile_size": 256,
      "x": 1026, "y": 2049, "tiles": 1, "blank": 0, "missing": 0,
    ]
    for (key, number) in numbers { #expect(json[key] as? Int == number, "\(key)") }
    #expect(json["holes"] as? [String] == [])
    #expect((json["bounds"] as? [Double])?.count == 4)
    try expect("stitch tiles same.png --tiles 12/1026/2049 --quiet")
    #expect(try folder.bytes("same.png") == folder.bytes("part.png"))
  }

  @Test(
    "A box that web maps do not show whole is cut off, and that is told",
    arguments: ["stitch tiles OUT.png --zoom 12", "convert tiles OUT", "merge tiles tiles OUT"])
  func beyondTheMap(_ form: String) throws {
    let line = { (out: String) in form.replacingOccurrences(of: "OUT", with: out) }
    let notice =
      "tilequill: web maps end at latitude ±85.0511287798066: what lies beyond counts as on that"
      + " edge\n"
    // So high a drawing is not written.
    let box =
      form.hasPrefix("stitch") ? "-90,-90,-89.9,90 --max-memory 1M --jobs 1" : "-180,-90,180,90"
    let outcome = try folder.run(words("\(line("a")) --bounds \(box)"))
    #expect(outcome.errors.hasPrefix(notice), "\(outcome.errors)")
    let listed = try folder.run(words("list --zoom 0 --bounds -180,-90,180,90"))
    #expect(listed.errors == notice)
    let refused = try expect("\(line("b")) --bounds 0,86,10,89", 2)
    #expect(refused.errors.hasPrefix("tilequill: --bounds: "), "\(refused.errors)")
    let inside = try expect("\(line("c")) --bounds -89.99,-0.07,-89.98,-0.05")
    #expect(!inside.errors.contains("web maps end"), "\(inside.errors)")
  }

  @Test("GDAL finds the stitched drawing where it lies", .enabled(if: gdalinfo != nil))
  func gdal() throws {
    try expect("stitch tiles all.png --zoom 12")
    let info = BuiltProgram(url: try #require(Self.gdalinfo))
    for kept in ["both", "all.pgw", "all.png.aux.xml"] {
      try expect("stitch tiles all.png --zoom 12 --overwrite")
      for name in ["all.pgw", "all.png.aux.xml"] where kept != "both" && kept != name {
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
      }
      let outcome = try info.run(["-json", "all.png"], in: folder.url)
      let json = try #require(
        try JSONSerialization.jsonObject(with: outcome.stdout) as? [String: Any])
      let numbers = try #require(json["geoTransform"] as? [Double])
      // Tile 12/1024/2048 begins a quarter of the way around, on the equator.
      let pixel = 40_075_016.685578488 / 4096 / 256
      let expected = [-10_018_754.171394622, pixel, 0, 0, 0, -pixel]
      for (found, wanted) in zip(numbers, expected) {
        #expect(abs(found - wanted) < 1e-6, "\(kept): \(numbers)")
      }
      if kept != "all.pgw" {
        let system = (json["coordinateSystem"] as? [String: Any])?["wkt"] as? String
        #expect(system?.contains("ID[\"EPSG\",3857]") == true)
      }
    }
  }

  private static let gdalinfo = BuiltProgram.path(of: "gdalinfo")

  @Test func `a plain pyramid's drawing lies nowhere`() throws {
    try expect("slice map.png plain --plain --quiet")
    let outcome = try expect("stitch plain back.png --zoom 2 --quiet --json")
    let json = try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary
    #expect(json?["bounds"] is NSNull)
    #expect(try folder.names.filter { $0.hasPrefix("back") } == ["back.png"])
  }

  @Test(
    "What cannot be done is told, and nothing is left",
    arguments: [
      ("tiles all.png", "stitch: '--zoom' is needed: a drawing shows one zoom"),
      ("tiles all.png --zoom 10-12", "--zoom: is 10-12 (expected one zoom, such as 16)"),
      (
        "tiles all.png --zoom 9",
        "tiles: has no tile there at zoom 9 (expected one of its zooms, 10-12)"
      ),
      ("tiles map.png --zoom 12", "map.png: exists already (expected a new name)"),
      ("tiles busy.png --zoom 12", "busy.pgw: exists already (expected a new name)"),
      ("tiles all.jpg --zoom 12", "all.jpg: is not named as a PNG (expected OUT.png)"),
      (
        "none all.png --zoom 12", "none: does not exist (expected a folder of tiles, or an archive)"
      ),
      (
        "tiles all.png --zoom 12 --tiles 11/512/1024",
        "stitch: --tiles are of zoom 11 (expected those of --zoom)"
      ),
      (
        "tiles all.png --zoom 12 --holes grey",
        "--holes: is 'grey' (expected transparent, parent or a picture, FILE.png)"
      ),
      (
        "tiles all.png --zoom 12 --holes map.png",
        "map.png: is not as large as a tile (found 700x500 pixels, expected 256x256)"
      ),
      (
        "mixed all.png --zoom 1",
        "mixed: has tiles of several sizes: 1 of 256x256, 1 of 8x8 (expected one size)"
      ),
      ("broken all.png --zoom 1", "broken: tile 1/0/0 is cut off inside its IDAT chunk"),
      (
        "tiles all.png --zoom 12 --max-memory 1M",
        "tiles: so wide a picture needs 13M of memory (expected at most 1M)"
      ),
    ])
  func refusals(_ line: String, _ message: String) throws {
    try folder.write([1], to: "busy.pgw")
    let good = try folder.bytes("tiles/12/1024/2048.png")
    let small = PNGMaker.png(
      width: 8, height: 8, depth: 8, color: 0, rows: [UInt8](repeating: 0, count: 72))
    try folder.make("mixed/1/0/0.png", good)
    try folder.make("mixed/1/0/1.png", small)
    try folder.make("broken/1/0/0.png", Array(good.prefix(good.count - 30)))
    let before = try folder.names
    let jobs = line.contains("memory") ? " --jobs 1" : ""
    let outcome = try expect("stitch \(line)\(jobs)", 2)
    let first = outcome.errors.split(separator: "\n").first {
      !$0.contains(" pixels, ") || $0.contains("expected")
    }
    #expect(first.map(String.init) == "tilequill: \(message)")
    #expect(try folder.names == before)
  }

  /// Whenever the program is killed, the final name is a whole picture or nothing, and the next run
  /// takes away what it left.
  @Test func `a killed program leaves no half picture`() throws {
    let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
    let program = BuiltProgram.tilequill.url.path
    try expect("stitch tiles whole.png --zoom 12")
    let whole = try folder.bytes("whole.png")
    for delay in ["0", "0.004", "0.008", "0.012", "0.02"] {
      _ = try shell.run(
        [
          "-c",
          "\"$0\" stitch tiles all.png --zoom 12 --overwrite 2>/dev/null & sleep \(delay); kill -9 $!; wait",
          program,
        ], in: folder.url)
      if try folder.names.contains("all.png") { #expect(try folder.bytes("all.png") == whole) }
    }
    try expect("stitch tiles all.png --zoom 12 --overwrite")
    #expect(try folder.names.filter { $0.hasPrefix(".") } == [])
    #expect(try folder.bytes("all.png") == whole)
  }

  /// The drawing is longer than files may be here, and the other two are shorter.
  @Test(
    "A drawing that cannot be written whole leaves no placement, and the old one's as it was",
    arguments: ["", "trap '' XFSZ; "], [false, true])
  func placementOfNothing(how: String, isThere: Bool) throws {
    try folder.draw("noise.png", width: 256, height: 256) { _, _ in
      [UInt8.random(in: 0...255), UInt8.random(in: 0...255), UInt8.random(in: 0...255), 255]
    }
    try expect("slice noise.png noise --at 12/1024/2048 --zoom 12 --quiet")
    let names = ["all.png", "all.pgw", "all.png.aux.xml"]
    let old = Array("as it was".utf8)
    if isThere { for name in names { try folder.write(old, to: name) } }
    let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
    let line = "ulimit -f 8; \"$0\" stitch noise all.png --zoom 12 --overwrite"
    let outcome = try shell.run(
      ["-c", how + line, BuiltProgram.tilequill.url.path], in: folder.url)
    #expect(outcome.ending != .exit(0))
    for name in names {
      #expect((try? folder.bytes(name)) == (isThere ? old : nil), "\(name)")
    }
    try expect("stitch noise all.png --zoom 12" + (isThere ? " --overwrite" : ""))
    #expect(try folder.names.filter { $0.hasPrefix(".") } == [])
  }
}

extension Tile {
  /// The tile's box as the command line takes it.
  fileprivate var boundsText: String { WebMercator.bounds(of: self).description }
}
