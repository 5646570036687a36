import QuillCheck
import QuillCore

/// A rule with a tree that breaks it and one, much alike, that does not.
struct RuleCase: CustomStringConvertible {
  let rule: String
  /// Where the finding is expected.
  let path: String
  let faulty: Tree
  var honest = Tree.good
  var request = CheckRequest()
  var honestRequest: CheckRequest?

  var description: String { "\(rule) at \(path)" }

  static let all = names + numbers + images + set + drawing + promises

  private static let picture = SketchedTile(color: [9, 9, 9, 255])
  private static let good = Tree.good

  private static let names = [
    RuleCase(rule: "misnamed", path: "2/0_3.png", faulty: good.with("2/0_3.png", picture)),
    RuleCase(
      rule: "misnamed", path: "2/3/cover.png", faulty: good.with("2/3/cover.png", picture)),
    RuleCase(rule: "zero-padded", path: "02/00/03.png", faulty: good.with("02/00/03.png", picture)),
    RuleCase(
      rule: "not-plain-digits", path: "2/0/+3.png", faulty: good.with("2/0/+3.png", picture)),
    RuleCase(
      rule: "not-plain-digits", path: "2/0/3 .png", faulty: good.with("2/0/3 .png", picture)),
    RuleCase(
      rule: "not-plain-digits", path: "2/0/3.0.png", faulty: good.with("2/0/3.0.png", picture)),
    RuleCase(rule: "not-plain-digits", path: "2/0/٣.png", faulty: good.with("2/0/٣.png", picture)),
    RuleCase(rule: "upper-case", path: "2/0/3.PNG", faulty: good.with("2/0/3.PNG", picture)),
    RuleCase(rule: "unknown-extension", path: "2/0/3.jpg", faulty: good.with("2/0/3.jpg", picture)),
    RuleCase(
      rule: "two-files", path: "2/0/1.PNG", faulty: good.with("2/0/1.PNG", picture),
      honest: good.with("2/0/3.PNG", picture)),
    RuleCase(
      rule: "two-files", path: "02/0/1.png", faulty: good.with("02/0/1.png", picture),
      honest: good.with("02/0/3.png", picture)),
    RuleCase(
      rule: "retina-alone", path: "2/3/3@2x.png",
      faulty: good.with("2/3/3@2x.png", SketchedTile(width: 512, height: 512)),
      honest: good.with("2/1/1@2x.png", SketchedTile(width: 512, height: 512))),
    RuleCase(rule: "stray", path: "notes.txt", faulty: good.with("notes.txt", "draft")),
    RuleCase(rule: "stray", path: "2/0/notes.txt", faulty: good.with("2/0/notes.txt", "draft")),
    RuleCase(
      rule: "outside-link", path: "2/0/3.png",
      faulty: good.with("2/0/3.png", linkTo: "/etc/hostname"),
      honest: good.with("2/0/3.png", linkTo: "1.png")),
  ]

  private static let numbers = [
    RuleCase(rule: "outside-grid", path: "2/0/4.png", faulty: good.with("2/0/4.png", picture)),
    RuleCase(rule: "zoom-too-deep", path: "31/0/0.png", faulty: good.with("31/0/0.png", picture)),
    RuleCase(rule: "outside-zooms", path: "3/", faulty: good.with("3/0/0.png", picture)),
    RuleCase(
      rule: "outside-zooms", path: "1/", faulty: good, request: .asking { $0.zooms = ZoomRange(2) },
      honestRequest: .asking { $0.zooms = ZoomRange(1, through: 2) }),
    RuleCase(rule: "outside-area", path: "2/3/3.png", faulty: good.with("2/3/3.png", picture)),
    RuleCase(
      rule: "outside-area", path: "2/0/1.png", faulty: good, request: .area("2/0-1/0"),
      honestRequest: .area("2/0-1/0-1")),
  ]

  private static let images = [
    RuleCase(rule: "empty-file", path: "2/1/1.png", faulty: good.with("2/1/1.png", "")),
    RuleCase(rule: "not-an-image", path: "2/1/1.png", faulty: good.with("2/1/1.png", "<html>403")),
    RuleCase(rule: "lfs-pointer", path: "2/1/1.png", faulty: good.marked("fault=lfs")),
    RuleCase(rule: "other-format", path: "2/1/1.png", faulty: good.marked("fault=jpeg")),
    RuleCase(rule: "truncated", path: "2/1/1.png", faulty: good.marked("fault=truncated")),
    RuleCase(rule: "chunk-checksum", path: "2/1/1.png", faulty: good.marked("fault=chunk")),
    RuleCase(rule: "picture-checksum", path: "2/1/1.png", faulty: good.marked("fault=picture")),
    RuleCase(rule: "undecodable", path: "2/1/1.png", faulty: good.marked("fault=palette")),
    RuleCase(
      rule: "wrong-size", path: "2/1/1.png",
      faulty: good.with("2/1/1.png", SketchedTile(width: 257, height: 257))),
    RuleCase(
      rule: "wrong-size", path: "2/1/1.png",
      faulty: good.without("metadata.json")
        .with("2/1/1.png", SketchedTile(width: 256, height: 100))),
    RuleCase(
      rule: "mixed-sizes", path: "2/1/1.png",
      faulty: good.without("metadata.json")
        .with("2/1/1.png", SketchedTile(width: 512, height: 512)),
      honest: good.without("metadata.json")),
    RuleCase(rule: "crushed", path: "2/1/1.png", faulty: good.marked("crushed")),
    RuleCase(rule: "sixteen-bit", path: "2/1/1.png", faulty: good.marked("bits=16")),
    RuleCase(rule: "interlaced", path: "2/1/1.png", faulty: good.marked("interlaced")),
    RuleCase(rule: "animated", path: "2/1/1.png", faulty: good.marked("animated")),
    RuleCase(rule: "trailing-bytes", path: "2/1/1.png", faulty: good.marked("trailing=7")),
    RuleCase(rule: "mixed-profiles", path: "2/1/1.png", faulty: good.marked("profile=P3")),
    RuleCase(rule: "leaking-text", path: "2/1/1.png", faulty: good.marked("text=Author")),
    RuleCase(rule: "leaking-text", path: "2/1/1.png", faulty: good.marked("dated")),
  ]
}
