import Foundation
import QuillTestSupport
import Testing
import tilequill

@Suite("Completions")
struct CompletionTests {
  private let completions = Completions(
    program: "tilequill", commands: [PaintCommand.declaration])

  /// A fresh folder with the files the shells may offer.
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a folder"), withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "a file.png"))
    for shell in Completions.Shell.allCases {
      let script = completions.script(for: shell)
      try Data(script.utf8).write(to: folder.appending(path: "script.\(shell)"))
    }
    return folder
  }

  private static func isInstalled(_ shell: String) -> Bool {
    BuiltProgram.path(of: shell) != nil
  }

  private func run(_ shell: String, _ arguments: [String]) throws -> BuiltProgram.Outcome {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = BuiltProgram(url: try #require(BuiltProgram.path(of: shell)))
    return try program.run(arguments, in: folder)
  }

  @Test(
    "bash offers commands, options, choices and files",
    .enabled(if: isInstalled("bash")),
    arguments: [
      (["p"], ["paint"]), ([""], ["paint", "help", "--help", "--version"]),
      (["help", ""], ["paint"]), (["paint", "--si"], ["--size"]),
      (["paint", "--format", ""], ["paths", "urls", "json"]),
      (["paint", "--format", "=", "u"], ["urls"]),
      (["paint", "--format", "="], ["paths", "urls", "json"]),
      (["paint", "--wet", "--for"], ["--format"]), (["paint", "--size", ""], []),
      (["paint", "a f"], ["a folder", "a file.png"]),
      (["paint", "--brush", "a f"], ["a folder", "a file.png"]),
      (["paint", "--a-rather-long-option-name", "a"], ["a folder"]),
      (["paint", "--", "--si"], []), (["paint", "--color", "a"], ["auto", "always"]),
    ])
  func bash(words: [String], offered: [String]) throws {
    let script = """
      source ./script.bash
      COMP_WORDS=(tilequill "$@")
      COMP_CWORD=$#
      _tilequill
      [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try run("bash", ["-c", script, "bash"] + words)
    #expect(outcome.errors == "")
    #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == offered.sorted())
  }

  @Test(
    "fish offers commands, options, choices and files",
    .enabled(if: isInstalled("fish")),
    arguments: [
      ("p", ["paint"]), ("help ", ["paint"]), ("paint --si", ["--size"]),
      ("paint --format ", ["paths", "urls", "json"]), ("paint --format=u", ["--format=urls"]),
      ("paint --a-rather-long-option-name a", ["a folder/"]),
      ("paint a", ["a file.png", "a folder/"]), ("paint --brush a\\ fi", ["a file.png"]),
      ("paint --size ", []),
    ])
  func fish(line: String, offered: [String]) throws {
    let script = "source script.fish; complete -C 'tilequill \(line)'"
    let outcome = try run("fish", ["--no-config", "-c", script])
    #expect(outcome.errors == "")
    let words = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.map(String.init).sorted() == offered.sorted())
  }

  /// zsh offers nothing without a terminal, so `_arguments` is stood in for by one that prints.
  @Test(
    "zsh is given a specification of every option and operand",
    .enabled(if: isInstalled("zsh")))
  func zsh() throws {
    let script = """
      compdef() { : }
      source ./script.zsh
      _arguments() {
        state=arguments
        line=(paint)
        print -rl -- "$@"
      }
      _tilequill
      """
    let outcome = try run("zsh", ["-f", "-c", script])
    #expect(outcome.errors == "")
    let lines = Set(outcome.output.split(separator: "\n").map(String.init))
    let expected = [
      "--size=[How large it gets, in pixels]:N: ",
      "*--bounds=[The box it lies in\\: W,S,E,N in degrees]:BOUNDS: ",
      "--format=[What is printed]:F:(paths urls json)", "--wet[Leave it wet]",
      "--brush=[The brush's picture]:FILE:_files",
      "--a-rather-long-option-name=[Where scratch files go]:FOLDER:_files -/",
      ":DRAWING.png:_files", "*:LAYER:_files",
    ]
    #expect(expected.filter { !lines.contains($0) } == [])
  }
}
