import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport

/// What slicing a canvas under some placement gave, and its pixels by their place in the world.
final class PlacedSlice {
  let plan: SlicePlan
  let outcome: Slicer.Outcome
  let tiles: [TilePath: [UInt8]]
  private var decoded: [TilePath: Canvas] = [:]

  init(
    _ canvas: Canvas, _ placement: Placement, zooms: String? = nil, jobs: Int = 2,
    background: Background? = nil, look change: (inout SlicePlan.Look) -> Void = { _ in }
  ) throws {
    var look = SlicePlan.Look()
    change(&look)
    plan = try SlicePlan(
      drawing: PixelSize(width: canvas.width, height: canvas.height), placement: placement,
      zooms: zooms.flatMap { ZoomRange($0) }, look: look)
    var slicer = Slicer(plan: plan)
    slicer.jobs = jobs
    slicer.compression = .fast
    slicer.background = background
    let sink = MemorySink()
    outcome = try slicer.slice(into: sink) { CanvasSource(canvas) }
    tiles = sink.tiles
  }

  /// The pixels along each side of a tile's picture.
  private func side(_ scale: TileScale) -> Int {
    plan.look.tileSize.pixels * (scale == .retina ? 2 : 1)
  }

  /// Pixels around the world at a zoom.
  func around(_ zoom: Zoom, _ scale: TileScale = .single) -> Int { side(scale) << zoom.level }

  /// A tile's pixels as libpng decodes them; nil when there is no such tile.
  func picture(_ path: TilePath) throws -> Canvas? {
    if let known = decoded[path] { return known }
    guard let bytes = tiles[path] else { return nil }
    let canvas = Canvas(try Decoder.libpng(bytes))
    precondition(canvas.width == side(path.scale) && canvas.height == side(path.scale))
    decoded[path] = canvas
    return canvas
  }

  /// A pixel of the world at a zoom, clear where there is no tile; `x` goes around.
  func pixel(_ x: Int, _ y: Int, _ zoom: Zoom, _ scale: TileScale = .single) throws -> UInt32 {
    let side = side(scale)
    let around = around(zoom, scale)
    guard (0..<around).contains(y) else { return 0 }
    let x = ((x % around) + around) % around
    guard let tile = Tile(zoom: zoom, x: x / side, y: y / side),
      let picture = try picture(TilePath(tile, scale: scale))
    else { return 0 }
    return picture[x % side, y % side]
  }

  /// A rectangle of the world at a zoom.
  func canvas(
    x: Range<Int>, y: Range<Int>, _ zoom: Zoom, _ scale: TileScale = .single
  ) throws -> Canvas {
    var words: [UInt32] = []
    for row in y { for column in x { words.append(try pixel(column, row, zoom, scale)) } }
    return Canvas(width: x.count, height: y.count, words: words)
  }

  /// The pixels of the drawing's own reading at its own level.
  var own: Canvas {
    get throws {
      let pass = plan.passes[0]
      return try canvas(x: pass.extent.x, y: pass.extent.y, plan.nativeZoom)
    }
  }

  /// The middle of all alpha within `reach` pixels of a place of the world, in pixels from its
  /// north-west corner.
  func centroid(near x: Double, _ y: Double, reach: Int, _ zoom: Zoom) throws -> (
    x: Double, y: Double
  ) {
    var sum = SIMD3<Double>()
    for row in (Int(y) - reach)...(Int(y) + reach) {
      for column in (Int(x) - reach)...(Int(x) + reach) {
        let alpha = Double(try pixel(column, row, zoom) >> 24)
        sum += alpha * SIMD3(Double(column) + 0.5, Double(row) + 0.5, 1)
      }
    }
    return (sum.x / sum.z, sum.y / sum.z)
  }
}

/// The formulas of web maps, written down once more for the tests alone.
enum Globe {
  /// Widths of the world from its west edge.
  static func x(_ longitude: Double) -> Double { (longitude + 180) / 360 }

