/// Points joined by straight lines.
struct Stroke {
  struct Point {
    var x: Float
    var y: Float

    /// The distance to the nearest point of a line.
    func distance(to start: Point, _ end: Point) -> Float {
      let (across, down) = (end.x - start.x, end.y - start.y)
      let length = across * across + down * down
      let along = ((x - start.x) * across + (y - start.y) * down) / max(length, 1e-6)
      let part = max(0, min(1, along))
      let (aside, above) = (x - start.x - part * across, y - start.y - part * down)
      return (aside * aside + above * above).squareRoot()
    }
  }

  let points: [Point]

  init(_ points: [Point]) { self.points = points }

  var segments: [(Point, Point)] { Array(zip(points, points.dropFirst())) }

  func scaled(by factor: Float) -> Stroke {
    Stroke(points.map { Point(x: $0.x * factor, y: $0.y * factor) })
  }

  /// Turned about the origin by an angle.
  func turned(by angle: Float) -> Stroke {
    let (cos, sin) = (cosine(angle), cosine(angle - 1.570_796_3))
    return Stroke(
      points.map { Point(x: $0.x * cos - $0.y * sin, y: $0.x * sin + $0.y * cos) })
  }
}

/// The cosine of an angle to a thousandth, the same on every system.
///
/// It is the series 1 − a²/2 + a⁴/24 − … up to a¹², whose rest is below 10⁻³ at |a| ≤ π.
func cosine(_ angle: Float) -> Float {
  let turns = (angle / 6.283_185_3).rounded()
  let square = (angle - turns * 6.283_185_3) * (angle - turns * 6.283_185_3)
  var term: Float = 1
  var sum: Float = 1
  for step in stride(from: Float(2), through: 14, by: 2) {
    term *= -square / (step * (step - 1))
    sum += term
  }
  return sum
}

/// A word written in strokes, letters six units high.
struct StrokeLetters {
  let strokes: [Stroke]

  static let words = [
    "MILL POND", "THE RAMBLE", "OLD FORD", "NORTH WOOD", "HERON LAKE", "BOW BRIDGE", "GREAT LAWN",
    "FOX HILL", "GATE",
  ].map { StrokeLetters($0) }

  private init(_ word: String) {
    strokes = word.enumerated().flatMap { place, letter in
      (Self.letters[letter] ?? []).map { stroke in
        Stroke(stroke.map { Stroke.Point(x: $0.x + Float(place) * 5, y: $0.y) })
      }
    }
  }

  /// Each stroke is a row of pairs: column 0…4 from the left, row 0…6 from the top.
  private static let letters: [Character: [[Stroke.Point]]] = [
    "A": "06 20 46,14 34", "B": "06 00 20 31 22 03,23 44 35 26 06", "D": "06 00 20 42 44 26 06",
    "E": "40 00 06 46,03 33", "F": "06 00 40,03 33", "G": "41 30 10 02 04 16 36 44 24",
    "H": "00 06,40 46,03 43", "I": "20 26", "K": "00 06,40 03 46", "L": "00 06 46",
    "M": "06 00 23 40 46", "N": "06 00 46 40", "O": "10 30 42 44 36 16 04 02 10",
    "P": "06 00 30 41 32 03", "R": "06 00 30 41 32 03 46", "T": "00 40,20 26",
    "W": "00 16 23 36 40", "X": "00 46,40 06",
  ].mapValues { text in
    text.split(separator: ",").map { stroke in
      stroke.split(separator: " ").map { pair in
        let digits = pair.utf8.map { Float($0) - 48 }
        return Stroke.Point(x: digits[0], y: digits[1])
      }
    }
  }
}
