import Foundation
import QuillCore
import QuillTestSupport
import Testing

/// The names that a path may have and programs stumble over.
let oddNames = [
  "plain", "with space", "it's \"quoted\"", "two\nlines", "Parc d'Été & <Zoo>", "-leading", "日本語",
  "e\u{301}te\u{301}", "\u{301}accent", "100%25", "a?b#c", "back\\slash", "{z}", ".hidden",
  "tab\there",
  "\r\n",
]

@Suite struct FileSystemTests {
  @Test(arguments: oddNames)
  func `a file comes back as it was written, under any name`(name: String) throws {
    let scratch = try ScratchFolder()
    let path = "\(scratch.path)/\(name)/15/\(name)"
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try FileSystem.write(bytes.span, to: path)
    #expect(try FileSystem.read(path) == bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    #expect(try FileSystem.kind(of: path) == .file(bytes: 100_000))
    #expect(FileSystem.name(of: path).utf8.elementsEqual(name.utf8))
    #expect(FileSystem.parent(of: path).map { FileSystem.name(of: $0) } == "15")
    let found = try FileSystem.entries(of: scratch.path)
    #expect(found.map(\.name) == [name] && found.map(\.kind) == [.folder])
  }

  @Test func `a written file replaces the one before, longer or shorter`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/tile.png"
    for bytes: [UInt8] in [[1, 2, 3, 4], [5], [], [6, 7]] {
      try FileSystem.write(bytes.span, to: path)
      #expect(try FileSystem.read(path) == bytes)
    }
  }

  @Test func `nothing there is nil, something else there is an error`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "file")
    #expect(try FileSystem.read(scratch.path + "/none") == nil)
    #expect(try FileSystem.read(scratch.path + "/file/below") == nil)
    #expect(try FileSystem.kind(of: scratch.path + "/none") == nil)
    #expect(try FileSystem.kind(of: scratch.path + "/file/below") == nil)
    #expect(try FileSystem.kind(of: scratch.path) == .folder)
    #expect(throws: FileError.cannotRead(path: scratch.path, reason: "it is not a file")) {
      try FileSystem.read(scratch.path)
    }
    #expect(throws: FileError.self) { try FileSystem.entries(of: scratch.path + "/none") }
    #expect(throws: FileError.self) { try FileSystem.entries(of: scratch.path + "/file") }
  }

  @Test func `a file cannot be written where a folder is, or below a file`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("x", to: "file")
    let bytes: [UInt8] = [1]
    for path in [scratch.path, scratch.path + "/file/below"] {
      let error = #expect(throws: FileError.self) { try FileSystem.write(bytes.span, to: path) }
      #expect(error?.path.hasPrefix(scratch.path) == true)
    }
    #expect(throws: FileError.self) { try FileSystem.makeFolder(scratch.path + "/file") }
    #expect(scratch.contents() == ["file"])
  }

  @Test func `a pipe is no file, and nobody waits for it`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/12722.png"
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/mkfifo")
    maker.arguments = [path]
    try maker.run()
    maker.waitUntilExit()
    #expect(try FileSystem.kind(of: path) == .other)
    #expect(throws: FileError.cannotRead(path: path, reason: "it is not a file")) {
      try FileSystem.read(path)
    }
  }

  @Test func `folders are made with those above, and left when there`() throws {
    let scratch = try ScratchFolder()
    try FileSystem.makeFolder(scratch.path + "/a/b/c")
    try scratch.write("x", to: "a/b/kept")
    try FileSystem.makeFolder(scratch.path + "/a/b/c")
    try FileSystem.makeFolder(scratch.path + "/a/b/c/")
    #expect(scratch.contents() == ["a", "a/b", "a/b/c", "a/b/kept"])
  }

  @Test func `removing takes a folder with all in it, and not what its links lead to`() throws {
    let scratch = try ScratchFolder()
    for name in oddNames { try scratch.write("x", to: "tree/\(name)/\(name)") }
    try scratch.write("x", to: "kept/file")
    let link = scratch.url.appending(path: "tree/link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: scratch.url.appending(path: "kept"))
    try FileSystem.remove(scratch.path + "/tree")
    try FileSystem.remove(scratch.path + "/tree")
    #expect(scratch.contents() == ["kept", "kept/file"])
  }

  @Test func `renaming replaces a file and an empty folder, never a full one`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("new", to: "new/file")
    try scratch.write("old", to: "full/file")
    try FileSystem.makeFolder(scratch.path + "/empty")
    #expect(
      throws: FileError.cannotWrite(
        path: scratch.path + "/full", reason: "something is there already")
    ) { try FileSystem.rename(scratch.path + "/new", to: scratch.path + "/full") }
    try FileSystem.rename(scratch.path + "/new", to: scratch.path + "/empty")
    try FileSystem.rename(scratch.path + "/empty/file", to: scratch.path + "/full/file")
    #expect(scratch.contents() == ["empty", "full", "full/file"])
    #expect(try FileSystem.read(scratch.path + "/full/file") == Array("new".utf8))
  }

  @Test func `listings tell links, other calls follow them`() throws {
    let scratch = try ScratchFolder()
    try scratch.write("four", to: "file")
    for (name, target) in [("good", "file"), ("bad", "nowhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
    }
    let kinds = Dictionary(
      uniqueKeysWithValues: try FileSystem.entries(of: scratch.path).map { ($0.name, $0.kind) })
    #expect(kinds == ["file": .file(bytes: 4), "good": .link, "bad": .link])
    #expect(try FileSystem.kind(of: scratch.path + "/good") == .file(bytes: 4))
    #expect(try FileSystem.kind(of: scratch.path + "/bad") == nil)
    #expect(FileSystem.resolved(scratch.path + "/../scratch/./good") == scratch.path + "/file")
    #expect(FileSystem.resolved(scratch.path + "/bad") == nil)
  }

  @Test(arguments: [
    ("a/b", "a", "b"), ("a", ".", "a"), ("a/", ".", "a"), ("a/b//", "a", "b"), ("/a", "/", "a"),
    ("/a/b", "/a", "b"), ("/", nil, "/"), ("///", nil, "/"), (".", nil, "."), ("./a", ".", "a"),
    ("a/\u{301}b", "a", "\u{301}b"), ("-x/--", "-x", "--"),
  ])
  func `a path is its folder and its name`(path: String, parent: String?, name: String) {
    #expect(FileSystem.parent(of: path) == parent)
    #expect(FileSystem.name(of: path) == name)
  }

  @Test func `each error says what happened and keeps the path apart`() {
    let errors: [(FileError, String)] = [
      (.cannotRead(path: "p", reason: "permission denied"), "cannot be read: permission denied"),
      (.cannotWrite(path: "p", reason: "the disk is full"), "cannot be written: the disk is full"),
      (.exists(path: "p"), "exists already"), (.absent(path: "p"), "does not exist"),
    ]
    for (error, sentence) in errors {
      #expect(error.description == sentence)
      #expect(error.path == "p")
    }
  }
}
