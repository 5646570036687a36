import Foundation
import QuillArchives
import QuillCore
import QuillTestSupport
import Testing

/// Damaged archives are errors, or read with what is left of them; never more than that.
@Suite("Damaged archives")
struct ArchiveDamageTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func small(_ name: String) throws -> [UInt8] {
    let shared = Pictures.png(0) + [UInt8](repeating: 1, count: 600)
    let tiles = pyramid("2/1-2/1-1", through: 2)
      .map { ($0.0, $0.0.x % 2 == 0 ? shared : $0.1) }
    return try write(tiles, to: "\(scratch.path)/whole-\(name)", record: sampleRecord())
  }

  private func readAll(_ path: String) throws {
    let source = try Tileset.open(path)
    _ = try? source.metadata
    _ = try? source.record
    _ = try? (source as? any FallbackHolding)?.fallback
    _ = try? (source as? any Remarking)?.remarks()
    var last: Tile?
    try source.visitTiles { path in
      if let last { #expect(last < path.tile) }
      last = path.tile
      _ = try source.bytes(of: path)
    }
  }

  @Test(
    "Every beginning of an archive is refused", arguments: [("a.pmtiles", 1), ("a.mbtiles", 41)])
  func beginnings(_ name: String, _ step: Int) throws {
    let whole = try small(name)
    let path = "\(scratch.path)/\(name)"
    for count in Array(stride(from: 0, to: whole.count, by: step)) + [whole.count - 1] {
      try store(Array(whole.prefix(count)), at: path)
      #expect(throws: ArchiveError.self, "\(count) of \(whole.count) bytes") {
        try Tileset.open(path)
      }
    }
  }

  @Test("Changed bytes never stop the program", arguments: ["a.pmtiles", "a.mbtiles"])
  func flips(_ name: String) throws {
    let whole = try small(name)
    let path = "\(scratch.path)/\(name)"
    var numbers = SeededNumbers(seed: 11)
    var refused = 0
    for run in 0..<600 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<4, using: &numbers) {
        // Half of the changes hit the beginning, where lists and schema are.
        let end = run % 2 == 0 ? min(bytes.count, 600) : bytes.count
        bytes[Int.random(in: 0..<end, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      try store(bytes, at: path)
      do { try readAll(path) } catch { refused += 1 }
    }
    #expect(refused > 50)
  }

  @Test func `unpacked lists with changed bytes never stop the program`() throws {
    let path = scratch.path + "/a.pmtiles"
    var numbers = SeededNumbers(seed: 12)
    var whole = PMTilesMaker.small()
    whole.leaves = whole.root
    whole.root = PMTilesMaker.directory([
      .init(step: 0, run: 0, length: UInt64(whole.leaves.count), place: 1)
    ])
    for _ in 0..<2000 {
      var bytes = whole.bytes
      let lists = 127..<(127 + whole.root.count + 2 + whole.leaves.count)
      for _ in 0..<3 {
        bytes[Int.random(in: lists, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      try store(bytes, at: path)
      // Runs may be changed to billions of tiles: a few of them tell enough.
      var count = 0
      struct Enough: Error {}
      try? PMTilesArchive(path: path).visitTiles { _ in
        count += 1
        if count > 100 { throw Enough() }
      }
    }
  }

  @Test func `a database cut off between pages is told as cut off (R85)`() throws {
    let whole = try small("a.mbtiles")
    let path = scratch.path + "/a.mbtiles"
    try store(Array(whole.prefix(8192)), at: path)
    #expect(
      throws: ArchiveError.truncated(.database, bytes: 8192, expected: UInt64(whole.count))
    ) { try Tileset.open(path) }
  }
}
