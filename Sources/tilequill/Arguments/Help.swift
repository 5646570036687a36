/// The help texts, made from the declarations.
package struct Help {
  package let program: String
  package let commands: [CommandDeclaration]
  /// Columns that lines may fill.
  package let width: Int
  package let palette: Palette

  package init(
    program: String, commands: [CommandDeclaration], width: Int, palette: Palette
  ) {
    self.program = program
    self.commands = commands
    self.width = width
    self.palette = palette
  }

  /// What a call without arguments prints: how to call it, and the commands.
  package func summary() -> String {
    var text = "Usage: \(program) COMMAND [ARGUMENTS]\n\n"
    text += commandTable()
    text += "\nAll about one command: \(program) COMMAND --help"
    return text
  }

  /// The help of the program as a whole.
  package func overview() -> String {
    var text = "\(program): cuts hand-drawn maps into z/x/y tiles\n\n"
    text += "Usage: \(program) COMMAND [ARGUMENTS]\n"
    text += "       \(program) help COMMAND\n"
    text += "       \(program) --version\n\n"
    text += heading("Commands") + commandTable()
    text += "\n" + heading(OptionGroup.everywhere.rawValue)
    text += OptionDeclaration.everywhere.map(entry).joined()
    text += "\n" + heading("How arguments are read")
    text += wrapped(
      """
      --name value and --name=value are the same; a value may begin with a minus sign. Options and \
      operands mix in any order; -- ends the options. An option that would have no effect is an \
      error.
      """, indent: 2)
    return text + "\n"
      + exitStatus(finding: "found what it looks for: a fault, a gap, a difference")
  }

  /// The help of one command.
  package func page(for command: CommandDeclaration) -> String {
    var text = wrapped("\(program) \(command.name): \(command.abstract)", indent: 0, hanging: 2)
    text += "\n" + usage(of: command)
    if !command.operands.isEmpty {
      text += "\n" + command.operands.map { row($0.name, $0.help) }.joined()
    }
    if !command.discussion.isEmpty { text += "\n" + wrapped(command.discussion, indent: 0) }
    let options = command.allOptions
    for group in OptionGroup.allCases where options.contains(where: { $0.group == group }) {
      text += "\n" + heading(group.rawValue)
      text += options.filter { $0.group == group }.map(entry).joined()
    }
    text += "\n" + heading("Example") + "  \(command.example.line)\n"
    text += wrapped(command.example.effect, indent: 6)
    return text + "\n" + exitStatus(finding: command.finding)
  }

  // MARK: Pieces

  private func heading(_ title: String) -> String { palette.paint(title, .bold) + "\n" }

  private func commandTable() -> String {
    let column = (commands.map(\.name.count).max() ?? 0) + 4
    return commands.map { row($0.name, $0.abstract, column: column) }.joined()
  }

  private func usage(of command: CommandDeclaration) -> String {
    var words = [program, command.name]
    for operand in command.operands {
      switch operand.count {
      case .one: words.append(operand.name)
      case .atMostOne: words.append("[\(operand.name)]")
      case .oneOrMore: words.append("\(operand.name)...")
      case .any: words.append("[\(operand.name)...]")
      }
    }
    words.append("[OPTIONS]")
    return wrapped("Usage: " + words.joined(separator: " "), indent: 0, hanging: 7)
  }

  private func entry(_ option: OptionDeclaration) -> String {
    let label = [option.name, option.placeholder].compactMap(\.self).joined(separator: " ")
    var facts: [String] = []
    if !option.kind.choices.isEmpty { facts.append(listed(option.kind.choices)) }
    if option.repeats { facts.append("may be repeated") }
    switch option.default {
    case .value(let text), .described(let text): facts.append("default: \(text)")
    case .none: break
    }
    return row(
      label, option.help + (facts.isEmpty ? "" : " (" + facts.joined(separator: "; ") + ")"))
  }

  private func exitStatus(finding: String?) -> String {
    let middle = finding.map { ", 1 \($0)" } ?? ""
    return wrapped("Exit status: 0 done\(middle), 2 could not do it.", indent: 0, hanging: 2)
  }

  /// A label, and its text in a column beside it; below it when the label is too long.
  private func row(_ label: String, _ text: String, column: Int = 26) -> String {
    let column = min(column, width / 2)
    let lines = fill(text, columns: width - column)
    let space = String(repeating: " ", count: column)
    let start = "  " + label
    let fits = start.count + 2 <= column
    var result =
      fits ? start + space.dropFirst(start.count) + (lines.first ?? "") + "\n" : start + "\n"
    for line in lines.dropFirst(fits ? 1 : 0) { result += space + line + "\n" }
    return result
  }

  /// Paragraphs filled to the width; a line that begins with a space stays as it is.
  private func wrapped(_ text: String, indent: Int, hanging: Int? = nil) -> String {
    let space = String(repeating: " ", count: indent)
    let hang = String(repeating: " ", count: hanging ?? indent)
    var result = ""
    for paragraph in paragraphs(text) {
      if paragraph.isEmpty || paragraph.hasPrefix(" ") {
        result += (paragraph.isEmpty ? "" : space + paragraph) + "\n"
      } else {
        let lines = fill(paragraph, columns: width - max(indent, hang.count))
        for (index, line) in lines.enumerated() {
          result += (index == 0 ? space : hang) + line + "\n"
        }
      }
    }
    return result
  }

  /// Lines that belong together, joined; blank and indented lines stand alone.
  private func paragraphs(_ text: String) -> [String] {
    var result: [String] = []
    var joins = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let standsAlone = line.isEmpty || line.hasPrefix(" ")
      if joins, !standsAlone {
        result[result.count - 1] += " " + line
      } else {
        result.append(String(line))
      }
      joins = !standsAlone
    }
    return result
  }

  private func fill(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
