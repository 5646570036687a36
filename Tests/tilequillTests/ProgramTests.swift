import QuillTestSupport
import Testing
import tilequill

@Suite("Program")
struct ProgramTests {
  @Test(
    "The status tells done, found and failed",
    arguments: [
      ("paint a.png o", 0), ("paint bare.png o", 1), ("paint bare.png o --exit-zero", 0),
      ("paint absent.png o", 2), ("paint absent.png o --exit-zero", 2), ("paint", 2),
      ("pant a o", 2), ("", 2), ("--help", 0), ("-h", 0), ("--version", 0), ("help", 0),
      ("help paint", 0), ("help pant", 2), ("paint --help", 0), ("paint --bogus --help", 0),
      ("--help paint", 2), ("--quiet paint", 2), ("paint a o --progress sometimes", 2),
    ])
  func status(line: String, status: Int32) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(Call(arguments).status.rawValue == status)
  }

  private static let faults: [(arguments: [String], errors: String)] = [
    (
      ["paint", "absent.png", "o", "--quiet"],
      "tilequill: absent\\n.png: no such file\n  Try: tilequill paint present.png out\n"
    ),
    (
      ["paint", "a", "o", "--sise", "1"],
      """
      tilequill: paint: unknown option '--sise'; did you mean '--size'?
        Try: tilequill paint --help

      """
    ),
    (
      ["pant"],
      """
      tilequill: unknown command 'pant'; did you mean 'paint'?
        Try: tilequill --help

      """
    ),
    (
      ["paint", "a", "o", "--url", "u"],
      """
      tilequill: paint: '--url' would have no effect in this call
        Try: tilequill paint --help

      """
    ),
    (
      ["paint", "a", "o", "--wet"],
      """
      tilequill: paint: '--wet' would have no effect: the paint is dry
        Try: tilequill paint --help

      """
    ),
    (
      ["paint", "a", "o", "--size", "\u{1b}[2J"],
      """
      tilequill: paint: --size: found '\\u{1b}[2J', expected a whole number
        Try: tilequill paint --help

      """
    ),
    (
      ["paint", "-photo.png", "o"],
      """
      tilequill: paint: unknown option '-photo.png' (a file of that name is written './-photo.png')
        Try: tilequill paint --help

      """
    ),
  ]

  @Test("A fault is one line and a remedy", arguments: faults)
  func fault(arguments: [String], errors: String) {
    #expect(Call(arguments).errors == errors)
  }

  @Test func `an option that has an effect in this call is taken`() {
    let call = Call(["paint", "a", "o", "--format", "urls", "--url", "u"])
    #expect(call.status == .done)
    #expect(call.output == "painted\n")
  }

  @Test func `quiet silences notices and leaves results`() {
    #expect(Call(["paint", "a", "o"]).errors == "tilequill: dries slowly\n")
    let quiet = Call(["paint", "a", "o", "--quiet"])
    #expect(quiet.errors.isEmpty)
    #expect(quiet.output == "painted\n")
  }

  @Test func `the help of a command is the screen that was looked at`() throws {
    let page = Call(["paint", "--help"]).output
    #expect(try Golden.difference(of: page, from: "help/sample.txt") == nil)
    #expect(Call(["help", "paint"]).output == page)
  }

  @Test(
    "Help is coloured on a terminal alone, as --color and NO_COLOR say",
    arguments: [
      (false, [:], false), (true, [:], true), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    ] as [(Bool, [String: String], Bool)])
  func colour(isTerminal: Bool, environment: [String: String], isColoured: Bool) {
    let page = Call(["--help"], isTerminal: isTerminal, environment: environment).output
    #expect(page.contains("\u{1b}[1mCommands\u{1b}[0m") == isColoured)
    #expect(page.contains("\u{1b}") == isColoured)
  }

  @Test(
    "A colour asked for or forbidden is so whatever the terminal",
    arguments: [
      (.always, false, true), (.always, true, true), (.never, true, false), (.auto, true, true),
    ] as [(WhenShown, Bool, Bool)])
  func palette(when: WhenShown, isTerminal: Bool, isOn: Bool) {
    #expect(Palette(when, isTerminal: isTerminal, environment: { _ in nil }).isOn == isOn)
  }
}

@Suite("Declarations")
struct DeclarationTests {
  @Test(
    "A command is declared whole: unlike names, a short abstract, an example that can be read",
    arguments: TileQuill.commands.map { $0.declaration })
  func declared(_ command: CommandDeclaration) throws {
    let names = command.allOptions.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("--") && !$0.contains("=") })
    #expect(!command.abstract.contains("\n") && command.abstract.count <= 60)
    #expect(!command.abstract.hasSuffix("."))
    for option in command.allOptions {
      if case .value(let text) = option.default, case .choice(let words) = option.kind {
        #expect(words.contains(text), "\(option.name)")
      }
    }
    let start = "tilequill \(command.name) "
    try #require(command.example.line.hasPrefix(start))
    let words = command.example.line.dropFirst(start.count).split(separator: " ").map(String.init)
    #expect(throws: Never.self) { try Invocation(words, of: command) }
  }

  @Test(
    "Help fits into eighty columns", arguments: TileQuill.commands.map { $0.declaration })
  func fits(_ command: CommandDeclaration) {
    let help = Help(
      program: "tilequill", commands: [command], width: 80, palette: Palette(isOn: false))
    for line in help.page(for: command).split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(
    "Threads are a number that a machine can have, in every command that shares work",
    arguments: TileQuill.commands.map { $0.declaration }
      .filter { $0.option(named: "--jobs") != nil })
  func jobs(_ command: CommandDeclaration) throws {
    let folder = try SliceFolder()
    let line = Array(words(command.example.line).dropFirst())
    // A plain copy has no work to share.
    let more = command.name == "convert" ? ["--tile-size", "512"] : []
    for count in ["0", "257", "two"] {
      let outcome = try folder.run(line + more + ["--jobs", count])
      let fault = "--jobs: found '\(count)', expected a whole number from 1 to 256\n"
      #expect(outcome.errors.hasPrefix("tilequill: \(command.name): \(fault)"))
    }
  }
}
