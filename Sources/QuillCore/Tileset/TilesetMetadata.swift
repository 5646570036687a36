#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// What a tileset says of itself: the flat keys of `metadata.json` and of an MBTiles' metadata.
///
/// The file is one JSON object whose values are strings, as other tools write it:
///
///     {"bounds": "-73.99,40.75,-73.93,40.81", "format": "png", "maxzoom": "16", …}
///
/// Numbers are accepted where strings are expected, and unknown keys are left alone.
public struct TilesetMetadata: Equatable, Sendable {
  /// The set's name, as a map's list of layers shows it.
  public var name: String?

  /// What the set shows, in a sentence or two: the key `description`.
  public var summary: String?

  /// Whom to thank for it, as maps show it in a corner.
  public var attribution: String?

  /// What the tiles' pictures are: `png`, `jpg`, `webp`.
  public var format: String?

  /// The box of the tiles in degrees.
  public var bounds: GeographicBounds?

  /// Where a viewer opens.
  public var center: Coordinate?

  /// The zoom at which a viewer opens.
  public var centerZoom: Zoom?

  /// The zooms that have tiles.
  public var zooms: ZoomRange?

  /// `overlay` where tiles are transparent, else `baselayer`.
  public var type: String?

  /// Pixels along each side of a tile.
  public var tileSize: TileSize?

  /// The file that an app shows where no tile is, by its path inside the set.
  public var fallback: String?

  /// From where rows are said to count, `xyz` or `tms`; read and never written, since the kind of the
  /// set settles it.
  public var scheme: String?

  /// Further keys and their values, as another program wrote them.
  public var others: [String: String] = [:]

  /// Creates the metadata that says nothing yet.
  public init() {}
}

extension TilesetMetadata {
  /// The name of the file in a folder of tiles.
  public static let fileName = "metadata.json"

  /// The set's flat keys and values, as MBTiles and `metadata.json` hold them.
  public var flatKeys: [String: String] {
    var keys = others
    keys["name"] = name
    keys["description"] = summary
    keys["attribution"] = attribution
    keys["format"] = format
    keys["bounds"] = bounds?.description
    keys["center"] = center.map { place in
      "\(place)" + (centerZoom.map { ",\($0)" } ?? "")
    }
    keys["minzoom"] = zooms?.shallowest.description
    keys["maxzoom"] = zooms?.deepest.description
    keys["type"] = type
    keys["tilesize"] = tileSize?.pixels.description
    keys["fallback"] = fallback
    return keys
  }

  /// Reads flat keys.
  ///
  /// - Throws: `MetadataError` for the first key whose value makes no sense.
  public init(flatKeys keys: [String: String]) throws(MetadataError) {
    name = keys["name"]
    summary = keys["description"]
    attribution = keys["attribution"]
    format = keys["format"]
    type = keys["type"]
    fallback = keys["fallback"]
    scheme = keys["scheme"]
    bounds = try Self.read("bounds", in: keys) { try GeographicBounds(parsing: $0) }
    if let text = keys["center"] { (center, centerZoom) = try Self.center(text) }
    let shallowest = try Self.zoom("minzoom", in: keys)
    let deepest = try Self.zoom("maxzoom", in: keys)
    if let shallowest, let deepest {
      guard shallowest <= deepest else {
        throw .badValue(key: "minzoom", found: "\(shallowest)", expected: "at most \(deepest)")
      }
      zooms = ZoomRange(shallowest, through: deepest)
    }
    if let text = keys["tilesize"] {
      guard let size = Int(text).flatMap(TileSize.init) else {
        throw .badValue(key: "tilesize", found: text, expected: "256 or 512")
      }
      tileSize = size
    }
    others = keys.filter { !Self.keys.contains($0.key) && !Self.layoutKeys.contains($0.key) }
  }

  /// Keys that tell how the tiles were stored where they were read; here they are stored otherwise.
  private static let layoutKeys = ["scheme", "compression", "tiles", "tilejson"]

  private static func read<Value>(
    _ key: String, in keys: [String: String], as parse: (String) throws -> Value
  ) throws(MetadataError) -> Value? {
    guard let text = keys[key] else { return nil }
    do {
      return try parse(text)
    } catch {
      throw .badValue(key: key, found: text, expected: "degrees: \(error)")
    }
  }

