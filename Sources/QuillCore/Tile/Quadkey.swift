extension Tile {
  /// The tile's quadkey: one digit 0…3 a zoom, the path from the world's tile down to this one.
  ///
  /// Bit i of the column and of the row make digit i: `digit = column bit + 2 × row bit`, the most
  /// significant bit first. The world's tile has the empty key.
  ///
  ///     Tile("10/486/332")!.quadkey  // "0313102310"
  public var quadkey: String {
    let digits = (0..<zoom.level).reversed().map { bit -> UInt8 in
      let column = UInt8(x >> bit & 1)
      let row = UInt8(y >> bit & 1)
      return 0x30 + column + 2 * row
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Creates the tile of a quadkey, or nil when the text has another digit or over 30 of them.
  public init?(quadkey: some StringProtocol) {
    guard let zoom = Zoom(quadkey.utf8.count) else { return nil }
    var x = 0
    var y = 0
    for byte in quadkey.utf8 {
      guard (0x30...0x33).contains(byte) else { return nil }
      x = x << 1 | Int(byte & 1)
      y = y << 1 | Int(byte >> 1 & 1)
    }
    self.init(inside: zoom, x: x, y: y)
  }
}
