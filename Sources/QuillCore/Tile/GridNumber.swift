/// The one spelling of a number in tile names: ASCII digits, no sign, no blank, no leading zero.
enum GridNumber {
  /// The value of the digits, or nil when the text is spelt any other way.
  ///
  /// The largest index of the grid, 2³⁰ − 1, has ten digits; longer texts are nil as well.
  static func parse(_ text: some StringProtocol) -> Int? {
    let bytes = text.utf8
    guard (1...10).contains(bytes.count), bytes.count == 1 || bytes.first != 0x30 else {
      return nil
    }
    var value = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }
}
