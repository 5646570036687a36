/// What is wrong with a command line.
///
/// The program ends with status 2.
package enum UsageError: Error, Equatable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case optionBeforeCommand(String)
  case unknownOption(String, nearest: String?)
  /// An option that other programs have, with what it is here.
  case foreignOption(String, here: String)
  case needsValue(String, String, found: String?)
  case takesNoValue(String, found: String)
  case givenTwice(String)
  case wrongChoice(String, found: String, choices: [String], nearest: String?)
  /// A value its type refused; the reason is the type's own words.
  case badValue(String, found: String, reason: String)
  case missingOperand(String)
  case extraOperand(String)
  case missingOption(String, because: String)
  /// An option that would do nothing in this call.
  case noEffect(String, because: String?)
  case exclude(String, String)
}

extension UsageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noCommand: "a command is missing"
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'" + question(nearest)
    case .optionBeforeCommand(let name):
      "the command comes first (found '\(name)')"
    case .unknownOption(let name, let nearest):
      "unknown option '\(name)'" + (question(nearest) ?? fileHint(name))
    case .foreignOption(let name, let here): "unknown option '\(name)': \(here)"
    case .needsValue(let name, let placeholder, let found):
      "'\(name)' needs a value: \(name) \(placeholder)"
        + (found.map { " (found the option '\($0)'; if that is the value: '\(name)=\($0)')" } ?? "")
    case .takesNoValue(let name, let found):
      "'\(name)' takes no value (found '\(found)')"
    case .givenTwice(let name):
      "'\(name)' is given twice"
    case .wrongChoice(let name, let found, let choices, let nearest):
      "\(name): unknown choice (found '\(found)', expected \(listed(choices)))" + question(nearest)
    case .badValue(let name, let found, let reason):
      reason.contains(found) ? "\(name): \(reason)" : "\(name): '\(found)': \(reason)"
    case .missingOperand(let name):
      "\(name) is missing"
    case .extraOperand(let word):
      "unexpected argument '\(word)'"
    case .missingOption(let name, let reason):
      "'\(name)' is needed: \(reason)"
    case .noEffect(let name, let reason):
      "'\(name)' would have no effect" + (reason.map { ": \($0)" } ?? " in this call")
    case .exclude(let one, let other):
      "'\(one)' and '\(other)' cannot go together"
    }
  }

  private func question(_ nearest: String?) -> String { question(nearest) ?? "" }

  private func question(_ nearest: String?) -> String? {
    nearest.map { "; did you mean '\($0)'?" }
  }

  /// A file name with a leading dash looks like an option.
  private func fileHint(_ name: String) -> String {
    name.hasPrefix("--") ? "" : " (a file of that name is written './\(name)')"
  }
}

/// Words as a sentence lists them: `auto, always or never`.
package func listed(_ words: [String], with link: String = "or") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(link) " + last
}
