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
    let (width, height) = (first.width, first.height)
    guard width > 1, height > 1, second.width == width, second.height == height else { return nil }
    let along = edge == .east ? height : width
    var sums = (across: 0, inFirst: 0, inSecond: 0)
    var counted = 0
    for place in 0..<along {
      func offset(_ depth: Int) -> Int {
        (edge == .east ? place * width + depth : depth * width + place) * 4
      }
      let end = (edge == .east ? width : height) - 1
      let (a, b, c, d) = (offset(end - 1), offset(end), offset(0), offset(1))
      let isOpaque =
        first.pixels[a + 3] > 127 && first.pixels[b + 3] > 127 && second.pixels[c + 3] > 127
        && second.pixels[d + 3] > 127
      guard isOpaque else { continue }
      counted += 1
      sums.across += Self.step(first, b, second, c)
      sums.inFirst += Self.step(first, a, first, b)
      sums.inSecond += Self.step(second, c, second, d)
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

  private static func step(
    _ one: TilePicture, _ place: Int, _ other: TilePicture, _ otherPlace: Int
  ) -> Int {
    var largest = 0
    for channel in 0..<4 {
      let difference = Int(one.pixels[place + channel]) - Int(other.pixels[otherPlace + channel])
      largest = max(largest, abs(difference))
    }
    return largest
  }
}
