import Foundation
import QuillTestSupport

/// A folder of a test's own, gone when the test is done.
final class SliceFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "slice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Runs the program in the folder.
  func run(
    _ arguments: [String], output: BuiltProgram.Output = .captured,
    environment: [String: String?] = [:]
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram.tilequill.run(arguments, in: url, environment: environment, output: output)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  /// Writes a file and makes the folders it lies in.
  func make(_ path: String, _ bytes: [UInt8]) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Puts an RGBA drawing there: `colour` gives the four bytes of a pixel.
  func draw(
    _ name: String, width: Int, height: Int, before: [UInt8] = [],
    _ colour: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += colour(x, y) }
    }
    try write(
      PNGMaker.png(width: width, height: height, depth: 8, color: 6, rows: rows, before: before),
      to: name)
  }

  /// Puts a large opaque drawing there that costs little to make: black and white of one bit, each
  /// byte of eight pixels as `bits` gives it.
  func drawBits(_ name: String, width: Int, height: Int, _ bits: () -> UInt8) throws {
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for _ in 0..<(width + 7) / 8 { rows.append(bits()) }
    }
    try write(PNGMaker.png(width: width, height: height, depth: 1, color: 0, rows: rows), to: name)
  }

  /// Names of everything in the folder, hidden ones too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Paths of the files below a folder.
  func files(below name: String) throws -> [String] {
    let root = url.appending(path: name)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return paths.filter { !root.appending(path: $0).hasDirectoryPathOnDisk }.sorted()
  }

  /// Paths and bytes of the files below a folder.
  func tree(_ name: String) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    for path in try files(below: name) { tree[path] = try bytes("\(name)/\(path)") }
    return tree
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: path)))
  }

  /// A JSON file as a dictionary.
  func json(_ path: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(bytes(path))) as? NSDictionary
  }
}

/// Words of a command line that hold no space.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

extension URL {
  fileprivate var hasDirectoryPathOnDisk: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
