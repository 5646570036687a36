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
    let geometry: JSONTree
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
      JSONTree.self, from: Data(isMarked ? bytes.dropFirst(3) : bytes[...]))
    entries = document.map(Self.entries) ?? []
  }

  private static func entries(_ document: JSONTree) -> [Entry] {
    switch document["type"]?.text {
    case "FeatureCollection": (document["features"]?.list ?? []).flatMap(entries)
    case "Feature":
      document["geometry"].flatMap { geometry in
        geometry["type"] == nil ? nil : [entry(geometry, document["properties"])]
      } ?? []
    default: [entry(document, nil)]
    }
  }

  private static func entry(_ geometry: JSONTree, _ properties: JSONTree?) -> Entry {
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

extension JSONTree {
  fileprivate subscript(key: String) -> JSONTree? { members[key] }

  fileprivate var members: [String: JSONTree] {
    if case .object(let members) = self { members } else { [:] }
  }

  fileprivate var list: [JSONTree] {
    if case .list(let list) = self { list } else { [] }
  }

  /// A text, number or flag in words.
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .whole(let whole): "\(whole)"
    case .number(let number): "\(number)"
    default: nil
    }
  }
}
