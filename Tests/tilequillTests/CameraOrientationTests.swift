import Foundation
import QuillRaster
import QuillTestSupport
import Testing

/// Pictures that their camera says to turn, with files that say where they lie.
@Suite("tilequill slice, turned by the camera")
struct CameraOrientationTests {
  private let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  @discardableResult
  private func run(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.errors
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  private func tiles(_ name: String) throws -> [String: [UInt8]] {
    let tiles = try folder.tree(name).filter { $0.key.hasSuffix(".png") }
    #expect(!tiles.isEmpty)
    return tiles
  }

  /// Puts a JPEG of 56 x 40 stored pixels there as `turned.jpg`, and the same without its camera's
  /// notes as `bare.jpg`.
  private func putJPEGs(_ orientation: Int) throws {
    let bytes = try Fixture.bytes("jpeg/exif-\(orientation).jpg")
    // The notes are the second segment: 2 bytes of mark, and so many as the next two say.
    try #require(bytes[20..<22] == [0xFF, 0xE1] && Int(bytes[49]) == orientation)
    let length = 2 + Int(bytes[22]) << 8 + Int(bytes[23])
    try folder.write(bytes, to: "turned.jpg")
    try folder.write(Array(bytes[..<20] + bytes[(20 + length)...]), to: "bare.jpg")
  }

  /// An RGBA picture of 64 x 40 stored pixels, all different, with an eXIf chunk if asked for.
  private func putPNG(_ name: String, orientation: Int?, isLittle: Bool = true) throws {
    let value = UInt8(orientation ?? 1)
    let little: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
    let big: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    try folder.draw(
      name, width: 64, height: 40,
      before: orientation == nil ? [] : PNGMaker.chunk("eXIf", isLittle ? little : big), Self.colour
    )
  }

  private static func colour(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(4 * x), UInt8(6 * y), 9, 255]
  }

  /// The stored pixel that a person sees at a place, by the eight meanings that the EXIF standard
  /// lists: which side of the picture the stored first row and the stored first column are.
  private static func stored(_ orientation: Int, _ x: Int, _ y: Int) -> (x: Int, y: Int) {
    let (right, bottom) = (63, 39)
    return switch orientation {
    case 2: (right - x, y)
    case 3: (right - x, bottom - y)
    case 4: (x, bottom - y)
    case 5: (y, x)
    case 6: (y, bottom - x)
    case 7: (right - y, bottom - x)
    case 8: (right - y, x)
    default: (x, y)
    }
  }

  private static let points = """
    #CRS: EPSG:4326
    mapX,mapY,sourceX,sourceY,enable,dX,dY,residual
    101.0,4.0,0,0,1,0,0,0
    101.045,4.001,56,0,1,0,0,0
    101.001,3.968,0,-40,1,0,0,0

    """

  private static let auxiliary = """
    <PAMDataset><GeoTransform>101.0, 0.0008, 0.0, 4.0, 0.0, -0.0008</GeoTransform></PAMDataset>
    """

  private static let worldFile = "0.0008\n0\n0\n-0.0008\n101.0\n4.0\n"

  static let files = [
    (ending: "jgw", beside: true), ("wld", true), ("wld", false), ("jpg.aux.xml", true),
    ("points", true), ("jpg.points", true), ("points", false),
  ]

  @Test(
    "A file of a GIS speaks of stored pixels: the tiles are those of the picture without the tag",
    arguments: 1...8, files)
  func gis(orientation: Int, file: (ending: String, beside: Bool)) throws {
    try putJPEGs(orientation)
    let texts = ["jpg.aux.xml": Self.auxiliary, "points": Self.points, "jpg.points": Self.points]
    let text = texts[file.ending] ?? Self.worldFile
    var option = ""
    for name in ["turned", "bare"] {
      let path = file.beside ? "\(name).\(file.ending)" : "place.\(file.ending)"
      try write(text, to: path)
      if !file.beside { option = (file.ending == "wld" ? "--world-file " : "--points ") + path }
    }
    let told = try run("slice turned.jpg out \(option)")
    let bare = try run("slice bare.jpg wanted \(option)")
    #expect(try tiles("out") == tiles("wanted"))
    #expect(told.contains("56x40 pixels placed by"))
    let notices = told.split(separator: "\n").filter { $0.contains("camera") }
    #expect(notices.count == (orientation == 1 ? 0 : 1), "\(told)")
    #expect(notices.allSatisfy { $0.contains("as they are stored") && $0.contains(file.ending) })
    #expect(!bare.contains("camera"))
    // The next time the record alone says where it lies, and in which pixels.
    let again = try run("slice turned.jpg out --update")
    #expect(again.contains("out: 0 written"), "\(again)")
    #expect(try run("info turned.jpg \(option)").isEmpty)
  }

  @Test(
    "Where a person says the place, the picture is the one a person sees", arguments: 1...8,
    [
      "--at 10/300/400", "--bounds 10,20,11,21", "--center 12.5,41.9 --width 3km", "--plain",
      "--points seen.csv",
    ])
  func seen(orientation: Int, placement: String) throws {
    try putPNG("turned.png", orientation: orientation, isLittle: orientation % 2 == 0)
    let isOnItsSide = orientation > 4
    let size = isOnItsSide ? (40, 64) : (64, 40)
    try folder.draw("seen.png", width: size.0, height: size.1) { x, y in
      let pixel = Self.stored(orientation, x, y)
      return Self.colour(pixel.x, pixel.y)
    }
    try write(
      "pixel_x,pixel_y,lon,lat\n0,0,12,42\n\(size.0),0,12.1,42\n0,\(size.1),12,41.9\n",
      to: "seen.csv")
    let told = try run("slice turned.png out \(placement)")
    _ = try run("slice seen.png wanted \(placement)")
    #expect(try tiles("out") == tiles("wanted"))
    #expect(told.contains("\(size.0)x\(size.1) pixels"))
    #expect(told.contains("turned upright") == (orientation != 1))
  }

  @Test("A PNG with the tag and a file of a GIS is cut as it is stored", arguments: 2...8)
  func png(orientation: Int) throws {
    try putPNG("turned.png", orientation: orientation)
    try putPNG("bare.png", orientation: nil)
    try write(Self.worldFile, to: "turned.pgw")
    try write(Self.worldFile, to: "bare.pgw")
    let told = try run("slice turned.png out --retina")
    _ = try run("slice bare.png wanted --retina")
    #expect(try tiles("out") == tiles("wanted"))
    #expect(told.contains("turned.pgw speaks of its pixels as they are stored"))
  }

  @Test("Damaged notes of a camera turn nothing", arguments: [0, 9, 255])
  func damaged(value: Int) throws {
    try putPNG("turned.png", orientation: value)
    try putPNG("bare.png", orientation: nil)
    #expect(!(try run("slice turned.png out --plain")).contains("camera"))
    _ = try run("slice bare.png wanted --plain")
    #expect(try tiles("out") == tiles("wanted"))
  }
}
