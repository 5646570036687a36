public import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Places and areas to be shown on the map, from a GeoJSON document.
public struct Places: Sendable {
  let entries: [Entry]

  /// Something with a name on the map.
  struct Entry: Encodable, Sendable {
    let name: String?
    let kind: String?
    let color: String?
    /// What else is told of it, a name and a value each.
    let notes: [[String]]
    let geometry: JSONFragment
  }

  /// Reads a document.
  ///
  /// A feature's properties give its name (`name` or `title`), its kind (`kind` or `type`) and its
  /// colour (`color`, `colour`, `marker-color`, `fill` or `stroke`).
  ///
  /// - Throws: `GeoJSONError` that tells what is wrong and where.
  public init(parsing bytes: [UInt8]) throws(GeoJSONError) {
    _ = try GeoJSON(parsing: bytes)
    // What the strict reader takes, the library's takes too but for marks in front.
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let document = try? JSONDecoder().decode(
      JSONFragment.self, from: Data(isMarked ? bytes.dropFirst(3) : bytes[...]))
    entries = document.map(Self.entries) ?? []
  }

  private static func entries(_ document: JSONFragment) -> [Entry] {
    switch document["type"]?.text {
    case "FeatureCollection": (document["features"]?.list ?? []).flatMap(entries)
    case "Feature":
      document["geometry"].flatMap { geometry in
        geometry["type"] == nil ? nil : [entry(geometry, document["properties"])]
      } ?? []
    default: [entry(document, nil)]
    }
  }

  private static func entry(_ geometry: JSONFragment, _ properties: JSONFragment?) -> Entry {
    func first(_ keys: [String]) -> String? {
      keys.lazy.compactMap { properties?[$0]?.text }.first { !$0.isEmpty }
    }
    let members = properties?.members ?? [:]
    let others = members.keys.filter { !Self.known.contains($0) }.sorted()
    return Entry(
      name: first(["name", "title"]), kind: first(["kind", "type"]), color: first(colorKeys),
      notes: others.compactMap { key in members[key]?.text.map { [key, $0] } }, geometry: geometry)
  }

  private static let colorKeys = ["color", "colour", "marker-color", "fill", "stroke"]
  private static let known = Set(["name", "title", "kind", "type"] + colorKeys)
}

/// Any value of JSON.
indirect enum JSONFragment: Codable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case string(String)
  case array([JSONFragment])
  case object([String: JSONFragment])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let list = try? value.decode([JSONFragment].self) {
      self = .array(list)
    } else {
      self = .object(try value.decode([String: JSONFragment].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .flag(let flag): try value.encode(flag)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let list): try value.encode(list)
    case .object(let members): try value.encode(members)
    }
  }

  subscript(key: String) -> JSONFragment? { members[key] }

  var members: [String: JSONFragment] {
    if case .object(let members) = self { members } else { [:] }
  }

  var list: [JSONFragment] {
    if case .array(let list) = self { list } else { [] }
  }

  /// A text, number or flag in words.
  var text: String? {
    switch self {
    case .string(let text): text
    case .flag(let flag): "\(flag)"
    case .number(let number):
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }
}
