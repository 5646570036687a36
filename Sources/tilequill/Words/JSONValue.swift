import QuillCheck

/// A value of a JSON document, its keys in the order that reads best.
enum JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  case null
  case flag(Bool)
  case whole(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  init(stringLiteral text: String) { self = .text(text) }
  init(arrayLiteral values: JSONValue...) { self = .list(values) }

  /// A text, or null without one.
  static func text(orNull text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  /// A number, or null without one.
  static func whole(orNull number: Int?) -> JSONValue { number.map(JSONValue.whole) ?? .null }

  /// A value as one JSON document: its members a line each, and lists of objects an object a line.
  var document: String {
    guard case .object(let members) = self else { return line + "\n" }
    let lines = members.map { "  \(JSONText.quoted($0.key)): \($0.value.indented)" }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  /// A value on one line.
  var line: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .whole(let number): "\(number)"
    case .number(let number): number.isFinite ? "\(number)" : "null"
    case .text(let text): JSONText.quoted(text)
    case .list(let values): "[\(values.map(\.line).joined(separator: ", "))]"
    case .object(let members):
      "{"
        + members.map { "\(JSONText.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ")
        + "}"
    }
  }

  private var indented: String {
    guard case .list(let values) = self, case .object? = values.first else { return line }
    return "[\n\(values.map { "    \($0.line)" }.joined(separator: ",\n"))\n  ]"
  }
}
