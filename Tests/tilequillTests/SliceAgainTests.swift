import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill slice, again")
struct SliceAgainTests {
  private let folder: SliceFolder

  /// A drawing of 600 x 600 pixels with some structure, and tiles of it at zooms 10 to 12.
  init() throws {
    folder = try SliceFolder()
    try draw("map.png")
    let outcome = try folder.run(words("slice map.png out --at 12/1024/2048"))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  private func draw(_ name: String, side: Int = 600, spot: [UInt8]? = nil, clearFrom: Int = .max)
    throws
  {
    try folder.draw(name, width: side, height: side) { x, y in
      if y >= clearFrom { return [0, 0, 0, 0] }
      if let spot, (300..<320).contains(x), (40..<60).contains(y) { return spot }
      return [UInt8(x / 4 & 255), UInt8(y / 4 & 255), 90, 255]
    }
  }

  private func fresh(_ drawing: String) throws -> [String: [UInt8]] {
    let outcome = try folder.run(words("slice \(drawing) fresh --at 12/1024/2048"))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    defer { try? FileManager.default.removeItem(at: folder.url.appending(path: "fresh")) }
    return try folder.tree("fresh")
  }

  private func times() throws -> [String: Date] {
    var times: [String: Date] = [:]
    for path in try folder.files(below: "out") {
      let file = folder.url.appending(path: "out/\(path)").path
      times[path] =
        try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    }
    return times
  }

  /// The tiles of a tree, without what tells of them.
  private func tiles(_ tree: [String: [UInt8]]) -> [String: [UInt8]] {
    tree.filter { $0.key.contains("/") }
  }

  @Test func `without a word OUT is refused, and the ways are named`() throws {
    let before = try folder.tree("out")
    let outcome = try folder.run(words("slice map.png out"))
    #expect(outcome.ending == .exit(2))
    for way in ["--update", "--overwrite", "--add", "--check"] {
      #expect(outcome.errors.contains(way))
    }
    #expect(try folder.tree("out") == before)
  }

  @Test func `an update of the same drawing writes nothing`() throws {
    let before = try times()
    let outcome = try folder.run(words("slice map.png out --update"))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.contains("0 written, 14 unchanged, 0 removed"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--at 12/1024/2048, as last time"))
    #expect(try times() == before)
  }

  @Test func `an update writes the tiles under a brush stroke and no others`() throws {
    let before = try times()
    try draw("map.png", spot: [255, 0, 0, 255])
    let outcome = try folder.run(words("slice map.png out --update"))
    #expect(outcome.errors.contains("3 written, 11 unchanged, 0 removed"), "\(outcome.errors)")
    let after = try times()
    let touched = after.keys.filter { before[$0] != after[$0] && $0.contains("/") }.sorted()
    #expect(touched == ["10/256/512.png", "11/512/1024.png", "12/1025/2048.png"])
    #expect(try folder.tree("out") == fresh("map.png"))
  }

  @Test func `damaged and missing tiles are made again`() throws {
    try folder.write([], to: "out/12/1024/2048.png")
    try folder.write(Array("<html>".utf8), to: "out/11/512/1024.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/12/1025/2049.png"))
    let outcome = try folder.run(words("slice map.png out --update"))
    #expect(outcome.errors.contains("3 written, 11 unchanged, 0 removed"), "\(outcome.errors)")
    #expect(try folder.tree("out") == fresh("map.png"))
  }

  @Test func `tiles that are blank now are removed, and what it did not make stays`() throws {
    try folder.write([1], to: "out/notes.txt")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out/5/1"), withIntermediateDirectories: true)
    try folder.write([2], to: "out/5/1/1.png")
    try folder.write([3], to: "out/12/1024/9.png")
    try draw("map.png", clearFrom: 256)
    let outcome = try folder.run(words("slice map.png out --update"))
    // Zoom 12 loses two rows of three tiles, zoom 11 one of two.
    #expect(outcome.errors.contains(" 8 removed"), "\(outcome.errors)")
    var expected = try fresh("map.png")
    expected["notes.txt"] = [1]
    expected["5/1/1.png"] = [2]
    expected["12/1024/9.png"] = [3]
    #expect(try folder.tree("out") == expected)
  }

  @Test func `without a record nothing is removed`() throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/tilequill.json"))
    try draw("map.png", clearFrom: 256)
    let outcome = try folder.run(words("slice map.png out --update --at 12/1024/2048"))
    #expect(outcome.errors.contains(" 0 removed"), "\(outcome.errors)")
    #expect(try folder.files(below: "out").contains("12/1024/2050.png"))
  }

