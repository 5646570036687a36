import Foundation
import QuillTestSupport
import Testing

/// What is no file where a file is expected, other people's files, and machines that give little.
@Suite("Odd files, other users, few threads")
struct OddMachineTests {
  private let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try folder.draw("map.png", width: 1024, height: 1024) { x, y in
      [UInt8(x & 255), UInt8(y & 255), UInt8((x ^ y) & 255), 255]
    }
    let sliced = try folder.run(words("slice map.png base --at 4/4/4 --zoom 2-4 --quiet"))
    try #require(sliced.ending == .exit(0), "\(sliced.errors)")
  }

  private static let program = BuiltProgram.tilequill.url.path

  /// Runs a line of a shell; one that does not end in twenty seconds is killed.
  private func shell(_ line: String) throws -> BuiltProgram.Outcome {
    let timeout = BuiltProgram(url: try #require(BuiltProgram.path(of: "timeout")))
    return try timeout.run(["-s", "KILL", "20", "/bin/sh", "-c", line], in: folder.url)
  }

  @Test(
    "What is a pipe is refused, not waited for",
    arguments: [
      "slice pipe out --plain", "slice map.png out --plain --background pipe",
      "slice map.png out.pmtiles --plain --fallback pipe.png", "slice pipe base --update",
      "info pipe", "serve base --log pipe", "serve base --watch pipe",
      "serve base --places pipe", "serve base --route pipe", "list --area pipe --zoom 3",
      "list --route pipe --zoom 3", "list --requested pipe", "validate base --baseline pipe",
      "slice map.png out --points pipe", "convert pipe out.pmtiles", "validate pipe",
      "stitch pipe out.png --zoom 3",
    ])
  func pipes(command: String) throws {
    let before = try folder.tree("base")
    let outcome = try shell("mkfifo pipe pipe.png && exec \(Self.program) \(command)")
    #expect(outcome.ending == .exit(2), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("tilequill: pipe"), "\(outcome.errors)")
    #expect(try folder.names == ["base", "map.png", "pipe", "pipe.png"])
    #expect(try folder.tree("base") == before)
  }

  @Test func `a pipe in the place of a tile is told, and its tile is not left out`() throws {
    let made = try shell("rm base/4/4/4.png && mkfifo base/4/4/4.png base/beside")
    try #require(made.ending == .exit(0), "\(made.errors)")
    let checked = try shell("\(Self.program) validate base")
    #expect(checked.ending == .exit(1))
    #expect(checked.output.contains("4/4/4.png: cannot be read: it is not a file"))
    #expect(checked.output.contains("beside: lies beside the zooms"), "\(checked.output)")
    for command in [
      "convert base out.pmtiles", "merge base base out", "stitch base out.png --zoom 4",
    ] {
      let outcome = try shell("\(Self.program) \(command) --quiet")
      #expect(outcome.ending == .exit(2), "\(command)")
      #expect(outcome.errors.hasPrefix("tilequill: base/4/4/4.png: cannot be read"), "\(command)")
    }
  }

  @Test func `a drawing from standard input is refused where that is a pipe`() throws {
    let pipe = try shell("cat map.png | \(Self.program) slice /dev/stdin out --at 4/4/4 --zoom 2-4")
    #expect(pipe.ending == .exit(2))
    #expect(pipe.errors.contains("/dev/stdin: cannot be read: it is a pipe"), "\(pipe.errors)")
    #expect(try folder.names == ["base", "map.png"])
    let file = try shell("\(Self.program) slice /dev/stdin out --at 4/4/4 --zoom 2-4 <map.png")
    #expect(file.ending == .exit(0), "\(file.errors)")
    #expect(try folder.bytes("out/4/4/4.png") == folder.bytes("base/4/4/4.png"))
  }

  @Test func `requests are logged into a pipe while somebody reads it`() throws {
    let outcome = try shell(
      "mkfifo pipe; cat pipe >read & \(Self.program) serve base --log pipe >url 2>/dev/null & "
        + "for i in 1 2 3 4 5 6 7 8 9; do sleep 0.2; [ -s url ] && break; done; "
        + "curl -s -o tile \"$(cat url)4/4/4.png\"; kill %2 2>/dev/null || kill $!; wait")
    #expect(try folder.bytes("tile") == folder.bytes("base/4/4/4.png"), "\(outcome.errors)")
    let read = String(decoding: try folder.bytes("read"), as: UTF8.self)
    #expect(read == "requested tile z:4 x:4 y:4\n")
  }
}

// MARK: Threads and cores

