import Foundation
import QuillTestSupport
import Testing
import tilequill

@Suite("JSON and the help that tells of it")
struct JSONHelpTests {
  private static let lines = [
    "plan --tiles 12/1024/2048", "list --tiles 12/1024/2048", "list --tiles 12/1024/2048 --count",
    "stitch set new.png --zoom 12", "validate set", "validate --list-rules", "info set",
    "info map.png --at 12/1024/2048", "explain 12/1024/2048 set", "diff set set",
  ]

  @Test("Every key of a document stands in the command's help", arguments: lines)
  func keys(line: String) throws {
    let folder = try SliceFolder()
    try folder.draw("map.png", width: 300, height: 260) { x, y in [UInt8(x & 255), 1, 2, 255] }
    _ = try folder.run(words("slice map.png set --at 12/1024/2048"))
    let outcome = try folder.run(words("\(line) --json"))
    let json = try JSONSerialization.jsonObject(with: outcome.stdout)
    let keys = try #require((json as? NSDictionary)?.allKeys as? [String], "\(outcome.errors)")
    #expect(!keys.isEmpty)
    let help = try folder.run([words(line)[0], "--help"]).output
    for key in keys {
      #expect(help.contains(try Regex("\\b\(key)\\b")), "\(key)")
    }
  }

  @Test func `every command that prints JSON is looked at`() {
    let printing = TileQuill.commands.map { $0.declaration }
      .filter { $0.option(named: "--json") != nil }.map(\.name)
    #expect(Set(printing) == Set(Self.lines.map { words($0)[0] }))
  }
}
