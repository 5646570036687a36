private import QuillCore

/// A table of commands under one name: finds the command, runs it, turns what it throws into lines.
package struct Program {
  package let name: String
  package let version: String
  package let commands: [any Command.Type]

  package init(name: String, version: String, commands: [any Command.Type]) {
    self.name = name
    self.version = version
    self.commands = commands
  }

  /// Runs one command line, without the program's own name.
  ///
  /// When the work was interrupted, the program dies here by the signal that asked for it.
  package func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      let status = try dispatch(arguments, on: console)
      try console.results.flush()
      return status
    } catch {
      return end(error, called: arguments, on: console)
    }
  }

  private func dispatch(_ arguments: [String], on console: Console) throws -> ExitStatus {
    guard let first = arguments.first else {
      console.notices.print(help(on: console).summary())
      return .failed
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h":
      try refuseExtra(heedColor(rest, on: console))
      try console.results.append(text: help(on: console).overview())
    case "--version":
      try refuseExtra(rest)
      try console.results.line("\(name) \(version)")
    case "help":
      let words = heedColor(rest, on: console)
      try refuseExtra(Array(words.dropFirst()))
      let text =
        try words.first.map { help(on: console).page(for: try find($0).declaration) }
        ?? help(on: console).overview()
      try console.results.append(text: text)
    default:
      if first.hasPrefix("-") { throw UsageError.optionBeforeCommand(first) }
      return try run(find(first), rest, on: console)
    }
    return .done
  }

  private func run(
    _ command: any Command.Type, _ arguments: [String], on console: Console
  ) throws -> ExitStatus {
    let declaration = command.declaration
    if Invocation.asksForHelp(arguments, of: declaration) {
      _ = heedColor(arguments, on: console)
      try console.results.append(text: help(on: console).page(for: declaration))
      return .done
    }
    let invocation = try Invocation(arguments, of: declaration)
    try console.heed(invocation)
    let findsNothing = declaration.finding != nil && invocation.flag(.exitZero)
    let sentence = try command.init(invocation)
    try invocation.refuseUnread()
    let status = try sentence.run(console)
    return status == .found && findsNothing ? .done : status
  }

  /// Takes up `--color` where help is asked for, which comes however wrong the rest is.
  ///
  /// Returns the arguments without it; a value that is none stays among them.
  private func heedColor(_ arguments: [String], on console: Console) -> [String] {
    let name = OptionDeclaration.color.name
    var rest = arguments[...]
    var others: [String] = []
    while let word = rest.popFirst() {
      if word == name, let when = rest.first.flatMap(WhenShown.init(rawValue:)) {
        rest.removeFirst()
        console.heed(color: when)
      } else if word.hasPrefix(name + "="),
        let when = WhenShown(rawValue: String(word.dropFirst(name.count + 1)))
      {
        console.heed(color: when)
      } else {
        others.append(word)
      }
    }
    return others
  }

  private func find(_ word: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.declaration.name == word }) { return command }
    let names = commands.map { $0.declaration.name } + ["help"]
    throw .unknownCommand(word, nearest: nearest(to: word, among: names))
  }

  private func refuseExtra(_ arguments: [String]) throws(UsageError) {
    if let extra = arguments.first { throw .extraOperand(extra) }
  }

  private func help(on console: Console) -> Help {
    Help(
      program: name, commands: commands.map { $0.declaration }, width: console.width,
      palette: console.palette)
  }

  // MARK: Ending

  /// Reports the error after the results printed before it.
  private func end(
    _ error: any Error, called arguments: [String], on console: Console
  ) -> ExitStatus {
    if error is Interrupt.Requested || Interrupt.isRequested { Interrupt.die() }
    var failure = describe(error, called: arguments)
    do {
      try console.results.flush()
    } catch {
      failure = error
    }
    console.report(failure)
    return failure.status
  }

  private func describe(_ error: any Error, called arguments: [String]) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: return failure
    case let usage as UsageError:
      let command = arguments.first.flatMap { word in
        commands.first { $0.declaration.name == word }?.declaration.name
      }
      let help = [name, command, "--help"].compactMap(\.self).joined(separator: " ")
      return CommandFailure("\(usage)", about: command, remedy: "Try: \(help)")
    case let error as FileError: return CommandFailure("\(error)", about: error.path)
    default: return CommandFailure("\(error)", about: TilesetWords.onlyOneRead)
    }
  }
}
