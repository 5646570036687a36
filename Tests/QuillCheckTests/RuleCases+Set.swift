import QuillCheck
import QuillCore

extension RuleCase {
  private static let picture = SketchedTile(color: [9, 9, 9, 255])
  private static let clear = SketchedTile(color: [0, 0, 0, 0], isSpotted: false)
  private static let good = Tree.good
  private static let sliced = Tree.sliced

  static let set = [
    RuleCase(rule: "no-tiles", path: ".", faulty: Tree().with("notes.txt", "draft")),
    RuleCase(
      rule: "cut-off-update", path: ".",
      faulty: sliced.with(".tilequill-update/pending-0", Tree.record(made: ["1/0/0"])),
      honest: sliced.with(".tilequill-update/pending-0", "{\"cut")),
    RuleCase(rule: "missing-tile", path: "2/0/1.png", faulty: good.without("2/0/1.png")),
    RuleCase(
      rule: "missing-tile", path: "2/0/2.png", faulty: good, request: .area("2/0/0-2"),
      honestRequest: .area("2/0/0-1")),
    RuleCase(
      rule: "missing-tile", path: "2/0/1.png", faulty: sliced.without("2/0/1.png"),
      honest: good.without("2/0/1.png").with(
        "tilequill.json", Tree.record(made: ["1/0/0", "2/0/0", "2/1/0-1"], blank: ["2/0/1"]))),
    RuleCase(
      rule: "zoom-gap", path: "2/",
      faulty: Tree().with("1/0/0.png", picture).with("3/0/0.png", picture)
    ),
    RuleCase(
      rule: "empty-zoom", path: "3/", faulty: good,
      request: .asking { $0.zooms = ZoomRange(1, through: 3) },
      honestRequest: .asking { $0.zooms = ZoomRange(1, through: 2) }),
    RuleCase(
      rule: "empty-zoom", path: "3/",
      faulty: good.with("metadata.json", #"{"minzoom": 1, "maxzoom": 3}"#),
      honest: good.with("metadata.json", #"{"minzoom": 1, "maxzoom": 2}"#)),
    RuleCase(
      rule: "uneven-levels", path: "2/", faulty: thirds(isHalving: false),
      honest: thirds(isHalving: true)),
    RuleCase(
      rule: "orphan", path: "1/0/1.png",
      faulty: good.without("metadata.json").with("2/0/2.png", picture),
      honest: good.without("metadata.json").with("2/0/2.png", picture)
        .with("1/0/1.png", picture)),
    RuleCase(
      rule: "blank-tile", path: "2/1/1.png",
      faulty: good.with("2/1/1.png", clear).with(
        "tilequill.json", Tree.record(made: ["1/0/0", "2/0/0-1", "2/1/0"], blank: ["2/1/1"])),
      honest: good.with("2/1/1.png", clear).with(
        "tilequill.json", Tree.record(keepsBlank: true))),
    RuleCase(
      rule: "same-as-fallback", path: "2/1/1.png",
      faulty: good.with("2/1/1.png", SketchedTile(color: [240, 230, 200, 255]))),
    RuleCase(
      rule: "repeated-picture", path: "3/", faulty: notices(SketchedTile()),
      honest: notices(SketchedTile(isSpotted: false))),
    RuleCase(
      rule: "fallback-missing", path: "parchment.png", faulty: good.without("parchment.png")),
    RuleCase(
      rule: "fallback-size", path: "parchment.png",
      faulty: good.with("parchment.png", SketchedTile(width: 512, height: 512))),
    RuleCase(
      rule: "fallback-seam", path: "parchment.png", faulty: parchment(darkening: 20),
      honest: parchment(darkening: 0)),
  ]

  static let drawing = [
    RuleCase(
      rule: "unlike-children", path: "1/0/0.png", faulty: pyramid(parent: 103),
      honest: pyramid(parent: 102)),
    RuleCase(
      rule: "visible-seam", path: "2/0/0.png", faulty: neighbours(east: 90),
      honest: neighbours(east: 4)),
  ]

  static let promises = [
    RuleCase(
      rule: "metadata-unreadable", path: "metadata.json", faulty: good.with("metadata.json", "{")),
    RuleCase(
      rule: "record-unreadable", path: "tilequill.json", faulty: good.with("tilequill.json", "[]"),
      honest: sliced),
    RuleCase(
      rule: "metadata-format", path: "metadata.json",
      faulty: good.with("metadata.json", #"{"format": "jpg"}"#)),
    RuleCase(
      rule: "metadata-bounds", path: "metadata.json",
      faulty: good.with("metadata.json", #"{"bounds": "10,-60,60,-10"}"#)),
    RuleCase(
      rule: "metadata-bounds", path: "metadata.json",
      faulty: sliced.with("metadata.json", #"{"bounds": "10,-60,60,-10"}"#), honest: sliced),
    RuleCase(
      rule: "metadata-center", path: "metadata.json",
      faulty: good.with("metadata.json", #"{"bounds": "-180,0,0,85", "center": "10,10"}"#)),
    RuleCase(
      rule: "metadata-center", path: "metadata.json",
      faulty: good.with("metadata.json", #"{"minzoom": 1, "maxzoom": 2, "center": "-9,9,7"}"#)),
    RuleCase(
      rule: "metadata-scheme", path: "metadata.json",
      faulty: good.with("metadata.json", #"{"scheme": "tms"}"#),
      honest: good.with("metadata.json", #"{"scheme": "xyz"}"#)),
    RuleCase(
      rule: "promises-differ", path: "metadata.json",
      faulty: sliced.with("metadata.json", #"{"minzoom": "1", "maxzoom": "3"}"#), honest: sliced),
    RuleCase(
      rule: "unrecorded-tile", path: "2/2/0.png", faulty: sliced.with("2/2/0.png", picture),
      honest: sliced),
    RuleCase(
      rule: "tile-too-heavy", path: "2/1/1.png",
      faulty: good.with("2/1/1.png", SketchedTile(words: [String(repeating: "x", count: 500)])),
      request: .asking { $0.maxTileBytes = 500 }),
    RuleCase(
      rule: "set-too-heavy", path: ".", faulty: good, request: .asking { $0.maxBytes = 100 },
      honestRequest: .asking { $0.maxBytes = 1000 }),
  ]

  /// A picture scaled to 2, 3 and 7 tiles a side by hand, or to 2, 4 and 7 by halves.
  static func thirds(isHalving: Bool) -> Tree {
    var tree = Tree()
    for (zoom, side) in [(1, 2), (2, isHalving ? 4 : 3), (3, 7)] {
      for x in 0..<side {
        for y in 0..<side { tree = tree.with("\(zoom)/\(x)/\(y).png", picture) }
      }
    }
    return tree
  }

  /// A zoom of nine tiles, six of them one picture.
  private static func notices(_ notice: SketchedTile) -> Tree {
    var tree = Tree()
    for place in 0..<9 {
      let own = SketchedTile(color: [UInt8(place), 80, 80, 255])
      tree = tree.with("3/\(place / 3)/\(place % 3).png", place % 3 == 2 ? own : notice)
    }
    return tree
  }

  /// A parchment that darkens from pixel to pixel.
  private static func parchment(darkening: Int) -> Tree {
    let pixels = (0..<64).flatMap { place -> [UInt8] in
      [UInt8(240 - place % 8 * darkening / 2), 220, 200, 255]
    }
    return Tree.good.with(
      "parchment.png", SketchedTile(width: 8, height: 8, pixels: pixels))
  }

  /// Four tiles in 100 gray and the tile above them in another gray.
  private static func pyramid(parent: UInt8) -> Tree {
    var above = SketchedTile(width: 8, height: 8, color: [parent, parent, parent, 255])
    above.isSpotted = false
    var tree = sliced.with("tilequill.json", Tree.record(ownZoom: 2)).with("1/0/0.png", above)
    for child in ["2/0/0.png", "2/0/1.png", "2/1/0.png", "2/1/1.png"] {
      tree = tree.with(child, SketchedTile(width: 8, height: 8, color: [100, 100, 100, 255]))
    }
    return tree
  }

  /// Two neighbours whose pixels step by 1; the eastern one is lighter by `east`.
  private static func neighbours(east: Int) -> Tree {
    func ramp(_ start: Int) -> SketchedTile {
      let pixels = (0..<64).flatMap { place -> [UInt8] in
        [UInt8(start + place % 8), 100, 100, 255]
      }
      return SketchedTile(width: 8, height: 8, pixels: pixels)
    }
    return sliced.with("2/0/0.png", ramp(100)).with("2/1/0.png", ramp(107 + east))
  }
}
