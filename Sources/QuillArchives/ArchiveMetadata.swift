internal import QuillCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// What an archive says of itself: flat keys, the slicer's record, and the fallback.
///
/// Beside the keys of `metadata.json` an archive has two of ours: `tilequill`, the record that a
/// folder keeps in `tilequill.json`, and `fallback_data`, the bytes of the picture that the key
/// `fallback` names, as base64 (RFC 4648).
struct ArchiveMetadata {
  /// The flat keys and their texts.
  var keys: [String: String] = [:]

  /// The record's JSON text, nil without a record.
  var record: [UInt8]?

  static let recordKey = "tilequill"
  static let fallbackKey = "fallback_data"

  init() {}

  /// What a set says, to be written into an archive.
  ///
  /// - Throws: `MetadataError` where the record could not be read again.
  init(
    _ metadata: TilesetMetadata, record: SliceRecord?, fallback: FallbackPicture?
  ) throws(MetadataError) {
    var metadata = metadata
    if let fallback { metadata.fallback = fallback.name }
    keys = metadata.flatKeys
    keys[Self.fallbackKey] = fallback.map { Data($0.bytes).base64EncodedString() }
    self.record = try record?.json
  }

  /// The keys as typed metadata; keys whose values make no sense are left out and told.
  var readable: (metadata: TilesetMetadata, faults: [MetadataError]) {
    var keys = keys.filter { $0.key != Self.fallbackKey && $0.key != Self.recordKey }
    var faults: [MetadataError] = []
    while true {
      do throws(MetadataError) {
        return (try TilesetMetadata(flatKeys: keys), faults)
      } catch {
        faults.append(error)
        guard case .badValue(let key, _, _) = error, keys.removeValue(forKey: key) != nil else {
          return (TilesetMetadata(), faults)
        }
      }
    }
  }

  /// The fallback, nil when the archive has none.
  var fallback: FallbackPicture? {
    guard let text = keys[Self.fallbackKey],
      let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    else { return nil }
    return FallbackPicture(
      name: keys["fallback"] ?? FallbackPicture.usualName, bytes: Array(data))
  }
}

extension ArchiveMetadata {
  /// Reads the JSON object of a PMTiles archive; values that stand for no text are passed over.
  ///
  /// - Throws: `MetadataError.notAnObject` when the bytes are no JSON object.
  init(json: [UInt8]) throws(MetadataError) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
      throw .notAnObject
    }
    keys = document.keys
    record = document.record
  }

  /// The JSON object of a PMTiles archive: keys sorted, so that equal metadata give equal bytes.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, and a record that was encoded before, always encode.
    let data = (try? encoder.encode(Document(keys: keys, record: record))) ?? Data("{}".utf8)
    return Array(data)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Document: Codable {
    var keys: [String: String] = [:]
    var record: [UInt8]?

    init(keys: [String: String], record: [UInt8]?) {
      self.keys = keys
      self.record = record
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      for key in fields.allKeys {
        if key.stringValue == recordKey {
          record = try? JSONEncoder().encode(fields.decode(JSONTree.self, forKey: key)).map(\.self)
        } else if let text = (try? fields.decode(JSONTree.self, forKey: key))?.text {
          keys[key.stringValue] = text
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Key.self)
      for (key, text) in keys { try fields.encode(text, forKey: Key(stringValue: key)) }
      if let record {
        let tree = try JSONDecoder().decode(JSONTree.self, from: Data(record))
        try fields.encode(tree, forKey: Key(stringValue: recordKey))
      }
    }
  }
}

extension JSONTree {
  /// The text that the value stands for: of a list of numbers, those joined by commas.
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .whole(let whole): String(whole)
    case .number(let number): String(number)
    case .list(let list):
      list.isEmpty || list.contains(where: \.isNoNumber)
        ? nil : list.compactMap(\.text).joined(separator: ",")
    default: nil
    }
  }

  private var isNoNumber: Bool {
    switch self {
    case .whole, .number: false
    default: true
    }
  }
}
