import Foundation
import QuillTestSupport
import Testing

/// `tilequill list` over files that tell an area, in all its formats.
struct ListAreaTests {
  private func list(
    _ arguments: [String], input: String = "", in folder: URL? = nil
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram.tilequill.run(["list"] + arguments, in: folder, input: Data(input.utf8))
  }

  private func lines(_ arguments: [String], input: String = "") throws -> [String] {
    let outcome = try list(arguments, input: input)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func path(_ fixture: String) -> String { Fixture.url(fixture).path }

  @Test(
    "A GeoJSON file lists the tiles that shapely finds",
    arguments: ["fiji.z8", "south-africa-with-hole.z9", "yosemite-np.z12"])
  func area(_ name: String) throws {
    let parts = name.components(separatedBy: ".z")
    let listed = try lines(["--area", path("areas/\(parts[0]).geojson"), "--zoom", parts[1]])
    #expect(Set(listed) == Set(try Fixture.tiles("areas/\(name).tiles.txt").map { "\($0)" }))
    #expect(listed.count == Set(listed).count)
  }

  @Test("A GPX file lists the tiles that shapely finds")
  func route() throws {
    let listed = try lines(["--route", path("tracks/carran-loop.gpx"), "--zoom", "16"])
    let known = try Fixture.tiles("tracks/carran-loop.z16.tiles.txt").map { "\($0)" }
    #expect(Set(listed) == Set(known))
  }

  @Test("Several areas are one, and zooms of their own join in")
  func union() throws {
    let listed = try lines(
      [
        "--area", path("areas/iceland.geojson"), "--area", path("areas/fiji.geojson"), "--point",
        "0,0", "--tiles", "2/0-1/0", "--requested", "-", "--zoom", "1",
      ], input: "z:2 x:1 y:0\nz:0 x:0 y:0\nz:2 y:3 x:3\n")
    #expect(listed == ["0/0/0", "1/0/0", "1/0/1", "1/1/1", "2/0/0", "2/1/0", "2/3/3"])
  }

  @Test("A log tells how many of its lines name no tile")
  func requested() throws {
    let outcome = try list(["--requested", "-"], input: "start\nz:3 x:1 y:2\n\nz:3 x:9 y:2\n")
    #expect(outcome.output == "3/1/2\n")
    #expect(outcome.errors == "tilequill: standard input: 2 of 3 lines name no tile\n")
    #expect(try list(["--requested", "-"]).ending == .exit(0))
  }

  @Test("A buffer widens every shape, a margin every zoom")
  func widening() throws {
    let amsterdam = ["--point", "4.9,52.37", "--zoom", "15"]
    let near = try lines(amsterdam + ["--buffer", "1km"])
    #expect(near.contains("15/16830/10768") && near.contains("15/16828/10769"))
    #expect(near.first == "15/16828/10768" || near.first == "15/16828/10767")
    #expect(try lines(amsterdam + ["--margin", "1"]).count == 9)
    let range = try lines(["--tiles", "15/16830/10768", "--buffer", "1"])
    #expect(range.count == 9)
    let box = ["--bounds", "4.899,52.369,4.901,52.371", "--zoom", "15"]
    #expect(try lines(box + ["--buffer", "0"]) == (try lines(box)))
    #expect(try lines(box + ["--buffer", "2000", "--margin", "2"]).count > 49)
    #expect(
      try lines(["--requested", "-", "--margin", "1"], input: "z:1 x:0 y:0").count == 4)
  }

