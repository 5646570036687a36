import QuillCore
import QuillRaster

extension SliceRun {
  /// What tells the tiles of OUT that a person changed since they were made.
  func editDetection(_ record: SliceRecord?, _ plan: SlicePlan) -> EditDetection {
    let side = plan.look.tileSize.pixels
    return EditDetection(
      records: record.map { [$0] } ?? [], checksum: { TileFile.checksum(of: $0) },
      isWhole: { path, bytes in
        var reader = TileReader()
        var pixels: [UInt8] = []
        let expected = side * path.scale.rawValue
        guard let header = try? reader.read(bytes.span, into: &pixels).header else { return false }
        return header.width == expected && header.height == expected
      })
  }

  /// Refuses to make tiles anew that a person changed, or tells of them where nothing is written.
  func refuseEdits(_ tiles: [TilePath], isLook: Bool, on console: Console) throws {
    guard !tiles.isEmpty, !job.discardsEdits else { return }
    let names = tiles.prefix(Self.mostNamed).map(\.description).joined(separator: ", ")
    let more = tiles.count > Self.mostNamed ? " and \(tiles.count - Self.mostNamed) more" : ""
    let count = tiles.count == 1 ? "one tile was" : "\(tiles.count) tiles were"
    let message = "\(count) edited since the last slice: \(names)\(more)"
    if isLook { return console.notice("\(out): \(message)") }
    let zoom = tiles.map(\.tile.zoom).max() ?? .shallowest
    throw EditRefusal(
      CommandFailure(
        message, about: out,
        remedy:
          "To keep the edits, take them into the drawing: tilequill stitch \(out) edited.png --zoom"
          + " \(zoom). To lose them: --discard-edits"))
  }

  /// Tells of tiles that the record says a slice made, but that are not as it made them.
  func noticeKept(_ tiles: [TilePath], on console: Console) {
    guard let first = tiles.first else { return }
    let count = tiles.count == 1 ? "one file stays" : "\(tiles.count) files stay"
    console.notice(
      "\(out): \(count) where no tile is needed any more, as no slice made them as they are: \(first)"
        + (tiles.count == 1 ? "" : " and others"))
  }

  /// Removes the files of tiles that are gone, of those that are there.
  func remove(
    _ gone: [TileCoverage], of old: any TileSource, hasRetina: Bool,
    from sink: TileFolderUpdate
  ) throws {
    guard !gone.isEmpty else { return }
    let scales: [TileScale] = hasRetina ? [.single, .retina] : [.single]
    if gone.reduce(0, { $0 + $1.count }) <= Self.fewTiles {
      for coverage in gone {
        for tile in coverage {
          for scale in scales { try sink.remove(TilePath(tile, scale: scale)) }
        }
      }
      return
    }
    // A record may list more tiles than any disk holds: what is there is counted, not what is said.
    try old.visitTiles { path in
      if gone.contains(where: { $0.contains(path.tile) }) { try sink.remove(path) }
    }
  }

  private static let mostNamed = 5
  private static let fewTiles = 4096
}

/// A refusal to lose what a person did, which ends a watch too.
struct EditRefusal: Error {
  let failure: CommandFailure
  init(_ failure: CommandFailure) { self.failure = failure }
}
