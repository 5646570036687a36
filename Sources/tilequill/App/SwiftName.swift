/// The name of a type in Swift.
struct SwiftName: ArgumentValue, Equatable {
  let text: String

  /// A name made of a title: `central-park` gives `CentralParkOverlay`.
  ///
  /// What is no letter or digit of ASCII parts its words; a title without a letter at its start
  /// gives `MapOverlay`.
  init(title: String) {
    let words = title.split { !Self.isLetter($0) && !Self.isDigit($0) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    text = (name.first.map(Self.isLetter) == true ? name : "Map") + "Overlay"
  }

  init(argument: String) throws {
    let isWord = argument.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || $0 == "_" }
    let begins =
      argument.first.map { Self.isLetter($0) || $0 == "_" && argument.count > 1 } ?? false
    guard isWord, begins, !Self.taken.contains(argument) else {
      throw ArgumentMismatch(
        found: argument,
        expected: "a name for a type in Swift, such as ParkOverlay: letters, digits and _")
    }
    text = argument
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && character.isLetter
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// Words of the language, and the names that the printed Swift uses itself.
  private static let taken: Set = [
    "Any", "Bool", "Bundle", "CGSize", "Double", "FileManager", "Int", "MKMapRect",
    "MKTileOverlay", "MKTileOverlayPath", "Self", "String", "TileBundle", "TileOverlay", "URL",
    "ZoomRange", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}

extension String {
  /// The text between the quotes of a literal in Swift.
  var swiftEscaped: String {
    var literal = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\\(scalar)"
      case _
      where scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator
        || scalar.properties.generalCategory == .format:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }
}
