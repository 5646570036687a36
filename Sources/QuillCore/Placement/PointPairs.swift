#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Pixels and the places they show, framed for well-conditioned sums.
struct PointPairs {
  let pixels: [PixelPoint]
  let places: [WorldPoint]
  private let pixelFrame: Frame
  private let placeFrame: Frame
  private let framed: [(pixel: (x: Double, y: Double), place: (x: Double, y: Double))]

  init(pixels: [PixelPoint], places: [WorldPoint]) {
    let pixelFrame = Frame(pixels.map { (x: $0.x, y: $0.y) })
    let placeFrame = Frame(places.map { (x: $0.x, y: $0.y) })
    self.pixels = pixels
    self.places = places
    self.pixelFrame = pixelFrame
    self.placeFrame = placeFrame
    framed = zip(pixels, places).map { pixel, place in
      (pixelFrame.framed(x: pixel.x, y: pixel.y), placeFrame.framed(x: place.x, y: place.y))
    }
  }

  /// The transform of a kind that fits the pairs best.
  func transform(_ kind: FitKind) throws(PointFitError) -> DrawingTransform {
    let transform =
      switch kind {
      case .auto, .similarity: similarity
      case .affine: affine
      case .projective: try projective()
      case .thinPlate: thinPlate
      }
    guard let transform else { throw .contradictory(kind) }
    return transform
  }

  /// Whether the mirror image of the drawing would fit better.
  ///
  /// A similarity never mirrors, and two points fit it either way; of more, the complex sums of
  /// place · conj(pixel) and of place · pixel say how well the drawing fits upright and mirrored.
  var looksMirrored: Bool {
    guard pixels.count > 2 else { return false }
    let (upright, mirrored) = turns
    return hypot(mirrored.x, mirrored.y) > hypot(upright.x, upright.y) * (1 + 1e-9)
  }

  private var turns: (upright: (x: Double, y: Double), mirrored: (x: Double, y: Double)) {
    var upright = (x: 0.0, y: 0.0)
    var mirrored = (x: 0.0, y: 0.0)
    for (pixel, place) in framed {
      upright.x += place.x * pixel.x + place.y * pixel.y
      upright.y += place.y * pixel.x - place.x * pixel.y
      mirrored.x += place.x * pixel.x - place.y * pixel.y
      mirrored.y += place.y * pixel.x + place.x * pixel.y
    }
    return (upright, mirrored)
  }
}

extension PointPairs {
  /// Whether the points, one perhaps left out, lie along one line on the drawing or on the map,
  /// give or take a thousandth of its length.
  func areInLine(leavingOut index: Int?) -> Bool {
    let kept = framed.indices.filter { $0 != index }.map { framed[$0] }
    return min(Self.spread(kept.map(\.pixel)), Self.spread(kept.map(\.place))) < 1e-3
      || !kept.allSatisfy { $0.pixel.x.isFinite && $0.place.x.isFinite }
  }

  /// How wide a cloud of points is for its length: the square root of the ratio of the
  /// eigenvalues of its covariance.
  private static func spread(_ points: [(x: Double, y: Double)]) -> Double {
    let frame = Frame(points)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = frame.framed(x: point.x, y: point.y)
      xx += x * x
      xy += x * y
      yy += y * y
    }
    let middle = (xx + yy) / 2
    let reach = hypot((xx - yy) / 2, xy)
    // The product of both is the determinant, which loses fewer digits than their difference.
    let smaller = max(0, (xx * yy - xy * xy) / (middle + reach))
    return sqrt(smaller / (middle + reach))
  }
}

extension PointPairs {
  /// With pixels p and places q as complex numbers about their means, the sum of |q − a p|² is
  /// least at a = Σ q conj(p) / Σ |p|²; the framed pixels' mean square is 1.
  private var similarity: DrawingTransform? {
    let square = framed.reduce(0) { $0 + $1.pixel.x * $1.pixel.x + $1.pixel.y * $1.pixel.y }
    let (upright, _) = turns
    let (a, b) = (upright.x / square, upright.y / square)
    return flat(PixelStep(xPerColumn: a, yPerColumn: b, xPerRow: -b, yPerRow: a), (0, 0))
  }

  /// Three unknowns for each of the place's coordinates.
  private var affine: DrawingTransform? {
    let rows = framed.map { [1, $0.pixel.x, $0.pixel.y] }
    let sides = [framed.map(\.place.x), framed.map(\.place.y)]
    guard let answer = LeastSquares.solve(rows, sides) else { return nil }
    let step = PixelStep(
      xPerColumn: answer[0][1], yPerColumn: answer[1][1], xPerRow: answer[0][2],
      yPerRow: answer[1][2])
    return flat(step, (answer[0][0], answer[1][0]))
  }

  /// The affine transform of a framed step and the framed place of the framed origin.
  private func flat(_ step: PixelStep, _ constant: (x: Double, y: Double)) -> DrawingTransform? {
    let scale = placeFrame.scale / pixelFrame.scale
    let step = step.scaled(columns: scale, rows: scale)
    guard step.area.isNormal else { return nil }
    let middle = placeFrame.unframed(x: constant.x, y: constant.y)
    let back = step.distance(columns: -pixelFrame.x, rows: -pixelFrame.y)
    return .affine(
      AffineTransform(
        origin: WorldPoint(x: middle.x + back.x, y: middle.y + back.y), step: step))
  }
}

