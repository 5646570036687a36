import QuillCheck
import QuillCore
import Testing

@Suite struct DrawingTests {
  private static let rules: Set<String> = ["unlike-children", "visible-seam"]

  /// A slicer promises the drawing's exact mean, weighted by alpha and rounded once.
  ///
  /// Any drawing must then be quiet, the roughest too.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `tiles that are means of one drawing are quiet`(_ seed: UInt64) throws {
    let tree = Self.pyramid(of: Self.noise(seed: seed))
    let alarms = try tree.report().findings.filter { $0.rule.name == "unlike-children" }
    #expect(alarms.isEmpty)
  }

  @Test func `one wrong pixel in one zoom is found`() throws {
    let drawing = Drawing(side: 32, pixels: Array(repeating: [90, 120, 150, 255], count: 1024))
    #expect(try Self.alarms(Self.pyramid(of: drawing)).isEmpty)
    var pixels = drawing.mean(of: 4, x: 0, y: 0)
    pixels[17 * 4 + 1] += 4
    let tree = Self.pyramid(of: drawing)
      .with("0/0/0.png", SketchedTile(width: 8, height: 8, pixels: pixels))
    let findings = try Self.alarms(tree)
    #expect(findings.map(\.path) == ["0/0/0.png"])
    #expect(findings.first?.found.contains("up to 4 of 255 in 1 pixels") == true)
  }

  @Test(arguments: [1, 2, 5])
  func `comparisons do not depend on the number of workers`(_ workers: Int) throws {
    func slope(from start: Int, side: Int) -> [[UInt8]] {
      (0..<side * side).map { place -> [UInt8] in
        let red = start + place % side + place / side
        return [UInt8(red), 9, 9, 255]
      }
    }
    let drawing = Drawing(side: 32, pixels: slope(from: 0, side: 32))
    let wrong = SketchedTile(
      width: 8, height: 8, pixels: Array(slope(from: 200, side: 8).joined()))
    let tree = Self.pyramid(of: drawing).with("2/1/2.png", wrong).with("1/1/0.png", wrong)
    let findings = try tree.report(workers: workers).findings
      .filter { Self.rules.contains($0.rule.name) }
    #expect(
      findings.map { "\($0.rule) \($0.path)" } == [
        "unlike-children 0/0/0.png", "visible-seam 1/0/0.png", "unlike-children 1/0/1.png",
        "unlike-children 1/1/0.png", "visible-seam 1/1/0.png", "visible-seam 2/0/2.png",
        "visible-seam 2/1/1.png", "visible-seam 2/1/2.png", "visible-seam 2/1/2.png",
      ])
  }

  @Test func `a quarter that was left out counts as clear`() throws {
    let pixels = (0..<1024).map { place -> [UInt8] in
      place % 32 < 8 && place / 32 < 8 ? [0, 0, 0, 0] : [90, 120, 150, 255]
    }
    let drawing = Drawing(side: 32, pixels: pixels)
    let honest = Self.pyramid(of: drawing).without("2/0/0.png")
      .with("tilequill.json", Self.record(made: ["0/0/0", "1/0-1/0-1", "2/0/1-3", "2/1-3/0-3"]))
    #expect(try Self.alarms(honest).isEmpty)
    let filled = SketchedTile(width: 8, height: 8, color: [90, 120, 150, 255])
    let findings = try Self.alarms(honest.with("1/0/0.png", filled))
    #expect(findings.map(\.path).contains("1/0/0.png"))
  }

  @Test func `a missing child is not taken for a clear one`() throws {
    let drawing = Drawing(side: 32, pixels: Array(repeating: [90, 120, 150, 255], count: 1024))
    #expect(try Self.alarms(Self.pyramid(of: drawing).without("2/0/0.png")).isEmpty)
  }

  private static func alarms(_ tree: Tree) throws -> [Finding] {
    try tree.report().findings.filter { rules.contains($0.rule.name) }
  }

  private static func record(made: [String]) -> SliceRecord {
    Tree.record(made: made, zooms: ZoomRange(0, through: 2), ownZoom: 2)
  }

  /// The tiles of 8 pixels that a drawing of 32 has at zooms 0 to 2.
  private static func pyramid(of drawing: Drawing) -> Tree {
    var tree = Tree().with("tilequill.json", record(made: ["0/0/0", "1/0-1/0-1", "2/0-3/0-3"]))
    for zoom in 0...2 {
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          let pixels = drawing.mean(of: 4 >> zoom, x: x, y: y)
          tree = tree.with(
            "\(zoom)/\(x)/\(y).png", SketchedTile(width: 8, height: 8, pixels: pixels))
        }
      }
    }
    return tree
  }

  /// Pixels without any order: clear, faint and opaque ones side by side.
  private static func noise(seed: UInt64) -> Drawing {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func byte() -> UInt8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let pixels = (0..<1024).map { _ -> [UInt8] in
      let alpha: UInt8 = [0, 1, 2, byte(), 255][Int(byte()) % 5]
      return alpha == 0 ? [0, 0, 0, 0] : [byte(), byte(), byte(), alpha]
    }
    return Drawing(side: 32, pixels: pixels)
  }
}

/// A square drawing.
private struct Drawing {
  let side: Int
  let pixels: [[UInt8]]

  /// The 8 × 8 pixels of a tile, each the mean of `block` × `block` pixels of the drawing.
  func mean(of block: Int, x: Int, y: Int) -> [UInt8] {
    (0..<64).flatMap { place -> [UInt8] in
      let left = (x * 8 + place % 8) * block
      let top = (y * 8 + place / 8) * block
      var sums = [0.0, 0.0, 0.0, 0.0]
      for row in top..<top + block {
        for column in left..<left + block {
          let pixel = pixels[row * side + column].map(Double.init)
          for channel in 0..<3 { sums[channel] += pixel[channel] * pixel[3] }
          sums[3] += pixel[3]
        }
      }
      let alpha = (sums[3] / Double(block * block)).rounded()
      guard alpha > 0 else { return [0, 0, 0, 0] }
      return sums.prefix(3).map { UInt8(($0 / sums[3]).rounded()) } + [UInt8(alpha)]
    }
  }
}
