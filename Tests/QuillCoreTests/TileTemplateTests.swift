import QuillCore
import Testing

@Suite struct TileTemplateTests {
  @Test(arguments: [
    ("https://example.org/{z}/{x}/{y}.png", "https://example.org/6/33/22.png"),
    ("tiles/{z}/{x}/{-y}.png", "tiles/6/33/41.png"), ("{q}", "120221"), ("{z}-{x}_{y}", "6-33_22"),
    ("{z}/{x}/{y}?a={x}", "6/33/22?a=33"), ("}{z}/{x}/{y}", "}6/33/22"),
    ("q{q}.png", "q120221.png"),
    ("Été 'ñ'/{z}/{x}/{y}", "Été 'ñ'/6/33/22"),
  ])
  func `each placeholder stands for a part of the tile's name`(
    pattern: String, name: String
  ) throws {
    let tile = try #require(Tile("6/33/22"))
    #expect(try TileTemplate(pattern).name(of: tile) == name)
  }

  @Test(arguments: [
    ("", TileTemplateError.ambiguous("")), ("tile.png", .ambiguous("tile.png")),
    ("{z}/{x}", .ambiguous("{z}/{x}")), ("{x}/{y}", .ambiguous("{x}/{y}")),
    ("{z}/{y}/{-y}", .ambiguous("{z}/{y}/{-y}")), ("{z}{x}{y}", .ambiguous("{z}{x}{y}")),
    ("{z}/{x}7{y}", .ambiguous("{z}/{x}7{y}")),
    ("{s}.example.org/{z}/{x}/{y}", .unknownPlaceholder("s")),
    ("{Z}/{x}/{y}", .unknownPlaceholder("Z")),
    ("{}/{z}/{x}/{y}", .unknownPlaceholder("")), ("{z}/{x}/{y", .unclosed("{z}/{x}/{y")),
    ("{{z}/{x}/{y}", .unknownPlaceholder("{z")),
  ])
  func `a pattern that is unsound is refused`(pattern: String, error: TileTemplateError) {
    #expect(throws: error) { try TileTemplate(pattern) }
  }

  @Test(arguments: ["{z}/{x}/{y}", "{z}-{x}-{-y}", "{q}", "{y}.{x}.{z}"])
  func `no two tiles to zoom 5 have one name`(pattern: String) throws {
    let template = try TileTemplate(pattern)
    let tiles = allTiles(through: 5)
    #expect(Set(tiles.map(template.name(of:))).count == tiles.count)
  }

  @Test func `each error says in one clause what was found and what was expected`() {
    #expect(
      "\(TileTemplateError.unknownPlaceholder("s"))"
        == "'{s}' is unknown (expected {z} {x} {y} {-y} or {q})")
    #expect("\(TileTemplateError.unclosed("{z"))" == "'{z' has a { without its }")
    #expect(
      "\(TileTemplateError.ambiguous("{z}"))"
        == "'{z}' gives several tiles one name (expected {z}, {x} and {y} or {-y}, or {q})")
  }
}
