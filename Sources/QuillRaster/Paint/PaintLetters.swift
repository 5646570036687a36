/// The letters of tiles' names, five pixels wide and seven high.
enum PaintLetters {
  /// Pixels of a letter, and those from one letter to the next.
  static let height = 7
  static let step = 6

  /// The width of a word in pixels, without the gap after its last letter.
  static func width(of word: String) -> Int { max(0, word.utf8.count * step - 1) }

  /// Whether a letter has ink at a pixel; letters that are not known have none.
  static func hasInk(_ letter: UInt8, column: Int, row: Int) -> Bool {
    guard let rows = shapes[letter], rows.indices.contains(row), (0..<5).contains(column) else {
      return false
    }
    return rows[row] >> (4 - column) & 1 == 1
  }

  /// Each letter's rows from the top, five bits each, the leftmost pixel highest.
  private static let shapes: [UInt8: [UInt8]] = [
    "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    "3": [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    "@": [0b01110, 0b10001, 0b10111, 0b10101, 0b10111, 0b10000, 0b01110],
    "x": [0b00000, 0b00000, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001],
    "/": [0b00001, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b10000],
  ].reduce(into: [:]) { $0[$1.key.utf8.first ?? 0] = $1.value }
}

extension PaintBand {
  /// Writes a word with its top-left corner there, each of its pixels a square of `scale`, on a
  /// patch of light that reaches `scale` further.
  mutating func write(_ word: String, x: Int, y: Int, scale: Int) {
    let width = PaintLetters.width(of: word) * scale
    let height = PaintLetters.height * scale
    paint(x - scale..<x + width + scale, y - scale..<y + height + scale, .paper)
    let lines = (y..<y + height).clamped(to: rows)
    for (place, letter) in word.utf8.enumerated() {
      let left = x + place * PaintLetters.step * scale
      for line in lines {
        for column in 0..<5
        where PaintLetters.hasInk(letter, column: column, row: (line - y) / scale) {
          paint(left + column * scale..<left + (column + 1) * scale, line..<line + 1, .ink)
        }
      }
    }
  }
}