  /// Reads `lon,lat` or `lon,lat,zoom`; of a zoom between two levels, the shallower one.
  private static func center(_ text: String) throws(MetadataError) -> (Coordinate, Zoom?) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let place: Coordinate
    do {
      place = try Coordinate(parsing: words.prefix(2).joined(separator: ","))
    } catch {
      throw .badValue(key: "center", found: text, expected: "degrees: \(error)")
    }
    guard words.count > 2 else { return (place, nil) }
    guard words.count == 3, let level = Double(plainDecimal: words[2]), level <= 30,
      let zoom = Zoom(level.rounded(.down))
    else {
      throw .badValue(key: "center", found: text, expected: "longitude,latitude,zoom")
    }
    return (place, zoom)
  }

  private static func zoom(
    _ key: String, in keys: [String: String]
  ) throws(MetadataError) -> Zoom? {
    guard let text = keys[key] else { return nil }
    guard let zoom = Double(plainDecimal: text).flatMap(Zoom.init) else {
      throw .badValue(key: key, found: text, expected: "a zoom, 0 to 30")
    }
    return zoom
  }
}

extension TilesetMetadata {
  /// The bytes of `metadata.json`: keys sorted, so that equal metadata give equal bytes.
  public var json: [UInt8] { Self.json(flatKeys) }

  private static func json(_ keys: [String: String]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // A dictionary of strings always encodes.
    let data = (try? encoder.encode(keys)) ?? Data()
    return Array(data) + [0x0A]
  }

  /// The bytes of `metadata.json` with the keys of an older one that this metadata does not know.
  ///
  /// A name that someone gave the set is kept. An older file that is no JSON object has no keys.
  public func json(keepingOthersOf old: [UInt8]?) -> [UInt8] {
    guard let old, let values = try? JSONDecoder().decode([String: FlatValue].self, from: Data(old))
    else { return json }
    let own = flatKeys
    let keys = values.compactMapValues(\.text).filter { key, _ in
      key == "name" || !Self.ownKeys.contains(key)
    }
    return Self.json(own.merging(keys) { _, old in old })
  }

  private static let ownKeys: Set<String> = [
    "name", "format", "bounds", "center", "minzoom", "maxzoom", "type", "tilesize", "fallback",
  ]

  /// Reads the bytes of `metadata.json`.
  ///
  /// - Throws: `MetadataError` when they are no JSON object, or a value makes no sense.
  public init(json: [UInt8]) throws(MetadataError) {
    guard let values = try? JSONDecoder().decode([String: FlatValue].self, from: Data(json)) else {
      throw .notAnObject
    }
    for key in Self.keys where values[key]?.isReadable == false {
      throw .badValue(key: key, found: "another kind of value", expected: "text or a number")
    }
    try self.init(flatKeys: values.compactMapValues(\.text))
  }

  /// The keys that are read, sorted.
  private static let keys = [
    "attribution", "bounds", "center", "description", "fallback", "format", "maxzoom", "minzoom",
    "name", "scheme", "tilesize", "type",
  ]

  /// A value that stands for text: a string, a number, or a list of numbers joined by commas.
  private struct FlatValue: Decodable {
    /// The text, nil for null and for values that stand for none.
    let text: String?

    /// Whether the value is text, or null, which is as good as absent.
    let isReadable: Bool

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let string = try? value.decode(String.self) {
        text = string
      } else if let whole = try? value.decode(Int.self) {
        text = String(whole)
      } else if let number = try? value.decode(Double.self) {
        text = String(number)
      } else if let list = try? value.decode([Double].self) {
        text = list.map { String($0) }.joined(separator: ",")
      } else {
        text = nil
      }
      isReadable = text != nil || value.decodeNil()
    }
  }
}

extension Zoom {
  fileprivate init?(_ number: Double) {
    guard let level = Int(exactly: number) else { return nil }
    self.init(level)
  }
}

/// What can be wrong with what a tileset says of itself.
public enum MetadataError: Error, Equatable, Sendable {
  /// The file is no JSON object.
  case notAnObject

  /// A key whose value makes no sense.
  case badValue(key: String, found: String, expected: String)

  /// A record of a newer version than this program reads.
  case newerVersion(Int)
}

extension MetadataError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnObject: "is not a JSON object"
    case .badValue(let key, let found, let expected):
      "'\(key)' is '\(found)' (expected \(expected))"
    case .newerVersion(let version):
      "was written by a newer version of tilequill (format \(version), expected 1)"
    }
  }
}
