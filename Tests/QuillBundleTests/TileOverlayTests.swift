import Foundation
import QuillTestSupport
import Testing

/// The overlay of an app, compiled against the names that MapKit declares.
///
/// A picture here is `WIDTH HEIGHT` and a letter a pixel; 2/1/1 is abcd, efgh, ijkl, mnop from the
/// top, so that parts of it can be read off.
@Suite(.enabled(if: AppleProgram.isPossible))
struct TileOverlayTests {
  /// Compiled and asked once for all tests.
  private static let answers = Result { try makeAnswers() }

  private static func makeAnswers() throws -> [String] {
    let program = try AppleProgram(
      [Fixture.tests.appending(path: "AppleNames/OverlayTrial.swift")], usingBundle: true)
    let folder = try ScratchFolder()
    try folder.write("4 4\nabcdefghijklmnop", to: "tiles/2/1/1.png")
    try folder.write("4 4\nABCDEFGHIJKLMNOP", to: "tiles/2/1/1@2x.png")
    try folder.write("2 2\nwxyz", to: "tiles/3/2/2.png")
    try folder.write("1 1\nq", to: "tiles/parchment.png")
    try folder.write(
      #"{"minzoom": "2", "maxzoom": "3", "bounds": "-90,0,0,66.51326044311186", "tilesize": "512"}"#,
      to: "tiles/metadata.json")
    let outcome = try program.run(["\(folder.path)/tiles"])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "It answers as the folder is",
    arguments: [
      // Tile 2/1/1 is a quarter of the plane to the east and to the south: 2²⁸ / 4 = 67108864.
      "plain zooms 2-3 replaces false tile 512.0 area 67108864.0 67108864.0 67108864.0 67108864.0",
      "3/2/2 3/2/2.png 2 2 wxyz",
      "3/3/2@2 parchment.png 1 1 q",
      "3/2/3 parchment.png 1 1 q",
      "2/1/1@2 2/1/1@2x.png 4 4 ABCDEFGHIJKLMNOP",
      "3/-1/0 parchment.png 1 1 q",
      "3/8/0 parchment.png 1 1 q",
      "2/0/99 parchment.png 1 1 q",
    ])
  func plain(answer: String) throws { try expect(answer, after: "plain") }

  @Test(
    "Deeper than was drawn it enlarges parts of the nearest tile, the pixels at their places",
    arguments: [
      "deep zooms 2-5 replaces true tile 512.0 area 67108864.0 67108864.0 67108864.0 67108864.0",
      "3/3/2 parchment.png 1 1 q",
      // Quarters of 3/2/2, from the drawn zoom.
      "4/4/4 parchment.png 2 2 wwww",
      "4/5/5 parchment.png 2 2 zzzz",
      // 3/2/2 holds 5/8…11/8…11: this is its upper right corner.
      "5/11/8 parchment.png 2 2 xxxx",
      // 3/3/2 is missing, and 2/1/1 holds 4/4…7/4…7: a pixel each.
      "4/6/4 parchment.png 4 4 cccccccccccccccc",
      "4/0/0 parchment.png 1 1 q",
      "4/6/6 parchment.png 4 4 kkkkkkkkkkkkkkkk",
      "4/4/5@2 parchment.png 2 2 yyyy",
    ])
  func deep(answer: String) throws { try expect(answer, after: "deep") }

  @Test(
    "Asked to, it enlarges parts where tiles of drawn zooms are missing",
    arguments: [
      "parent zooms 2-3 replaces false tile 512.0 area 0.0 0.0 268435456.0 268435456.0",
      "3/3/2 parchment.png 4 4 ccddccddgghhgghh",
      "3/3/3@2 parchment.png 4 4 KKLLKKLLOOPPOOPP",
      "4/5/5 parchment.png 2 2 zzzz",
      "deepest zooms 2-30 replaces false tile 512.0 area 67108864.0 67108864.0 67108864.0"
        + " 67108864.0",
      // From 135° east, 7/8 of the plane, over 90 degrees, a quarter of it.
      "fiji 234881024.0 134217728.0 67108864.0 0.0",
    ])
  func parent(answer: String) throws { try expect(answer, after: "parent") }

  /// Expects the line among those that follow the one that begins with a word.
  private func expect(_ answer: String, after word: String) throws {
    let answers = try Self.answers.get()
    let start = try #require(answers.firstIndex { $0.hasPrefix("\(word) ") })
    #expect(answers[start...].contains(answer))
  }
}
