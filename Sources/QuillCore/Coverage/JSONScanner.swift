/// A strict walk over the bytes of a JSON document (RFC 8259), one token after the other; nothing
/// is kept but what the caller asks for.
package struct JSONScanner {
  /// How deep arrays and objects may lie in each other.
  static let deepest = 200

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The next byte that is no blank, nil at the end.
  package mutating func peek() -> UInt8? {
    while place < bytes.count {
      let byte = bytes[place]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      place += 1
    }
    return nil
  }

  /// Steps over a byte if it comes next.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    place += 1
    return true
  }

  /// Throws unless the document is over.
  package mutating func expectEnd() throws(GeoJSONError) {
    guard peek() == nil else { throw failure("the end") }
  }

  /// What holds values.
  package enum Container {
    case object
    case array

    var opening: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
    var closing: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// Steps into an object or array; false when it is empty, and left again.
  ///
  ///     if try scanner.enter(.array) {
  ///       repeat { try scanner.skipValue() } while try scanner.hasMore(in: .array)
  ///     }
  package mutating func enter(_ container: Container) throws(GeoJSONError) -> Bool {
    guard peek() == container.opening else {
      throw failure(container == .object ? "an object" : "an array")
    }
    guard depth < Self.deepest else { throw failure("nested less than \(Self.deepest) deep") }
    place += 1
    if take(container.closing) { return false }
    depth += 1
    return true
  }

  /// After a value: true when another one follows, false when the object or array is over.
  package mutating func hasMore(in container: Container) throws(GeoJSONError) -> Bool {
    if take(UInt8(ascii: ",")) { return true }
    guard take(container.closing) else {
      throw failure("',' or '\(Character(Unicode.Scalar(container.closing)))'")
    }
    depth -= 1
    return false
  }

  /// Reads the name of a member and steps to its value.
  package mutating func memberName() throws(GeoJSONError) -> String {
    let name = try string()
    guard take(UInt8(ascii: ":")) else { throw failure("':'") }
    return name
  }

  /// Steps over a value of any kind.
  package mutating func skipValue() throws(GeoJSONError) {
    switch peek() {
    case UInt8(ascii: "{")?:
      guard try enter(.object) else { return }
      repeat {
        _ = try memberName()
        try skipValue()
      } while try hasMore(in: .object)
    case UInt8(ascii: "[")?:
      guard try enter(.array) else { return }
      repeat { try skipValue() } while try hasMore(in: .array)
    case UInt8(ascii: "\"")?: _ = try rawString()
    case UInt8(ascii: "t")?: try word("true")
    case UInt8(ascii: "f")?: try word("false")
    case UInt8(ascii: "n")?: try word("null")
    default: _ = try number()
    }
  }

  /// Steps over a value of any kind and gives the bytes it is spelt with.
  package mutating func rawValue() throws(GeoJSONError) -> ArraySlice<UInt8> {
    _ = peek()
    let start = place
    try skipValue()
    return bytes[start..<place]
  }

  /// Steps over `null` if it comes next.
  package mutating func takeNull() throws(GeoJSONError) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try word("null")
    return true
  }

  private mutating func word(_ word: String) throws(GeoJSONError) {
    guard bytes[place...].starts(with: word.utf8) else { throw failure("a value") }
    place += word.utf8.count
  }

  /// What the walk found where something else was expected.
  func failure(_ expected: String) -> GeoJSONError {
    let before = bytes[..<min(place, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    let characters = before[lineStart...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return .syntax(line: line, column: characters + 1, expected: expected)
  }
}

extension JSONScanner {
  /// Reads a text.
  package mutating func string() throws(GeoJSONError) -> String {
    let raw = try rawString()
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt16] = []
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        let run = [byte] + rest.prefix { $0 != UInt8(ascii: "\\") }
        rest = rest.dropFirst(run.count - 1)
        units += String(decoding: run, as: UTF8.self).utf16
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "b")?: units.append(0x08)
      case UInt8(ascii: "f")?: units.append(0x0C)
      case UInt8(ascii: "n")?: units.append(0x0A)
      case UInt8(ascii: "r")?: units.append(0x0D)
      case UInt8(ascii: "t")?: units.append(0x09)
      case UInt8(ascii: "u")?:
        units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      case let other?: units.append(UInt16(other))
      case nil: break
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads a text as it is spelt between its quotes; escapes are checked, not resolved.
  private mutating func rawString() throws(GeoJSONError) -> ArraySlice<UInt8> {
    guard take(UInt8(ascii: "\"")) else { throw failure("a text in quotes") }
    let start = place
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return bytes[start..<(place - 1)]
      }
      guard byte >= 0x20 else { throw failure("allowed in a text") }
      place += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    throw failure("the end of the text")
  }

  private mutating func escape() throws(GeoJSONError) {
    guard place < bytes.count else { throw failure("an escape") }
    let kind = bytes[place]
    guard "\"\\/bfnrtu".utf8.contains(kind) else { throw failure("an escape") }
    place += 1
    guard kind == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard place < bytes.count, Self.isHex(bytes[place]) else { throw failure("a digit 0 to f") }
      place += 1
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}

extension JSONScanner {
  /// Reads a number.
  ///
  /// Up to 15 digits with up to 22 places are exact as one division: both the digits and the power
  /// of ten are Doubles then, and a division rounds once. Longer ones are left to the standard
  /// library.
  mutating func number() throws(GeoJSONError) -> Double {
    _ = peek()
    let start = place
    let isNegative = takeByte(UInt8(ascii: "-"))
    var digits: UInt64 = 0
    var count = 0
    var places = 0
    let whole = place
    takeDigits(&digits, &count)
    guard place > whole else { throw failure("a value") }
    guard place == whole + 1 || bytes[whole] != UInt8(ascii: "0") else {
      place = whole
      throw failure("a number without leading zeros")
    }
    if takeByte(UInt8(ascii: ".")) {
      let fraction = place
      takeDigits(&digits, &count)
      places = place - fraction
      guard places > 0 else { throw failure("a digit") }
    }
    let hasExponent = try takeExponent()
    if !hasExponent, count <= 15, places <= 22 {
      let value = Double(digits) / Self.powersOfTen[places]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)),
      value.isFinite
    else {
      place = start
      throw failure("a number within the range of numbers")
    }
    return value
  }

  private static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  private mutating func takeByte(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Steps over digits; their value is right while there are at most 19 that count.
  private mutating func takeDigits(_ value: inout UInt64, _ count: inout Int) {
    while place < bytes.count {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      if value != 0 { count += 1 }
      place += 1
    }
  }

  private mutating func takeExponent() throws(GeoJSONError) -> Bool {
    guard takeByte(UInt8(ascii: "e")) || takeByte(UInt8(ascii: "E")) else { return false }
    _ = takeByte(UInt8(ascii: "+")) || takeByte(UInt8(ascii: "-"))
    var digits: UInt64 = 0
    var count = 0
    let start = place
    takeDigits(&digits, &count)
    guard place > start else { throw failure("a digit") }
    return true
  }
}
