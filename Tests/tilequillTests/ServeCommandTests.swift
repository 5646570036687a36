import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("tilequill serve")
struct ServeCommandTests {
  private let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// A drawing of one tile at zoom 12 whose western half is red and whose eastern is green.
  private func slice(to out: String = "tiles") throws {
    try folder.draw("map.png", width: 256, height: 256) { x, _ in
      x < 128 ? [200, 0, 0, 255] : [0, 200, 0, 255]
    }
    let outcome = try folder.run(words("slice map.png \(out) --at 12/1206/1539 --quiet"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  @Test(
    "Tilesets of all kinds are served, byte for byte",
    arguments: ["tiles", "tiles.mbtiles", "tiles.pmtiles"])
  func kinds(name: String) async throws {
    try slice()
    let tile = try folder.bytes("tiles/12/1206/1539.png")
    if name != "tiles" { _ = try folder.run(words("convert tiles \(name) --quiet")) }
    let served = try ServedProgram([name], in: folder.url)
    #expect(served.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\//) != nil)
    let own = try await served.get("12/1206/1539.png")
    #expect(own.status == 200)
    #expect([UInt8](own.body) == tile)
    #expect(try await served.get("12/0/0.png").status == 404)
    #expect(try await served.get("tiles.json").status == 200)
    #expect(try await served.get("").status == 200)
  }

  @Test func `an archive that is replaced is served anew`() async throws {
    try slice(to: "tiles.pmtiles")
    let served = try ServedProgram(["tiles.pmtiles"], in: folder.url)
    let before = try await served.get("12/1206/1539.png").body
    try folder.draw("map.png", width: 256, height: 256) { _, _ in [0, 0, 200, 255] }
    let outcome = try folder.run(words("slice map.png tiles.pmtiles --update --quiet"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let after = try await served.get("12/1206/1539.png")
    #expect(after.status == 200)
    #expect(after.body != before)
  }

  /// The tile 14/4826/6156 covers the second quarter of columns and the first of rows, all red.
  @Test func `parents are enlarged`() async throws {
    try slice()
    let served = try ServedProgram(words("tiles --holes parent"), in: folder.url)
    func pixels(_ path: String) async throws -> [UInt8] {
      let answer = try await served.get(path)
      #expect(answer.status == 200)
      var reader = TileReader()
      var pixels: [UInt8] = []
      let header = try reader.read([UInt8](answer.body).span, into: &pixels).header
      #expect(header.width == 256)
      #expect(header.height == 256)
      return pixels
    }
    let west = try await pixels("14/4824/6156.png")
    #expect(Array(west[0..<4]) == [200, 0, 0, 255])
    let east = try await pixels("14/4827/6159.png")
    #expect(Array(east.suffix(4)) == [0, 200, 0, 255])
    // The border lies at column 128: in the tile of zoom 13 whose left half of columns is 0…127.
    let first = try await pixels("13/2412/3078.png")
    #expect(Array(first[0..<4]) == [200, 0, 0, 255])
  }

  @Test func `the log names the tiles that were asked for, as list reads them`() async throws {
    try slice()
    let served = try ServedProgram(words("tiles --log asked.txt"), in: folder.url)
    for tile in ["12/1206/1539", "13/1/2", "12/1206/1539"] {
      _ = try await served.get("\(tile).png")
    }
    _ = served.end(by: SIGKILL)
    let text = String(decoding: try folder.bytes("asked.txt"), as: UTF8.self)
    #expect(text.hasPrefix("requested tile z:12 x:1206 y:1539\nrequested tile z:13 x:1 y:2\n"))
    let listed = try folder.run(words("list --requested asked.txt")).output
    #expect(listed == "12/1206/1539\n13/1/2\n")
  }

  @Test func `--open hands the address to what opens pages here`() throws {
    try slice()
    try folder.make("bin/xdg-open", Array("#!/bin/sh\necho \"$@\" >asked; mv asked opened\n".utf8))
    let opener = folder.url.appending(path: "bin/xdg-open").path
    for name in [opener, "\(opener.dropLast(8))open"] {
      if name != opener { try FileManager.default.copyItem(atPath: opener, toPath: name) }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: name)
    }
    let served = try ServedProgram(
      words("tiles --open"), in: folder.url, path: folder.url.appending(path: "bin").path)
    for _ in 0..<200 where try !folder.names.contains("opened") { usleep(20_000) }
    #expect(String(decoding: try folder.bytes("opened"), as: UTF8.self) == "\(served.url)\n")
  }

  @Test func `an export has the page, the tiles and nothing that needs a server`() throws {
    try slice()
    try folder.make("tiles/notes.txt", Array("private".utf8))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    let outcome = try folder.run(words("serve tiles --export out"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let files = try folder.files(below: "out")
    #expect(files.contains("index.html"))
    #expect(files.contains("preview/data.js"))
    #expect(!files.contains("notes.txt"))
    #expect(try folder.bytes("out/12/1206/1539.png") == folder.bytes("tiles/12/1206/1539.png"))
    let data = String(decoding: try folder.bytes("out/preview/data.js"), as: UTF8.self)
    #expect(data.contains(#""live":false"#))
    let again = try folder.run(words("serve tiles --export out"))
    #expect(again.ending == .exit(2))
    #expect(again.errors.contains("exists already (expected a new or an empty folder)"))
  }

  @Test(
    "Calls that make no sense end with 2, and with the reason",
    arguments: [
      ("none", "none: does not exist"), ("tiles --port 0", "found '0', expected a port"),
      ("tiles --port x", "found 'x', expected a port"),
      ("tiles --port 70000", "found '70000', expected a port"),
      ("tiles --holes blank", "--holes: unknown choice (found 'blank'"),
      ("tiles --places none.geojson", "none.geojson: does not exist"),
      ("tiles --route none.gpx", "none.gpx: does not exist"),
      ("tiles --route map.png", "map.png: is not whole XML"),
      ("tiles --base nowhere", "--base: found 'nowhere'"),
      ("tiles --host 203.0.113.1", "no address '203.0.113.1'"),
      ("tiles --at 12/1/1", "'--at' would have no effect"),
      ("tiles --export out --port 80", "'--port' would have no effect"),
      ("tiles --export out --holes parent", "'--holes' would have no effect"),
      ("tiles --log none/log", "none/log: cannot be written"),
      ("tiles --watch none.png", "none.png: cannot be read"),
      ("tiles --watch map.png --scheme tms", "'--scheme' would have no effect"),
      ("tiles --fallback map.txt", "map.txt: is no picture"),
      ("map.png", "map.png: looks like a PNG picture"),
      ("tiles.mbtiles --scheme tms", "tiles.mbtiles: is an archive, which --scheme"),
    ])
  func refusals(line: String, reason: String) throws {
    try slice()
    try folder.make("map.txt", Array("no picture".utf8))
    _ = try folder.run(words("convert tiles tiles.mbtiles --quiet"))
    let before = try folder.names
    let outcome = try folder.run(words("serve \(line)"))
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("tilequill: ") && outcome.errors.contains(reason))
    #expect(try folder.names == before)
  }

  @Test func `many requests do not make it grow`() throws {
    try slice()
    let served = try ServedProgram(["tiles"], in: folder.url)
    let connection = try #require(RawConnection(port: served.port))
    func ask(_ count: Int) throws {
      for number in 0..<count {
        let path = number.isMultiple(of: 2) ? "12/1206/1539.png" : "12/0/\(number % 4096).png"
        connection.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try #require(connection.answer().head.first?.hasPrefix("HTTP/1.1 ") == true)
      }
    }
    try ask(1000)
    let before = try #require(served.memory)
    try ask(10_000)
    #expect(try #require(served.memory) < before + 2048)
  }

  @Test(
    "A signal ends it, and it dies by that signal", arguments: [SIGINT, SIGTERM])
  func stops(signal: Int32) throws {
    try slice()
    // The threads of tests hold signals back, and so would a program that one of them starts.
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, signal)
    var before = sigset_t()
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
    let served = try ServedProgram(["tiles"], in: folder.url)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    let ending = served.end(by: signal)
    #expect(ending.reason == .uncaughtSignal)
    #expect(ending.status == signal)
  }
}
