extension Orientation {
  /// How a picture has to be turned to stand as its camera says (EXIF); nil where it says nothing.
  ///
  /// `exif` is a TIFF structure: byte order, 42, the place of a directory of entries of 12 bytes
  /// each. Entry 0x0112 holds a number: 1 is upright; 3, 6 and 8 are to be turned by a half, one
  /// and three quarters clockwise; 2, 4, 7 and 5 are the mirror images of 1, 3, 8 and 6.
  package init?(exif bytes: [UInt8]) {
    let isLittle = bytes.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
    func number(at place: Int, bytes count: Int) -> Int? {
      guard place >= 0, place <= bytes.count - count else { return nil }
      let digits = bytes[place..<place + count]
      return (isLittle ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let entries = number(at: directory, bytes: 2)
    else { return nil }
    let places = (0..<entries).lazy.map { directory + 2 + $0 * 12 }
    guard let entry = places.first(where: { number(at: $0, bytes: 2) == 0x0112 }),
      number(at: entry + 2, bytes: 2) == 3, let value = number(at: entry + 8, bytes: 2)
    else { return nil }
    switch value {
    case 1: self.init(quarters: 0)
    case 2: self.init(quarters: 0, isMirrored: true)
    case 3: self.init(quarters: 2)
    case 4: self.init(quarters: 2, isMirrored: true)
    case 5: self.init(quarters: 1, isMirrored: true)
    case 6: self.init(quarters: 1)
    case 7: self.init(quarters: 3, isMirrored: true)
    case 8: self.init(quarters: 3)
    default: return nil
    }
  }
}
