import Foundation
import QuillCore
import QuillServer
import QuillTestSupport
import Testing

@Suite("Tiles that are served")
struct TileAnswerTests {
  @Test func `a tile has the bytes of its file`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(7), to: "12/1/1.png")
    let answer = try folder.site().answer(HTTPRequest("/12/1/1.png"))
    #expect(answer.status == 200)
    #expect(answer.bytes == picture(7))
    #expect(answer.header("Content-Type") == "image/png")
    #expect(answer.header("X-Tile") == "own")
    #expect(answer.header("Cache-Control") == "no-cache")
  }

  @Test func `a retina name gives the retina picture, or else the plain one`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    try folder.write(picture(2), to: "12/1/2.png")
    try folder.write(picture(3), to: "12/1/2@2x.png")
    let site = try folder.site()
    #expect(site.answer(HTTPRequest("/12/1/1@2x.png")).bytes == picture(1))
    #expect(site.answer(HTTPRequest("/12/1/2@2x.png")).bytes == picture(3))
    #expect(site.answer(HTTPRequest("/12/1/2%402x.png")).bytes == picture(3))
  }

  /// Bytes tell what a picture is, as archives keep other formats under the same names.
  @Test func `a picture of another format is told as what it is`() throws {
    let folder = try ServedFolder()
    try folder.write([0xff, 0xd8, 0xff, 0xe0], to: "12/1/1.png")
    try folder.write(Array("<html>".utf8), to: "12/1/2.png")
    try folder.write([], to: "12/1/3.png")
    let site = try folder.site()
    #expect(site.answer(HTTPRequest("/12/1/1.png")).header("Content-Type") == "image/jpeg")
    #expect(site.answer(HTTPRequest("/12/1/2.png")).status == 500)
    #expect(site.answer(HTTPRequest("/12/1/3.png")).status == 500)
  }

  @Test func `who has the tile already is not sent it again, until it changes`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    let site = try folder.site()
    var request = HTTPRequest("/12/1/1.png")
    let tag = try #require(site.answer(request).header("ETag"))
    for have in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      request.ifNoneMatch = have
      #expect(site.answer(request).status == 304, "\(have)")
    }
    request.ifNoneMatch = "\"other\""
    #expect(site.answer(request).status == 200)
    request.ifNoneMatch = tag
    try folder.write(picture(2), to: "12/1/1.png")
    let after = site.answer(request)
    #expect(after.status == 200)
    #expect(after.bytes == picture(2))
    #expect(after.header("ETag") != tag)
    try FileManager.default.removeItem(atPath: "\(folder.path)/12/1/1.png")
    #expect(site.answer(request).status == 404)
  }

  @Test(
    "A part of a tile can be asked for",
    arguments: [
      ("bytes=0-9", 206, 0..<10), ("bytes=60-", 206, 60..<70), ("bytes=-5", 206, 65..<70),
      ("bytes=0-999", 206, 0..<70), ("bytes=-999", 206, 0..<70), ("bytes=69-69", 206, 69..<70),
      ("bytes=70-", 416, nil), ("bytes=-0", 416, nil), ("bytes=5-2", 200, nil),
      ("bytes=0-1,5-6", 200, nil), ("bytes=a-b", 200, nil), ("bytes=-", 200, nil),
      ("lines=0-1", 200, nil), ("bytes=99999999999999999999-", 200, nil),
    ] as [(String, Int, Range<Int>?)])
  func ranges(header: String, status: Int, range: Range<Int>?) throws {
    let folder = try ServedFolder()
    let bytes = picture(9)
    try #require(bytes.count == 70)
    try folder.write(bytes, to: "12/1/1.png")
    var request = HTTPRequest("/12/1/1.png")
    request.range = header
    let answer = try folder.site().answer(request)
    #expect(answer.status == status)
    if let range {
      #expect(answer.bytes == Array(bytes[range]))
      #expect(
        answer.header("Content-Range") == "bytes \(range.lowerBound)-\(range.upperBound - 1)/70")
    }
    if status == 200 { #expect(answer.bytes == bytes) }
    if status == 416 { #expect(answer.header("Content-Range") == "bytes */70") }
  }

  @Test func `a part of a tile that has changed is all of it`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(9), to: "12/1/1.png")
    var request = HTTPRequest("/12/1/1.png")
    request.range = "bytes=0-9"
    request.ifRange = "\"older\""
    #expect(try folder.site().answer(request).status == 200)
    request.ifRange = try folder.site().answer(HTTPRequest("/12/1/1.png")).header("ETag")
    #expect(try folder.site().answer(request).status == 206)
  }

  /// One tile is there, one is blank on purpose, all others are missing; zooms are 12 to 15.
  @Test(
    "Where no tile is, the answer is as asked",
    arguments: [
      ("404", "15/9402/12723", 404, "missing"), ("204", "15/9402/12723", 204, "missing"),
      ("fallback", "15/9402/12723", 200, "fallback"),
      ("parent", "15/9402/12723", 200, "parent 14/4701/6361"),
      ("parent", "16/18805/25447", 200, "parent 14/4701/6361"),
      ("fallback", "16/18805/25447", 404, "outside-zooms"),
      ("404", "14/4702/6361", 404, "blank"), ("204", "14/4702/6361", 204, "blank"),
      ("fallback", "14/4702/6361", 200, "blank"), ("parent", "14/4702/6361", 200, "blank"),
      ("parent", "13/0/0", 200, "fallback"), ("nonsense", "13/0/0", 200, "fallback"),
    ])
  func holes(policy: String, tile: String, status: Int, word: String) throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "14/4701/6361.png")
    try folder.write(picture(200), to: "parchment.png")
    var record = SliceRecord(
      drawing: .init(name: "map.png", width: 512, height: 256),
      placement: .at(Tile("14/4701/6361")!),
      options: .init(zooms: ZoomRange("12-15")!), made: [], blank: [])
    record.blank = [TileCoverage(TileRange("14/4702/6361")!)]
    try folder.write(try record.json, to: "tilequill.json")
    var request = HTTPRequest("/\(tile).png")
    request.holes = policy
    let answer = try folder.site().answer(request)
    #expect(answer.status == status)
    #expect(answer.header("X-Tile") == word)
    if word == "fallback" || (word == "blank" && status == 200) {
      #expect(answer.bytes == picture(200))
    }
  }

  /// 17/37610/50892 lies at column 2, row 0 of the 4 x 4 tiles that 15/9402/12723 holds.
  @Test func `a deeper tile is a part of the nearest shallower one`() throws {
    var folder = try ServedFolder()
    folder.look.holes = .parent
    try folder.write(picture(1), to: "15/9402/12723.png")
    let answer = try folder.site().answer(HTTPRequest("/17/37610/50892.png"))
    #expect(answer.text == "0.5 0.0 0.25 of 70")
    #expect(answer.header("X-Tile") == "parent 15/9402/12723")
  }

  @Test func `a set without a fallback has none`() throws {
    let folder = try ServedFolder()
    try folder.write(picture(1), to: "12/1/1.png")
    #expect(try folder.site().answer(HTTPRequest("/fallback.png")).status == 404)
    #expect(try folder.site().answer(HTTPRequest("/12/0/0.png")).status == 404)
    try folder.write(picture(5), to: "parchment.png")
    #expect(try folder.site().answer(HTTPRequest("/fallback.png")).bytes == picture(5))
  }
}
