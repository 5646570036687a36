/// A smooth height over the drawing, of which every 16th pixel is worked out.
///
/// It is a sum of octaves; each has a random number at every point of a grid as wide as its waves,
/// and is smooth between them. The sum has a variance near 1.
struct ArtField: Sendable {
  /// Pixels from a value to the next.
  static let step = 16

  /// How much of the coast's shape is added: an island with bays, falling off toward the edges.
  private enum Shape {
    case none
    case island(size: Float)
  }

  private struct Octave {
    let seed: UInt64
    let wave: Float
    let weight: Float
  }

  private let octaves: [Octave]
  private let shape: Shape

  /// A field of waves of these lengths, in pixels, with these weights.
  init(seed: UInt64, waves: [Float], weights: [Float]) {
    self.init(seed: seed, waves: waves, weights: weights, scale: 1, shape: .none)
  }

  /// The height of an island's land above its coast, in a drawing of `size` pixels a side.
  static func island(seed: UInt64, size: Int) -> ArtField {
    ArtField(
      seed: seed, waves: [Float(size) / 5, 900, 260], weights: [1, 0.5, 0.25], scale: 0.16,
      shape: .island(size: Float(size)))
  }

  private init(seed: UInt64, waves: [Float], weights: [Float], scale: Float, shape: Shape) {
    var numbers = ArtNumbers(seed: seed)
    let sum = weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
    octaves = zip(waves, weights).map { wave, weight in
      Octave(seed: numbers.next(), wave: max(wave, 1), weight: scale * weight / sum)
    }
    self.shape = shape
  }

  /// The values of one row of points, from point −1 on.
  func values(pointRow: Int, count: Int) -> [Float] {
    var values = [Float](repeating: 0, count: count)
    let y = Float(pointRow * Self.step)
    for octave in octaves { Self.add(octave, y, to: &values) }
    if case .island(let size) = shape {
      let down = y / size * 2 - 1
      for index in values.indices {
        let across = Float((index - 1) * Self.step) / size * 2 - 1
        let edge = max(abs(across), abs(down))
        let middle = (across * across + down * down).squareRoot()
        values[index] += 1.1 - 1.35 * edge * edge * edge - 0.25 * middle
      }
    }
    return values
  }

  private static func add(_ octave: Octave, _ y: Float, to values: inout [Float]) {
    let (row, below) = split(y / octave.wave)
    var column = Int.min
    var (left, right): (Float, Float) = (0, 0)
    for index in values.indices {
      let (cell, part) = split(Float((index - 1) * step) / octave.wave)
      if cell != column {
        column = cell
        left = edge(octave.seed, cell, row, below)
        right = edge(octave.seed, cell + 1, row, below)
      }
      values[index] += octave.weight * (left + (right - left) * part)
    }
  }

  /// The value on a vertical line of the grid, between two of its points.
  private static func edge(_ seed: UInt64, _ column: Int, _ row: Int, _ below: Float) -> Float {
    let top = ArtNumbers.normal(ArtNumbers.number(seed, column, row))
    let bottom = ArtNumbers.normal(ArtNumbers.number(seed, column, row + 1))
    return top + (bottom - top) * below
  }

  /// The cell of a grid, and how far into it, eased so that slopes meet.
  private static func split(_ place: Float) -> (cell: Int, part: Float) {
    let cell = place.rounded(.down)
    let part = place - cell
    return (Int(cell), part * part * (3 - 2 * part))
  }
}

/// A field's values around some rows of the drawing.
struct FieldStrip {
  /// Rows of points from the first on, each with a value every 16 pixels.
  private let rows: [[Float]]
  private let firstRow: Int

  /// The values themselves, times `scale`, for drawing rows in `range`.
  init(_ field: ArtField, width: Int, range: Range<Int>, scale: Float = 1) {
    let (first, last, count) = Self.points(width, range)
    firstRow = first
    rows = (first...last).map { row in
      field.values(pointRow: row, count: count + 2)[1...count].map { $0 * scale }
    }
  }

  /// Distances in pixels, right near the contour, from where the field has that level.
  ///
  /// The distance is the height above the level over the slope.
  init(distanceIn field: ArtField, from level: Float, width: Int, range: Range<Int>) {
    let (first, last, count) = Self.points(width, range)
    let values = (first - 1...last + 1).map { field.values(pointRow: $0, count: count + 2) }
    firstRow = first
    rows = (1...last - first + 1).map { row in
      (1...count).map { column in
        let across = (values[row][column + 1] - values[row][column - 1]) / 2
        let down = (values[row + 1][column] - values[row - 1][column]) / 2
        let slope = (across * across + down * down).squareRoot() / Float(ArtField.step)
        return (values[row][column] - level) / max(slope, 1e-4)
      }
    }
  }

  /// The values of a row of the drawing at every 16th pixel, one beyond the last pixel.
  func row(_ y: Int) -> [Float] {
    let point = y / ArtField.step
    let part = Float(y % ArtField.step) / Float(ArtField.step)
    let (above, below) = (rows[point - firstRow], rows[point - firstRow + 1])
    return zip(above, below).map { $0 + ($1 - $0) * part }
  }

  private static func points(
    _ width: Int, _ range: Range<Int>
  ) -> (first: Int, last: Int, count: Int) {
    let last = (range.upperBound - 1) / ArtField.step + 1
    return (range.lowerBound / ArtField.step, last, (width - 1) / ArtField.step + 2)
  }
}
