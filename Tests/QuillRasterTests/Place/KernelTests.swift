import Foundation
import QuillCore
import QuillRaster
import QuillTestSupport
import Testing

/// Pixels that do not fall on those of the drawing, against resampling of the whole picture by
/// plain loops: tile borders included, so there is no seam.
@Suite("Resampling")
struct KernelTests {
  #if DEBUG
    static let side = 300
  #else
    static let side = 700
  #endif

  /// A box on which a drawing of that width has pixels `scale` times those of zoom 12.
  private static func box(
    _ canvas: Canvas, scale: Double, stretch: Double = 1, x: Double = 1203.37, y: Double = 1530.81
  ) throws -> (bounds: GeographicBounds, x: Double, y: Double) {
    let around = Double(256 << 12)
    let (left, top) = (x * 256 / around, y * 256 / around)
    let right = left + Double(canvas.width) * scale / around
    let bottom = top + Double(canvas.height) * scale * stretch / around
    let bounds = try GeographicBounds(
      west: Globe.longitude(left), south: Globe.latitude(bottom), east: Globe.longitude(right),
      north: Globe.latitude(top))
    return (bounds, left, top)
  }

  /// The places of a slice's pixel edges on the drawing, by the box alone.
  private static func edges(
    _ slice: PlacedSlice, _ bounds: GeographicBounds, _ canvas: Canvas, _ zoom: Zoom,
    x: Range<Int>, y: Range<Int>
  ) -> (x: [Double], y: [Double]) {
    let around = Double(slice.around(zoom))
    let (west, east) = (Globe.x(bounds.west), Globe.x(bounds.east))
    let (north, south) = (Globe.y(bounds.north), Globe.y(bounds.south))
    return (
      (x.lowerBound...x.upperBound).map {
        (Double($0) / around - west) / (east - west) * Double(canvas.width)
      },
      (y.lowerBound...y.upperBound).map {
        (Double($0) / around - north) / (south - north) * Double(canvas.height)
      }
    )
  }

  private func check(
    _ canvas: Canvas, scale: Double, _ resampling: Resampling, as plain: PlainResampling,
    stretch: Double = 1
  ) throws {
    let (bounds, _, _) = try Self.box(canvas, scale: scale, stretch: stretch)
    let slice = try PlacedSlice(canvas, .bounds(bounds, drawnIn: .mercator)) {
      $0.resampling = resampling
    }
    let extent = slice.plan.passes[0].extent
    let places = Self.edges(
      slice, bounds, canvas, slice.plan.nativeZoom, x: extent.x, y: extent.y)
    let expected = plain.resample(canvas, x: places.x, y: places.y)
    let own = try slice.own
    #expect(own.width > 512 || Self.side < 700)
    if plain == .nearest {
      // Pixels whose middle lies on a border may go either way.
      let strays = zip(own.words, expected.uncovered.words).count { $0 != $1 }
      #expect(strays * 1000 <= own.words.count)
    } else {
      #expect(own.distance(to: expected).count == 0)
    }
  }

  @Test(
    "Each kernel is the textbook's", arguments: PlainResampling.allCases, [0.9317, 1.7043, 1.0])
  func kernels(plain: PlainResampling, scale: Double) throws {
    let resampling = try #require(Resampling(rawValue: plain.rawValue))
    try check(
      .scenery(width: Self.side, height: Self.side * 2 / 3), scale: scale, resampling, as: plain)
  }

  @Test func `auto is cubic where the drawing is enlarged and average where it shrinks`() throws {
    let canvas = Canvas.scenery(width: Self.side, height: Self.side * 2 / 3)
    try check(canvas, scale: 1.31, .auto, as: .cubic)
    try check(canvas, scale: 0.95, .auto, as: .average)
  }

  /// Pixels of one size between those of the grid: the noise of numbers must not choose.
  @Test func `auto takes one kernel for all pixels of a drawing at its own size`() throws {
    let canvas = Canvas.scenery(width: Self.side, height: Self.side * 2 / 3)
    try check(canvas, scale: 1, .auto, as: .cubic)
  }

  @Test func `a drawing that is stretched is resampled along each side by itself`() throws {
    let canvas = Canvas.scenery(width: Self.side, height: Self.side / 3)
    try check(canvas, scale: 1.2, .lanczos, as: .lanczos, stretch: 2.6)
    try check(canvas, scale: 1.9, .cubic, as: .cubic, stretch: 0.3)
  }

  @Test("Enlarged zooms are the textbook's too", arguments: [2, 5])
  func enlarged(steps: Int) throws {
    let canvas = Canvas.scenery(width: 400 >> steps, height: 300 >> steps)
    let (bounds, _, _) = try Self.box(canvas, scale: 0.97)
    let placement = Placement.bounds(bounds, drawnIn: .mercator)
    let native = try PlacedSlice(canvas, placement).plan.nativeZoom
    let zoom = try #require(native.deeper(by: steps))
    let slice = try PlacedSlice(canvas, placement, zooms: "\(zoom)")
    let extent = slice.plan.passes[0].extent
    let places = Self.edges(slice, bounds, canvas, zoom, x: extent.x, y: extent.y)
    let expected = PlainResampling.cubic.resample(canvas, x: places.x, y: places.y)
    let found = try slice.canvas(x: extent.x, y: extent.y, zoom)
    #expect(found.distance(to: expected).count == 0)
    #expect(found.width > 256)
  }

