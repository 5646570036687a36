/// Words, trees and hills, strewn over the drawing.
struct ArtMarks: Sendable {
  /// A mark's coverage out of 255, row by row.
  private struct Mask {
    let width: Int
    let height: Int
    var cover: [UInt8]
  }

  private struct Place {
    let x: Int
    let y: Int
    let mask: Int
  }

  private let masks: [Mask]
  /// From the top down.
  private let places: [Place]
  private let tallest: Int

  /// As many marks as a drawing of that size has: one on 24000 pixels.
  init(seed: UInt64, size: Int) {
    var numbers = ArtNumbers(seed: seed)
    let masks = (0..<48).map { Self.mask(number: $0, &numbers) }
    self.masks = masks
    tallest = masks.reduce(0) { max($0, $1.height) }
    let places = (0..<(size * size / 24000)).map { _ in
      Place(
        x: Int.random(in: 0..<size, using: &numbers), y: Int.random(in: 0..<size, using: &numbers),
        mask: Int.random(in: masks.indices, using: &numbers))
    }
    self.places = places.sorted { ($0.y, $0.x, $0.mask) < ($1.y, $1.x, $1.mask) }
  }

  /// Draws the part of all marks that lies in row `y`.
  func draw(_ y: Int, _ line: inout ArtLine, _ colour: UInt32) {
    var next = firstPlace(below: y - tallest)
    while next < places.count, places[next].y <= y {
      let place = places[next]
      let mask = masks[place.mask]
      let row = y - place.y
      if row < mask.height {
        line.stamp(
          mask.cover[(row * mask.width)..<((row + 1) * mask.width)], at: place.x, colour)
      }
      next += 1
    }
  }

  /// The first place whose row is not above `y`.
  private func firstPlace(below y: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func mask(number: Int, _ numbers: inout ArtNumbers) -> Mask {
    let size = 28 + 48 * numbers.unit()
    let strokes: [Stroke]
    if number % 3 == 0 {
      strokes = StrokeLetters.words[number / 3 % StrokeLetters.words.count].strokes
        .map { $0.scaled(by: size / 8.6) }
    } else {
      strokes = (0..<(number % 3 == 1 ? 3 : 1)).flatMap { _ in Self.tree(&numbers) }
    }
    let turn = (numbers.unit() - 0.5) * 0.87
    return draw(strokes.map { $0.turned(by: turn) }, width: number % 3 == 0 ? size / 11 : 3)
  }

  /// A round crown on a short trunk.
  private static func tree(_ numbers: inout ArtNumbers) -> [Stroke] {
    let (x, y) = (30 + 40 * numbers.unit(), 15 + 20 * numbers.unit())
    let radius = 15 + 20 * numbers.unit()
    let crown = (0...16).map { step in
      let angle = 2.8 + 4 * Float(step) / 16
      return Stroke.Point(x: x + radius * cosine(angle), y: y + radius * cosine(angle - 1.5708))
    }
    let trunk = [
      Stroke.Point(x: x, y: y + radius), Stroke.Point(x: x + 2, y: y + radius + 15),
    ]
    return [Stroke(crown), Stroke(trunk)]
  }

  /// Every pixel is covered as far as the stroke's width reaches beyond its distance.
  private static func draw(_ strokes: [Stroke], width: Float) -> Mask {
    let points = strokes.flatMap(\.points)
    let reach = width / 2 + 0.5
    let left = points.reduce(Float.infinity) { min($0, $1.x) } - reach
    let top = points.reduce(Float.infinity) { min($0, $1.y) } - reach
    let right = points.reduce(-Float.infinity) { max($0, $1.x) } + reach
    let bottom = points.reduce(-Float.infinity) { max($0, $1.y) } + reach
    var mask = Mask(width: Int(right - left) + 1, height: Int(bottom - top) + 1, cover: [])
    mask.cover = [UInt8](repeating: 0, count: mask.width * mask.height)
    for (start, end) in strokes.flatMap(\.segments) {
      let columns =
        Int(min(start.x, end.x) - reach - left)...Int(max(start.x, end.x) + reach - left)
      let rows = Int(min(start.y, end.y) - reach - top)...Int(max(start.y, end.y) + reach - top)
      for row in rows {
        for column in columns {
          let point = Stroke.Point(x: left + Float(column), y: top + Float(row))
          let cover = UInt8(255 * max(0, min(1, reach - point.distance(to: start, end))))
          let place = row * mask.width + column
          mask.cover[place] = max(mask.cover[place], cover)
        }
      }
    }
    return mask
  }
}
