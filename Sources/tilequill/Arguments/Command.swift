/// A command is a sentence: declared once, read in `init`, done by one verb, ended by a status.
package protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Reads every option that has an effect in this call; what is left unread is refused.
  init(_ invocation: Invocation) throws

  /// Does the work, printing results to the console.
  func run(_ console: Console) throws -> ExitStatus
}

/// How a command ended, as the shell sees it.
package enum ExitStatus: Int32, Sendable {
  /// Done, and nothing wrong.
  case done = 0
  /// Ran, and found what it looks for: a fault, a gap, a difference.
  case found = 1
  /// Could not do it.
  case failed = 2
}

/// Why a command could not do its work: one line, and where there is one, the way out.
package struct CommandFailure: Error, Equatable {
  /// The file or other thing the failure is about; stands before the message.
  package var subject: String?
  /// What is wrong, in one clause with what was found and what was expected.
  package var message: String
  /// What to do about it, with the very command to type.
  package var remedy: String?
  package var status: ExitStatus

  package init(
    _ message: String, about subject: String? = nil, remedy: String? = nil,
    status: ExitStatus = .failed
  ) {
    self.subject = subject
    self.message = message
    self.remedy = remedy
    self.status = status
  }
}
