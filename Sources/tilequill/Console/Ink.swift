/// A colour or weight of text on a terminal.
package enum Ink: Int, Sendable {
  case bold = 1
  case red = 31
}

/// Whether text of one stream is coloured.
package struct Palette: Sendable, Equatable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  /// The rule: asked for, or on a terminal that can, unless NO_COLOR is set to anything.
  package init(_ when: WhenShown, isTerminal: Bool, environment: (String) -> String?) {
    switch when {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      isOn =
        isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  package func paint(_ text: String, _ ink: Ink) -> String {
    isOn ? "\u{1b}[\(ink.rawValue)m\(text)\u{1b}[0m" : text
  }
}
