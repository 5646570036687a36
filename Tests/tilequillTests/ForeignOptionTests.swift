import QuillTestSupport
import Testing

@Suite("Options and names that other programs have")
struct ForeignOptionTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    for (name, colour) in [("a", UInt8(1)), ("b", 2), ("c", 3)] {
      try folder.draw("\(name).png", width: 256, height: 256) { _, _ in [colour, 9, 9, 255] }
      _ = try folder.run(words("slice \(name).png \(name) --at 10/100/200 --zoom 10 --quiet"))
    }
  }

  @Test(arguments: [
    ("convert a -o out", "'-o': the output is the last argument: tilequill convert SRC DST"),
    (
      "convert a --output=out",
      "'--output': the output is the last argument: tilequill convert SRC DST"
    ),
    (
      "slice a.png --out x",
      "'--out': the output is the last argument: tilequill slice DRAWING.png OUT"
    ),
    (
      "stitch a -o x.png", "'-o': the output is the last argument: tilequill stitch TILESET OUT.png"
    ),
    ("merge a b -o x", "'-o': the output is the last argument: tilequill merge SET... DST"),
    ("list --output x", "'--output': the result is printed; to keep it: tilequill list … > FILE"),
    ("serve a -o x", "'-o': here it is '--export'"),
    ("convert a x --crop 1,2,3,4", "'--crop': here it is '--bounds'"),
    ("stitch a x.png --bbox 1,2,3,4", "'--bbox': here it is '--bounds'"),
    ("slice a.png x --crop 1,2,3,4", "'--crop': it cuts the whole drawing; a part of the tiles: "),
    ("slice a.png x --minzoom 3", "'--minzoom': here it is '--zoom'"),
    ("validate a -j 3", "'-j': here it is '--jobs'"),
    ("slice a.png x --force", "'--force': here it is '--overwrite'"),
    ("validate a --tile-sise 3", "'--tile-sise'; did you mean '--tile-size'?"),
  ])
  func `an option gets what it means, not the nearest spelling`(
    _ line: String, _ message: String
  ) throws {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("unknown option \(message)"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (
      "merge a b c", "c: is a tileset that is there already (the output name is missing?)",
      "merge a b c merged"
    ),
    ("merge a b", "merge: the output name is missing (found two tilesets", "merge a b merged"),
  ])
  func `a forgotten output is told as that, and no source is to be removed`(
    _ line: String, _ message: String, _ remedy: String
  ) throws {
    let before = try folder.tree(".")
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("tilequill: \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("  Try: tilequill \(remedy)\n"))
    #expect(!outcome.errors.contains("remove"))
    #expect(try folder.tree(".") == before)
    #expect(try folder.run(words(remedy)).ending == .exit(0))
    // The name that was proposed first is taken now.
    #expect(try folder.run(words(line)).errors.hasSuffix(" merged-2\n"))
  }

  @Test func `a set is not converted onto itself`() throws {
    let outcome = try folder.run(words("convert a ./a/"))
    #expect(outcome.errors.contains("is the tileset that is read (expected a new name for DST)"))
    #expect(!outcome.errors.contains("remove"))
  }

  @Test(
    arguments: [
      ("web.pmtile", "web.pmtiles"), ("web.mbtile", "web.mbtiles"), ("web.PMTILE", "web.pmtiles"),
      ("my maps.v2/web.pmtilse", "my maps.v2/web.pmtiles"), ("web.pmt", "web.pmtiles"),
      ("web.zip", nil),
      ("web.png", nil), ("web.sqlite", nil),
    ] as [(String, String?)])
  func `a name that nearly ends as an archive becomes no folder`(
    _ name: String, _ meant: String?
  ) throws {
    for call in [
      ["convert", "a", name], ["merge", "a", "b", name],
      ["slice", "a.png", name, "--at", "10/100/200"],
    ] {
      let outcome = try folder.run(call)
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.hasPrefix("tilequill: \(name): ends in ."), "\(outcome.errors)")
      #expect(outcome.errors.contains("did you mean '\(meant ?? "")'?") == (meant != nil))
      #expect(try folder.names == ["a", "a.png", "b", "b.png", "c", "c.png"])
    }
  }

  @Test(arguments: ["web.tiles", "park-1.2", "v1.0.3", ".tiles", "web.pmtile/"])
  func `other names with dots are folders, and a slash makes any name one`(_ name: String) throws {
    let outcome = try folder.run(["convert", "a", name])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }
}
