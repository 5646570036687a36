/// A straight colour with its alpha, as one pixel of a sheet.
struct PaintColour: Equatable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8
  let alpha: UInt8

  /// White, behind pictures.
  static let white = PaintColour(red: 255, green: 255, blue: 255, alpha: 255)
  /// In place of a picture that is not there.
  static let absent = PaintColour(red: 255, green: 190, blue: 200, alpha: 255)
  /// The borders of tiles.
  static let border = PaintColour(red: 0, green: 96, blue: 208, alpha: 160)
  /// The line that important things keep within.
  static let margin = PaintColour(red: 0, green: 140, blue: 90, alpha: 200)
  /// The letters of labels, and what is around them.
  static let ink = PaintColour(red: 0, green: 48, blue: 120, alpha: 255)
  static let paper = PaintColour(red: 255, green: 255, blue: 255, alpha: 176)
  /// Outlines to trace: areas, ways and places.
  static let area = PaintColour(red: 200, green: 0, blue: 110, alpha: 255)
  static let way = PaintColour(red: 224, green: 96, blue: 0, alpha: 255)
  static let place = PaintColour(red: 208, green: 0, blue: 0, alpha: 255)
}
