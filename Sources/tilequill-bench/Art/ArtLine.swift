/// One row of pixels being painted; red stands in the lowest byte of a pixel, alpha in the highest.
struct ArtLine {
  var pixels: [UInt32]

  init(width: Int, colour: UInt32) { pixels = [UInt32](repeating: colour, count: width) }

  /// A colour of three channels, opaque.
  static func colour(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    red | green << 8 | blue << 16 | 0xFF00_0000
  }

  /// Fills what lies inside, with one pixel of soft border.
  ///
  /// `distances` tells at every 16th pixel how far inside it lies; `side` −1 paints the outside.
  mutating func paint(_ distances: [Float], side: Float = 1, _ colour: UInt32) {
    eachCell(distances, side: side) { line, range, from, slope in
      let to = from + slope * Float(ArtField.step)
      if max(from, to) <= -0.5 { return }
      if min(from, to) >= 0.5 {
        for place in range { line[place] = colour }
        return
      }
      for place in range {
        let cover = min(1, from + slope * Float(place - range.lowerBound) + 0.5)
        if cover > 0 { line[place] = Self.blend(line[place], colour, cover) }
      }
    }
  }

  /// Draws a stroke along the border, `width` pixels wide, moved outward by `offset` pixels.
  mutating func ink(
    _ distances: [Float], offset: Float = 0, width: Float, _ colour: UInt32
  ) {
    let reach = width / 2 + 0.5
    eachCell(distances, side: 1) { line, range, from, slope in
      let from = from + offset
      let to = from + slope * Float(ArtField.step)
      if min(from, to) >= reach || max(from, to) <= -reach { return }
      for place in range {
        let cover = min(1, reach - abs(from + slope * Float(place - range.lowerBound)))
        if cover > 0 { line[place] = Self.blend(line[place], colour, cover) }
      }
    }
  }

  /// Sets alpha to how far inside a pixel lies; where it is 0 nothing is left of the colour.
  mutating func cut(_ distances: [Float]) {
    eachCell(distances, side: 1) { line, range, from, slope in
      let to = from + slope * Float(ArtField.step)
      if min(from, to) >= 0.5 { return }
      if max(from, to) <= -0.5 {
        for place in range { line[place] = 0 }
        return
      }
      for place in range {
        let inside = from + slope * Float(place - range.lowerBound) + 0.5
        let alpha = UInt32(255 * max(0, min(1, inside)) + 0.5)
        line[place] = alpha == 0 ? 0 : line[place] & 0xFF_FFFF | alpha << 24
      }
    }
  }

  /// Blends a colour over the pixels from a column on, by a row of coverages out of 255.
  mutating func stamp(_ coverages: ArraySlice<UInt8>, at column: Int, _ colour: UInt32) {
    for (place, cover) in zip(column..., coverages) {
      guard place < pixels.count else { return }
      if cover > 0 { pixels[place] = Self.blend(pixels[place], colour, Float(cover) / 255) }
    }
  }

  /// Calls `body` for every 16 pixels with the distance at the first and its change a pixel.
  @inline(__always)
  private mutating func eachCell(
    _ distances: [Float], side: Float,
    _ body: (inout [UInt32], Range<Int>, _ from: Float, _ slope: Float) -> Void
  ) {
    let count = pixels.count
    for cell in 0..<(distances.count - 1) {
      let start = cell * ArtField.step
      let from = side * distances[cell]
      let slope = (side * distances[cell + 1] - from) / Float(ArtField.step)
      body(&pixels, start..<min(start + ArtField.step, count), from, slope)
    }
  }

  /// The colour over what is under it; alpha stays.
  @inline(__always)
  private static func blend(_ under: UInt32, _ colour: UInt32, _ cover: Float) -> UInt32 {
    var blended = under & 0xFF00_0000
    for shift in [0, 8, 16] as [UInt32] {
      let (below, above) = (Float(under >> shift & 255), Float(colour >> shift & 255))
      blended |= UInt32(below + (above - below) * cover + 0.5) << shift
    }
    return blended
  }
}
