import Foundation
import QuillCore
import QuillServer
import QuillTestSupport

/// A folder of tiles for one test, and the preview of it.
struct ServedFolder {
  let scratch: ScratchFolder
  var look = PreviewLook()

  /// The folder of tiles.
  var path: String { "\(scratch.path)/tiles" }

  /// An empty folder; `metadata` holds further keys of its metadata.json.
  init(_ metadata: String = "") throws {
    scratch = try ScratchFolder()
    try write(
      Array(
        #"{"minzoom": "12", "maxzoom": "15", "bounds": "-73.99,40.75,-73.93,40.81"\#(metadata)}"#
          .utf8), to: "metadata.json")
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = scratch.url.appending(path: "tiles/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// A preview of what is there now, which sees what changes later.
  func site(enlarger: any TileEnlarging = EchoEnlarger()) throws -> PreviewSite {
    let path = path
    let tileset = try ServedTileset(path: path) { try TileFolder(root: path) }
    return PreviewSite(tileset, look: look, enlarger: enlarger)
  }
}

/// A picture of one colour, small and of its own bytes for each shade.
func picture(_ shade: UInt8) -> [UInt8] {
  PNGMaker.png(width: 1, height: 1, depth: 8, color: 0, rows: [0, shade])
}

/// Enlarges nothing: tells which part was asked for.
struct EchoEnlarger: TileEnlarging {
  func enlarge(_ part: TilePart, of bytes: [UInt8]) throws -> [UInt8] {
    Array("\(part.x) \(part.y) \(part.side) of \(bytes.count)".utf8)
  }
}

extension HTTPAnswer {
  /// The body's bytes.
  var bytes: [UInt8] {
    if case .bytes(let bytes) = body { Array(bytes) } else { [] }
  }

  /// The body as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
