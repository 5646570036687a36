import Testing
import tilequill

@Suite("Arguments")
struct ArgumentTests {
  private func read(_ arguments: String...) throws -> Invocation {
    try Invocation(arguments, of: PaintCommand.declaration)
  }

  @Test(
    "A value is the same after a space and after an equals sign, wherever the option stands",
    arguments: [
      ["--size", "12", "a.png", "out"], ["--size=12", "a.png", "out"],
      ["a.png", "--size", "12", "out"], ["a.png", "out", "--size=12"],
      ["--size", "12", "--", "a.png", "out"],
    ])
  func placesOfAnOption(_ arguments: [String]) throws {
    let invocation = try Invocation(arguments, of: PaintCommand.declaration)
    #expect(try invocation.value(of: PaintCommand.size, as: Int.self) == 12)
    #expect(invocation.operand("DRAWING.png") == "a.png")
    #expect(invocation.operand("OUT") == "out")
  }

  @Test(
    "A value may be anything that is no option of the command",
    arguments: ["-73.99,40.75,-73.93,40.81", "-", "-5", "--strange", "", "a=b", "two words"])
  func values(_ value: String) throws {
    let spaced = try read("a.png", "out", "--bounds", value)
    #expect(spaced.values(of: PaintCommand.bounds) == [value])
    let joined = try read("a.png", "out", "--bounds=" + value)
    #expect(joined.values(of: PaintCommand.bounds) == [value])
  }

  @Test func `an equals sign makes even an option's name a value`() throws {
    #expect(try read("a", "o", "--url=--size").value(of: PaintCommand.url) == "--size")
  }

  @Test func `after two dashes everything is an operand`() throws {
    let invocation = try read("--wet", "--", "--size", "-x", "--")
    #expect(invocation.operand("DRAWING.png") == "--size")
    #expect(invocation.operands("LAYER") == ["-x"])
    #expect(invocation.operand("OUT") == "--")
  }

  @Test func `a single dash is an operand`() throws {
    #expect(try read("-", "out").operand("DRAWING.png") == "-")
  }

  @Test func `a repeatable option keeps its values in order`() throws {
    let invocation = try read("a", "--bounds", "2", "o", "--bounds=1")
    #expect(invocation.values(of: PaintCommand.bounds) == ["2", "1"])
  }

  @Test func `an option left out holds its default when that is a value`() throws {
    let invocation = try read("a", "o")
    #expect(invocation.value(of: PaintCommand.size) == "256")
    #expect(invocation.value(of: PaintCommand.bounds) == nil)
    #expect(invocation.value(of: PaintCommand.url) == nil)
    #expect(!invocation.flag(PaintCommand.wet))
    #expect(!invocation.isGiven(PaintCommand.size))
  }

  @Test(
    "The operand that may take many takes what the others can spare",
    arguments: [
      (["a", "o"], "a", [], "o"), (["a", "b", "o"], "a", ["b"], "o"),
      (["a", "b", "c", "o"], "a", ["b", "c"], "o"),
    ])
  func spare(words: [String], first: String, layers: [String], last: String) throws {
    let invocation = try Invocation(words, of: PaintCommand.declaration)
    #expect(invocation.operand("DRAWING.png") == first)
    #expect(invocation.operands("LAYER") == layers)
    #expect(invocation.operand("OUT") == last)
  }

  @Test(
    "What is wrong is named",
    arguments: [
      (["a", "o", "--sise", "1"], UsageError.unknownOption("--sise", nearest: "--size")),
      (["a", "o", "-size", "1"], .unknownOption("-size", nearest: "--size")),
      (["a", "o", "--qwertyuiop=1"], .unknownOption("--qwertyuiop", nearest: nil)),
      (["a", "o", "--size"], .needsValue("--size", "N", found: nil)),
      (["a", "o", "--size", "--wet"], .needsValue("--size", "N", found: "--wet")),
      (["a", "o", "--size", "--url=x"], .needsValue("--size", "N", found: "--url=x")),
      (["--size", "--", "a", "o"], .needsValue("--size", "N", found: "--")),
      (["a", "o", "--wet=no"], .takesNoValue("--wet", found: "no")),
      (["a", "o", "--wet", "--wet"], .givenTwice("--wet")),
      (["a", "o", "--size=1", "--size", "1"], .givenTwice("--size")),
      (
        ["a", "o", "--format", "url"],
        .wrongChoice(
          "--format", found: "url", choices: ["paths", "urls", "json"], nearest: "urls")
      ),
      (
        ["a", "o", "--progress=maybe"],
        .wrongChoice(
          "--progress", found: "maybe", choices: ["auto", "always", "never"], nearest: nil)
      ),
      ([], .missingOperand("DRAWING.png")), (["a"], .missingOperand("OUT")),
    ])
  func faults(arguments: [String], fault: UsageError) {
    #expect(throws: fault) { try Invocation(arguments, of: PaintCommand.declaration) }
  }

  @Test func `an operand too many is named`() {
    var declaration = PaintCommand.declaration
    declaration.operands = [Operand("A", .text, ""), Operand("B", .text, "", count: .atMostOne)]
    #expect(throws: UsageError.extraOperand("3")) {
      try Invocation(["1", "2", "3"], of: declaration)
    }
  }

  @Test func `a value its type refuses is told with the option and the reason`() throws {
    let invocation = try read("a", "o", "--size", "1.5")
    #expect(
      throws: UsageError.badValue(
        "--size", found: "1.5", reason: "found '1.5', expected a whole number")
    ) { try invocation.value(of: PaintCommand.size, as: Int.self) }
  }

  @Test func `options that exclude each other are told apart`() throws {
    let both = try read("a", "o", "--url", "u", "--brush", "b")
    let (url, brush) = (PaintCommand.url, PaintCommand.brush)
    #expect(throws: UsageError.exclude("--url", "--brush")) {
      try both.atMostOne(of: [url, brush])
    }
    #expect(try both.atMostOne(of: [PaintCommand.size, brush])?.name == "--brush")
    #expect(try both.atMostOne(of: [PaintCommand.size]) == nil)
  }

  @Test func `an option that is needed and left out is told with the reason`() throws {
    let invocation = try read("a", "o")
    #expect(throws: UsageError.missingOption("--url", because: "urls need it")) {
      try invocation.require(PaintCommand.url, because: "urls need it")
    }
  }

  @Test func `an option typed but never read is refused`() throws {
    let invocation = try read("a", "o", "--url", "u")
    #expect(throws: UsageError.noEffect("--url", because: nil)) { try invocation.refuseUnread() }
    _ = invocation.value(of: PaintCommand.url)
    try invocation.refuseUnread()
  }

  @Test(
    "Help is asked for by an option, not by a value or an operand",
    arguments: [
      (["--help"], true), (["a", "--sise", "--help"], true), (["-h"], true),
      (["--url", "-h"], false), (["--", "--help"], false), (["--url=--help"], false), ([], false),
      (["--url", "--help"], true),
    ])
  func helpAsked(arguments: [String], asked: Bool) {
    #expect(Invocation.asksForHelp(arguments, of: PaintCommand.declaration) == asked)
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "The nearest word is named when one is near, or begun",
    arguments: [
      ("slcie", "slice"), ("ifno", "info"), ("-zoom", "--zoom"), ("--tile", "--tile-size"),
      ("vaildate", "validate"), ("xyzzy", nil), ("--", nil), ("", nil),
    ] as [(String, String?)])
  func nearestWord(word: String, expected: String?) {
    let candidates = ["slice", "list", "info", "validate", "--zoom", "--tile-size"]
    #expect(nearest(to: word, among: candidates) == expected)
  }
}
