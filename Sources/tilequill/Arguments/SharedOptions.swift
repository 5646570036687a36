extension OptionDeclaration {
  package static let progress = option(
    "--progress", "WHEN", .choice(WhenShown.allCases.map(\.rawValue)), in: .everywhere,
    "Show how far the work is, on standard error. auto: on a terminal, once the work has lasted "
      + "half a second.", default: "auto")
  package static let color = option(
    "--color", "WHEN", .choice(WhenShown.allCases.map(\.rawValue)), in: .everywhere,
    "Use colour. auto: on a terminal, unless NO_COLOR is set.", default: "auto")
  package static let quiet = flag(
    "--quiet", in: .everywhere,
    "Print results and errors only: no notices, and no progress unless --progress asks for it.")
  package static let help = flag("--help", in: .everywhere, "Print this help.")
  package static let exitZero = flag(
    "--exit-zero", in: .output, "End with status 0 where it would be 1.")

  /// Leaves it to the system when the disk has what was written.
  package static let noSync = flag(
    "--no-sync", in: .safety,
    "Do not wait until the disk has everything before it takes its name: a power cut can then leave it"
      + " incomplete.")

  /// The options every command has.
  package static let everywhere = [progress, color, quiet, help]
}

/// When something is shown.
package enum WhenShown: String, CaseIterable, Sendable, ArgumentValue {
  case auto
  case always
  case never
}

extension ArgumentValue where Self: RawRepresentable, RawValue == String, Self: CaseIterable {
  package init(argument: String) throws {
    guard let value = Self(rawValue: argument) else {
      let choices = Self.allCases.map(\.rawValue)
      throw ArgumentMismatch(found: argument, expected: listed(choices))
    }
    self = value
  }
}

extension String: ArgumentValue {
  package init(argument: String) { self = argument }
}

extension Int: ArgumentValue {
  package init(argument: String) throws {
    guard let value = Int(argument) else {
      throw ArgumentMismatch(found: argument, expected: "a whole number")
    }
    self = value
  }
}

/// An argument that is not what its type can read.
package struct ArgumentMismatch: Error, Equatable, CustomStringConvertible {
  package let found: String
  package let expected: String

  package init(found: String, expected: String) {
    self.found = found
    self.expected = expected
  }

  package var description: String { "found '\(found)', expected \(expected)" }
}
