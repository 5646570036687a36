internal import QuillCore

/// Makes one square of a bent picture after the other.
///
/// It is `Sendable` since one thread at a time has it.
final class WarpSquare: @unchecked Sendable {
  /// Pixels along each side of a square.
  static let side = 128

  /// Pixels between the places where the bend is worked out; between them it is taken as straight,
  /// which is exact for turns and within a hundredth of a pixel for maps that people draw.
  private static let step = 8
  private static let cells = side / step
  private static let knots = cells + 1

  /// Pixels of the picture that are held in memory at once, unless a single pixel is made of more.
  private static let mostPixels = 1 << 18

  /// Pixels of the picture along a pixel of the result at most; more, where a slanted picture ends
  /// at its horizon, are passed over.
  private static let mostScale = 64.0

  /// Places that many pixels away count as nowhere.
  private static let farthest = 1e12

  private let picture: ScratchPicture
  private let size: PixelSize
  private let region: PictureRegion
  private let inverse: WarpedRows.Inverse

  /// Where the knots lie in the picture; not a number where they lie nowhere.
  private var places: [SIMD2<Double>] = []

  /// Pixels of the picture along a pixel of the result in each cell; not a number where one of its four
  /// knots lies nowhere.
  ///
  /// This is the square root of the area ratio. It changes little from one cell to the next, whatever squares these belong to.
  private var scales: [Double] = []

  init(_ picture: ScratchPicture, _ kernel: Kernel, _ inverse: @escaping WarpedRows.Inverse) {
    self.picture = picture
    size = picture.size
    region = PictureRegion(picture, kernel)
    self.inverse = inverse
  }

  /// A square part of a square: its first column and row, and how many.
  private struct Part {
    var x: Int
    var y: Int
    var side: Int

    var quarters: [Part] {
      let half = side / 2
      return [(0, 0), (half, 0), (0, half), (half, half)]
        .map { Part(x: x + $0.0, y: y + $0.1, side: half) }
    }
  }

  /// Where pixels are written: the band, its width, and the place of the square in it.
  private struct Target {
    let band: PixelBuffer
    let width: Int
    let left: Int

    func set(_ word: UInt32, x: Int, y: Int) {
      if left + x < width { band[y * width + left + x] = word }
    }

    func clear(_ part: Part) {
      let end = min(part.x + part.side, width - left)
      guard part.x < end else { return }
      for y in part.y..<(part.y + part.side) {
        for x in part.x..<end { band[y * width + left + x] = 0 }
      }
    }
  }

  /// Fills the square whose western edge is at `left`: the columns from there on of a band that is
  /// `width` wide.
  func fill(left: Int, top: Int, width: Int, into band: PixelBuffer) {
    placeKnots(left: left, top: top)
    fill(
      Part(x: 0, y: 0, side: Self.side), of: Target(band: band, width: width, left: left))
  }

  /// Lets go of the parts of the picture that are in memory.
  func forget() { picture.forget() }

  private func placeKnots(left: Int, top: Int) {
    let nowhere = SIMD2(Double.nan, Double.nan)
    places.removeAll(keepingCapacity: true)
    for row in 0..<Self.knots {
      for column in 0..<Self.knots {
        let place = inverse(
          Double(left + column * Self.step), Double(top + row * Self.step))
        let isNear = place.map { max(abs($0.x), abs($0.y)) < Self.farthest } ?? false
        places.append(place.map { isNear ? SIMD2($0.x, $0.y) : nowhere } ?? nowhere)
      }
    }
    scales.removeAll(keepingCapacity: true)
    for row in 0..<Self.cells {
      for column in 0..<Self.cells {
        let here = places[row * Self.knots + column]
        let across = places[row * Self.knots + column + 1] - here
        let down = places[(row + 1) * Self.knots + column] - here
        let area = abs(across.x * down.y - across.y * down.x)
        let isSomewhere = (area + places[(row + 1) * Self.knots + column + 1].sum()).isFinite
        scales.append(
          isSomewhere ? min(area.squareRoot() / Double(Self.step), Self.mostScale) : .nan)
      }
    }
  }

