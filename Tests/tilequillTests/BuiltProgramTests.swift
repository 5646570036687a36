import Foundation
import QuillTestSupport
import Testing
import tilequill

@Suite("The built program")
struct BuiltProgramTests {
  @Test func `it tells its version`() throws {
    let outcome = try BuiltProgram.tilequill.run(["--version"])
    #expect(outcome.output == "tilequill 0.1.0\n")
    #expect(outcome.errors == "")
    #expect(outcome.ending == .exit(0))
  }

  @Test func `an unknown command names the nearest and ends with 2`() throws {
    let outcome = try BuiltProgram.tilequill.run(["compeltions", "bash"])
    #expect(
      outcome.errors == "tilequill: unknown command 'compeltions'; did you mean 'completions'?\n"
        + "  Try: tilequill --help\n")
    #expect(outcome.output == "")
    #expect(outcome.ending == .exit(2))
  }

  @Test func `without arguments it prints its commands as an error and ends with 2`() throws {
    let outcome = try BuiltProgram.tilequill.run([])
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("Usage: tilequill COMMAND [ARGUMENTS]\n"))
    #expect(outcome.ending == .exit(2))
  }

  @Test(
    "Each shell gets a script", arguments: Completions.Shell.allCases.map(\.rawValue))
  func scripts(_ shell: String) throws {
    let outcome = try BuiltProgram.tilequill.run(["completions", shell])
    #expect(outcome.output.contains("completions"))
    #expect(outcome.errors == "")
    #expect(outcome.ending == .exit(0))
  }

  @Test func `a closed pipe ends it in silence`() throws {
    let outcome = try BuiltProgram.tilequill.run(["completions", "bash"], output: .closedPipe)
    #expect(outcome.errors == "")
    #expect(outcome.ending == .signal(SIGPIPE))
  }

  @Test func `a closed standard output is an error`() throws {
    let shell = BuiltProgram(url: URL(fileURLWithPath: "/bin/sh"))
    let outcome = try shell.run(
      ["-c", "\"$0\" --version >&-", BuiltProgram.tilequill.url.path])
    #expect(outcome.errors.hasPrefix("tilequill: standard output: could not be written ("))
    #expect(outcome.ending == .exit(2))
  }

  @Test(
    "A full disk is an error",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    let outcome = try BuiltProgram.tilequill.run(
      ["--help"], output: .file(URL(fileURLWithPath: "/dev/full")))
    #expect(
      outcome.errors
        == "tilequill: standard output: could not be written (No space left on device)\n")
    #expect(outcome.ending == .exit(2))
  }

  @Test(
    "Help that is piped carries no colour unless asked to",
    arguments: [
      ("--help", false), ("slice --help", false), ("slice --help --color never", false),
      ("slice --help --color always", true), ("slice --color=always --help", true),
      ("slice --bogus --color always -h", true), ("--help --color always", true),
      ("help --color=always", true), ("help slice --color always", true),
    ])
  func colour(line: String, isColoured: Bool) throws {
    let outcome = try BuiltProgram.tilequill.run(words(line))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(outcome.output.contains("\u{1b}[1m") == isColoured)
    #expect(outcome.output.contains("Example") != outcome.output.contains("help COMMAND"))
  }
}
