public import QuillCore

/// Places and areas to be shown on the map, from a GeoJSON document.
///
/// A feature's properties give its name (`name` or `title`), its kind (`kind` or `type`) and its colour
/// (`color`, `colour`, `marker-color`, `fill` or `stroke`); the others are told as they are. Shapes go
/// to the page as they are spelt in the document.
public struct Places: Sendable {
  /// The script that tells the page of them.
  let script: Content

  /// No places.
  static let none = Places(entries: [])

  /// Reads a document.
  ///
  /// - Throws: `GeoJSONError` that tells what is wrong and where.
  public init(parsing bytes: [UInt8]) throws(GeoJSONError) {
    _ = try GeoJSON(parsing: bytes)
    var writer = PlacesWriter()
    try writer.read(bytes)
    self.init(entries: writer.entries)
  }

  private init(entries: [UInt8]) {
    script = Content(
      Array("globalThis.previewPlaces = [".utf8) + entries + Array("];\n".utf8),
      type: "text/javascript; charset=utf-8")
  }

  /// How many bytes a page loads for them.
  public var byteCount: Int { script.bytes.count }
}

/// Writes what the page is told of each place, while it reads a document that is known to be GeoJSON.
private struct PlacesWriter {
  /// JSON objects, a comma between each two.
  private(set) var entries: [UInt8] = []

  mutating func read(_ bytes: [UInt8]) throws(GeoJSONError) {
    var scanner = JSONScanner(bytes)
    switch try Self.type(of: scanner) {
    case "FeatureCollection":
      guard try scanner.enter(.object) else { return }
      repeat {
        guard try scanner.memberName() == "features" else {
          try scanner.skipValue()
          continue
        }
        guard try scanner.enter(.array) else { continue }
        repeat { try feature(&scanner) } while try scanner.hasMore(in: .array)
      } while try scanner.hasMore(in: .object)
    case "Feature": try feature(&scanner)
    default: append(Properties(), try scanner.rawValue())
    }
  }

  /// The type of the object that comes next; the walk of the caller does not move.
  private static func type(of scanner: JSONScanner) throws(GeoJSONError) -> String? {
    var scanner = scanner
    var type: String?
    guard try scanner.enter(.object) else { return nil }
    repeat {
      if try scanner.memberName() == "type", scanner.peek() == UInt8(ascii: "\"") {
        type = try scanner.string()
      } else {
        try scanner.skipValue()
      }
    } while try scanner.hasMore(in: .object)
    return type
  }

  private mutating func feature(_ scanner: inout JSONScanner) throws(GeoJSONError) {
    var properties = Properties()
    var geometry: ArraySlice<UInt8>?
    guard try scanner.enter(.object) else { return }
    repeat {
      switch try scanner.memberName() {
      case "geometry": geometry = try scanner.takeNull() ? nil : try scanner.rawValue()
      case "properties": properties = try Properties(&scanner)
      default: try scanner.skipValue()
      }
    } while try scanner.hasMore(in: .object)
    if let geometry { append(properties, geometry) }
  }

  private mutating func append(_ properties: Properties, _ geometry: ArraySlice<UInt8>) {
    if !entries.isEmpty { append(",\n") }
    append("{")
    for (key, value) in [
      ("name", properties.name), ("kind", properties.kind), ("color", properties.color),
    ] {
      guard let value else { continue }
      append("\"\(key)\":")
      append(text: value)
      append(",")
    }
    append("\"notes\":[")
    for (place, note) in properties.notes.enumerated() {
      append(place == 0 ? "[" : ",[")
      append(text: note.key)
      append(",")
      append(text: note.value)
      append("]")
    }
    append("],\"geometry\":")
    entries += geometry
    append("}")
  }

  private mutating func append(_ text: String) { entries += text.utf8 }

  /// Adds a text in its quotes.
  private mutating func append(text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): entries += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: entries.append(byte)
      }
    }
    append("\"")
  }
}

/// What a feature's properties say.
private struct Properties {
  private var values: [String: String] = [:]

  init() {}

  /// Reads those of a feature; what is neither text, number nor flag is passed over.
  init(_ scanner: inout JSONScanner) throws(GeoJSONError) {
    guard scanner.peek() == UInt8(ascii: "{") else {
      try scanner.skipValue()
      return
    }
    guard try scanner.enter(.object) else { return }
    repeat {
      let name = try scanner.memberName()
      switch scanner.peek() {
      case UInt8(ascii: "\"")?: values[name] = try scanner.string()
      case UInt8(ascii: "{")?, UInt8(ascii: "[")?, UInt8(ascii: "n")?: try scanner.skipValue()
      default: values[name] = String(decoding: try scanner.rawValue(), as: UTF8.self)
      }
    } while try scanner.hasMore(in: .object)
  }

  var name: String? { first(of: ["name", "title"]) }
  var kind: String? { first(of: ["kind", "type"]) }
  var color: String? { first(of: Self.colors) }

  /// What else is told, sorted.
  var notes: [(key: String, value: String)] {
    values.filter { !Self.known.contains($0.key) }.sorted { $0.key < $1.key }
      .map { (key: $0.key, value: $0.value) }
  }

  private func first(of keys: [String]) -> String? {
    keys.lazy.compactMap { values[$0] }.first { !$0.isEmpty }
  }

  private static let colors = ["color", "colour", "marker-color", "fill", "stroke"]
  private static let known = Set(["name", "title", "kind", "type"] + colors)
}