  /// Fills a part at once when the picture under it is small enough, else quarter by quarter.
  private func fill(_ part: Part, of target: Target) {
    guard part.x + target.left < target.width else { return }
    guard let (x, y) = pixelsUnder(part) else { return target.clear(part) }
    if x.count * y.count > Self.mostPixels, part.side > 1 {
      for quarter in part.quarters { fill(quarter, of: target) }
      return
    }
    guard region.take(x: x, y: y) else { return target.clear(part) }
    let side = min(part.side, Self.step)
    for top in stride(from: part.y, to: part.y + part.side, by: side) {
      for left in stride(from: part.x, to: part.x + part.side, by: side) {
        fillCell(Part(x: left, y: top, side: side), of: target)
      }
    }
  }

  /// Fills a cell or a part of one.
  private func fillCell(_ part: Part, of target: Target) {
    guard part.x + target.left < target.width else { return }
    let scale = scales[part.y / Self.step * Self.cells + part.x / Self.step]
    guard scale.isFinite else { return target.clear(part) }
    for y in part.y..<(part.y + part.side) {
      // Along a row of a cell the way is straight.
      let start = place(part, x: 0.5, y: Double(y - part.y) + 0.5)
      let step = place(part, x: 1.5, y: Double(y - part.y) + 0.5) - start
      for x in 0..<part.side {
        target.set(
          region.pixel(at: start + step * Double(x), scale: scale), x: part.x + x, y: y)
      }
    }
  }

  /// The place in the picture of a point that many pixels from a part's corner, between the four
  /// knots around its cell.
  private func place(_ part: Part, x: Double, y: Double) -> SIMD2<Double> {
    let (column, row) = (part.x / Self.step, part.y / Self.step)
    let corner = row * Self.knots + column
    let across = (Double(part.x % Self.step) + x) / Double(Self.step)
    let down = (Double(part.y % Self.step) + y) / Double(Self.step)
    let north = places[corner] + (places[corner + 1] - places[corner]) * across
    let below = corner + Self.knots
    let south = places[below] + (places[below + 1] - places[below]) * across
    return north + (south - north) * down
  }

  /// The pixels of the picture that have a part in those of a part; nil when there are none.
  private func pixelsUnder(_ part: Part) -> (x: Range<Int>, y: Range<Int>)? {
    var low = SIMD2(Double.infinity, Double.infinity)
    var high = -low
    var scale = 0.0
    let side = min(part.side, Self.step)
    for top in stride(from: part.y, to: part.y + part.side, by: side) {
      for left in stride(from: part.x, to: part.x + part.side, by: side) {
        let cell = Part(x: left, y: top, side: side)
        let own = scales[top / Self.step * Self.cells + left / Self.step]
        guard own.isFinite else { continue }
        scale = max(scale, own)
        for (x, y) in [(0, 0), (side, 0), (0, side), (side, side)] {
          let place = place(cell, x: Double(x), y: Double(y))
          guard place.x.isFinite, place.y.isFinite else { continue }
          low = pointwiseMin(low, place)
          high = pointwiseMax(high, place)
        }
      }
    }
    let reach = region.reach(scale: scale)
    guard low.x - reach < Double(size.width), low.y - reach < Double(size.height),
      high.x + reach > 0, high.y + reach > 0
    else { return nil }
    return (
      Self.clamped(low.x - reach, high.x + reach, size.width),
      Self.clamped(low.y - reach, high.y + reach, size.height)
    )
  }

  private static func clamped(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = min(max(0, Int(max(low, -1).rounded(.down))), count - 1)
    let last = max(first, min(count - 1, Int(min(high, Double(count)).rounded(.up))))
    return first..<(last + 1)
  }
}
