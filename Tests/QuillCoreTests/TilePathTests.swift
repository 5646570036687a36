import QuillCore
import QuillTestSupport
import Testing

@Suite struct TilePathTests {
  @Test func `a tile's file name leads back to it, for every tile to zoom 7`() throws {
    for tile in allTiles(through: 7) {
      let path = TilePath(tile)
      #expect(path.description == "\(tile.zoom.level)/\(tile.x)/\(tile.y).png")
      #expect(try TilePath(path.description) == path)
      let retina = TilePath(tile, scale: .retina)
      #expect(retina.description == "\(tile.zoom.level)/\(tile.x)/\(tile.y)@2x.png")
      #expect(try TilePath(retina.description) == retina)
    }
  }

  @Test func `file names of the deepest tiles lead back to them`() throws {
    for tile in randomTiles(2000, at: 30, seed: 31) {
      #expect(try TilePath(TilePath(tile).description).tile == tile)
    }
  }

  @Test(arguments: [
    ("", TilePathError.notThreeParts("")), ("12722.png", .notThreeParts("12722.png")),
    ("15/12722.png", .notThreeParts("15/12722.png")),
    ("15/9402_12722.png", .notThreeParts("15/9402_12722.png")),
    ("a/15/9402/12722.png", .notThreeParts("a/15/9402/12722.png")),
    ("/15/9402/12722.png", .notThreeParts("/15/9402/12722.png")),
    ("15\\9402\\12722.png", .notThreeParts("15\\9402\\12722.png")),
    ("15/9402/12722", .noExtension("12722")), ("15/9402/", .noExtension("")),
    ("15/9402/12722.PNG", .upperCase("PNG")), ("15/9402/12722.Png", .upperCase("Png")),
    ("15/9402/12722.jpg", .foreignExtension("jpg")), ("15/9402/12722.", .foreignExtension("")),
    ("15/9402/12722.png ", .foreignExtension("png ")),
    ("15/9402/12722.png.tmp", .foreignExtension("tmp")),
    ("015/9402/12722.png", .zeroPadded("015")), ("15/09402/12722.png", .zeroPadded("09402")),
    ("15/9402/012722.png", .zeroPadded("012722")), ("00/0/0.png", .zeroPadded("00")),
    ("15/9402/012722@2x.png", .zeroPadded("012722")),
    ("+15/9402/12722.png", .notANumber("+15")), ("-15/9402/12722.png", .notANumber("-15")),
    ("15 /9402/12722.png", .notANumber("15 ")), (" 15/9402/12722.png", .notANumber(" 15")),
    ("15.0/9402/12722.png", .notANumber("15.0")), ("15/9402.0/12722.png", .notANumber("9402.0")),
    ("15/9402/12722.0.png", .notANumber("12722.0")), ("1e1/0/0.png", .notANumber("1e1")),
    ("0x1/0/0.png", .notANumber("0x1")), ("١٥/9402/12722.png", .notANumber("١٥")),
    ("15/９４０２/12722.png", .notANumber("９４０２")), ("15/9402/.png", .notANumber("")),
    ("//.png", .notANumber("")), ("15/9402/12722@2x@2x.png", .notANumber("12722@2x")),
    ("15/9402/12722@2X.png", .notANumber("12722@2X")),
    ("15/9402/12722@3x.png", .notANumber("12722@3x")),
    ("15/9402/@2x.png", .notANumber("")), ("15/9402/12722 copy.png", .notANumber("12722 copy")),
    ("15/9402/12722\n.png", .notANumber("12722\n")),
    ("31/0/0.png", .zoomTooDeep(31)), ("1000/0/0.png", .zoomTooDeep(1000)),
    ("1/2/0.png", .outsideTheZoom(zoom: 1, x: 2, y: 0)),
    ("1/0/2.png", .outsideTheZoom(zoom: 1, x: 0, y: 2)),
    ("30/1073741824/0.png", .outsideTheZoom(zoom: 30, x: 1_073_741_824, y: 0)),
    ("99999999999/0/0.png", .tooManyDigits("99999999999")),
    ("3/0/99999999999999999999999.png", .tooManyDigits("99999999999999999999999")),
  ])
  func `any other name is refused, and told in which way`(name: String, error: TilePathError) {
    #expect(throws: error) { try TilePath(name) }
  }

  @Test(arguments: [
    (TilePathError.notThreeParts("a"), "is not named z/x/y.png"),
    (.noExtension("1"), "has no extension (expected .png)"),
    (.upperCase("PNG"), "ends in .PNG (expected .png in lower case)"),
    (.foreignExtension("jpg"), "ends in .jpg (expected .png)"),
    (.notANumber("+1"), "'+1' is not a plain number (expected digits only)"),
    (.zeroPadded("012722"), "'012722' is padded with zeros (expected '12722')"),
    (.zeroPadded("00"), "'00' is padded with zeros (expected '0')"),
    (.zoomTooDeep(31), "zoom 31 is too deep (expected 0 to 30)"),
    (
      .outsideTheZoom(zoom: 3, x: 8, y: 0), "x 8, y 0 lie outside zoom 3 (expected 0 to 7)"
    ),
    (
      .tooManyDigits("99999999999"),
      "'99999999999' is beyond every zoom (expected at most 10 digits)"
    ),
  ])
  func `each error says in one clause what was found and what was expected`(
    error: TilePathError, sentence: String
  ) {
    #expect(error.description == sentence)
  }
}