  @Test("Tables, lines of JSON and squares name the same tiles")
  func formats() throws {
    let tiles = ["--tiles", "3/1-2/5"]
    #expect(try lines(tiles + ["--format", "tsv"]) == ["z\tx\ty", "3\t1\t5", "3\t2\t5"])
    #expect(try lines(tiles + ["--format", "csv"]) == ["z,x,y", "3,1,5", "3,2,5"])
    #expect(
      try lines(tiles + ["--format", "jsonl"])
        == [#"{"z":3,"x":1,"y":5}"#, #"{"z":3,"x":2,"y":5}"#])
  }

  @Test("The squares are GeoJSON that lists the tiles again")
  func squares() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()) ö\n.geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    let area = ["--area", path("areas/iceland.geojson"), "--zoom", "7"]
    let text = try list(area + ["--format", "geojson"]).output
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((object?["features"] as? [Any])?.count == 15)
    try Data(text.utf8).write(to: file)
    #expect(try lines(["--area", file.path, "--zoom", "7"]) == (try lines(area)))
    let nothing = try list(["--requested", "-", "--format", "geojson"]).output
    #expect(try JSONSerialization.jsonObject(with: Data(nothing.utf8)) is [String: Any])
  }

  @Test("Addresses are filled in for each tile")
  func urls() throws {
    let listed = try lines([
      "--tiles", "3/1-2/5", "--format", "urls", "--url", "https://example.org/{z}/{x}/{-y}?q={q}",
    ])
    #expect(listed == ["https://example.org/3/1/2?q=203", "https://example.org/3/2/2?q=212"])
  }

  @Test("What could not be done is told, with status 2 and no list")
  func faults() throws {
    let broken = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).geojson")
    defer { try? FileManager.default.removeItem(at: broken) }
    try Data(#"{"type":"Point","coordinates":[4,95]}"#.utf8).write(to: broken)
    let url = "https://example.org/{z}/{x}/{y}.png"
    let faults: [([String], String)] = [
      (["--area", broken.path, "--zoom", "3"], "latitude 95"),
      (["--area", path("tracks/trek.gpx"), "--zoom", "3"], "is not JSON: line 1, column 1"),
      (["--route", path("areas/fiji.geojson"), "--zoom", "3"], "is not whole XML"),
      (["--area", "absent.geojson", "--zoom", "3"], "absent.geojson: does not exist"),
      (["--area", path("areas"), "--zoom", "3"], "it is not a file"),
      (["--area", path("areas/fiji.geojson")], "'--zoom' is needed"),
      (["--area", path("areas/antarctica.geojson"), "--zoom", "30"], "too long at zoom 30"),
      (["--requested", "-", "--zoom", "3"], "'--zoom' would have no effect"),
      (["--point", "0,0", "--zoom", "3", "--buffer", "10mi"], "a distance on the ground"),
      (["--point", "0,0", "--zoom", "3", "--margin", "-1"], "a whole number above 0"),
      (["--tiles", "3/1/1", "--format", "urls"], "'--url' is needed"),
      (["--tiles", "3/1/1", "--url", url], "'--url' would have no effect"),
      (["--tiles", "3/1/1", "--format", "urls", "--url", url, "--rate", "3"], "'--rate' would"),
      (["--tiles", "3/1/1", "--format", "urls", "--url", "{z}/{x}/{y}"], "is no web address"),
      (["--tiles", "3/1/1", "--format", "urls", "--url", "https://a/{z}"], "--url: "),
      (["--tiles", "3/1/1", "--format", "csv", "--count"], "'--format' would have no effect"),
    ]
    for (arguments, message) in faults {
      let outcome = try list(arguments)
      #expect(outcome.ending == .exit(2), "\(arguments)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.output == "")
    }
  }

  @Test("A file by any name is read, also one that is a line of its own")
  func names() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a b.gpx", "'\".gpx", "é\n.gpx", "-x.gpx"] {
      let text = #"<gpx><wpt lat="1" lon="1"/></gpx>"#
      try Data(text.utf8).write(to: folder.appending(path: name))
      let outcome = try list(["--route=\(name)", "--zoom", "1"], in: folder)
      #expect(outcome.output == "1/1/0\n")
    }
  }
}

/// What `--format curl` prints, given to curl.
struct CurlConfigurationTests {
  private let tiles = ["list", "--tiles", "5/16-17/15", "--format", "curl", "--url"]

