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
    _ script: String, first: String = "", environment: [String: String] = [:]
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

  /// The scripts of all recipes, and what their `env` and `variables` set, placeholders filled in.
  private func recipes() throws -> [(scripts: [String], environment: [String: String])] {
    let root = folder.url.path
    return try blocks("yaml").map { block in
      var environment: [String: String] = [:]
      for line in block {
        let words = line.split(separator: ":", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard words.count == 2, words[0].hasPrefix("TILEQUILL_") else { continue }
        environment[words[0]] = words[1]
          .replacingOccurrences(of: "${{ github.workspace }}", with: root)
          .replacingOccurrences(of: "$CI_PROJECT_DIR", with: root)
      }
      return (scripts(in: block), environment)
    }
  }

  /// A copy of the package whose setup and `make` write down that they were called; the program that
  /// they install is the one under test.
  private func vendor() throws {
    let (root, program) = (folder.url.path, BuiltProgram.tilequill.url.path)
    let setup = """
      #!/bin/sh
      echo setup >> '\(root)/asked'
      """
    let make = """
      #!/bin/sh
      echo "make $1 $2 $3" >> '\(root)/asked'
      prefix=${4#PREFIX=}
      mkdir -p "$prefix/bin" && ln -sf '\(program)' "$prefix/bin/tilequill"
      """
    for (path, script) in [("vendor/tilequill/.ci/setup", setup), ("fake/make", make)] {
      try folder.make(path, Array((script + "\n").utf8))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: path).path)
    }
  }

  private func asked() throws -> [String] {
    String(decoding: try folder.bytes("asked"), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  @Test func `the step of the workflow works, and fails where a tile is broken`() throws {
    let step = try #require(
      try recipes().flatMap(\.scripts).first { $0.contains("--format github") })
    let outcome = try shell(step)
    #expect(outcome.ending == .exit(0), "\(step): \(outcome.errors)\(outcome.output)")
    try folder.write([], to: "tiles/14/4825/6156.png")
    #expect(try shell(step).ending == .exit(1))
  }

  @Test func `the action sets up each time, installs once and puts the program on the path`() throws
  {
    let recipe = try #require(
      try recipes().first { $0.scripts.contains { $0.contains("GITHUB_PATH") } })
    try vendor()
    let home = folder.url.appending(path: "home").path
    for _ in 0..<2 {
      let outcome = try shell(
        recipe.scripts[0], first: folder.url.appending(path: "fake").path + ":",
        environment: recipe.environment.merging([
          "HOME": home, "GITHUB_PATH": folder.url.appending(path: "path").path,
        ]) { $1 })
      #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    }
    let source = folder.url.appending(path: "vendor/tilequill").path
    #expect(try asked() == ["setup", "make -C \(source) install", "setup"])
    let path = String(decoding: try folder.bytes("path"), as: UTF8.self)
    #expect(path == "\(home)/.local/bin\n\(home)/.local/bin\n")
    let installed = try shell("tilequill --version", first: "\(home)/.local/bin:")
    #expect(installed.ending == .exit(0), "\(installed.errors)")
  }

  @Test(
    "The job for GitLab installs once for each version, and leaves reports of what it found",
    .enabled(if: BuiltProgram.path(of: "git") != nil))
  func gitLab() throws {
    let recipe = try #require(
      try recipes().first { $0.scripts.contains { $0.contains("--format junit=") } })
    try #require(recipe.scripts.count == 2)
    try vendor()
    let commit = "git add vendor && git -c user.email=a@b.c -c user.name=A commit -q -m vendor"
    #expect(try shell("git init -q . && \(commit)").ending == .exit(0))
    func run(_ number: Int) throws -> BuiltProgram.Outcome {
      try shell(
        recipe.scripts[number], first: folder.url.appending(path: "fake").path + ":",
        environment: recipe.environment)
    }
    for _ in 0..<2 {
      let outcome = try run(0)
      #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    }
    #expect(try asked().map { $0.prefix(5) } == ["setup", "make ", "setup"])
    #expect(try run(1).ending == .exit(0))
    try folder.write([1], to: "vendor/tilequill/newer")
    #expect(try shell(commit).ending == .exit(0))
    #expect(try run(0).ending == .exit(0))
    #expect(try asked().suffix(2).map { $0.prefix(5) } == ["setup", "make "])
    try folder.write([], to: "tiles/14/4825/6156.png")
    #expect(try run(1).ending == .exit(1))
    for name in ["tiles.xml", "tiles.sarif"] {
      let report = String(decoding: try folder.bytes(name), as: UTF8.self)
      #expect(report.contains("empty-file") && report.contains("14/4825/6156.png"))
    }
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
