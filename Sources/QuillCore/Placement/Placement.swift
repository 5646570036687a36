/// Where a drawing lies on the map.
public enum Placement: Hashable, Sendable {
  /// Pixel for pixel on that zoom's grid of 256-pixel tiles, its top-left corner on that tile's.
  case at(Tile)
}

extension Placement: CustomStringConvertible {
  /// The placement as the command line spells it.
  public var description: String {
    switch self {
    case .at(let tile): "--at \(tile)"
    }
  }
}

extension Placement: Codable {
  private enum Key: String, CodingKey {
    case at
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let text = try fields.decode(String.self, forKey: .at)
    guard let tile = Tile(text) else {
      throw MetadataError.badValue(key: "at", found: text, expected: "a tile, z/x/y")
    }
    self = .at(tile)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .at(let tile): try fields.encode(tile.description, forKey: .at)
    }
  }
}
