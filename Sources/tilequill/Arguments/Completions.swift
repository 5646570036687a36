/// Shell scripts that complete command lines, made from the declarations.
package struct Completions {
  package enum Shell: String, CaseIterable, Sendable, ArgumentValue {
    case bash
    case zsh
    case fish
  }

  package let program: String
  package let commands: [CommandDeclaration]

  package init(program: String, commands: [CommandDeclaration]) {
    self.program = program
    self.commands = commands
  }

  package func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  private var names: [String] { commands.map(\.name) }

  /// All that stands where the command does.
  private var firstWords: [String] { names + ["help", "--help", "--version"] }

  // MARK: bash

  /// The script for bash 3.2 and later, without the bash-completion package.
  ///
  /// `=` ends a word in bash: `--zoom=1` arrives as three words and is read as two.
  private func bash() -> String {
    """
    # bash completion for \(program)
    _\(program)_offer() {
      local line
      COMPREPLY=()
      while IFS= read -r line; do
        COMPREPLY+=("$line")
      done
    }

    _\(program)() {
      local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
      local command="${COMP_WORDS[1]}" options="" i
      COMPREPLY=()
      if [ "$COMP_CWORD" -le 1 ]; then
        _\(program)_offer < <(compgen -W "\(firstWords.joined(separator: " "))" -- "$cur")
        return
      fi
      if [ "$cur" = "=" ]; then
        cur=""
      elif [ "$prev" = "=" ]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      for ((i = 2; i < COMP_CWORD; i++)); do
        if [ "${COMP_WORDS[i]}" = "--" ]; then
          options=ended
          prev=""
        fi
      done
      case "$command" in
      help)
        _\(program)_offer < <(compgen -W "\(names.joined(separator: " "))" -- "$cur")
        ;;
    \(commands.map(bashCase).joined(separator: "\n"))
      esac
    }

    complete -F _\(program) \(program)

    """
  }

  private func bashCase(_ command: CommandDeclaration) -> String {
    let options = command.allOptions
    var lines = ["  \(command.name))", "    case \"$prev\" in"]
    for option in options where option.placeholder != nil {
      lines.append("    \(option.name)) \(bashOffer(option.kind)); return ;;")
    }
    lines += [
      "    esac",
      "    case \"$options$cur\" in",
      "    -*)",
      "      \(bashWords(options.map(\.name))) ;;",
      "    *)",
      "      \(bashOffer(operandKind(of: command))) ;;",
      "    esac",
      "    ;;",
    ]
    return lines.joined(separator: "\n")
  }

  private func bashOffer(_ kind: ValueKind) -> String {
    switch kind {
    case .text: ":"
    case .choice(let words), .choiceOrFile(let words): bashWords(words)
    case .file: bashFiles("-f")
    case .folder: bashFiles("-d")
    }
  }

  private func bashWords(_ words: [String]) -> String {
    "_\(program)_offer < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$cur\")"
  }

  private func bashFiles(_ flag: String) -> String {
    "compopt -o filenames 2>/dev/null; _\(program)_offer < <(compgen \(flag) -- \"$cur\")"
  }

  /// What to offer where an operand may stand: files when any is one, else the choices.
  private func operandKind(of command: CommandDeclaration) -> ValueKind {
    let kinds = command.operands.map(\.kind)
    if kinds.contains(.file) { return .file }
    if kinds.contains(.folder) { return .folder }
    let choices = kinds.flatMap(\.choices)
    return choices.isEmpty ? .text : .choice(choices)
  }

  // MARK: zsh

  private func zsh() -> String {
    """
    #compdef \(program)
    # zsh completion for \(program)
    _\(program)() {
      local curcontext="$curcontext" state line
      local -a commands
      commands=(
    \(commands.map { "    " + quoted("\(zshEscaped($0.name)):\($0.abstract)") }.joined(separator: "\n"))
        \(quoted("help:Print the help of a command"))
      )
      _arguments -C \\
        '(- *)--help[Print the help]' \\
        '(- *)--version[Print the version]' \\
        '1:command:->command' \\
        '*::argument:->arguments'
      case "$state" in
      command) _describe command commands ;;
      arguments)
        case "$line[1]" in
        help) _arguments ':command:(\(names.joined(separator: " ")))' ;;
    \(commands.map(zshCase).joined(separator: "\n"))
        esac
        ;;
      esac
    }

    if [ "$funcstack[1]" = "_\(program)" ]; then
      _\(program) "$@"
    else
      compdef _\(program) \(program)
    fi

    """
  }

  private func zshCase(_ command: CommandDeclaration) -> String {
    var specs: [String] = command.allOptions.map { option in
      let start = option.repeats ? "*" : ""
      let help = zshEscaped(firstSentence(option.help))
      guard let placeholder = option.placeholder else {
        return quoted("\(start)\(option.name)[\(help)]")
      }
      let action = zshAction(option.kind)
      return quoted("\(start)\(option.name)=[\(help)]:\(zshEscaped(placeholder)):\(action)")
    }
    specs += command.operands.map { operand in
      let start =
        switch operand.count {
        case .one: ":"
        case .atMostOne: "::"
        case .oneOrMore, .any: "*:"
        }
      return quoted("\(start)\(zshEscaped(operand.name)):\(zshAction(operand.kind))")
    }
    let list = specs.joined(separator: " \\\n        ")
    return "    \(command.name))\n      _arguments -S \\\n        \(list)\n      ;;"
  }

  private func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .text: " "
    case .choice(let words), .choiceOrFile(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .folder: "_files -/"
    }
  }

  private func zshEscaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result += "\\" }
      result.append(character)
    }
  }

  // MARK: fish

  private func fish() -> String {
    var lines = [
      "# fish completion for \(program)",
      "function __\(program)_runs",
      "  set -l words (commandline -opc)",
      "  test \"$words[2]\" = \"$argv[1]\"",
      "end",
      "complete -c \(program) -f",
    ]
    let first = "-n '__\(program)_runs \"\"'"
    for command in commands {
      lines.append(
        "complete -c \(program) \(first) -a \(command.name) -d \(fishQuoted(command.abstract))")
    }
    lines.append("complete -c \(program) \(first) -a help -d 'Print the help of a command'")
    lines.append("complete -c \(program) \(first) -l help -d 'Print the help'")
    lines.append("complete -c \(program) \(first) -l version -d 'Print the version'")
    lines.append(
      "complete -c \(program) -n '__\(program)_runs help' -a '\(names.joined(separator: " "))'")
    for command in commands { lines += fishLines(command) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishLines(_ command: CommandDeclaration) -> [String] {
    let start = "complete -c \(program) -n '__\(program)_runs \(command.name)'"
    var lines = command.allOptions.map { option in
      let value = option.placeholder == nil ? "" : " -r" + fishOffer(option.kind)
      let help = fishQuoted(firstSentence(option.help))
      return "\(start) -l \(option.name.dropFirst(2))\(value) -d \(help)"
    }
    switch operandKind(of: command) {
    case .text: break
    case .file: lines.append("\(start) -F")
    case .folder: lines.append("\(start) -a '(__fish_complete_directories)'")
    case .choice(let words), .choiceOrFile(let words):
      lines.append("\(start) -a '\(words.joined(separator: " "))'")
    }
    return lines
  }

  private func fishOffer(_ kind: ValueKind) -> String {
    switch kind {
    case .text: " -f"
    case .choice(let words), .choiceOrFile(let words): " -f -a '\(words.joined(separator: " "))'"
    case .file: " -F"
    case .folder: " -f -a '(__fish_complete_directories)'"
    }
  }

  // MARK: Words

  /// A word in single quotes, for bash and zsh.
  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// A word in single quotes, for fish.
  private func fishQuoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if "'\\".contains(character) { result += "\\" }
      result.append(character)
    }
    return "'" + escaped + "'"
  }

  /// A help text up to its first full stop.
  private func firstSentence(_ text: String) -> String {
    var sentence = ""
    for word in text.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if word.hasSuffix(".") { return String(sentence.dropLast()) }
    }
    return sentence
  }
}