  @Test("No record is left where none is wanted", arguments: ["out", "set.pmtiles", "set.mbtiles"])
  func recordless(out: String) throws {
    if out != "out" { _ = try folder.run(words("slice map.png \(out) --at 12/1024/2048")) }
    #expect(try unpacked(out)["tilequill.json"] != nil)
    let look = try folder.run(words("slice map.png \(out) --check --no-record"))
    #expect(look.ending == .exit(1), "\(look.errors)")
    #expect(try unpacked(out)["tilequill.json"] != nil)
    let update = try folder.run(words("slice map.png \(out) --update --no-record"))
    #expect(update.ending == .exit(0), "\(update.errors)")
    var expected = try fresh("map.png")
    expected["tilequill.json"] = nil
    #expect(try unpacked(out) == expected)
    // Without the refusal, the drawing that is not there would end it.
    let watch = try folder.run(words("slice absent.png \(out) --watch --no-record"))
    #expect(watch.ending == .exit(2))
    #expect(watch.errors.contains("--no-record"), "\(watch.errors)")
  }

  @Test func `a look writes nothing and ends with 1 when something would change`() throws {
    #expect(try folder.run(words("slice map.png out --check")).ending == .exit(0))
    try draw("map.png", spot: [0, 0, 255, 255])
    let before = try folder.tree("out")
    let outcome = try folder.run(words("slice map.png out --check"))
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains("3 would be written"), "\(outcome.errors)")
    #expect(try folder.tree("out") == before)
    #expect(try folder.run(words("slice map.png out --check --exit-zero")).ending == .exit(0))
    #expect(try folder.run(words("slice map.png nowhere --check --plain")).ending == .exit(1))
    #expect(try folder.names == ["map.png", "out"])
  }

  /// The files of a set, an archive's as they are in a folder.
  private func unpacked(_ out: String) throws -> [String: [UInt8]] {
    if out == "out" { return try folder.tree(out) }
    let outcome = try folder.run(words("convert \(out) unpacked"))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    defer { try? FileManager.default.removeItem(at: folder.url.appending(path: "unpacked")) }
    return try folder.tree("unpacked")
  }

  @Test(
    "Zooms are added, and those that are there are not",
    arguments: ["out", "set.pmtiles", "set.mbtiles"])
  func added(out: String) throws {
    if out != "out" { _ = try folder.run(words("slice map.png \(out) --at 12/1024/2048")) }
    let before = try tiles(unpacked(out))
    #expect(before.count == 14)
    try draw("map.png", clearFrom: 256)
    let unsaid = try folder.run(words("slice map.png \(out) --add"))
    #expect(unsaid.ending == .exit(2))
    #expect(unsaid.errors.contains("not said which zooms to add"), "\(unsaid.errors)")
    let refused = try folder.run(words("slice map.png \(out) --add --zoom 9-10"))
    #expect(refused.ending == .exit(2))
    #expect(refused.errors.contains("has zoom 10 already"), "\(refused.errors)")
    #expect(try tiles(unpacked(out)) == before)
    try draw("map.png")
    #expect(try folder.run(words("slice map.png \(out) --add --zoom 8-9")).ending == .exit(0))
    let after = try unpacked(out)
    #expect(tiles(after).filter { before[$0.key] != nil } == before)
    #expect(after["9/128/256.png"] != nil && after["8/64/128.png"] != nil)
    let metadata = try JSONSerialization.jsonObject(with: Data(after["metadata.json"] ?? []))
    #expect((metadata as? NSDictionary)?["minzoom"] as? String == "8")
    #expect(try folder.run(words("validate \(out)")).ending == .exit(0))
    #expect(try folder.run(words("slice map.png \(out) --check")).ending == .exit(0))
  }

  @Test func `OUT is replaced as a whole, and what a user put there stays`() throws {
    try folder.write([1], to: "out/notes.txt")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out/pictures/of me"), withIntermediateDirectories: true)
    try folder.write([2], to: "out/pictures/of me/a.txt")
    try draw("map.png", clearFrom: 256)
    let outcome = try folder.run(words("slice map.png out --overwrite"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    var expected = try fresh("map.png")
    expected["notes.txt"] = [1]
    expected["pictures/of me/a.txt"] = [2]
    #expect(try folder.tree("out") == expected)
    #expect(try folder.names == ["map.png", "out"])
  }

  @Test func `a drawing that fails leaves the old tiles as they were`() throws {
    let before = try folder.tree("out")
    let whole = try folder.bytes("map.png")
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "map.png")
    for way in ["--overwrite", "--check"] {
      #expect(try folder.run(words("slice map.png out \(way)")).ending == .exit(2))
      #expect(try folder.tree("out") == before)
    }
    #expect(try folder.run(words("slice map.png out --update")).ending == .exit(2))
    #expect(try folder.run(words("validate out --rule unlike-children=off")).ending == .exit(0))
    #expect(try folder.names == ["map.png", "out"])
  }

  @Test func `a canvas of twice the size lies where the old one lay, one zoom deeper`() throws {
    try draw("large.png", side: 1200)
    let outcome = try folder.run(words("slice large.png out --update --zoom 10-12"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("--at 13/2048/4096, as last time"), "\(outcome.errors)")
    try folder.draw("tall.png", width: 600, height: 700) { _, _ in [1, 2, 3, 255] }
    let refused = try folder.run(words("slice tall.png out --update"))
    #expect(refused.ending == .exit(2))
    #expect(refused.errors.contains("600x700") && refused.errors.contains("1200x1200"))
  }

  @Test func `what a killed program left is removed by the next, and no obstacle`() throws {
    let left = folder.url.appending(path: ".new.tilequill-1-dead")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    try folder.write([9], to: ".new.tilequill-lock")
    #expect(try folder.run(words("slice map.png new --at 12/1024/2048")).ending == .exit(0))
    #expect(try folder.names == ["map.png", "new", "out"])
    // Killed between the two steps of a replacement: the old folder comes back.
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "out"), to: folder.url.appending(path: ".out.tilequill-old"))
    #expect(try folder.run(words("slice map.png out --at 12/1024/2048")).ending == .exit(2))
    #expect(try folder.names == ["map.png", "new", "out"])
  }

  @Test func `two programs do not write one folder at once`() throws {
    try folder.drawBits("big.png", width: 4096, height: 4096) { UInt8.random(in: 0...255) }
    let first = Process()
    first.executableURL = BuiltProgram.tilequill.url
    first.arguments = words("slice big.png shared --at 16/0/0 --compress small --jobs 1 --quiet")
    first.currentDirectoryURL = folder.url
    first.standardError = FileHandle.nullDevice
    try first.run()
    // The threads of tests hold other signals back, and so does a program that one of them starts.
    defer {
      kill(first.processIdentifier, SIGKILL)
      first.waitUntilExit()
    }
    for _ in 0..<10_000
    where try !folder.names.contains(where: { $0.hasPrefix(".shared.tilequill-") }) {
      usleep(500)
    }
    let second = try folder.run(words("slice map.png shared --at 16/0/0"))
    #expect(second.ending == .exit(2))
    #expect(
      second.errors.contains("written by another program (process \(first.processIdentifier))"),
      "\(second.errors)")
  }

  @Test func `a watched drawing is cut again at each save`() throws {
    try draw("new.png", spot: [255, 255, 0, 255])
    let watch = try WatchingProgram("slice map.png out --watch", in: folder.url)
    try watch.waitForNotice("watched;")
    try saveNewDrawing()
    #expect(try becomesFresh())
  }

  /// The save lies between the first look at the drawing and the end of the first slice.
  @Test func `a save during the first slice is not lost`() throws {
    try draw("new.png", spot: [255, 255, 0, 255])
    try folder.drawBits("map.png", width: 4096, height: 4096) { UInt8.random(in: 0...255) }
    try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
    let watch = try WatchingProgram(
      "slice map.png out --at 12/1024/2048 --zoom 10-12 --watch --jobs 1", in: folder.url)
    for _ in 0..<10_000
    where try !folder.names.contains(where: { $0.hasPrefix(".out.tilequill-") }) {
      usleep(500)
    }
    try saveNewDrawing()
    try watch.waitForNotice("watched;")
    #expect(try becomesFresh())
  }

  /// Saves the drawing as an editor does: a new file takes the old one's name.
  private func saveNewDrawing() throws {
    let drawing = folder.url.appending(path: "map.png")
    try FileManager.default.removeItem(at: drawing)
    try FileManager.default.moveItem(at: folder.url.appending(path: "new.png"), to: drawing)
  }

  /// Waits until the tiles are those of the drawing as it is now; false when they never are.
  private func becomesFresh() throws -> Bool {
    let expected = try tiles(fresh("map.png"))
    for _ in 0..<200 {
      if (try? tiles(folder.tree("out")) == expected) ?? false { return true }
      usleep(50_000)
    }
    return false
  }
}

/// The program as it watches a drawing beside a test, ended when the test lets it go.
private final class WatchingProgram {
  private let process = Process()
  private let errors = Pipe()

  init(_ line: String, in folder: URL) throws {
    process.executableURL = BuiltProgram.tilequill.url
    process.arguments = words(line)
    process.currentDirectoryURL = folder
    process.standardError = errors
    try process.run()
  }

  // The threads of tests hold other signals back, and so does a program that one of them starts.
  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Reads what the program says until a notice has come.
  func waitForNotice(_ text: String) throws {
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains(text) {
      let more = errors.fileHandleForReading.availableData
      try #require(!more.isEmpty, "ended: \(String(decoding: said, as: UTF8.self))")
      said += more
    }
  }
}