extension OddMachineTests {
  /// Whether this user can become another one.
  static let canBecomeNobody = geteuid() == 0 && BuiltProgram.path(of: "setpriv") != nil

  private func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
  }

  /// Runs the program as a user of its own, in the folder, which anybody may write.
  private func asNobody(_ command: String, with limit: String = "") throws -> BuiltProgram.Outcome {
    let mine = folder.url.appending(path: "program")
    if !FileManager.default.fileExists(atPath: mine.path) {
      try FileManager.default.copyItem(atPath: Self.program, toPath: mine.path)
      try setMode(0o777, of: ".")
    }
    return try shell(
      "exec setpriv --reuid 54321 --clear-groups \(limit) ./program \(command)")
  }

  @Test("Without threads all is done by one", .enabled(if: Self.canBecomeNobody))
  func noThreads() throws {
    let commands = [
      "slice map.png out --at 4/4/4 --zoom 2-4", "slice map.png base.pmtiles --at 4/4/4 --zoom 2-4",
      "validate base", "info base", "convert base base.mbtiles", "stitch base one.png --zoom 4",
      "merge base out both", "diff base out", "slice map.png out --update",
      "slice map.png out --overwrite", "list --bounds -10,-10,10,10 --zoom 3", "explain 4/4/4 base",
      "slice map.png turned --center 10,10 --width 800km --rotate 20",
      "convert base large --tile-size 512",
    ]
    for command in commands {
      let outcome = try asNobody("\(command) --quiet", with: "prlimit --nproc=1")
      #expect(outcome.ending == .exit(0), "\(command): \(outcome.errors)")
    }
    let there = try folder.tree("base").filter { $0.key.hasSuffix(".png") }
    #expect(try folder.tree("out").filter { $0.key.hasSuffix(".png") } == there)
    let served = try asNobody("serve base", with: "prlimit --nproc=1")
    #expect(served.ending == .exit(2))
    #expect(served.errors.contains("does the system give no more threads?"), "\(served.errors)")
  }

  @Test(
    "A process bound to one core starts no threads for others",
    .enabled(
      if: BuiltProgram.path(of: "strace") != nil && BuiltProgram.path(of: "taskset") != nil
        && ProcessInfo.processInfo.activeProcessorCount > 1))
  func oneCore() throws {
    func threads(_ binding: String) throws -> Int {
      let outcome = try shell(
        "\(binding) strace -f -qq -o log -e trace=clone,clone3 \(Self.program)"
          + " slice map.png out --at 4/4/4 --zoom 2-4 --overwrite --quiet")
      try #require(outcome.ending == .exit(0), "\(outcome.errors)")
      return String(decoding: try folder.bytes("log"), as: UTF8.self)
        .split(separator: "\n").count { $0.contains("clone") && !$0.contains("resumed") }
    }
    // One that waits for signals is always there.
    #expect(try threads("taskset -c 0") == 1)
    #expect(try threads("") > 1)
  }
}

// MARK: Other users

extension OddMachineTests {
  @Test(
    "A zoom or a column that cannot be read is no reason to leave its tiles out",
    .enabled(if: Self.canBecomeNobody), arguments: ["base/4/5", "base/3"])
  func closedFolder(path: String) throws {
    try setMode(0, of: path)
    defer { try? setMode(0o755, of: path) }
    for command in [
      "convert base out.pmtiles", "convert base out", "merge base base out",
      "stitch base out.png --zoom 4",
      "serve base --export out", "slice map.png base --update",
    ] {
      let outcome = try asNobody("\(command) --quiet")
      #expect(outcome.ending == .exit(2), "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("base"), "\(command): \(outcome.errors)")
    }
    #expect(try folder.names == ["base", "map.png", "program"])
  }

  @Test("Another user's killed run keeps nobody away", .enabled(if: Self.canBecomeNobody))
  func foreignLock() throws {
    try folder.write(Array("4194303".utf8), to: ".out.tilequill-lock")
    try setMode(0o644, of: ".out.tilequill-lock")
    let readable = try asNobody("slice map.png out --at 4/4/4 --quiet")
    #expect(readable.ending == .exit(0), "\(readable.errors)")
    try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
    try folder.write(Array("4194303".utf8), to: ".out.tilequill-lock")
    try setMode(0o600, of: ".out.tilequill-lock")
    let closed = try asNobody("slice map.png out --at 4/4/4 --quiet")
    #expect(closed.ending == .exit(2))
    #expect(closed.errors.contains("belongs to another user"), "\(closed.errors)")
    #expect(closed.errors.contains(".out.tilequill-lock"), "\(closed.errors)")
    #expect(try !folder.names.contains("out"))
  }
}
