import QuillRaster
import QuillTestSupport
import Testing

@Suite("One picture over another")
struct SourceOverTests {
  private func lay(_ above: [UInt8], over below: [UInt8]) -> [UInt8] {
    var result = below
    var span = result.mutableSpan
    SourceOver.lay(above.span, over: &span)
    return result
  }

  /// The formula of Porter and Duff in fractions of whole numbers: the numerator and the denominator
  /// of each channel, nothing rounded.
  private func exact(_ above: [UInt8], _ below: [UInt8]) -> [(top: Int, bottom: Int)] {
    let (upper, lower) = (Int(above[3]), Int(below[3]))
    let alpha = upper * 255 + lower * (255 - upper)
    let colours = (0..<3).map { channel in
      (
        top: Int(above[channel]) * upper * 255 + Int(below[channel]) * lower * (255 - upper),
        bottom: alpha
      )
    }
    return colours + [(alpha, 255)]
  }

  @Test func `each channel is the nearest whole number to the exact result`() {
    var dice = SeededNumbers(seed: 7)
    for upper in 0...255 {
      for lower in 0...255 {
        let above = (0..<3).map { _ in UInt8.random(in: 0...255, using: &dice) } + [UInt8(upper)]
        let below = (0..<3).map { _ in UInt8.random(in: 0...255, using: &dice) } + [UInt8(lower)]
        let found = lay(above, over: below)
        guard upper + lower > 0 else {
          #expect(found == [0, 0, 0, 0])
          continue
        }
        for (channel, value) in zip(found, exact(above, below)) {
          // |found − top / bottom| ≤ ½
          let error = abs(2 * (Int(channel) * value.bottom - value.top))
          guard error <= value.bottom else {
            Issue.record("\(above) over \(below) is \(found)")
            return
          }
        }
      }
    }
  }

  /// Known answers, worked out by hand: alpha 128 over opaque is (c·128 + d·127) / 255.
  @Test(
    "Known answers",
    arguments: [
      ([255, 0, 0, 128], [0, 0, 255, 255], [128, 0, 127, 255]),
      ([255, 0, 0, 255], [0, 0, 255, 255], [255, 0, 0, 255]),
      ([9, 9, 9, 0], [1, 2, 3, 77], [1, 2, 3, 77]),
      ([1, 2, 3, 77], [9, 9, 9, 0], [1, 2, 3, 77]),
      ([9, 9, 9, 0], [9, 9, 9, 0], [0, 0, 0, 0]),
      ([100, 100, 100, 128], [100, 100, 100, 128], [100, 100, 100, 192]),
    ] as [([UInt8], [UInt8], [UInt8])])
  func known(_ above: [UInt8], _ below: [UInt8], _ result: [UInt8]) {
    #expect(lay(above, over: below) == result)
  }
}
