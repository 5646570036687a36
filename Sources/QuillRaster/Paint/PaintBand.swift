/// Some rows of a sheet across its whole width, RGBA, painted one thing over the other.
struct PaintBand {
  /// The rows of the sheet that it holds.
  private(set) var rows: Range<Int>

  /// Pixels from left to right.
  let width: Int

  /// The rows' bytes without a gap.
  private(set) var pixels: [UInt8]

  /// Makes room for so many rows.
  init(width: Int, height: Int) {
    self.width = width
    rows = 0..<height
    pixels = Array(repeating: 0, count: width * height * 4)
  }

  /// Begins other rows, no more than there is room for, all clear.
  mutating func begin(_ rows: Range<Int>) {
    precondition(rows.count * width * 4 <= pixels.count, "The band has room for its rows")
    self.rows = rows
    var room = pixels.mutableSpan
    room.update(repeating: 0)
  }

  /// Replaces a pixel.
  mutating func set(_ x: Int, _ y: Int, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let place = ((y - rows.lowerBound) * width + x) * 4
    pixels[place] = red
    pixels[place + 1] = green
    pixels[place + 2] = blue
    pixels[place + 3] = alpha
  }

  /// Lays a colour over a pixel, all of it with a `cover` of 255.
  ///
  /// Pixels beside the band are left out.
  ///
  /// With straight colours s over d, and alphas of 0…1, the result's alpha is a = aₛ + a_d(1 − aₛ),
  /// and its colour is (s·aₛ + d·a_d(1 − aₛ)) / a. Here alphas are of 0…255.
  mutating func paint(_ x: Int, _ y: Int, _ colour: PaintColour, cover: Int = 255) {
    guard rows.contains(y), x >= 0, x < width, cover > 0 else { return }
    let place = ((y - rows.lowerBound) * width + x) * 4
    let (over, under) = (UInt32(Int(colour.alpha) * cover / 255), UInt32(pixels[place + 3]))
    guard over > 0 || under > 0 else { return }
    let mix = SourceOver.Mix(over, over: under)
    for (channel, new) in [colour.red, colour.green, colour.blue].enumerated() {
      pixels[place + channel] = UInt8(
        mix.channel(UInt32(new), over: UInt32(pixels[place + channel])))
    }
    pixels[place + 3] = UInt8(mix.alpha)
  }

  /// Lays a colour over a box of pixels.
  mutating func paint(_ columns: Range<Int>, _ lines: Range<Int>, _ colour: PaintColour) {
    for y in lines.clamped(to: rows) {
      for x in columns.clamped(to: 0..<width) { paint(x, y, colour) }
    }
  }
}
