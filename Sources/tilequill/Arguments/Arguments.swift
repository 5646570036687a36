/// A command as people meet it: its words, declared once.
///
/// The reader, the help and the completions all work from this value; nothing about a command's
/// arguments is written down anywhere else.
package struct CommandDeclaration: Sendable {
  /// The word that calls it, such as `list`.
  package var name: String
  /// What it does, in one line without a full stop.
  package var abstract: String
  /// Paragraphs of help, separated by blank lines; a line that begins with a space stays as it is.
  package var discussion: String
  /// One command line that works, and what it does.
  package var example: Example
  package var operands: [Operand]
  /// The command's own options, without those that every command has.
  package var options: [OptionDeclaration]
  /// What exit status 1 means, such as "a tile is missing"; nil when the command never gives it.
  package var finding: String?

  package struct Example: Sendable {
    package var line: String
    package var effect: String

    package init(_ line: String, _ effect: String) {
      self.line = line
      self.effect = effect
    }
  }

  package init(
    name: String, abstract: String, discussion: String = "", example: Example,
    operands: [Operand] = [], options: [OptionDeclaration] = [], finding: String? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.example = example
    self.operands = operands
    self.options = options
    self.finding = finding
  }

  /// Every option that may be given: the command's own, then those of every command.
  package var allOptions: [OptionDeclaration] {
    options + (finding == nil ? [] : [.exitZero]) + OptionDeclaration.everywhere
  }

  package func option(named name: String) -> OptionDeclaration? {
    allOptions.first { $0.name == name }
  }
}

/// What an argument may hold, for checks and for completion.
package enum ValueKind: Sendable, Equatable {
  case text
  case file
  case folder
  case choice([String])
  /// One of some words, or one with a file: WORD=FILE.
  case choiceOrFile([String])

  package var choices: [String] {
    switch self {
    case .choice(let words), .choiceOrFile(let words): words
    case .text, .file, .folder: []
    }
  }
}

/// An argument known by its place, such as `DRAWING.png`.
package struct Operand: Sendable {
  package enum Count: Sendable {
    case one
    case atMostOne
    case oneOrMore
    case any

    fileprivate var least: Int { self == .one || self == .oneOrMore ? 1 : 0 }
    fileprivate var most: Int { self == .one || self == .atMostOne ? 1 : .max }
  }

  package var name: String
  package var kind: ValueKind
  package var help: String
  package var count: Count

  package init(_ name: String, _ kind: ValueKind, _ help: String, count: Count = .one) {
    self.name = name
    self.kind = kind
    self.help = help
    self.count = count
  }
}

/// The heading of the help an option stands under; the cases stand in the order of the help.
package enum OptionGroup: String, Sendable, CaseIterable {
  case place = "Where"
  case zooms = "Zooms"
  case look = "Look"
  case safety = "Safety"
  case speed = "Speed"
  case output = "Output"
  case everywhere = "Everywhere"
}

/// An argument known by its name, such as `--zoom ZOOM`.
///
/// Declare each as a static member, so that the declaration and the reads share one name:
/// ```swift
/// extension OptionDeclaration {
///   static let margin = option("--margin", "N", in: .place, "Tiles added around.", default: "0")
/// }
/// ```
package struct OptionDeclaration: Sendable {
  /// What holds when the option is not given.
  package enum Default: Sendable, Equatable, ExpressibleByStringLiteral {
    case none
    /// Read as if it had been typed.
    case value(String)
    /// Told in the help; the command works it out.
    case described(String)

    package init(stringLiteral value: String) { self = .value(value) }
  }

  /// The name with its dashes, such as `--zoom`.
  package var name: String
  /// The word that stands for the value in the help; nil for a flag, which has none.
  package var placeholder: String?
  package var kind: ValueKind
  package var group: OptionGroup
  package var help: String
  package var `default`: Default
  /// May be given several times.
  package var repeats: Bool

  package static func option(
    _ name: String, _ placeholder: String, _ kind: ValueKind = .text, in group: OptionGroup,
    _ help: String, default: Default = .none, repeats: Bool = false
  ) -> OptionDeclaration {
    OptionDeclaration(
      name: name, placeholder: placeholder, kind: kind, group: group, help: help,
      default: `default`, repeats: repeats)
  }

  package static func flag(
    _ name: String, in group: OptionGroup, _ help: String
  ) -> OptionDeclaration {
    OptionDeclaration(
      name: name, placeholder: nil, kind: .text, group: group, help: help, default: .none,
      repeats: false)
  }

  /// The same option with what it means or holds in one command.
  package func meaning(_ help: String, default: Default? = nil) -> OptionDeclaration {
    var copy = self
    copy.help = help
    copy.default = `default` ?? self.default
    return copy
  }
}

