import QuillCheck
import Testing

@Suite("Edit distance")
struct EditDistanceTests {
  @Test(
    "The distance counts letters left out, added, changed, and neighbours swapped",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("slcie", "slice", 1),
      ("list", "lsit", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1),
      ("saturday", "sunday", 3), ("plan", "plane", 1),
    ])
  func distance(first: String, second: String, slips: Int) {
    #expect(EditDistance.between(Array(first.utf8), Array(second.utf8)) == slips)
    #expect(EditDistance.between(Array(second.utf8), Array(first.utf8)) == slips)
  }
}
