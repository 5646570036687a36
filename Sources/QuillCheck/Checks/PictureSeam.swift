import QuillCore

/// How strongly two pictures differ along the border they share, and how strongly neighbouring
/// pixels differ inside them right beside it.
///
/// Steps are means over the border's pixels of the largest difference of a channel, 0…255. Pixels
/// where less than half is opaque do not count; without enough others there is no seam to judge.
struct PictureSeam {
  /// The mean step across the border.
  let step: Int

  /// The mean step inside, the larger of both pictures'.
  let texture: Int

  /// Where the second picture lies.
  enum Edge {
    case east
    case south

    /// The pair of edges that meet when a picture is laid beside itself.
    var name: String { self == .east ? "left and right" : "top and bottom" }
  }

  /// Compares two pictures of one size, nil when there is nothing to compare.
  init?(between first: TilePicture, and second: TilePicture, _ edge: Edge) {
    guard first.width == second.width, first.height == second.height,
      let before = PictureEdge(of: first, edge, isFar: true),
      let after = PictureEdge(of: second, edge, isFar: false)
    else { return nil }
    self.init(between: before, and: after)
  }

  /// Compares the edges of two pictures that meet, nil when there is nothing to compare.
  init?(between first: PictureEdge, and second: PictureEdge) {
    let along = first.count
    guard second.count == along else { return nil }
    var sums = (across: 0, inFirst: 0, inSecond: 0)
    var counted = 0
    for place in 0..<along {
      let (inner, a, b, other) = (
        first.inner(place), first.outer(place), second.outer(place), second.inner(place)
      )
      guard min(min(inner.w, a.w), min(b.w, other.w)) > 127 else { continue }
      counted += 1
      sums.across += Self.step(a, b)
      sums.inFirst += Self.step(inner, a)
      sums.inSecond += Self.step(b, other)
    }
    guard counted * 2 > along else { return nil }
    step = sums.across / counted
    texture = max(sums.inFirst, sums.inSecond) / counted
  }

  /// Whether the step stands out from what lies beside it: more than four times as strong, and
  /// strong enough for an eye.
  var stands: Bool { step > 4 * texture + 16 }

  /// Whether it shows as a seam between two tiles.
  ///
  /// Plain colours that meet at a border are taken for a line that was drawn there.
  var isVisible: Bool { texture > 0 && stands }

  @inline(__always)
  private static func step(_ one: SIMD4<UInt8>, _ other: SIMD4<UInt8>) -> Int {
    let greater = one.replacing(with: other, where: other .> one)
    return Int((greater &- one.replacing(with: other, where: other .< one)).max())
  }
}

/// The two lines of pixels along one edge of a picture.
struct PictureEdge: Sendable {
  /// Number of pixels along the edge.
  let count: Int

  /// The outer line, then the one inside it, a pixel's four bytes in each.
  private let pixels: [UInt32]

  /// Copies the far edge of a picture (east, south) or the near one (west, north); nil for a
  /// picture of less than two lines.
  init?(of picture: TilePicture, _ edge: PictureSeam.Edge, isFar: Bool) {
    let (width, height) = (picture.width, picture.height)
    guard width > 1, height > 1 else { return nil }
    let lines = edge == .east ? width : height
    let depths = isFar ? [lines - 1, lines - 2] : [0, 1]
    count = edge == .east ? height : width
    let stride = edge == .east ? width : 1
    let picture = unsafe picture.pixels.span.bytes
    var copy: [UInt32] = []
    copy.reserveCapacity(count * 2)
    for depth in depths {
      let start = edge == .east ? depth : depth * width
      for place in 0..<count {
        copy.append(
          unsafe picture.unsafeLoadUnaligned(
            fromByteOffset: (start + place * stride) * 4, as: UInt32.self))
      }
    }
    pixels = copy
  }

  @inline(__always)
  fileprivate func outer(_ place: Int) -> SIMD4<UInt8> {
    unsafe unsafeBitCast(pixels[place], to: SIMD4<UInt8>.self)
  }

  @inline(__always)
  fileprivate func inner(_ place: Int) -> SIMD4<UInt8> {
    unsafe unsafeBitCast(pixels[count + place], to: SIMD4<UInt8>.self)
  }
}
