import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// A web server of one folder on this machine alone, gone when the test is done.
private final class LoopbackServer {
  let port: Int
  private let process = Process()

  /// Serves the folder on a free port.
  init(_ folder: URL, python: URL) throws {
    let pipe = Pipe()
    process.executableURL = python
    process.arguments = [
      "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path,
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var said = ""
    while !said.contains("\n"), case let more = pipe.fileHandleForReading.availableData,
      !more.isEmpty
    {
      said += String(decoding: more, as: UTF8.self)
    }
    guard let match = said.firstMatch(of: /port ([0-9]+)/), let port = Int(match.1) else {
      kill(process.processIdentifier, SIGKILL)
      throw CocoaError(.fileReadUnknown)
    }
    self.port = port
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

@Suite("From a plan to fetched tiles")
struct FetchChainTests {
  private static let python = BuiltProgram.path(of: "python3")
  private static let curl = BuiltProgram.path(of: "curl")
  private static let isPossible = python != nil && curl != nil

  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  /// The sample tiles, served.
  private func serve() throws -> LoopbackServer {
    let tiles = Fixture.tests.deletingLastPathComponent().appending(path: "tiles")
    return try LoopbackServer(tiles, python: try #require(Self.python))
  }

  /// Fetches the tiles of a box into the folder `got`, as a user would by `list | curl`.
  private func fetch(_ area: [String], from server: LoopbackServer) throws -> BuiltProgram.Outcome {
    let list = try folder.run(
      ["list", "--format", "curl", "--rate", "500", "--url"]
        + ["http://127.0.0.1:\(server.port)/{z}/{x}/{y}.png"] + area)
    try #require(list.ending == .exit(0), "\(list.errors)")
    let got = folder.url.appending(path: "got")
    try FileManager.default.createDirectory(at: got, withIntermediateDirectories: true)
    let curl = BuiltProgram(url: try #require(Self.curl))
    return try curl.run(["--config", "-"], in: got, input: list.stdout)
  }

  @Test("What was planned is listed, fetched, and then missing nowhere", .enabled(if: isPossible))
  func complete() throws {
    let server = try serve()
    let plan = try folder.run(
      words("plan --bounds -73.970,40.772,-73.955,40.785 --zoom 13-15 --json"))
    try #require(plan.ending == .exit(0))
    let facts = try JSONSerialization.jsonObject(with: plan.stdout) as? NSDictionary
    let zooms = try #require(facts?["zooms"] as? [NSDictionary])
    let box = try #require(zooms.last?["bounds"] as? [Double])
    let area = ["--bounds", box.map { "\($0)" }.joined(separator: ","), "--zoom", "13-15"]
    let fetched = try fetch(area, from: server)
    #expect(fetched.ending == .exit(0), "\(fetched.errors)")
    let planned = zooms.compactMap { $0["tiles"] as? Int }.reduce(0, +)
    #expect(planned == 14)
    #expect(try folder.files(below: "got").count == planned)
    let missing = try folder.run(["list", "--in", "got", "--missing"] + area)
    #expect(missing.ending == .exit(0) && missing.output.isEmpty, "\(missing.output)")
    let difference = try folder.run(["list", "--in", "got", "--present", "--format", "paths"])
    for path in difference.output.split(separator: "\n") {
      let sample = Fixture.tests.deletingLastPathComponent().appending(path: "tiles/\(path).png")
      #expect(try folder.bytes("got/\(path).png") == Array(Data(contentsOf: sample)))
    }
  }

  @Test(
    "Fetched tiles become a drawing, and what is drawn on it becomes tiles",
    .enabled(if: isPossible))
  func drawnOn() throws {
    let server = try serve()
    let area = ["--bounds=-73.965,40.775,-73.956,40.783"]
    let fetched = try fetch(area + ["--zoom", "15"], from: server)
    try #require(fetched.ending == .exit(0), "\(fetched.errors)")
    let stitched = try folder.run(words("stitch got park.png --zoom 15"))
    try #require(stitched.ending == .exit(0), "\(stitched.errors)")
    try paint("park.png", columns: 20..<60, rows: 30..<90)
    let sliced = try folder.run(words("slice park.png again --zoom 13-15"))
    #expect(sliced.ending == .exit(0), "\(sliced.errors)")
    let missing = try folder.run(["list", "--in", "again", "--missing", "--zoom", "13-15"] + area)
    #expect(missing.ending == .exit(0) && missing.output.isEmpty, "\(missing.output)")
    let names = try folder.files(below: "got").sorted()
    #expect(try folder.files(below: "again").filter { $0.hasPrefix("15/") }.sorted() == names)
    let changed = try names.filter { try pixels("got/\($0)") != pixels("again/\($0)") }
    #expect(names.count > 1 && changed == [names[0]], "the stroke lies on the first tile alone")
  }

  private func pixels(_ path: String) throws -> [UInt8] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    let bytes = try folder.bytes(path)
    _ = try reader.read(bytes.span, into: &pixels)
    return pixels
  }

  /// Paints a red stroke on a picture, as a program for drawing does.
  private func paint(_ name: String, columns: Range<Int>, rows: Range<Int>) throws {
    let path = folder.url.appending(path: name).path
    let header = try DrawingReader(path: path).header
    let painted = stroke(on: try pixels(name), width: header.width, columns: columns, rows: rows)
    let writer = try DrawingWriter(
      path: path, replacing: true, size: PixelSize(width: header.width, height: header.height))
    try writer.writeRows(header.height, from: painted.span)
    try writer.finish()
  }

  private func stroke(
    on picture: [UInt8], width: Int, columns: Range<Int>, rows: Range<Int>
  ) -> [UInt8] {
    var picture = picture
    for row in rows {
      for column in columns {
        let place = (row * width + column) * 4
        picture[place] = 220
        picture[place + 1] = 20
        picture[place + 2] = 40
        picture[place + 3] = 255
      }
    }
    return picture
  }

  @Test("A tile that the server lacks is named, and listed as missing", .enabled(if: isPossible))
  func incomplete() throws {
    let server = try serve()
    // 14/4824/6157 is blank in the sample and was left out.
    let area = ["--tiles", "14/4824-4825/6156-6157"]
    let fetched = try fetch(area, from: server)
    #expect(fetched.errors.contains("/14/4824/6157.png: "), "\(fetched.errors)")
    #expect(try folder.files(below: "got").count == 3)
    let missing = try folder.run(["list", "--in", "got", "--missing"] + area)
    #expect(missing.ending == .exit(1) && missing.output == "14/4824/6157\n")
  }
}