  @Test("The configuration quotes what curl would read otherwise, and names who asks")
  func quoting() throws {
    let outcome = try BuiltProgram.tilequill.run(
      tiles + [
        #"https://example.org/{z}/{x}/{y}.webp?k="\"#, "--user-agent", "a \"b\"", "--rate", "5",
      ])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"user-agent = "a \"b\"""#))
    #expect(lines.contains(#"rate = "5/s""#))
    #expect(lines.contains(#"url = "https://example.org/5/16/15.webp?k=\"\\""#))
    #expect(lines.contains(#"output = "5/16/15.webp""#))
  }

  @Test("Servers that live on donations are not asked for more than 250 tiles")
  func donations() throws {
    func run(_ range: String, _ host: String, _ format: String) throws -> BuiltProgram.Outcome {
      try BuiltProgram.tilequill.run([
        "list", "--tiles", range, "--format", format, "--url", "https://\(host)/{z}/{x}/{y}.png",
      ])
    }
    for host in [
      "tile.openstreetmap.org", "A.Tile.OpenStreetMap.org.", "u@b.tile.openstreetmap.org:443",
    ] {
      for format in ["urls", "curl"] {
        let refused = try run("9/0-250/0", host, format)
        #expect(refused.ending == .exit(2) && refused.output == "")
        #expect(refused.errors.contains("found 251 tiles, expected at most 250"))
        #expect(try run("9/0-249/0", host, format).ending == .exit(0))
      }
    }
    #expect(try run("9/0-250/0", "example.org", "curl").ending == .exit(0))
    #expect(try run("9/0-250/0", "nottile.openstreetmap.org", "curl").ending == .exit(0))
  }

  @Test(
    "curl fetches the tiles into folders, and names what it could not fetch",
    .enabled(if: BuiltProgram.path(of: "curl") != nil))
  func fetching() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let server = folder.appending(path: "a server")
    let out = folder.appending(path: "out")
    for made in [server, out] {
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("tile".utf8).write(to: server.appending(path: "5-16-15"))
    let pattern = "file://\(server.path.replacingOccurrences(of: " ", with: "%20"))/{z}-{x}-{y}"
    let configuration = try BuiltProgram.tilequill.run(tiles + [pattern, "--rate", "50"])
    let curl = BuiltProgram(url: try #require(BuiltProgram.path(of: "curl")))
    let fetched = try curl.run(["--config", "-"], in: out, input: configuration.stdout)
    #expect(fetched.ending != .exit(2), "\(fetched.errors)")
    #expect(fetched.errors.contains("5-17-15: "))
    #expect(try String(contentsOf: out.appending(path: "5/16/15.png"), encoding: .utf8) == "tile")
    #expect(!FileManager.default.fileExists(atPath: out.appending(path: "5/17/15.png").path))
  }
}

/// Which tiles of an area a folder lacks.
struct ListMissingOfAreaTests {
  @Test("Absent and empty tiles of a route are listed, and their addresses")
  func missing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let area = ["list", "--route", Fixture.url("tracks/trek.gpx").path, "--zoom", "12-13"]
    let all = try BuiltProgram.tilequill.run(area).output.split(separator: "\n").map(String.init)
    let clear = PNGMaker.png(width: 1, height: 1, depth: 8, color: 6, rows: [0, 0, 0, 0, 0])
    for (place, tile) in all.enumerated() where place != 1 {
      let file = folder.appending(path: tile + ".png")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(place == 3 ? [] : clear).write(to: file)
    }
    let lacking = area + ["--in", folder.path, "--missing"]
    let outcome = try BuiltProgram.tilequill.run(lacking)
    #expect(outcome.output == "\(all[1])\n\(all[3])\n")
    #expect(outcome.ending == .exit(1))
    let urls = try BuiltProgram.tilequill.run(
      lacking + ["--format", "urls", "--url", "https://example.org/{z}/{x}/{y}"])
    #expect(urls.output == "https://example.org/\(all[1])\nhttps://example.org/\(all[3])\n")
    let present = try BuiltProgram.tilequill.run(area + ["--in", folder.path, "--present"])
    #expect(present.output.split(separator: "\n").count == all.count - 2)
  }
}
