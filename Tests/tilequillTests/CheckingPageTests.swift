import Foundation
import QuillTestSupport
import Testing

/// The page about checking in CI: its commands are run, as far as a shell can.
@Suite("Checking.md")
struct CheckingPageTests {
  private static let root = Fixture.tests.deletingLastPathComponent()
  let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "tiles"), to: folder.url.appending(path: "tiles"))
    try FileManager.default.copyItem(
      at: Self.root.appending(path: "tiles"), to: folder.url.appending(path: "new-tiles"))
  }

  /// The lines of each fenced block with that tag.
  private func blocks(_ tag: String) throws -> [[String]] {
    let file = Self.root.appending(path: "Sources/tilequill/tilequill.docc/Checking.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```\(tag)\n").dropFirst().map { part in
      (part.components(separatedBy: "\n```").first ?? "").components(separatedBy: "\n")
    }
  }

  /// What stands indented below a line that ends in `|`.
  private func scripts(in block: [String]) -> [String] {
    var scripts: [String] = []
    var indent: Int?
    for line in block {
      let blanks = line.prefix { $0 == " " }.count
      if let deep = indent, blanks > deep {
        scripts[scripts.count - 1] += line + "\n"
      } else {
        indent = line.hasSuffix("|") ? blanks : nil
        if indent != nil { scripts.append("") }
      }
    }
    return scripts
  }

  private func shell(
    _ script: String, first: String = "", environment: [String: String?] = [:]
  ) throws -> BuiltProgram.Outcome {
    let program = BuiltProgram.tilequill.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try BuiltProgram(url: URL(fileURLWithPath: "/bin/sh")).run(
      ["-ec", script], in: folder.url,
      environment: environment.merging(["PATH": "\(first)\(program):\(path)"]) { $1 })
  }

  @Test func `the commands to type work`() throws {
    let lines = try blocks("sh").filter { $0.first?.hasPrefix("#!") != true }.flatMap(\.self)
    try #require(lines.count >= 5)
    for line in lines {
      let outcome = try shell(line)
      #expect(outcome.ending == .exit(0), "\(line): \(outcome.errors)\(outcome.output)")
    }
  }

  @Test func `the steps of the workflows work, and fail where a tile is broken`() throws {
    let steps = try blocks("yaml").flatMap(scripts).filter { !$0.contains("make ") }
    try #require(steps.count == 2)
    for step in steps {
      let outcome = try shell(step)
      #expect(outcome.ending == .exit(0), "\(step): \(outcome.errors)\(outcome.output)")
    }
    #expect(try folder.names.contains("tiles.sarif"))
    try folder.write([], to: "tiles/14/4825/6156.png")
    for step in steps { #expect(try shell(step).ending == .exit(1)) }
  }

  /// `make` is played by a script that writes down what it was asked.
  @Test func `the action installs once and puts the program on the path`() throws {
    let steps = try blocks("yaml").flatMap(scripts).filter { $0.contains("make ") }
    try #require(steps.count == 1)
    let bin = folder.url.appending(path: "home/.local/bin").path
    let make = """
      #!/bin/sh
      echo "$@" >> '\(folder.url.path)/asked'
      mkdir -p '\(bin)' && touch '\(bin)/tilequill' && chmod +x '\(bin)/tilequill'
      """
    try folder.make("fake/make", Array(make.utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "fake/make").path)
    for _ in 0..<2 {
      let outcome = try shell(
        steps[0], first: folder.url.appending(path: "fake").path + ":",
        environment: [
          "HOME": folder.url.appending(path: "home").path, "TILEQUILL_SOURCE": "/source",
          "GITHUB_PATH": folder.url.appending(path: "path").path,
        ])
      #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    }
    let home = folder.url.appending(path: "home").path
    #expect(
      String(decoding: try folder.bytes("asked"), as: UTF8.self)
        == "-C /source install PREFIX=\(home)/.local\n")
    #expect(
      String(decoding: try folder.bytes("path"), as: UTF8.self) == "\(bin)\n\(bin)\n")
  }

  @Test(
    "The hook stops a commit of broken tiles and no other",
    .enabled(if: BuiltProgram.path(of: "git") != nil))
  func hook() throws {
    let hook = try #require(try blocks("sh").first { $0.first == "#!/bin/sh" })
    try folder.write(Array((hook + [""]).joined(separator: "\n").utf8), to: "hook")
    let begin = """
      git init -q . && git config user.email a@b.c && git config user.name A
      cp hook .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
      git add tiles && git commit -q -m tiles
      """
    let first = try shell(begin)
    #expect(first.ending == .exit(0), "\(first.errors)")
    try folder.write([], to: "tiles/14/4825/6156.png")
    let other = try shell("git add hook && git commit -q -m hook")
    #expect(other.ending == .exit(0), "\(other.errors)")
    #expect(try shell("git add tiles && git commit -q -m broken").ending == .exit(1))
  }
}
