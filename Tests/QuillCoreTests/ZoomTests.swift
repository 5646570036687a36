import QuillCore
import Testing

@Suite struct ZoomTests {
  @Test func `zooms are 0 to 30`() {
    #expect((-5...40).filter { Zoom($0) != nil } == Array(0...30))
    #expect(Zoom(Int.max) == nil)
    #expect(Zoom(Int.min) == nil)
    #expect(Zoom.all.map(\.level) == Array(0...30))
  }

  @Test func `a step beyond the grid gives no zoom, however long`() {
    #expect(Zoom(5).deeper(by: 25) == 30)
    #expect(Zoom(5).deeper(by: 26) == nil)
    #expect(Zoom(5).deeper(by: -5) == 0)
    #expect(Zoom(5).deeper(by: -6) == nil)
    #expect(Zoom(5).deeper(by: .max) == nil)
    #expect(Zoom(0).deeper(by: .min) == nil)
  }

  @Test(arguments: [
    ("16", [16]), ("13-16", [13, 14, 15, 16]), ("0", [0]), ("0-0", [0]), ("30", [30]),
  ])
  func `a range of zooms is read from its ends`(text: String, levels: [Int]) throws {
    #expect(ZoomRange(text)?.map(\.level) == levels)
  }

  @Test(arguments: [
    "", "-", "16-", "-16", "16-13", "13-14-15", "31", "0-31", "016", "13 - 16", "+3", "1.0", "١",
    "z3", "13–16", "13-16 ",
  ])
  func `anything else is no range of zooms`(text: String) {
    #expect(ZoomRange(text) == nil)
  }

  @Test func `a range prints as it is read`() {
    for low in Zoom.all {
      for high in ZoomRange(low, through: .deepest) {
        let range = ZoomRange(low, through: high)
        #expect(ZoomRange(range.description) == range)
        #expect(range.count == high.level - low.level + 1)
        #expect(Zoom.all.filter(range.contains).map(\.level) == Array(low.level...high.level))
      }
    }
    #expect(ZoomRange(7).description == "7")
    #expect(ZoomRange(7, through: 9).description == "7-9")
  }
}
