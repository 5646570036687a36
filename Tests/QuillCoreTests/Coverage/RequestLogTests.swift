import QuillCore
import Testing

struct RequestLogTests {
  private func log(_ text: String, in pieces: Int = 1 << 20) -> RequestLog {
    var log = RequestLog()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      log.read(bytes[start..<min(start + pieces, bytes.count)])
    }
    log.finish()
    return log
  }

  @Test(
    "A line names a tile by its three keys in any order",
    arguments: [
      "z:14 x:4825 y:6156",
      "2026-05-01 12:00:01.123 App[311:9] loadTile MKTileOverlayPath(x: 4825, y: 6156, z: 14, contentScaleFactor: 2.0)",
      #"{"y":6156,"z":14,"x":4825}"#,
      #"{"y": "6156", "z": "14", "x": "4825"}"#,
      "GET /tile?x=4825&y=6156&z=14 HTTP/1.1",
      "Z=14, Y=6156, X=4825.",
      "matrix:9 zyx:3 x:a z:14 x:4825 y:6156",
    ])
  func line(_ text: String) {
    let read = log(text)
    #expect(read.coverages.flatMap { $0.map(\.description) } == ["14/4825/6156"])
    #expect(read.lines == 1 && read.linesWithoutTile == 0)
  }

  @Test(
    "A line that names no tile of the grid is counted",
    arguments: [
      "ready", "z:14 x:4825", "z:14 x:4825 y:16384", "z:31 x:0 y:0", "z:-1 x:0 y:0",
      "z:14.5 x:1 y:1", "zz:14 x:1 y:1", "z:14 x:1 y:1px", "z:99999999999999999999 x:1 y:1", "z:",
    ])
  func noTile(_ text: String) {
    let read = log(text)
    #expect(read.coverages.isEmpty)
    #expect(read.lines == 1 && read.linesWithoutTile == 1)
  }

  @Test("Each tile comes once, zooms apart, however the text is cut into pieces")
  func pieces() {
    let text = "z:1 x:1 y:0\r\n\nstart\nz:0 x:0 y:0 z:1 x:1 y:1\nx:1 y:0 z:1\n\u{FF}\nz:1 x:0 y:0"
    for pieces in [1, 2, 7, 1000] {
      let read = log(text, in: pieces)
      #expect(
        read.coverages.map { $0.map(\.description) } == [["0/0/0"], ["1/0/0", "1/1/0", "1/1/1"]])
      #expect(read.lines == 6 && read.linesWithoutTile == 2)
    }
  }
}

struct GroundDistanceTests {
  @Test(
    "Metres, kilometres and bare numbers are distances",
    arguments: [
      ("10m", 10.0), ("1.5km", 1500), ("250", 250), ("0", 0), ("2 km", 2000), ("1e3", 1000),
      ("20037km", 20_037_000),
    ])
  func read(_ text: String, _ metres: Double) throws {
    #expect(try #require(GroundDistance(text)).metres == metres)
  }

  @Test(
    "Anything else is none",
    arguments: ["", "m", "-1", "nan", "inf", "10mi", "20038km", "1e999", "0x10", "10 m m"])
  func refuse(_ text: String) {
    #expect(GroundDistance(text) == nil)
  }
}
