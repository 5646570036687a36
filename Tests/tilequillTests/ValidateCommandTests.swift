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

  /// Grey, 256 pixels a side, no two `shade`s alike.
  private func tile(
    _ shade: UInt8, side: Int = 256, before: [UInt8] = [], tail: [UInt8] = []
  ) -> [UInt8] {
    PNGMaker.png(
      width: side, height: side, depth: 8, color: 0, rows: rows(shade, side: side), before: before,
      tail: tail)
  }

  private func rows(_ shade: UInt8, side: Int, bytes: Int = 1) -> [UInt8] {
    (0..<side).flatMap { y in
      [0] + (0..<side * bytes).map { x in x == y ? 255 : shade }
    }
  }

  private func putFaults() throws {
    for (number, name) in ["0/0", "0/1", "3/2"].enumerated() {
      try folder.make("set/2/\(name).png", tile(UInt8(number)))
    }
    let good = tile(9)
    var damaged = good
    damaged[300] ^= 1
    var stream = PNGMaker.zlib(rows(8, side: 256))
    stream[stream.count - 1] ^= 1
    let files: [String: [UInt8]] = [
      "2/0/2.png": [], "2/0/3.png": Array("<!DOCTYPE html><p>403".utf8),
      "2/1/0.png": Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\n".utf8),
      "2/1/1.png": [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 0, count: 60),
      "2/1/2.png": Array(good.prefix(good.count / 2)), "2/1/3.png": damaged,
      "2/2/0.png": PNGMaker.png(width: 256, height: 256, depth: 8, color: 0, imageData: stream),
      "2/2/1.png": tile(10, side: 100),
      "2/2/2.png": PNGMaker.png(
        width: 256, height: 256, depth: 16, color: 0, rows: rows(11, side: 256, bytes: 2)),
      "2/3/0.png": tile(12, tail: [1, 2, 3]),
      "2/3/1.png": tile(13, before: PNGMaker.chunk("tEXt", Array("Author\0Ann".utf8))),
      "2/3/3.PNG": tile(14), "2/2/03.png": tile(15), "2/2/+3.png": tile(16),
      "2/2/4.png": tile(17), "2/0/0.jpg": tile(18), "2/0/5.jpg": tile(19),
      "2/0/notes.txt": Array("?".utf8), "2/cover.png": tile(20),
      "2/3/3@2x.png": tile(21, side: 512), "31/0/0.png": tile(22), "notes.txt": Array("?".utf8),
    ]
    for (path, bytes) in files { try folder.make("set/\(path)", bytes) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "set/2/2/3.png").path,
      withDestinationPath: "/etc/hostname")
  }

  @Test func `each fault is told once, in the order of the tiles`() throws {
    try putFaults()
    let expected = [
      "2/0/0.jpg two-files", "2/0/2.png empty-file", "2/0/3.png not-an-image",
      "2/0/5.jpg unknown-extension", "2/0/notes.txt stray", "2/1/0.png lfs-pointer",
      "2/1/1.png other-format", "2/1/2.png truncated", "2/1/3.png chunk-checksum",
      "2/2/0.png picture-checksum", "2/2/1.png wrong-size",
      "2/2/2.png sixteen-bit", "2/2/03.png zero-padded", "2/2/3.png outside-link",
      "2/2/4.png outside-grid",
      "2/2/+3.png not-plain-digits", "2/3/0.png trailing-bytes", "2/3/1.png leaking-text",
      "2/3/3.PNG upper-case", "2/3/3@2x.png retina-alone", "2/cover.png misnamed",
      "31/0/0.png zoom-too-deep", "notes.txt stray",
    ]
    #expect(try findings(["set"]).map { "\($0.path) \($0.rule)" } == expected)
    let outcome = try folder.run(words("validate set"))
    #expect(outcome.ending == .exit(1))
    for line in expected {
      let parts = words(line)
      #expect(outcome.output.components(separatedBy: "  \(parts[0]): ").count == 2, "\(line)")
      #expect(outcome.output.contains("\(parts[1]) ("))
    }
    #expect(outcome.output.components(separatedBy: "\n  > ").count > 20)
    #expect(try folder.run(words("validate set --exit-zero")).ending == .exit(0))
    #expect(try folder.run(words("validate set --jobs 5")).output == outcome.output)
  }
}
