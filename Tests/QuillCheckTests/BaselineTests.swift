import QuillCheck
import QuillCore
import Testing

@Suite struct BaselineTests {
  private static func finding(_ rule: String, _ path: String, _ found: String) throws -> Finding {
    Finding(
      rule: try #require(Rule.named(rule)), severity: .warning, path: path, found: found)
  }

  /// Whether one finding is known after another was written down and read again.
  private static func knows(
    _ old: (rule: String, path: String, found: String),
    _ new: (rule: String, path: String, found: String)
  ) throws -> Bool {
    let written = Baseline([try finding(old.rule, old.path, old.found)])
    let read = try Baseline(json: written.json)
    #expect(read == written)
    return read.contains(try finding(new.rule, new.path, new.found))
  }

  @Test(arguments: ["tile-too-heavy", "set-too-heavy"])
  func `a budget is never known`(_ rule: String) throws {
    let same = (rule, ".", "its tiles have 9 bytes")
    #expect(try !Self.knows(same, same))
    let old = #"{"version": 1, "findings": [{"path": ".", "rule": "\#(rule)"}]}"#
    let baseline = try Baseline(json: Array(old.utf8))
    #expect(try !baseline.contains(Self.finding(rule, ".", "its tiles have 9 bytes")))
  }

  @Test(arguments: [
    ("visible-seam", "9/1/1.png", "differs from 9/2/1.png by 80", "differs from 9/1/2.png by 80"),
    ("leaking-text", "9/1/1.png", "tells: Author", "tells: Author, GPS"),
    ("promises-differ", "metadata.json", "its zooms: 3-4", "its tile size: 512"),
    ("repeated-picture", "9/", "at least 6 of 10 tiles", "at least 9 of 10 tiles"),
    ("stray", "notes.txt", "lies beside the zooms", "lies among the tiles"),
  ])
  func `another fault of one rule in one place is new`(
    _ rule: String, _ path: String, _ old: String, _ new: String
  ) throws {
    #expect(try Self.knows((rule, path, old), (rule, path, old)))
    #expect(try !Self.knows((rule, path, old), (rule, path, new)))
  }

  @Test(
    "Tiles are known one by one and as rectangles, and no tile besides",
    arguments: [
      ("9/0-9/0-9", "is missing (100 tiles)", "9/3/4.png", "is missing", true),
      ("9/0-9/0-9", "is missing (100 tiles)", "9/2-5/9", "is missing (4 tiles)", true),
      ("9/0-9/0-9", "is missing (100 tiles)", "9/10/4.png", "is missing", false),
      ("9/0-9/0-9", "is missing (100 tiles)", "9/5-10/4", "is missing (6 tiles)", false),
      ("9/0-9/0-9", "is missing (100 tiles)", "8/3/4.png", "is missing", false),
      ("9/3/4.png", "is missing", "9/3/4.png", "is missing", true),
      ("9/3/4.png", "is missing", "9/3/4@2x.png", "is missing", false),
      ("9/3/4.jpg", "is missing", "9/3/4", "is missing", true),
    ])
  func tiles(_ old: String, _ oldFound: String, _ new: String, _ found: String, _ knows: Bool)
    throws
  {
    #expect(
      try Self.knows(("missing-tile", old, oldFound), ("missing-tile", new, found)) == knows)
  }

  @Test func `two single tiles make a rectangle known`() throws {
    let old = try ["9/3/4.png", "9/4/4.png"].map {
      try Self.finding("missing-tile", $0, "is missing")
    }
    let both = try Self.finding("missing-tile", "9/3-4/4", "is missing (2 tiles)")
    #expect(Baseline(old).contains(both))
    #expect(!Baseline(old.prefix(1)).contains(both))
  }

  @Test func `a baseline of before, which has no words, knows by rule and path`() throws {
    let old = #"{"version": 1, "findings": [{"path": "9/3/4.png", "rule": "truncated"}]}"#
    let baseline = try Baseline(json: Array(old.utf8))
    #expect(try baseline.contains(Self.finding("truncated", "9/3/4.png", "ends early")))
    #expect(try !baseline.contains(Self.finding("truncated", "9/3/5.png", "ends early")))
    #expect(try Baseline(json: baseline.json) == baseline)
  }
}
