/// A walk over the tags of an XML document; text is passed over, and nothing is ever loaded or
/// expanded.
///
/// Tags must be closed in the order they were opened. A document type declaration is passed over,
/// so entities stay as they are spelt.
struct XMLScanner {
  /// A tag that opens an element.
  struct Tag {
    /// The name without a namespace prefix.
    let name: ArraySlice<UInt8>
    /// The attributes in their order, as they are spelt.
    let attributes: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]
  }

  /// What the walk meets.
  enum Event {
    case opened(Tag)
    case closed
    /// The end of a document that was whole.
    case end
  }

  /// How deep elements may lie in each other.
  static let deepest = 1000

  private let bytes: [UInt8]
  private var place = 0
  private var open: [Range<Int>] = []
  private var closesAtOnce = false
  private var hadRoot = false

  /// Prepares the walk over a document in UTF-8, in UTF-16, or in another encoding that spells
  /// ASCII as ASCII.
  init(_ bytes: [UInt8]) {
    self.bytes = Self.withoutWideCharacters(bytes)
    if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  private static func withoutWideCharacters(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) else {
      return bytes
    }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      let (one, other) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? other << 8 | one : one << 8 | other
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Walks to the next tag.
  mutating func next() throws(GPXError) -> Event {
    if closesAtOnce {
      closesAtOnce = false
      open.removeLast()
      return .closed
    }
    while try skipText() {
      guard place + 1 < bytes.count else { throw failure("a tag", at: bytes.count) }
      switch bytes[place + 1] {
      case UInt8(ascii: "/"): return try closingTag()
      case UInt8(ascii: "?"): try skip(past: "?>")
      case UInt8(ascii: "!"): try declaration()
      default: return try openingTag()
      }
    }
    guard hadRoot, open.isEmpty else {
      throw failure(hadRoot ? "the closing tag" : "a tag", at: bytes.count)
    }
    return .end
  }

  /// Steps to the next `<`; false at the end.
  private mutating func skipText() throws(GPXError) -> Bool {
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
      guard !open.isEmpty || Self.isBlank(bytes[place]) else { throw failure("a tag") }
      place += 1
    }
    return place < bytes.count
  }

  private mutating func declaration() throws(GPXError) {
    if startsHere("<!--") {
      place += 4
      try skip(past: "-->")
    } else if startsHere("<![CDATA[") {
      guard !open.isEmpty else { throw failure("a tag") }
      try skip(past: "]]>")
    } else if startsHere("<!DOCTYPE"), !hadRoot {
      try skipDocumentType()
    } else {
      throw failure("a tag")
    }
  }

  private mutating func skipDocumentType() throws(GPXError) {
    var brackets = 0
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0: return
      default: break
      }
    }
    throw failure("the end of the document type")
  }

  private mutating func openingTag() throws(GPXError) -> Event {
    guard !hadRoot || !open.isEmpty else { throw failure("the end") }
    guard open.count < Self.deepest else { throw failure("nested less than \(Self.deepest) deep") }
    place += 1
    let name = try self.name()
    var attributes: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    while true {
      let hadBlank = skipBlanks()
      guard place < bytes.count else { throw failure("the end of the tag") }
      if bytes[place] == UInt8(ascii: ">") { break }
      if startsHere("/>") {
        closesAtOnce = true
        place += 1
        break
      }
      guard hadBlank else { throw failure("the end of the tag") }
      attributes.append(try attribute())
    }
    place += 1
    open.append(name)
    hadRoot = true
    return .opened(Tag(name: localPart(of: name), attributes: attributes))
  }

  private mutating func attribute() throws(GPXError) -> (
    name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
  ) {
    let name = try self.name()
    _ = skipBlanks()
    guard startsHere("=") else { throw failure("'='") }
    place += 1
    _ = skipBlanks()
    guard startsHere("\"") || startsHere("'") else { throw failure("a quote") }
    let quote = bytes[place]
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != quote {
      guard bytes[place] != UInt8(ascii: "<") else { throw failure("allowed in an attribute") }
      place += 1
    }
    guard place < bytes.count else { throw failure("the closing quote") }
    place += 1
    return (bytes[name], bytes[start..<(place - 1)])
  }

  private mutating func closingTag() throws(GPXError) -> Event {
    let start = place
    place += 2
    let name = try self.name()
    guard let opened = open.last, bytes[opened] == bytes[name] else {
      let expected = open.last.map { "</\(String(decoding: bytes[$0], as: UTF8.self))>" }
      throw failure(expected ?? "the end", at: start)
    }
    _ = skipBlanks()
    guard startsHere(">") else { throw failure("'>'") }
    place += 1
    open.removeLast()
    return .closed
  }

  private mutating func name() throws(GPXError) -> Range<Int> {
    let start = place
    while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
    guard place > start else { throw failure("a name") }
    return start..<place
  }

  private func localPart(of name: Range<Int>) -> ArraySlice<UInt8> {
    let colon = bytes[name].lastIndex(of: UInt8(ascii: ":"))
    return bytes[(colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound]
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte < 0x20 || "<>/=\"'&?!".utf8.contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipBlanks() -> Bool {
    let start = place
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    return place > start
  }

  private func startsHere(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func skip(past mark: String) throws(GPXError) {
    let length = mark.utf8.count
    while place + length <= bytes.count {
      if startsHere(mark) {
        place += length
        return
      }
      place += 1
    }
    throw failure("followed by '\(mark)'", at: bytes.count)
  }

  private func failure(_ expected: String, at place: Int? = nil) -> GPXError {
    let before = bytes[..<min(place ?? self.place, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    let characters = before[lineStart...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return .syntax(line: line, column: characters + 1, expected: expected)
  }
}
