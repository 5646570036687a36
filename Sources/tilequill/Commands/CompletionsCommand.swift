/// `tilequill completions`: prints a script that completes command lines in a shell.
struct CompletionsCommand: Command {
  static let declaration = CommandDeclaration(
    name: "completions",
    abstract: "Print a script that completes command lines in your shell",
    discussion: """
      The script completes commands, options, their choices, and file names. To keep it:

        tilequill completions bash >> ~/.bash_completion
        tilequill completions zsh > ~/.zfunc/_tilequill    with ~/.zfunc in fpath
        tilequill completions fish > ~/.config/fish/completions/tilequill.fish
      """,
    example: .init(
      "tilequill completions bash",
      "Prints the script for bash. To try it at once: source <(tilequill completions bash)"),
    operands: [
      Operand(
        "SHELL", .choice(Completions.Shell.allCases.map(\.rawValue)),
        "The shell to complete in: bash, zsh or fish.")
    ])

  private let shell: Completions.Shell

  init(_ invocation: Invocation) throws {
    shell = try invocation.operand("SHELL", as: Completions.Shell.self)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let commands = TileQuill.commands.map { $0.declaration }
    try console.results.append(
      text: Completions(program: "tilequill", commands: commands).script(for: shell))
    return .done
  }
}
