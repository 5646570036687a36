import Foundation
import QuillTestSupport
import Testing

/// `tilequill slice` where the disk does not do what it should.
@Suite("tilequill slice, on a broken disk", .enabled(if: BrokenDisk.isAvailable))
struct BrokenDiskTests {
  private let folder: SliceFolder
  private let disk: BrokenDisk
  private static let outs = ["out", "out.mbtiles", "out.pmtiles"]

  init() throws {
    folder = try SliceFolder()
    disk = try BrokenDisk()
    try folder.draw("map.png", width: 300, height: 260) { x, y in [UInt8(x & 255), 1, 2, 255] }
  }

  private func slice(
    to out: String, _ options: String = "", failing calls: String, with error: Int32,
    times: Int? = nil
  ) throws -> BuiltProgram.Outcome {
    try folder.run(
      words("slice map.png \(out) --at 12/1024/2048 \(options)"),
      environment: disk.environment(failing: calls, with: error, times: times))
  }

  @Test(
    "A disk without locks is written to all the same",
    arguments: [EOPNOTSUPP, ENOLCK, EINVAL, ENOSYS], outs)
  func noLocks(error: Int32, out: String) throws {
    // Without locks it may be another program's that still runs.
    let scratch = ".\(out).tilequill-1-abc"
    try folder.write([1], to: scratch)
    let outcome = try slice(to: out, failing: "flock*", with: error)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.names == [scratch, "map.png", out])
  }

  @Test func `a lock that fails otherwise is no other program's`() throws {
    let outcome = try slice(to: "out", failing: "flock*", with: EIO)
    #expect(outcome.errors == "tilequill: out: cannot be written: Input/output error\n")
  }

  @Test func `a lock that another program has is waited for by nobody`() throws {
    let outcome = try slice(to: "out", failing: "flock*", with: EWOULDBLOCK)
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("tilequill: out: is being written by another program"))
  }

  @Test func `a lock that a signal came between is asked for again`() throws {
    let outcome = try slice(to: "out", failing: "flock*", with: EINTR, times: 3)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  @Test func `a new folder that cannot take the old one's place leaves the old one there`() throws {
    #expect(try folder.run(words("slice map.png out --at 12/1024/2048")).ending == .exit(0))
    let before = try folder.tree("out")
    try folder.draw("map.png", width: 300, height: 260) { _, _ in [9, 9, 9, 255] }
    let outcome = try slice(
      to: "out", "--overwrite", failing: "exchange *.out.tilequill-* *", with: EIO)
    #expect(outcome.errors.contains("out: cannot be written: Input/output error"))
    #expect(try folder.tree("out") == before)
    #expect(try folder.names == ["map.png", "out"])
  }

  @Test(
    "A disk that cannot exchange two names is given them one by one", arguments: [ENOSYS, EINVAL])
  func noExchange(error: Int32) throws {
    #expect(try folder.run(words("slice map.png out --at 12/1024/2048")).ending == .exit(0))
    try folder.draw("map.png", width: 300, height: 260) { _, _ in [9, 9, 9, 255] }
    let outcome = try slice(to: "out", "--overwrite", failing: "exchange*", with: error)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.run(words("slice map.png new --at 12/1024/2048")).ending == .exit(0))
    #expect(try folder.tree("out") == folder.tree("new"))
    #expect(try folder.names == ["map.png", "new", "out"])
  }

  @Test func `an old folder that cannot be removed is no fault of the new one`() throws {
    #expect(try folder.run(words("slice map.png out --at 12/1024/2048")).ending == .exit(0))
    try folder.draw("map.png", width: 300, height: 260) { _, _ in [9, 9, 9, 255] }
    let outcome = try slice(
      to: "out", "--overwrite", failing: "unlink *.out.tilequill-old/*", with: EBUSY)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.run(words("slice map.png new --at 12/1024/2048")).ending == .exit(0))
    #expect(try folder.tree("out") == folder.tree("new"))
    // The next run takes away what was left.
    #expect(try folder.run(words("slice map.png out --overwrite")).ending == .exit(0))
    #expect(try folder.names == ["map.png", "new", "out"])
  }

  @Test(
    "What cannot be read is told by its name, and nothing is made",
    arguments: [
      ("slice map.png out --at 12/1024/2048", "read */map.png*", "map.png"),
      ("slice map.png old --update", "read */map.png*", "map.png"),
      ("slice map.png out --at 12/1024/2048 --background map.png", "read */map.png*", "map.png"),
      ("convert old out.pmtiles", "read */old/12/1024/2048.png*", "old/12/1024/2048.png"),
      ("convert old out", "read */old/12/1024/2048.png*", "old/12/1024/2048.png"),
      ("convert old out", "readdir */old/12*", "old/12"),
      ("convert old out", "read */old/metadata.json*", "old/metadata.json"),
      ("merge old old out", "readdir */old/12*", "old/12"),
      ("stitch old out.png --zoom 12", "read */old/12/1024/2048.png*", "old/12/1024/2048.png"),
      ("slice map.png old --update", "read */old/tilequill.json*", "old/tilequill.json"),
      ("slice map.png old --overwrite", "read */old/metadata.json*", "old/metadata.json"),
      ("slice map.png old --overwrite", "readdir */old*", "old"),
    ])
  func unreadable(command: String, calls: String, name: String) throws {
    #expect(try folder.run(words("slice map.png old --at 12/1024/2048")).ending == .exit(0))
    try folder.make("old/notes/1.txt", [1])
    let before = try folder.tree("old")
    let outcome = try folder.run(
      words(command + " --quiet"), environment: disk.environment(failing: calls, with: EIO))
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("tilequill: \(name): cannot be read: Input/output error"),
      "\(outcome.errors)")
    #expect(try folder.tree("old") == before)
    #expect(try folder.names == ["map.png", "old"])
  }

  @Test func `a file that cannot be closed was not written`() throws {
    for (command, calls) in [
      ("slice map.png out --at 12/1024/2048", "close *.out.tilequill-*/12/1024/2048.png*"),
      ("convert old out", "close *.out.tilequill-*/12/1024/2048.png*"),
      ("slice map.png old --update", "close */old/.tilequill-update/*"),
    ] {
      try folder.draw("map.png", width: 300, height: 260) { x, y in [UInt8(x & 255), 1, 2, 255] }
      #expect(
        try folder.run(words("slice map.png old --at 12/1024/2048 --overwrite")).ending
          == .exit(0))
      try folder.draw("map.png", width: 300, height: 260) { _, _ in [9, 9, 9, 255] }
      let before = try folder.tree("old")
      let outcome = try folder.run(
        words(command + " --quiet"), environment: disk.environment(failing: calls, with: EDQUOT))
      #expect(outcome.ending == .exit(2), "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("cannot be written: "), "\(command): \(outcome.errors)")
      #expect(try folder.tree("old") == before)
      #expect(try folder.names == ["map.png", "old"])
    }
  }

  /// Each call that a new set needs, and those of an archive alone.
  @Test(
    "What fails under a hidden name is told of the name that was given",
    arguments: [
      ("out", "", "mkdir *.out.tilequill-*"), ("out", "", "create *.out.tilequill-*/12/*"),
      ("out", "", "create *.out.tilequill-*json*"), ("out", "", "create *.out.tilequill-lock*"),
      ("out", "", "rename *.out.tilequill-*"), ("old", "--overwrite", "exchange *old"),
      ("old", "--overwrite", "unlink *.old.tilequill-1*"),
      ("old", "--overwrite", "[cl][ri][en][ak]* *.old.tilequill-*/notes*"),
      ("out", "", "syncfs*"), ("old", "--overwrite", "readdir */old*"),
      ("old", "--update", "mkdir */old/.tilequill-update*"),
      ("old", "--update", "create */old/.tilequill-update/*"),
      ("old", "--update", "rename */old/.tilequill-update/*"),
      ("old", "--update", "syncfs*"), ("old", "--update", "read */old/12/*"),
      ("out.mbtiles", "", "create *.tilequill-*-pictures*"),
      ("out.mbtiles", "", "create *.tilequill-*[a-z0-9] "), ("out.mbtiles", "", "pwrite*"),
      ("out.mbtiles", "", "fsync*"), ("out.mbtiles", "", "rename*"), ("out.mbtiles", "", "pread*"),
      ("out.pmtiles", "", "create *.tilequill-*-pictures*"),
      ("out.pmtiles", "", "create *.tilequill-*[a-z0-9] "), ("out.pmtiles", "", "pwrite*"),
      ("out.pmtiles", "", "fsync*"), ("out.pmtiles", "", "rename*"), ("out.pmtiles", "", "pread*"),
    ])
  func names(out: String, options: String, calls: String) throws {
    #expect(try folder.run(words("slice map.png old --at 12/1024/2048")).ending == .exit(0))
    try folder.make("old/notes/1.txt", [1])
    try folder.make(".old.tilequill-1-left", [1])
    try folder.draw("map.png", width: 300, height: 260) { _, _ in [9, 9, 9, 255] }
    let outcome = try slice(to: out, options + " --quiet", failing: calls, with: EIO)
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("tilequill: \(out)"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(".tilequill-"), "\(outcome.errors)")
  }
}