/// A value that can be read from one argument.
package protocol ArgumentValue {
  /// Reads the argument, or throws an error whose description says what was found and expected.
  init(argument: String) throws
}

/// What was typed after a command's name, checked against the command's declaration.
///
/// Read in the command's `init` every option that has an effect in this call, and no other: what
/// was typed but not read by then is refused, because ignoring it would mislead. It is a class so
/// that a read can be remembered.
package final class Invocation {
  package let command: CommandDeclaration
  /// What was typed after the command's name, word by word.
  package let arguments: [String]
  /// Option name → the values typed, in order; a flag holds one empty string.
  private var typed: [String: [String]] = [:]
  /// The names of the options typed, in order.
  private(set) var typedOrder: [String] = []
  private var placed: [String: [String]] = [:]
  private var read: Set<String> = []

  /// Sorts arguments into options and operands.
  package init(_ arguments: [String], of command: CommandDeclaration) throws(UsageError) {
    self.command = command
    self.arguments = arguments
    var words: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try take(argument, from: &rest)
      } else {
        words.append(argument)
      }
    }
    try place(words)
  }

  /// Whether `--help` (or `-h`) stands among the arguments as an option.
  ///
  /// Asked before sorting, so that help comes however wrong the rest is.
  package static func asksForHelp(
    _ arguments: [String], of command: CommandDeclaration
  ) -> Bool {
    var awaitsValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      if argument == "--help" || (argument == "-h" && !awaitsValue) { return true }
      awaitsValue = !awaitsValue && command.option(named: argument)?.placeholder != nil
    }
    return false
  }

  // MARK: Reading

  /// Whether the option was typed; asking is not reading.
  package func isGiven(_ option: OptionDeclaration) -> Bool { typed[option.name] != nil }

  /// Whether the command has the option at all, for readers that several commands share.
  package func declares(_ option: OptionDeclaration) -> Bool {
    command.option(named: option.name) != nil
  }

  package func flag(_ option: OptionDeclaration) -> Bool {
    markRead(option)
    return typed[option.name] != nil
  }

  /// The value typed, else the default when that is a value, else nil.
  package func value(of option: OptionDeclaration) -> String? { values(of: option).first }

  /// Every value typed, in order; the default when there is none.
  package func values(of option: OptionDeclaration) -> [String] {
    let declared = markRead(option)
    if let values = typed[option.name] { return values }
    if case .value(let text) = declared.default { return [text] }
    return []
  }

  package func value<Value: ArgumentValue>(
    of option: OptionDeclaration, as type: Value.Type
  ) throws(UsageError) -> Value? {
    try values(of: option, as: type).first
  }

  package func values<Value: ArgumentValue>(
    of option: OptionDeclaration, as type: Value.Type
  ) throws(UsageError) -> [Value] {
    var result: [Value] = []
    for text in values(of: option) { result.append(try convert(text, of: option.name)) }
    return result
  }

  /// The value of an option whose default is a value: there always is one.
  package func setting<Value: ArgumentValue>(
    _ option: OptionDeclaration, as type: Value.Type
  ) throws(UsageError) -> Value {
    guard let value = try value(of: option, as: type) else {
      preconditionFailure("\(option.name) is read as a setting but declares no default value")
    }
    return value
  }

  /// The operand declared under that name, when it is there.
  package func operand(_ name: String) -> String? { operands(name).first }

  package func operands(_ name: String) -> [String] {
    precondition(
      command.operands.contains { $0.name == name }, "\(command.name) declares no operand \(name)")
    return placed[name] ?? []
  }

  /// The operand declared under that name as a value, for one that must be there.
  package func operand<Value: ArgumentValue>(
    _ name: String, as type: Value.Type
  ) throws(UsageError) -> Value {
    guard let text = operand(name) else { throw .missingOperand(name) }
    return try convert(text, of: name)
  }

  /// Throws when something typed was not read, for it would have no effect.
  package func refuseUnread() throws(UsageError) {
    for name in typedOrder where !read.contains(name) {
      throw .noEffect(name, because: nil)
    }
  }

  // MARK: Sorting

  /// Takes one option, and its value from the arguments that follow it.
  private func take(
    _ argument: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard let option = command.option(named: parts[0]) else {
      if let here = command.meaning(ofForeign: parts[0]) {
        throw .foreignOption(parts[0], here: here)
      }
      throw .unknownOption(parts[0], nearest: nearestOption(to: parts[0]))
    }
    if option.placeholder == nil {
      if parts.count > 1 { throw .takesNoValue(option.name, found: parts[1]) }
      try keep("", of: option)
    } else if parts.count > 1 {
      try keep(parts[1], of: option)
    } else {
      guard let next = rest.first, next != "--", !isOwnOption(next) else {
        throw .needsValue(option.name, option.placeholder ?? "", found: rest.first)
      }
      rest.removeFirst()
      try keep(next, of: option)
    }
  }

  private func isOwnOption(_ argument: String) -> Bool {
    argument.hasPrefix("--")
      && command.option(named: String(argument.prefix { $0 != "=" })) != nil
  }

  private func nearestOption(to name: String) -> String? {
    nearest(to: name, among: command.allOptions.map(\.name))
  }

  private func keep(_ value: String, of option: OptionDeclaration) throws(UsageError) {
    if typed[option.name] == nil {
      typedOrder.append(option.name)
    } else if !option.repeats {
      throw .givenTwice(option.name)
    }
    try check(value, of: option.name, kind: option.kind)
    typed[option.name, default: []].append(value)
  }

  private func check(
    _ value: String, of name: String, kind: ValueKind
  ) throws(UsageError) {
    let choices = kind.choices
    var word = value
    if case .choiceOrFile = kind { word = String(value.prefix { $0 != "=" }) }
    guard !choices.isEmpty, !choices.contains(word) else { return }
    throw .wrongChoice(
      name, found: word, choices: choices, nearest: nearest(to: word, among: choices))
  }

  /// Gives each operand its words; the first that may take many takes all that can be spared.
  private func place(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    for (index, operand) in command.operands.enumerated() {
      let owed = command.operands[(index + 1)...].reduce(0) { $0 + $1.count.least }
      if rest.count < operand.count.least { throw .missingOperand(operand.name) }
      let spare = max(operand.count.least, rest.count - owed)
      let taken = Array(rest.prefix(min(operand.count.most, spare)))
      for word in taken { try check(word, of: operand.name, kind: operand.kind) }
      placed[operand.name] = taken
      rest = rest.dropFirst(taken.count)
    }
    if let extra = rest.first { throw .extraOperand(extra) }
  }

  private func convert<Value: ArgumentValue>(
    _ text: String, of name: String
  ) throws(UsageError) -> Value {
    do {
      return try Value(argument: text)
    } catch {
      throw .badValue(name, found: text, reason: "\(error)")
    }
  }

  @discardableResult
  private func markRead(_ option: OptionDeclaration) -> OptionDeclaration {
    guard let declared = command.option(named: option.name) else {
      preconditionFailure("\(command.name) reads \(option.name) but does not declare it")
    }
    read.insert(option.name)
    return declared
  }
}
