import Foundation
import QuillTestSupport
import Testing

/// What the program tells of `Tests/Fixtures/faults`, where each kind of fault stands once.
@Suite("tilequill validate, one fault of every kind")
struct EveryFaultTests {
  let folder: SliceFolder

  init() throws {
    folder = try SliceFolder()
    try FileManager.default.copyItem(
      at: Fixture.url("faults"), to: folder.url.appending(path: "faults"))
  }

  /// A set and what is wrong with it: level, rule and place, in the order they are printed in.
  struct FaultySet: CustomTestStringConvertible {
    let path: String
    var options: [String] = []
    let told: [String]

    var testDescription: String { path }
  }

  /// All that can stand side by side.
  private static let everyKind = FaultySet(
    path: "faults/every-kind",
    options: words(
      "--zoom 1-5 --tiles 3/0/0 --tiles 3/2-3/2-3 --max-tile-bytes 5K --max-bytes 10K"),
    told: [
      "error misnamed 5/cover.png", "error zero-padded 5/6/02.png",
      "error not-plain-digits 5/6/+4.png", "error upper-case 5/6/6.PNG",
      "error unknown-extension 5/6/8.gif", "error two-files 05/14/0.png",
      "error retina-alone 5/6/10@2x.png", "error outside-link 5/6/12.png",
      "error outside-grid 5/6/40.png", "error zoom-too-deep 31/0/0.png", "error outside-zooms 6/",
      "error empty-file 5/0/0.png", "error not-an-image 5/0/2.png", "error lfs-pointer 5/0/4.png",
      "error other-format 5/0/6.png", "error truncated 5/0/8.png",
      "error chunk-checksum 5/0/10.png", "error picture-checksum 5/0/12.png",
      "error undecodable 5/0/14.png", "error wrong-size 5/2/0.png", "error crushed 5/2/2.png",
      "error missing-tile 5/4/8.png", "error zoom-gap 4/", "error empty-zoom 1/",
      "error uneven-levels 2/", "error unlike-children 2/1/1.png",
      "error metadata-format metadata.json", "error metadata-bounds metadata.json",
      "error tile-too-heavy 5/4/2.png", "error set-too-heavy faults/every-kind",
      "warning stray notes.txt", "warning outside-area 3/6/2.png",
      "warning sixteen-bit 5/2/4.png", "warning interlaced 5/2/6.png",
      "warning animated 5/2/8.png", "warning trailing-bytes 5/2/10.png",
      "warning mixed-profiles 5/2/12.png", "warning leaking-text 5/2/14.png",
      "warning orphan 2/0/0.png", "warning blank-tile 6/8/8.png",
      "warning same-as-fallback 5/4/0.png", "warning repeated-picture 6/",
      "warning fallback-seam parchment.png", "warning visible-seam 5/4/10.png",
      "warning metadata-center metadata.json", "warning metadata-scheme metadata.json",
      "warning promises-differ metadata.json", "warning unrecorded-tile 5/4/6.png",
    ])

  /// What shuts out some of the others: no promise can be held to that nobody can read, and a set
  /// without tiles has nothing else to be told.
  private static let others = [
    FaultySet(
      path: "faults/by-hand",
      told: [
        "error mixed-sizes 1/1/0.png", "error fallback-size parchment.png",
        "error metadata-unreadable metadata.json", "error record-unreadable tilequill.json",
      ]),
    FaultySet(
      path: "faults/no-tiles",
      told: ["error no-tiles faults/no-tiles", "error fallback-missing paper.png"]),
    FaultySet(path: "faults/cut-off", told: ["error cut-off-update faults/cut-off"]),
    FaultySet(
      path: Fixture.url("archives/one_tile.mbtiles").path, told: ["warning archive-oddity metadata"]
    ),
  ]

  @Test(arguments: [everyKind] + others)
  func `each is told once, in the order of the rules, with its mend`(_ faulty: FaultySet) throws {
    let outcome = try folder.run(["validate", faulty.path] + faulty.options)
    #expect(told(by: outcome) == faulty.told)
    let hasError = faulty.told.contains { $0.hasPrefix("error") }
    #expect(outcome.ending == .exit(hasError ? 1 : 0))
    let forgiven = try folder.run(["validate", faulty.path, "--exit-zero"] + faulty.options)
    #expect(forgiven.ending == .exit(0) && forgiven.output == outcome.output)
    for jobs in ["1", "5"] {
      let again = try folder.run(["validate", faulty.path, "--jobs", jobs] + faulty.options)
      #expect(again.output == outcome.output)
    }
  }

  @Test func `a file that cannot be read is told beside them`() throws {
    let faulty = Self.everyKind
    let locked = folder.url.appending(path: "faults/every-kind/5/4/12.png").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
    let outcome = try runBoundByPermissions(["validate", faulty.path] + faulty.options)
    let place = try #require(faulty.told.firstIndex { $0.hasPrefix("error outside-grid") })
    var expected = faulty.told
    expected.insert("error unreadable 5/4/12.png", at: place)
    #expect(told(by: outcome) == expected)
  }

  @Test func `together they are all rules there are`() throws {
    let table = try folder.run(words("validate --list-rules")).output
    let rules = table.matches(of: /(?m)^  ([a-z-]+)  (error|warning)/).map { String($0.1) }
    let told = ([Self.everyKind] + Self.others).flatMap(\.told).map { words($0)[1] }
    #expect((told + ["unreadable"]).sorted() == rules.sorted())
  }

  @Test func `as JSON they come in the order of their places`() throws {
    let faulty = Self.everyKind
    let outcome = try folder.run(["validate", faulty.path, "--json"] + faulty.options)
    let report = try #require(
      try JSONSerialization.jsonObject(with: outcome.stdout) as? NSDictionary)
    let findings = try #require(report["findings"] as? [NSDictionary])
    let told = findings.compactMap { finding -> String? in
      guard let rule = finding["rule"] as? String, let path = finding["path"] as? String,
        let severity = finding["severity"] as? String, finding["mend"] is String
      else { return nil }
      return "\(severity) \(rule) \(path)"
    }
    // The report names the set once, so that a finding about all of it has no path of its own.
    let expected = faulty.told.map { $0.replacing(faulty.path, with: ".") }
    #expect(told.sorted() == expected.sorted())
    let tiles = told.map { words($0)[2] }.filter { $0.hasPrefix("5/") && !$0.contains("cover") }
    let places = tiles.map { $0.split(separator: "/").map { Int($0.filter(\.isNumber)) ?? 0 } }
    #expect(places.map { $0[1] } == places.map { $0[1] }.sorted())
  }

  /// Level, rule and place of each part of a report that is a heading, one place and one mend.
  private func told(by outcome: BuiltProgram.Outcome) -> [String] {
    outcome.output.components(separatedBy: "\n\n").dropLast().map { part in
      let shape = /(error|warning) ([a-z-]+) \(1\): .+\.\n  ([^ ]+): .+\n  > .+\./
      guard let match = part.wholeMatch(of: shape) else { return part }
      return "\(match.1) \(match.2) \(match.3)"
    }
  }

  /// Runs the program so that files are closed to it as their permissions say, which they are not
  /// to the superuser.
  private func runBoundByPermissions(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    guard geteuid() == 0 else { return try folder.run(arguments) }
    let setpriv = BuiltProgram(url: try #require(BuiltProgram.path(of: "setpriv")))
    let powers = "-dac_override,-dac_read_search"
    let program = BuiltProgram.tilequill.url.path
    return try setpriv.run(
      ["--bounding-set=\(powers)", "--inh-caps=\(powers)", program] + arguments, in: folder.url)
  }
}
