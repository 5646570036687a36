/// Paints any rows of a drawing, in any order: the same seed gives the same pixels.
package struct ArtPainter: Sendable {
  /// Pixels along each side.
  package let size: Int

  package let style: ArtStyle

  private let coast: ArtField
  private let height: ArtField
  private let wood: ArtField
  private let way: ArtField
  private let tints: [ArtField]
  private let grain: ArtGrain?
  private let marks: ArtMarks

  package init(style: ArtStyle, size: Int, seed: UInt64) {
    precondition(size > 0, "A drawing has pixels")
    self.size = size
    self.style = style
    var numbers = ArtNumbers(seed: seed)
    coast = .island(seed: numbers.next(), size: size)
    height = ArtField(seed: numbers.next(), waves: [2600, 800, 240], weights: [1, 0.6, 0.3])
    wood = ArtField(seed: numbers.next(), waves: [1100, 300, 90], weights: [1, 0.7, 0.45])
    way = ArtField(seed: numbers.next(), waves: [1700, 420], weights: [1, 0.35])
    tints = (0..<3).map { _ in
      ArtField(seed: numbers.next(), waves: [1900, 500, 120], weights: [1, 0.5, 0.2])
    }
    marks = ArtMarks(seed: numbers.next(), size: size)
    grain = style == .cartoon ? nil : ArtGrain(seed: numbers.next())
  }

  /// The pixels of some rows, from the top, without gaps.
  package func paint(rows: Range<Int>) -> [UInt32] {
    let strips = Strips(self, rows)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(rows.count * size)
    for y in rows {
      switch style {
      case .cartoon: pixels += cartoon(y, strips).pixels
      case .parchment: pixels += parchment(y, strips).pixels
      case .watercolor: pixels += watercolor(y, strips).pixels
      }
    }
    return pixels
  }

  /// What the rows of a strip are painted by.
  private struct Strips {
    let coast, lake, wood, path, hill, peak: FieldStrip
    let deepWood, shore, height: FieldStrip
    let tints: [FieldStrip]

    init(_ painter: ArtPainter, _ range: Range<Int>) {
      let width = painter.size
      func border(_ field: ArtField, _ level: Float) -> FieldStrip {
        FieldStrip(distanceIn: field, from: level, width: width, range: range)
      }
      coast = border(painter.coast, 0)
      lake = border(painter.height, -0.9)
      hill = border(painter.height, 0.9)
      peak = border(painter.height, 1.6)
      wood = border(painter.wood, 0.55)
      deepWood = border(painter.wood, 1.25)
      path = border(painter.way, 0.1)
      shore = FieldStrip(painter.coast, width: width, range: range, scale: 6)
      height = FieldStrip(painter.height, width: width, range: range)
      tints = painter.tints.map { FieldStrip($0, width: width, range: range) }
    }
  }

  private func cartoon(_ y: Int, _ strips: Strips) -> ArtLine {
    var line = ArtLine(width: size, colour: ArtLine.colour(214, 226, 160))
    let (lake, wood, path) = (strips.lake.row(y), strips.wood.row(y), strips.path.row(y))
    let coast = strips.coast.row(y)
    line.paint(strips.hill.row(y), ArtLine.colour(232, 214, 150))
    line.paint(strips.peak.row(y), ArtLine.colour(244, 240, 226))
    line.paint(wood, ArtLine.colour(122, 168, 92))
    line.paint(strips.deepWood.row(y), ArtLine.colour(92, 140, 78))
    line.ink(wood, width: 3, ArtLine.colour(48, 64, 40))
    line.ink(path, width: 11, ArtLine.colour(120, 96, 60))
    line.ink(path, width: 7, ArtLine.colour(240, 226, 190))
    line.paint(lake, side: -1, ArtLine.colour(120, 184, 214))
    line.ink(lake, offset: 9, width: 2, ArtLine.colour(150, 206, 230))
    line.ink(lake, width: 4, ArtLine.colour(36, 52, 72))
    marks.draw(y, &line, ArtLine.colour(40, 32, 28))
    line.ink(coast, offset: -4, width: 8, ArtLine.colour(30, 26, 24))
    line.cut(coast)
    return line
  }

  private func parchment(_ y: Int, _ strips: Strips) -> ArtLine {
    let grains = grain?.row(y, width: size) ?? []
    let stains = strips.height.row(y)
    var line = ArtLine(width: size, colour: 0)
    Self.wash(stains, times: 7, around: 0, upTo: size) { place, stain in
      let tone = Int32(stain) + Int32(grains[place])
      line.pixels[place] = ArtLine.colour(
        Self.channel(232 + tone), Self.channel(214 + tone), Self.channel(176 + tone))
    }
    let strokes: [(FieldStrip, Float)] = [
      (strips.coast, 7), (strips.lake, 4), (strips.wood, 3), (strips.path, 5), (strips.hill, 2),
      (strips.peak, 2),
    ]
    for (strip, width) in strokes {
      line.ink(strip.row(y), width: width, ArtLine.colour(70, 48, 34))
    }
    marks.draw(y, &line, ArtLine.colour(62, 42, 30))
    return line
  }

  private func watercolor(_ y: Int, _ strips: Strips) -> ArtLine {
    var line = ArtLine(width: size, colour: 0xFF00_0000)
    let heights = strips.height.row(y)
    for (channel, base) in [Float(150), 176, 150].enumerated() {
      let grains = grain?.row(y, width: size, layer: channel + 1) ?? []
      let tones = zip(strips.tints[channel].row(y), heights)
        .map { 34 * $0 + 14 * max(-1.5, min(1.5, $1)) }
      let shift = UInt32(8 * channel)
      Self.wash(tones, times: 1, around: base, upTo: size) { place, tone in
        let value = Int32(tone + Float(grains[place]) * 1.3)
        line.pixels[place] |= Self.channel(value) << shift
      }
    }
    for strip in [strips.lake, strips.wood] {
      line.ink(strip.row(y), width: 5, ArtLine.colour(74, 84, 96))
    }
    marks.draw(y, &line, ArtLine.colour(60, 56, 64))
    line.cut(strips.shore.row(y))
    return line
  }

  /// Calls `body` for every pixel of a row with the value there, between those of every 16th pixel.
  @inline(__always)
  private static func wash(
    _ values: [Float], times factor: Float, around base: Float,
    upTo width: Int, _ body: (_ place: Int, _ value: Float) -> Void
  ) {
    for cell in 0..<(values.count - 1) {
      let from = base + factor * values[cell]
      let slope = (base + factor * values[cell + 1] - from) / Float(ArtField.step)
      let start = cell * ArtField.step
      for place in start..<min(start + ArtField.step, width) {
        body(place, from + slope * Float(place - start))
      }
    }
  }

  @inline(__always)
  private static func channel(_ value: Int32) -> UInt32 { UInt32(max(0, min(255, value))) }
}
