/// One number of a typed position: plain degrees, or degrees with a compass letter.
struct DegreeWord {
  /// What a compass letter says the number measures.
  enum Axis {
    case longitude
    case latitude
  }

  /// Degrees, negative to the west and south.
  let degrees: Double

  /// The axis its letter names, nil without a letter.
  let axis: Axis?

  /// Reads the comma-separated words of a position.
  static func words(in text: some StringProtocol) throws(GeographyError) -> [DegreeWord] {
    var words: [DegreeWord] = []
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    for part in parts {
      guard parts.count == 1 || part.contains(where: { $0 != " " }) else {
        throw .strayComma(String(text))
      }
      words.append(try DegreeWord(part))
    }
    return words
  }

  private init(_ part: some StringProtocol) throws(GeographyError) {
    var digits = part[...]
    while digits.first == " " { digits.removeFirst() }
    while digits.last == " " { digits.removeLast() }
    let letter = digits.last.flatMap(Self.letters)
    if letter != nil { digits.removeLast() }
    while digits.last == " " { digits.removeLast() }
    guard let number = Double(plainDecimal: digits) else { throw .notANumber(String(part)) }
    if let letter {
      // `-73W` would say west twice.
      guard digits.first != "-", digits.first != "+" else { throw .signAndLetter(String(part)) }
      self.init(degrees: number == 0 ? 0 : letter.sign * number, axis: letter.axis)
    } else {
      self.init(degrees: number, axis: nil)
    }
  }

  private init(degrees: Double, axis: Axis?) {
    self.degrees = degrees
    self.axis = axis
  }

  private static func letters(_ letter: Character) -> (axis: Axis, sign: Double)? {
    switch letter {
    case "N", "n": (.latitude, 1)
    case "S", "s": (.latitude, -1)
    case "E", "e": (.longitude, 1)
    case "W", "w": (.longitude, -1)
    default: nil
    }
  }
}

extension Double {
  /// Reads a decimal number such as `-73.97` or `1e-5`; nil for hexadecimal, `nan`, `inf` and
  /// anything else, whatever the user's locale.
  public init?(plainDecimal text: some StringProtocol) {
    let spelling: Set<UInt8> = Set("0123456789+-.eE".utf8)
    guard text.utf8.allSatisfy(spelling.contains), let value = Double(String(text)),
      value.isFinite
    else { return nil }
    self = value
  }
}

extension Double {
  /// The number in plain decimals, `0.00001` and not `1e-05`, with as many digits as give the same
  /// number back.
  var plainDecimal: String {
    let text = "\(self)"
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let mantissa = text[..<mark].drop { $0 == "-" }
      .split(separator: ".", omittingEmptySubsequences: false)
    let fraction = mantissa.dropFirst().first.map { $0 == "0" ? "" : String($0) } ?? ""
    let digits = String(mantissa[0]) + fraction
    let zeros = String(repeating: "0", count: max(-exponent - 1, exponent - fraction.count, 0))
    return exponent < 0 ? "\(sign)0.\(zeros)\(digits)" : "\(sign)\(digits)\(zeros).0"
  }
}
