import Foundation
import QuillCheck
import QuillCore
import Testing

/// A folder of tiles as tests write it: paths and bytes.
struct Tree {
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var links: [String: String] = [:]

  /// Sound and complete: zooms 1 and 2 in the north-west, a promise and a fallback.
  static let good = Tree()
    .with("1/0/0.png", SketchedTile(color: [4, 1, 1, 255]))
    .with("2/0/0.png", SketchedTile(color: [4, 2, 1, 255]))
    .with("2/0/1.png", SketchedTile(color: [4, 3, 1, 255]))
    .with("2/1/0.png", SketchedTile(color: [4, 2, 2, 255]))
    .with("2/1/1.png", SketchedTile(color: [4, 1, 3, 255]))
    .with("metadata.json", goodMetadata)
    .with("parchment.png", SketchedTile(color: [240, 230, 200, 255]))
    .with(".DS_Store", "finder")
    .with("2/._1", "finder")
    .with("2/0/Thumbs.db", "explorer")

  static let goodMetadata = #"""
    {"name": "Old park", "format": "png", "type": "overlay", "minzoom": "1", "maxzoom": "2",
     "bounds": "-180,0,0,85.0511287798066", "center": "-90,40,1", "tilesize": "256",
     "fallback": "parchment.png"}
    """#

  /// The good tree with the record of a slice that made it.
  static let sliced = good.with("tilequill.json", record())

  /// The record of a slice of zooms 1 to 2 in the north-west.
  ///
  /// Up to the drawing's own zoom, tiles are compared with those below them, which takes long
  /// without optimisation: only the trees that need it have it at 2.
  static func record(
    made: [String] = ["1/0/0", "2/0-1/0-1"], blank: [String] = [], keepsBlank: Bool = false,
    fallback: String? = nil, zooms: ZoomRange = ZoomRange(1, through: 2), ownZoom: Zoom = 1
  ) -> SliceRecord {
    func coverages(_ texts: [String]) -> [TileCoverage] {
      texts.compactMap { TileRange($0) }.map { TileCoverage($0) }
    }
    var options = SliceRecord.Options(
      zooms: zooms, keepsBlank: keepsBlank, fallback: fallback)
    options.nativeZoom = ownZoom
    return SliceRecord(
      drawing: .init(name: "park.png", width: 512, height: 512),
      placement: .at(TileRange(all: ownZoom)[0]), options: options,
      made: coverages(made), blank: coverages(blank))
  }

  func with(_ path: String, _ bytes: [UInt8]) -> Tree {
    var tree = self
    tree.files[path] = bytes
    return tree
  }

  func with(_ path: String, _ tile: SketchedTile) -> Tree { with(path, tile.bytes) }
  func with(_ path: String, _ text: String) -> Tree { with(path, Array(text.utf8)) }
  func with(_ path: String, _ record: SliceRecord) -> Tree { with(path, (try? record.json) ?? []) }

  func with(_ path: String, linkTo target: String) -> Tree {
    var tree = self
    tree.links[path] = target
    return tree
  }

  func without(_ paths: String...) -> Tree {
    var tree = self
    for path in paths { tree.files[path] = nil }
    return tree
  }

  /// The tree with one more good tile's picture replaced by one with those words.
  func marked(_ words: String...) -> Tree {
    with("2/1/1.png", SketchedTile(color: [4, 1, 3, 255], words: words))
  }

  /// Calls `body` with the tree on the disk.
  func onDisk<Result>(_ body: (String) throws -> Result) throws -> Result {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "quillcheck-\(UUID().uuidString)").path
    try FileSystem.makeFolder(root)
    defer { try? FileSystem.remove(root) }
    for (path, bytes) in files { try FileSystem.write(bytes.span, to: "\(root)/\(path)") }
    for (path, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(path)", withDestinationPath: target)
    }
    return try body(root)
  }

  /// What a check of the tree comes to.
  func report(
    _ request: CheckRequest = CheckRequest(), workers: Int = 2, rowOrder: TileFolder.RowOrder = .xyz
  ) throws -> CheckReport {
    try onDisk { root in
      let folder = try TileFolder(root: root, rowOrder: rowOrder)
      return try Checker(
        source: folder, request: request, decoding: SketchDecoding(), workers: workers
      ).run()
    }
  }
}

extension CheckRequest {
  /// A request changed by `change`.
  static func asking(_ change: (inout CheckRequest) -> Void) -> CheckRequest {
    var request = CheckRequest()
    change(&request)
    return request
  }

  /// A request for tiles as ranges.
  static func area(_ ranges: String...) -> CheckRequest { area(ranges) }

  /// A request for tiles as ranges.
  static func area(_ ranges: [String]) -> CheckRequest {
    asking { $0.area = ranges.compactMap { TileRange($0) }.map { TileCoverage($0) } }
  }
}

extension Tree: CustomTestStringConvertible {
  var testDescription: String { "a tree of \(files.count) files" }
}
