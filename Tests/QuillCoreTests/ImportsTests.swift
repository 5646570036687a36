import Foundation
import QuillTestSupport
import Testing

/// Who may know whom: the two libraries that an app links know the system and nothing else.
@Suite struct ImportsTests {
  static let system: Set = ["Foundation", "FoundationEssentials", "Darwin", "Glibc", "Musl"]

  @Test(arguments: [("QuillCore", []), ("QuillBundle", ["QuillCore"])])
  func `a library for apps imports the system alone`(room: String, friends: [String]) throws {
    let folder = Fixture.tests.deletingLastPathComponent().appending(path: "Sources/\(room)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1 else {
          continue
        }
        let module = words[place + 1]
        #expect(Self.system.union(friends).contains(module), "\(room)/\(file) imports \(module)")
      }
    }
  }
}