  /// Heights of the world from its north edge.
  static func y(_ latitude: Double) -> Double {
    0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
  }

  static func longitude(_ x: Double) -> Double { x * 360 - 180 }

  static func latitude(_ y: Double) -> Double {
    (2 * atan(exp((0.5 - y) * 2 * .pi)) - .pi / 2) * 180 / .pi
  }

  static func place(x: Double, y: Double) throws -> Coordinate {
    try Coordinate(longitude: longitude(x), latitude: latitude(y))
  }

  /// Widths of the world that so many metres on the ground take at a latitude.
  static func width(metres: Double, latitude: Double) -> Double {
    metres / (40_075_016.685_578_49 * cos(latitude * .pi / 180))
  }
}

extension Canvas {
  /// A clear canvas with soft spots of ink, each with its middle at a place in pixels.
  static func spots(
    width: Int, height: Int, at places: [(x: Double, y: Double)], radius: Double = 3
  ) -> Canvas {
    var canvas = Canvas(width: width, height: height) { _, _ in 0 }
    for place in places {
      let reach = Int(4 * radius)
      for y in max(0, Int(place.y) - reach)..<min(height, Int(place.y) + reach) {
        for x in max(0, Int(place.x) - reach)..<min(width, Int(place.x) + reach) {
          let (dx, dy) = (Double(x) + 0.5 - place.x, Double(y) + 0.5 - place.y)
          let alpha = 255 * exp(-(dx * dx + dy * dy) / (2 * radius * radius))
          canvas[x, y] = rgba(20, 60, 160, UInt8(alpha.rounded()))
        }
      }
    }
    return canvas
  }

  /// Smooth hills of colour and alpha with a hard edge, a clear corner and some noise.
  static func scenery(width: Int, height: Int, opaque: Bool = false) -> Canvas {
    var dice = Dice(state: UInt64(width * 7919 + height))
    return Canvas(width: width, height: height) { x, y in
      let (u, v) = (Double(x) / 17, Double(y) / 23)
      let noise = Int(dice.next() & 15)
      let colour = (
        UInt8(Int(120 + 100 * sin(u)) + noise), UInt8(Int(120 + 100 * cos(v)) + noise),
        UInt8(x * 5 % 97 < 40 ? 230 : 30)
      )
      let isClear = x + y < min(width, height) / 3
      let alpha = Int(170 + 80 * sin(u + v)) + noise / 3
      return rgba(colour.0, colour.1, colour.2, opaque ? 255 : isClear ? 0 : UInt8(alpha))
    }
  }

  /// The canvas turned clockwise by quarters.
  func turned(quarters: Int) -> Canvas {
    switch quarters % 4 {
    case 1: Canvas(width: height, height: width) { x, y in self[y, height - 1 - x] }
    case 2: Canvas(width: width, height: height) { x, y in self[width - 1 - x, height - 1 - y] }
    case 3: Canvas(width: height, height: width) { x, y in self[width - 1 - y, x] }
    default: self
    }
  }

  /// How far another canvas is from this one at most: in alpha and in colour times alpha, and how
  /// many pixels are further apart than `tolerance`.
  func distance(to other: Canvas, tolerance: Double = 1.01) -> (most: Double, count: Int) {
    precondition(width == other.width && height == other.height)
    var most = 0.0
    var count = 0
    for (one, two) in zip(words, other.words) where one != two {
      let (first, second) = (Self.weighted(one), Self.weighted(two))
      let apart = (0..<4).map { abs(first[$0] - second[$0]) }.max() ?? 0
      most = max(most, apart)
      if apart > tolerance { count += 1 }
    }
    return (most, count)
  }

  /// Colour times alpha, and alpha, in 0…255.
  static func weighted(_ word: UInt32) -> SIMD4<Double> {
    let alpha = Double(word >> 24)
    let colour = SIMD4(
      Double(word & 255), Double(word >> 8 & 255), Double(word >> 16 & 255), 255)
    return colour * alpha / 255
  }
}
