import Foundation
import QuillTestSupport
import Testing

@Suite("tilequill plan")
struct PlanCommandTests {
  let folder: SliceFolder

  init() throws { folder = try SliceFolder() }

  private func plan(_ line: String) throws -> NSDictionary {
    let outcome = try folder.run(words("plan \(line) --json"))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
  }

  private func zooms(_ plan: NSDictionary) -> [NSDictionary] {
    plan["zooms"] as? [NSDictionary] ?? []
  }

  /// Worked out apart from x = (λ + 180) / 360 · 2ᶻ and y = (1 − asinh(tan φ) / π) / 2 · 2ᶻ.
  @Test func `it gives the tiles, the canvas and the box of Central Park`() throws {
    let plan = try plan("--bounds -73.9819,40.7644,-73.9496,40.8003")
    #expect(zooms(plan).map { $0["zoom"] as? Int } == [11, 12, 13, 14, 15, 16, 17, 18])
    #expect(zooms(plan).map { $0["tiles"] as? Int } == [1, 2, 4, 6, 15, 54, 216, 864])
    #expect(plan["chosen"] as? Int == 18)
    let zoom16 = zooms(plan)[5]
    #expect(zoom16["columns"] as? Int == 6 && zoom16["rows"] as? Int == 9)
    #expect(zoom16["x"] as? [Int] == [19300, 19305])
    #expect(zoom16["y"] as? [Int] == [24619, 24627])
    #expect(zoom16["width"] as? Int == 1536 && zoom16["height"] as? Int == 2304)
    #expect(zoom16["place"] as? String == "--at 16/19300/24619")
    #expect(abs((zoom16["metres_per_pixel"] as? Double ?? 0) - 1.8086749749241582) < 1e-9)
    let box = zoom16["bounds"] as? [Double] ?? []
    let expected = [-73.98193359375, 40.76390128094587, -73.948974609375, 40.801335759792]
    try #require(box.count == 4)
    for (found, wanted) in zip(box, expected) { #expect(abs(found - wanted) < 1e-11) }
  }

  @Test func `its box, pasted back, gives the same tiles`() throws {
    let first = try plan("--bounds -73.9819,40.7644,-73.9496,40.8003 --zoom 16")
    let box = (zooms(first)[0]["bounds"] as? [Double] ?? []).map { "\($0)" }
    let again = try plan("--bounds \(box.joined(separator: ",")) --zoom 16")
    #expect(again == first)
  }

  @Test func `the deepest zoom that fits is marked, and no deeper one listed`() throws {
    let area = "--bounds -73.9819,40.7644,-73.9496,40.8003"
    #expect(try plan("\(area) --max-canvas 1536x2304")["chosen"] as? Int == 16)
    #expect(try plan("\(area) --max-canvas 1535x2304")["chosen"] as? Int == 15)
    let asked = try plan("\(area) --zoom 15-17 --max-canvas 1536x2304")
    #expect(zooms(asked).map { $0["fits"] as? Bool } == [true, true, false])
    #expect(asked["chosen"] as? Int == 16)
    let text = try folder.run(words("plan \(area) --max-canvas 1536x2304")).output
    #expect(text.contains("\n*    16     54           6 x 9  19300-19305  24619-24627"))
    #expect(text.hasSuffix("\nplace   --at 16/19300/24619\n"))
  }

  @Test(
    "A drawing of the canvas, placed as told, gives the tiles",
    arguments: [
      ("--tiles 5/3-4/6-8", 5, 256), ("--bounds 170,-20,-170,-10", 4, 256),
      ("--tiles 4/3-4/6", 4, 512),
    ])
  func placing(area: String, zoom: Int, side: Int) throws {
    let plan = try plan("\(area) --tile-size \(side)" + (area.hasPrefix("--b") ? " --zoom 4" : ""))
    let canvas = try #require(zooms(plan).last)
    #expect(canvas["zoom"] as? Int == zoom)
    let width = try #require(canvas["width"] as? Int)
    let height = try #require(canvas["height"] as? Int)
    try folder.drawBits("map.png", width: width, height: height) { 0b1100_0101 }
    let place = try #require(canvas["place"] as? String)
    let slice = try folder.run(words("slice map.png out \(place) --zoom \(zoom) --quiet"))
    #expect(slice.ending == .exit(0), "\(slice.errors)")
    let listed = try folder.run(
      words("list \(area)" + (area.hasPrefix("--b") ? " --zoom \(zoom)" : "")))
    let made = try folder.run(words("list --in out --present"))
    #expect(made.output == listed.output)
  }

  @Test(
    "Wrong calls end with 2, and with the reason",
    arguments: [
      ("plan", "no area was given"),
      ("plan --bounds 1,2,3,4 --max-canvas 100x100", "has a drawing that fits"),
      ("plan --bounds 1,2,3,4 --max-canvas 9", "--max-canvas: found '9'"),
      ("plan --bounds 1,2,3,4 --under tiles", "there is no --guide"),
      ("plan --tiles 3/1/1 --zoom 5", "no tile there (found 5)"),
    ])
  func refusals(line: String, reason: String) throws {
    let outcome = try folder.run(words(line))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.output == "")
  }
}
