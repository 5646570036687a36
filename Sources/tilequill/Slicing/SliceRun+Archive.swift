import QuillArchives
import QuillCore
import QuillRaster

extension SliceRun {
  /// Whether the tiles go into one file.
  var isArchive: Bool { Tileset.Kind(ofNew: out) != .folder }

  /// Whether what is there by OUT's name may be changed.
  func isTileset() throws -> Bool {
    try FileSystem.kind(of: out) == .folder ? !isArchive : isArchive
  }

  /// Opens the tileset that is there.
  func openOld() throws -> any TileSource {
    do {
      return try Tileset.open(out)
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: out, remedy: "Make it anew: --overwrite")
    }
  }

  /// Begins the tileset that OUT's name asks for.
  func makeSink(replacing: Bool, lock: DestinationLock?) throws -> any FallbackKeeping {
    guard isArchive else {
      return try TileFolderSink(
        destination: out, replacing: replacing, syncs: job.syncs, lock: lock)
    }
    if job.look.hasRetina {
      throw CommandFailure(
        "--retina makes two pictures a tile, and an archive holds one", about: out,
        remedy: "Write a folder, or use --tile-size 512")
    }
    return try Tileset.archiveSink(
      to: out, replacing: replacing, syncs: job.syncs, lock: lock)
  }

  /// Writes a new archive beside the old one, and puts it in its place when something changed.
  func changeArchive(
    _ old: any TileSource, after record: SliceRecord?, _ way: ExistingOut,
    _ lock: DestinationLock?, on console: Console
  ) throws -> ExitStatus {
    let start = LibC.seconds()
    let before = try metadata(of: old)
    let job = job.adopting(record, before)
    let opened = try job.open(after: record)
    let given = try job.readFallback()
    let new = way == .check ? nil : try makeSink(replacing: true, lock: lock)
    let sink = ComparingSink(
      comparing: old, writing: new, edits: editDetection(record, opened.plan))
    opened.echo(on: console)
    let outcome = try job.slice(opened, into: sink, console)
    let merged = SliceMerge(
      record, zooms: opened.plan.zooms, areAsked: opened.asksForZooms, made: outcome.made)
    try keepOthers(of: old, outcome, merged, sink)
    try refuseEdits(sink.editedTiles, isLook: way == .check, on: console)
    let mode: TileFolderUpdate.Mode = way == .check ? .look : .write
    let said = SliceWords(job, opened, outcome, merged, after: before, fallback: given)
    let saysMore = try said.differ(from: old, record, heedingFingerprints: mode == .write)
    if sink.tally.hasChanges || saysMore, let new {
      if let picture = try given ?? (old as? any FallbackHolding)?.fallback {
        try new.put(picture)
      }
      try sink.finish(metadata: said.metadata, record: said.record)
    }
    opened.noticeOddities(outcome, on: console)
    report(
      sink.tally, mode, outcome, saysMore: saysMore, seconds: LibC.seconds() - start, on: console)
    return mode == .look && (sink.tally.hasChanges || saysMore) ? .found : .done
  }

  /// Takes over what the old archive has and this slice did not make; what is gone is left out.
  private func keepOthers(
    of old: any TileSource, _ outcome: Slicer.Outcome, _ merged: SliceMerge, _ sink: ComparingSink
  ) throws {
    let gone = merged.gone
    do {
      try old.visitTiles { path in
        if outcome.made.contains(where: { $0.contains(path.tile) }) { return }
        if gone.contains(where: { $0.contains(path.tile) }) { return try sink.drop(path) }
        try sink.keep(path)
      }
    } catch let error as ArchiveError {
      throw CommandFailure(
        "\(error)", about: out, remedy: "See what is wrong: tilequill validate \(out)")
    }
  }
}
