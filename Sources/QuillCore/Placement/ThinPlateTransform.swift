#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// A drawing bent like a thin plate so that every control point lies exactly where it belongs.
///
/// It is fitted from places to pixels, the direction that resampling asks for: with the places
/// cᵢ of the points and the distance r from each,
///
///     pixel(p) = c + A p + Σ wᵢ r² log r        Σ wᵢ = 0,  Σ wᵢ cᵢ = 0
///
/// which bends the least of all smooth maps through the points (Bookstein, 1989). The other
/// direction is found by Newton's method, to about a billionth of a pixel; where the plate folds
/// over itself it gives one of the places that share the pixel, or the nearest it came to one.
public struct ThinPlateTransform: Hashable, Sendable {
  let pixels: Frame
  let world: Frame

  /// The framed places of the points.
  let centers: [WorldPoint]

  /// The weight of each point, for the framed pixel's x and y.
  let weights: [PixelPoint]

  /// The framed pixel at the framed origin, and its growth with the framed place.
  let constant: PixelPoint
  let linear: PixelStep
}

extension ThinPlateTransform {
  func pixel(of point: WorldPoint) -> PixelPoint {
    let place = world.framed(x: point.x, y: point.y)
    let framed = framedPixel(place.x, place.y)
    let pixel = pixels.unframed(x: framed.x, y: framed.y)
    return PixelPoint(x: pixel.x, y: pixel.y)
  }

  func worldPoint(of pixel: PixelPoint) -> WorldPoint {
    let place = framedPlace(of: pixel)
    let point = world.unframed(x: place.x, y: place.y)
    return WorldPoint(x: point.x, y: point.y)
  }

  func step(at pixel: PixelPoint) -> PixelStep {
    let place = framedPlace(of: pixel)
    let size = world.scale / pixels.scale
    return inverse(growth(place.x, place.y)).scaled(columns: size, rows: size)
  }

  /// The sign of the turn from right to down, as the affine part has it.
  var isMirrored: Bool { linear.area < 0 }

  private func framedPixel(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let way = linear.distance(columns: x, rows: y)
    var sum = (x: constant.x + way.x, y: constant.y + way.y)
    for index in centers.indices {
      let (dx, dy) = (x - centers[index].x, y - centers[index].y)
      let bend = Self.bend(dx * dx + dy * dy)
      sum.x += weights[index].x * bend
      sum.y += weights[index].y * bend
    }
    return sum
  }

  /// r² log r of the square of r.
  static func bend(_ square: Double) -> Double {
    square > 0 ? 0.5 * square * log(square) : 0
  }

  /// How the framed pixel grows with the framed place.
  ///
  /// The columns of the step stand for the place's x, its rows for y;
  /// d(r² log r) / dx = x (2 log r + 1).
  private func growth(_ x: Double, _ y: Double) -> PixelStep {
    var step = linear
    for index in centers.indices {
      let (dx, dy) = (x - centers[index].x, y - centers[index].y)
      let square = dx * dx + dy * dy
      guard square > 0 else { continue }
      let slope = log(square) + 1
      step.xPerColumn += weights[index].x * dx * slope
      step.yPerColumn += weights[index].y * dx * slope
      step.xPerRow += weights[index].x * dy * slope
      step.yPerRow += weights[index].y * dy * slope
    }
    return step
  }

  private func inverse(_ step: PixelStep) -> PixelStep {
    let area = step.area
    return PixelStep(
      xPerColumn: step.yPerRow / area, yPerColumn: -step.yPerColumn / area,
      xPerRow: -step.xPerRow / area, yPerRow: step.xPerColumn / area)
  }

  /// The framed place of a pixel: Newton's method from where the affine part has it, and where
  /// that fails from the points, the nearest on the drawing first.
  private func framedPlace(of pixel: PixelPoint) -> (x: Double, y: Double) {
    let goal = pixels.framed(x: pixel.x, y: pixel.y)
    let start = linear.pixels(x: goal.x - constant.x, y: goal.y - constant.y)
    var best = newton(from: (start.x, start.y), to: goal)
    guard best.miss > Self.tolerance else { return best.place }
    let nearest = centers.map { center in
      (place: (x: center.x, y: center.y), miss: miss((center.x, center.y), goal))
    }.sorted { $0.miss < $1.miss }
    for (place, _) in nearest.prefix(8) where best.miss > Self.tolerance {
      let found = newton(from: place, to: goal)
      if found.miss < best.miss { best = found }
    }
    return best.place
  }

  /// How near, in framed pixels, a solution must come.
  private static let tolerance = 1e-11

  private func miss(_ place: (x: Double, y: Double), _ goal: (x: Double, y: Double)) -> Double {
    let image = framedPixel(place.x, place.y)
    return hypot(image.x - goal.x, image.y - goal.y)
  }

  private func newton(
    from start: (x: Double, y: Double), to goal: (x: Double, y: Double)
  ) -> (place: (x: Double, y: Double), miss: Double) {
    var place = start
    var miss = miss(place, goal)
    for _ in 0..<50 where miss > 1e-15 {
      let image = framedPixel(place.x, place.y)
      let step = growth(place.x, place.y)
      guard step.area != 0 else { break }
      let way = step.pixels(x: goal.x - image.x, y: goal.y - image.y)
      var part = 1.0
      var (next, nextMiss) = (place, Double.infinity)
      while part > 1e-3 {
        next = (place.x + part * way.x, place.y + part * way.y)
        nextMiss = self.miss(next, goal)
        if nextMiss < miss { break }
        part /= 2
      }
      guard nextMiss < miss else { break }
      (place, miss) = (next, nextMiss)
    }
    return (place, miss)
  }
}
