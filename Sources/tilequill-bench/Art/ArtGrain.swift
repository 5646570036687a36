/// The grain of paper: small differences from pixel to pixel, a little alike between neighbours.
struct ArtGrain: Sendable {
  /// Rows that share how the table lies.
  private static let band = 256
  private static let tableRows = 1031
  private static let tableColumns = 4099

  private let seed: UInt64
  private let table: [Int8]

  init(seed: UInt64) {
    self.seed = seed
    let (rows, columns) = (Self.tableRows, Self.tableColumns)
    var numbers = ArtNumbers(seed: seed)
    let raw = (0..<rows * columns).map { _ in numbers.normal() * 1.7 }
    table = raw.indices.map { place in
      let (row, column) = (place / columns, place % columns)
      let left = raw[row * columns + (column + columns - 1) % columns]
      let above = raw[(row + rows - 1) % rows * columns + column]
      return Int8(raw[place] + (left + above) / 2)
    }
  }

  /// The grain of a row; `layer` tells channels apart.
  func row(_ y: Int, width: Int, layer: Int = 0) -> [Int8] {
    let (rows, columns) = (Self.tableRows, Self.tableColumns)
    let own = seed &+ UInt64(layer)
    let band = y / Self.band
    var grain: [Int8] = []
    grain.reserveCapacity(width + columns)
    var part = 0
    while grain.count < width {
      // Other rows of the table for each part: a row must not repeat itself.
      let number = ArtNumbers.number(own, part, band)
      let start = (y % Self.band + Int(number >> 32) % rows) % rows * columns
      let turn = Int(number & 0xFFFF_FFFF) % columns
      grain += table[(start + turn)..<(start + columns)]
      grain += table[start..<(start + turn)]
      part += 1
    }
    return grain
  }
}
