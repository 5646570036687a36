import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill validate")
struct ValidateCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private static let sample = Fixture.tests.deletingLastPathComponent().appending(path: "tiles")

  private func findings(_ arguments: [String]) throws -> [(rule: String, path: String)] {
    let outcome = try folder.run(["validate"] + arguments + ["--json"])
    let report = try #require(
      try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
    return (report["findings"] as? [NSDictionary] ?? []).map {
      ($0["rule"] as? String ?? "", $0["path"] as? String ?? "")
    }
  }

  @Test func `the sample tiles have no finding`() throws {
    let outcome = try folder.run(["validate", Self.sample.path, "--strict"])
    #expect(outcome.output == "131 tiles, 0 errors, 0 warnings\n")
    #expect(outcome.ending == .exit(0))
  }

  @Test func `a plain pyramid of 1565 has no error, and its leftover file is told`() throws {
    let path = Fixture.url("trees/forlani-1565").path
    #expect(try findings([path]).map(\.path) == ["tilemapresource.xml"])
    #expect(try folder.run(["validate", path]).ending == .exit(0))
  }

  @Test func `a web page among an archive's tiles is found`() throws {
    var bytes = [UInt8](try Data(contentsOf: Fixture.url("archives/stamen-toner-z3.pmtiles")))
    let start = try #require(bytes.firstRange(of: PNGMaker.signature))
    let page = Array("<!DOCTYPE html><title>403 Forbidden</title>".utf8)
    bytes.replaceSubrange(start.lowerBound..<start.lowerBound + page.count, with: page)
    try folder.write(bytes, to: "toner.pmtiles")
    #expect(try findings(["toner.pmtiles"]).map(\.rule) == ["not-an-image"])
    #expect(try folder.run(words("validate toner.pmtiles")).ending == .exit(1))
  }

  @Test(
    "A fresh slice of any drawing has no finding",
    arguments: [
      "hartford-1877-birdseye", "heightmap-europe-gray", "natural-earth-1", "relief-europe",
    ],
    [
      "--bounds -20,30,40,70", "--at 9/100/200", "--plain",
      "--center 9,50 --width 300km --rotate 30",
    ])
  func fresh(name: String, placement: String) throws {
    let path = Fixture.url("images/\(name).png").path
    let slice = try folder.run(["slice", path, "out", "--quiet"] + words(placement))
    #expect(slice.ending == .exit(0), "\(slice.errors)")
    let outcome = try folder.run(words("validate out --strict"))
    #expect(outcome.output.hasSuffix(" tiles, 0 errors, 0 warnings\n"), "\(outcome.output)")
    #expect(outcome.ending == .exit(0))
  }

  /// A second name of the old file shows whether that was written over.
  @Test func `a new baseline is written beside the old one and takes its name`() throws {
    let path = Fixture.url("trees/forlani-1565").path
    let old = Array("as it was".utf8)
    try folder.write(old, to: "known.json")
    try FileManager.default.linkItem(
      at: folder.url.appending(path: "known.json"), to: folder.url.appending(path: "second.json"))
    let outcome = try folder.run(["validate", path, "--write-baseline", "known.json"])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.bytes("second.json") == old)
    #expect(try folder.json("known.json")?["version"] as? Int == 1)
    #expect(try folder.names == ["known.json", "second.json"])
    let nowhere = try folder.run(["validate", path, "--write-baseline", "."])
    #expect(nowhere.ending == .exit(2))
    #expect(nowhere.errors.hasPrefix("tilequill: .: "), "\(nowhere.errors)")
  }

  @Test func `a baseline that is written anew keeps what is known, and forgets what is mended`()
    throws
  {
    let good = PNGMaker.png(
      width: 256, height: 256, depth: 8, color: 0,
      rows: Array(repeating: 0, count: 257 * 256))
    try folder.make("set/1/0/0.png", good)
    try folder.make("set/1/0/1.png", [])
    try folder.make("set/1/1/0.png", Array("hello".utf8))
    let line = words("validate set --baseline known.json --write-baseline known.json")
    _ = try folder.run(words("validate set --write-baseline known.json"))
    let first = try folder.bytes("known.json")
    #expect(try folder.run(line).ending == .exit(0))
    #expect(try folder.bytes("known.json") == first)
    try folder.make("set/1/1/1.png", [])
    #expect(try folder.run(line).ending == .exit(1))
    #expect(try folder.run(words("validate set --baseline known.json")).ending == .exit(0))
    try folder.make("set/1/0/1.png", good)
    #expect(try folder.run(line).ending == .exit(0))
    let known = try folder.json("known.json")?["findings"] as? [NSDictionary] ?? []
    let paths = Set(known.compactMap { $0["path"] as? String })
    #expect(paths.isSuperset(of: ["1/1/0.png", "1/1/1.png"]))
    #expect(!paths.contains("1/0/1.png"))
  }

  @Test(
    "A list of rules refuses what it does not heed",
    arguments: [
      ("--strict", "--strict"), ("--zoom 3", "--zoom"), ("--baseline nope", "--baseline"),
      ("--rule blank-tile=off", "--rule"), ("--fix --dry-run", "--fix"), ("--quick", "--quick"),
      ("--exit-zero", "--exit-zero"), ("--format junit", "--format"),
      ("--format sarif", "--format"),
      ("--format github", "--format"),
    ])
  func listRefusals(_ options: String, _ name: String) throws {
    let outcome = try folder.run(words("validate --list-rules \(options)"))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix(
        "tilequill: validate: '\(name)' would have no effect: --list-rules "),
      "\(outcome.errors)")
  }

  @Test("Rules are listed as text or JSON", arguments: ["", "--json", "--format json --quiet"])
  func listed(_ options: String) throws {
    let outcome = try folder.run(words("validate --list-rules \(options)"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let json = try? JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary
    #expect((json?["rules"] != nil) == options.contains("json"))
    #expect(outcome.output.contains("blank-tile"))
  }
}