extension PointPairs {
  /// The eight unknowns of a matrix whose last element is 1.
  ///
  /// First x · w = a p + b q + c and y · w = d p + e q + f with w = g p + h q + 1 are solved as they
  /// are linear (the direct linear transform; Hartley and Zisserman, 4.1), which weighs each point
  /// by w; then Gauss and Newton's method takes the true distances on the map to their least.
  private func projective() throws(PointFitError) -> DrawingTransform? {
    guard let start = directMatrix else {
      // Without a line the equations are open when the horizon runs through the points' middle.
      throw framed.indices.contains(where: areInLine(leavingOut:)) ? .collinear : .folded
    }
    let matrix = framed.count == 4 ? start : refined(start)
    return ProjectiveTransform(pixels: pixelFrame, world: placeFrame, matrix: matrix)
      .map(DrawingTransform.projective)
  }

  private var directMatrix: Matrix3? {
    var rows: [[Double]] = []
    for (pixel, place) in framed {
      let (x, y) = pixel
      rows.append([x, y, 1, 0, 0, 0, -place.x * x, -place.x * y])
      rows.append([0, 0, 0, x, y, 1, -place.y * x, -place.y * y])
    }
    let side = framed.flatMap { [$0.place.x, $0.place.y] }
    return LeastSquares.solve(rows, [side], tolerance: 1e-9).map { Matrix3($0[0]) }
  }

  private func refined(_ start: Matrix3) -> Matrix3 {
    var best = start
    var bestCost = cost(best)
    for _ in 0..<50 {
      var rows: [[Double]] = []
      var side: [Double] = []
      for (pixel, place) in framed {
        let (x, y) = pixel
        let image = best.product(x, y)
        let (u, v, w) = (image.x / image.w, image.y / image.w, image.w)
        rows.append([x / w, y / w, 1 / w, 0, 0, 0, -u * x / w, -u * y / w])
        rows.append([0, 0, 0, x / w, y / w, 1 / w, -v * x / w, -v * y / w])
        side += [place.x - u, place.y - v]
      }
      guard let way = LeastSquares.solve(rows, [side])?.first else { return best }
      var part = 1.0
      var next = best.moved(way, part)
      while cost(next) >= bestCost, part > 1e-6 {
        part /= 2
        next = best.moved(way, part)
      }
      let nextCost = cost(next)
      guard nextCost < bestCost else { return best }
      let isStill = bestCost - nextCost <= 1e-14 * bestCost
      (best, bestCost) = (next, nextCost)
      if isStill { return best }
    }
    return best
  }

  /// The sum of squared distances on the map; infinite when a point is behind the horizon.
  private func cost(_ matrix: Matrix3) -> Double {
    framed.reduce(0) { sum, pair in
      let image = matrix.product(pair.pixel.x, pair.pixel.y)
      guard image.w > 0 else { return .infinity }
      let (dx, dy) = (image.x / image.w - pair.place.x, image.y / image.w - pair.place.y)
      return sum + dx * dx + dy * dy
    }
  }
}

extension PointPairs {
  /// The weights solve the bordered system of the formula at `ThinPlateTransform`.
  private var thinPlate: DrawingTransform? {
    let count = framed.count
    let border = framed.map { [1, $0.place.x, $0.place.y] }
    var rows = framed.indices.map { row in
      framed.indices.map { column -> Double in
        let dx = framed[row].place.x - framed[column].place.x
        let dy = framed[row].place.y - framed[column].place.y
        return ThinPlateTransform.bend(dx * dx + dy * dy)
      } + border[row]
    }
    for column in 0..<3 { rows.append(border.map { $0[column] } + [0, 0, 0]) }
    let sides = [
      framed.map(\.pixel.x) + [0, 0, 0], framed.map(\.pixel.y) + [0, 0, 0],
    ]
    guard let answer = LeastSquares.solve(rows, sides) else { return nil }
    let (x, y) = (answer[0], answer[1])
    let linear = PixelStep(
      xPerColumn: x[count + 1], yPerColumn: y[count + 1], xPerRow: x[count + 2],
      yPerRow: y[count + 2])
    guard linear.area.isNormal else { return nil }
    return .thinPlate(
      ThinPlateTransform(
        pixels: pixelFrame, world: placeFrame,
        centers: framed.map { WorldPoint(x: $0.place.x, y: $0.place.y) },
        weights: (0..<count).map { PixelPoint(x: x[$0], y: y[$0]) },
        constant: PixelPoint(x: x[count], y: y[count]), linear: linear))
  }
}

extension Matrix3 {
  /// The matrix of eight elements, the last being 1.
  fileprivate init(_ elements: [Double]) {
    self.init(
      a: elements[0], b: elements[1], c: elements[2], d: elements[3], e: elements[4],
      f: elements[5], g: elements[6], h: elements[7], i: 1)
  }

  fileprivate func moved(_ way: [Double], _ part: Double) -> Matrix3 {
    let elements = [a, b, c, d, e, f, g, h]
    return Matrix3(zip(elements, way).map { $0 + part * $1 })
  }
}
