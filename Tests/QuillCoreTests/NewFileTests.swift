import Foundation
import QuillCore
import QuillTestSupport
import Testing

@Suite struct NewFileTests {
  @Test(arguments: oddNames)
  func `a finished file holds all pieces, under any name`(name: String) throws {
    let scratch = try ScratchFolder()
    let path = "\(scratch.path)/new/\(name)"
    let file = try NewFile(destination: path)
    let pieces: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 9, count: 100_000)]
    for piece in pieces { try file.append(piece.span) }
    #expect(file.byteCount == 100_003)
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(pieces.flatMap(\.self)))
    #expect(scratch.contents().count == 2)
  }

  @Test func `a file let go unfinished leaves nothing, and what was there stays`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "old")
    for path in ["one", "new/deep/one"] {
      let bytes: [UInt8] = [1]
      let file = try NewFile(destination: scratch.path + "/" + path)
      try file.append(bytes.span)
    }
    #expect(scratch.contents() == ["old"])
  }

  @Test func `a name that is taken is refused, first and last`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/file"
    let file = try NewFile(destination: path)
    try scratch.write("other", to: "file")
    #expect(throws: FileError.exists(path: path)) { try file.finish() }
    #expect(throws: FileError.exists(path: path)) { try NewFile(destination: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "other")
  }

  @Test func `where no file can be, the error names the file and nothing is left`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "plain")
    let path = scratch.path + "/plain/below"
    let error = #expect(throws: FileError.self) { try NewFile(destination: path) }
    #expect(error?.path == path)
    #expect(scratch.contents() == ["plain"])
  }
}
