public import QuillCore

/// Which tiles of a set have changed.
public enum TilesetChange: Hashable, Sendable {
  /// These.
  case tiles([Tile])
  /// Any may have.
  case any

  /// More than this many are as good as any.
  private static let mostNamed = 4096

  /// What changed from one record to the next; nil when nothing did.
  public init?(from old: SliceRecord?, to new: SliceRecord?) {
    guard let before = old?.fingerprints, let after = new?.fingerprints else {
      guard old != new || old == nil else { return nil }
      self = .any
      return
    }
    let names = after.differences(from: before).map(\.tile)
    let isSameElsewhere = old?.made == new?.made && old?.blank == new?.blank
    guard !names.isEmpty || !isSameElsewhere else { return nil }
    self = names.count > Self.mostNamed || names.isEmpty ? .any : .tiles(Array(Set(names)).sorted())
  }

  /// The news as the page reads them.
  var json: String {
    switch self {
    case .any: #"{"changed":null}"#
    case .tiles(let tiles):
      #"{"changed":["# + tiles.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
    }
  }
}

/// Notices that a tileset was changed, by whatever program: its record, or the archive, has.
public struct ChangeWatch {
  private let tileset: ServedTileset
  private var seen: [FileSystem.Version?]
  private var record: SliceRecord?

  /// Begins to watch.
  public init(_ tileset: ServedTileset) {
    self.tileset = tileset
    seen = Self.versions(of: tileset)
    record = try? tileset.readFacts().record
  }

  /// What changed since the last look, nil when nothing did; costs a look at two files.
  public mutating func look() -> TilesetChange? {
    let now = Self.versions(of: tileset)
    guard now != seen else { return nil }
    seen = now
    guard let new = try? tileset.readFacts().record else {
      record = nil
      return .any
    }
    defer { record = new }
    return TilesetChange(from: record, to: new)
  }

  private static func versions(of tileset: ServedTileset) -> [FileSystem.Version?] {
    // A folder's own version changes with what lies in it; the file of its record tells enough.
    let record = "\(tileset.path)/\(SliceRecord.fileName)"
    return [FileSystem.version(of: record) ?? FileSystem.version(of: tileset.path)]
  }
}

extension PreviewSite {
  /// Tells open pages that tiles have changed.
  public func publish(_ change: TilesetChange) {
    tileset.forgetTilesThere()
    events.publish("tiles", data: change.json)
  }
}