  @Test("Opaque drawings are opaque inside", arguments: Resampling.allCases)
  func opaque(resampling: Resampling) throws {
    let canvas = Canvas.scenery(width: 300, height: 280, opaque: true)
    for (scale, rotation) in [(0.93, 0.0), (1.6, 0), (0.93, 28), (1.6, 28), (1.6, 91)] {
      let placement = Placement.center(
        try Coordinate(longitude: 11.1, latitude: 48.2), width: 300 * scale * 38.2 * cos(0.8412),
        rotation: rotation)
      let slice = try PlacedSlice(canvas, placement) { $0.resampling = resampling }
      let around = Double(slice.around(slice.plan.nativeZoom))
      let extent = slice.plan.passes[0].extent
      let own = try slice.own
      let pixel =
        Globe.width(metres: 300 * scale * 38.2 * cos(0.8412), latitude: 48.2) / 300 * around
      let (c, s) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
      var partial = 0
      for y in 0..<own.height {
        for x in 0..<own.width {
          let dx = Double(extent.x.lowerBound + x) + 0.5 - Globe.x(11.1) * around
          let dy = Double(extent.y.lowerBound + y) + 0.5 - Globe.y(48.2) * around
          let (u, v) = ((dx * c + dy * s) / pixel, (dy * c - dx * s) / pixel)
          let inset = min(150 - abs(u), 140 - abs(v)) * pixel
          let alpha = own[x, y] >> 24
          if inset > 1 { #expect(alpha == 255, "\(x),\(y) \(scale) \(rotation)") }
          if inset < -1 { #expect(alpha == 0, "\(x),\(y) \(scale) \(rotation)") }
          if (1..<255).contains(alpha) { partial += 1 }
        }
      }
      if resampling == .nearest {
        #expect(partial == 0)
      } else {
        #expect(partial > own.width, "edges covered in part are see-through in part")
      }
      // What is see-through at the edges adds up to the drawing's area.
      let area = own.words.reduce(0.0) { $0 + Double($1 >> 24) / 255 }
      let expected = 300 * pixel * 280 * pixel
      #expect(abs(area / expected - 1) < 0.004, "\(area) for \(expected)")
    }
  }

  @Test("A turned drawing is made by the same kernels", arguments: PlainResampling.allCases)
  func turned(plain: PlainResampling) throws {
    let canvas = Canvas.scenery(width: 260, height: 200)
    for (metres, kernel) in [(260 * 25.0, plain), (260 * 37, plain)] {
      let placement = Placement.center(
        try Coordinate(longitude: -73.97, latitude: 40.77), width: metres, rotation: 28)
      let slice = try PlacedSlice(canvas, placement) {
        $0.resampling = Resampling(rawValue: kernel.rawValue) ?? .auto
      }
      let own = try slice.own
      let extent = slice.plan.passes[0].extent
      let around = Double(slice.around(slice.plan.nativeZoom))
      let pixel = Globe.width(metres: metres, latitude: 40.77) / 260 * around
      let (c, s) = (cos(28 * Double.pi / 180) / pixel, sin(28 * Double.pi / 180) / pixel)
      let span = max(1, 1 / pixel)
      var strays = 0
      var inside = 0
      for y in 0..<own.height {
        for x in 0..<own.width {
          let dx = Double(extent.x.lowerBound + x) + 0.5 - Globe.x(-73.97) * around
          let dy = Double(extent.y.lowerBound + y) + 0.5 - Globe.y(40.77) * around
          let (u, v) = (130 + dx * c + dy * s, 100 + dy * c - dx * s)
          guard min(min(u, 260 - u), min(v, 200 - v)) > 1 else { continue }
          inside += 1
          let expected = PlainResampling.sum(
            canvas, kernel.taps(u - span / 2, u + span / 2, count: 260),
            kernel.taps(v - span / 2, v + span / 2, count: 200))
          let one = Canvas(width: 1, height: 1, words: [own[x, y]])
          let two = Canvas(width: 1, height: 1, words: [expected])
          if one.distance(to: two).count > 0 { strays += 1 }
        }
      }
      #expect(inside > 30000)
      #expect(strays * (kernel == .nearest ? 1000 : 100_000) <= inside, "\(metres)")
    }
  }

  @Test("Hard edges do not overshoot into other colours", arguments: [Resampling.cubic, .lanczos])
  func overshoot(resampling: Resampling) throws {
    // One colour in full and in part, beside nothing: whatever the weights, it stays that colour.
    let canvas = Canvas(width: 90, height: 80) { x, y in
      x / 7 % 2 == 0 ? rgba(255, 128, 3, y % 9 < 4 ? 255 : 90) : rgba(0, 255, 255, 0)
    }
    for rotation in [0.0, 33] {
      let placement = Placement.center(
        try Coordinate(longitude: 5, latitude: 5), width: 90 * 28, rotation: rotation)
      let slice = try PlacedSlice(canvas, placement) { $0.resampling = resampling }
      for word in try slice.own.words where word >> 24 > 0 {
        #expect(word & 0xFF_FFFF == rgba(255, 128, 3, 0))
      }
    }
  }

  @Test("Nearest makes no colour that is not in the drawing", arguments: [0.0, 28, 180])
  func nearest(rotation: Double) throws {
    let canvas = Canvas.scenery(width: 200, height: 150).uncovered
    let placement = Placement.center(
      try Coordinate(longitude: 5, latitude: 45), width: 200 * 31, rotation: rotation)
    let slice = try PlacedSlice(canvas, placement, zooms: "9-14") {
      $0.resampling = .nearest
      $0.shrinking = .nearest
    }
    let colours = Set(canvas.words).union([0])
    for path in slice.tiles.keys {
      let picture = try #require(try slice.picture(path))
      #expect(colours.isSuperset(of: picture.words), "\(path)")
    }
  }
}
