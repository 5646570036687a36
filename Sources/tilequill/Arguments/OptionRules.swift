/// Rules between options.
extension Invocation {
  /// Throws when the option was given, with the reason why it would do nothing here.
  package func refuse(
    _ option: OptionDeclaration, because reason: String
  ) throws(UsageError) {
    if isGiven(option) { throw .noEffect(option.name, because: reason) }
  }

  /// Throws when an option beside these, and those that every command has, was given.
  package func refuseOthers(
    than options: [OptionDeclaration], because reason: String
  ) throws(UsageError) {
    let known = Set((options + OptionDeclaration.everywhere).map(\.name))
    if let other = typedOrder.first(where: { !known.contains($0) }) {
      throw .noEffect(other, because: reason)
    }
  }

  /// Throws unless the option was given, with the reason why it is needed here.
  package func require(
    _ option: OptionDeclaration, because reason: String
  ) throws(UsageError) {
    if !isGiven(option) { throw .missingOption(option.name, because: reason) }
  }

  /// The one of these options that was given, nil when none was; throws when several were.
  package func atMostOne(
    of options: [OptionDeclaration]
  ) throws(UsageError) -> OptionDeclaration? {
    let given = options.filter(isGiven)
    if given.count > 1 { throw .exclude(given[0].name, given[1].name) }
    return given.first
  }
}
