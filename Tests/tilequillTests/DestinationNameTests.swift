import Foundation
import QuillTestSupport
import Testing

@Suite struct DestinationNameTests {
  private let folder: SliceFolder
  private let files = FileManager.default

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 300, height: 300) { x, y in [UInt8(x % 256), 7, 9, 255] }
  }

  private func slice(_ out: String, _ more: String = "") throws -> BuiltProgram.Outcome {
    try folder.run(words("slice map.png \(out) --at 4/4/4 --zoom 2-4 --quiet \(more)"))
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @Test(arguments: ["link", "hard link", "folder"])
  func `a lock's name that leads to somebody's file is refused, and the file stays`(
    _ kind: String
  ) throws {
    try folder.write([1, 2, 3], to: "precious")
    let lock = path(".out.tilequill-lock")
    switch kind {
    case "link": try files.createSymbolicLink(atPath: lock, withDestinationPath: "precious")
    case "hard link": try files.linkItem(atPath: path("precious"), toPath: lock)
    default: try files.createDirectory(atPath: lock, withIntermediateDirectories: false)
    }
    let outcome = try slice("out")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(".out.tilequill-lock"), "\(outcome.errors)")
    #expect(try folder.bytes("precious") == [1, 2, 3])
    #expect(!files.fileExists(atPath: path("out")))
  }

  @Test func `overwriting a link to a folder rebuilds the folder and keeps link and mode`() throws {
    #expect(try slice("out").ending == .exit(0))
    try folder.write([1], to: "out/notes.txt")
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path("out"))
    try files.createSymbolicLink(atPath: path("to"), withDestinationPath: "out")
    let outcome = try slice("to", "--overwrite")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try files.destinationOfSymbolicLink(atPath: path("to")) == "out")
    #expect(try folder.bytes("out/notes.txt") == [1])
    let mode = try files.attributesOfItem(atPath: path("out"))[.posixPermissions] as? Int
    #expect(mode == 0o700)
    #expect(
      try files.contentsOfDirectory(atPath: folder.url.path).sorted() == ["map.png", "out", "to"])
  }

  @Test(arguments: ["out.mbtiles", "out.pmtiles"])
  func `overwriting an archive keeps its mode, and of a link the target is replaced`(
    _ name: String
  ) throws {
    #expect(try slice(name).ending == .exit(0))
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    try files.createSymbolicLink(atPath: path("to-\(name)"), withDestinationPath: name)
    let outcome = try slice("to-\(name)", "--overwrite")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try files.destinationOfSymbolicLink(atPath: path("to-\(name)")) == name)
    let mode = try files.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(arguments: ["to", "to.mbtiles", "to.pmtiles"])
  func `a destination that is a link to nothing is told as that`(_ name: String) throws {
    try files.createSymbolicLink(atPath: path(name), withDestinationPath: "nowhere")
    let outcome = try slice(name)
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.errors.contains("is a link to 'nowhere', which does not exist"), "\(outcome.errors)")
  }

  @Test(arguments: [
    "validate out", "info out", "slice map.png out --update", "convert out a.pmtiles",
  ])
  func `an old folder left between two renames is put back by whatever opens it`(
    _ command: String
  ) throws {
    #expect(try slice("out").ending == .exit(0))
    try files.moveItem(atPath: path("out"), toPath: path(".out.tilequill-old"))
    let outcome = try folder.run(words(command))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(files.fileExists(atPath: path("out/metadata.json")))
  }

  @Test func `two names of one folder have one lock, and long names that begin alike have two`()
    throws
  {
    #expect(try slice("out").ending == .exit(0))
    try files.createSymbolicLink(atPath: path("to"), withDestinationPath: "out")
    let lock = try FileHandle(
      forWritingTo: { () -> URL in
        let url = folder.url.appending(path: ".out.tilequill-lock")
        try Data().write(to: url)
        return url
      }())
    try #require(flock(lock.fileDescriptor, LOCK_EX) == 0)
    for name in ["out", "to", "../\(folder.url.lastPathComponent)/out"] {
      let outcome = try slice(name, "--update")
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.contains("is being written by another program"), "\(outcome.errors)")
    }
    try lock.close()
    let stem = String(repeating: "é", count: 110)
    for end in ["a", "b"] { #expect(try slice(stem + end).ending == .exit(0)) }
    try files.moveItem(atPath: path(stem + "a"), toPath: path("kept"))
    #expect(try slice(stem + "b", "--overwrite").ending == .exit(0))
    #expect(!files.fileExists(atPath: path(stem + "a")))
  }

  @Test func `a name that is not UTF-8 is refused before anything is done`() throws {
    #expect(try slice("out").ending == .exit(0))
    let before = try folder.tree("out")
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    let program = BuiltProgram.tilequill.url.path
    let odd = try shell.run(
      [
        "-c",
        "touch \"out/$(printf 'caf\\351.txt')\"; \(program) slice map.png out --overwrite --quiet",
      ],
      in: folder.url)
    #expect(odd.ending == .exit(2))
    #expect(
      odd.errors.contains("out/caf\\xe9.txt: has a name that is not UTF-8 text"), "\(odd.errors)")
    let argument = try shell.run(
      ["-c", "\(program) slice map.png \"$(printf 'o\\377')\" --at 4/4/4 --quiet"], in: folder.url)
    #expect(argument.ending == .exit(2))
    #expect(argument.errors.contains("'o\\xff' is not UTF-8 text"), "\(argument.errors)")
    #expect(try folder.names.filter { $0.contains("o") && $0 != "out" }.isEmpty)
    let kept = try shell.run(["-c", "ls -b out; rm out/caf*"], in: folder.url)
    #expect(kept.output.contains("caf\\351.txt"))
    #expect(try folder.tree("out") == before)
  }

  @Test
  func `a folder that is moved while it is written is an error, and nothing is left half-made`()
    throws
  {
    // A drawing that comes slowly through a pipe leaves time to move the folder's parent.
    try files.createDirectory(atPath: path("deep"), withIntermediateDirectories: false)
    try folder.draw("large.png", width: 3000, height: 3000) { x, y in
      [UInt8(x & 255), UInt8(y & 255), 9, 255]
    }
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    let outcome = try shell.run(
      [
        "-c",
        """
        \(BuiltProgram.tilequill.url.path) slice large.png deep/out --plain --quiet --compress small &
        for i in $(seq 500); do [ -z "$(find deep -name '*.png')" ] || break; sleep 0.01; done
        mv deep moved
        wait $!
        """,
      ], in: folder.url)
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(outcome.errors.contains("deep/out"), "\(outcome.errors)")
    #expect(!files.fileExists(atPath: path("deep/out")))
    #expect(!files.fileExists(atPath: path("moved/out")))
    // A lock is nobody's once its program has ended, and the next one there removes it.
    let left = try files.contentsOfDirectory(atPath: path("moved"))
    #expect(left.filter { $0 != ".out.tilequill-lock" }.isEmpty)
  }
}
