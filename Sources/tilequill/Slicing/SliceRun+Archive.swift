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
  func makeSink(replacing: Bool) throws -> any FallbackKeeping {
    guard isArchive else { return try TileFolderSink(destination: out, replacing: replacing) }
    if job.look.hasRetina {
      throw CommandFailure(
        "--retina makes two pictures a tile, and an archive holds one", about: out,
        remedy: "Write a folder, or use --tile-size 512")
    }
    return try Tileset.sink(to: out, replacing: replacing)
  }

  /// Writes a new archive beside the old one, and puts it in its place when something changed.
  func changeArchive(
    _ old: any TileSource, after record: SliceRecord?, _ way: ExistingOut, on console: Console
  ) throws -> ExitStatus {
    let start = LibC.seconds()
    let job = job.adopting(record, try? old.metadata)
    let opened = try job.open(after: record)
    let picture = try job.readFallback() ?? (old as? any FallbackHolding)?.fallback
    let new = way == .check ? nil : try makeSink(replacing: true)
    let sink = ComparingSink(comparing: old, writing: new)
    opened.echo(on: console)
    let outcome = try job.slice(opened, into: sink, console)
    let merged = SliceMerge(record, zooms: opened.plan.zooms, made: outcome.made)
    try keepOthers(of: old, outcome, merged, sink)
    var metadata = job.metadata(opened)
    merged.add(to: &metadata)
    var newRecord = job.record(opened, outcome)
    if newRecord != nil { merged.add(to: &newRecord) }
    if sink.tally.hasChanges, let new {
      if let picture { try new.put(picture) }
      try sink.finish(metadata: metadata, record: newRecord)
    }
    opened.noticeOddities(outcome, on: console)
    report(
      sink.tally, way == .check ? .look : .write, outcome, seconds: LibC.seconds() - start,
      on: console)
    return way == .check && sink.tally.hasChanges ? .found : .done
  }

  /// Takes over what the old archive has and this slice did not make; what is gone is left out.
  private func keepOthers(
    of old: any TileSource, _ outcome: Slicer.Outcome, _ merged: SliceMerge, _ sink: ComparingSink
  ) throws {
    let gone = Set(merged.gone(hasRetina: false))
    try old.visitTiles { path in
      if outcome.made.contains(where: { $0.contains(path.tile) }) { return }
      if gone.contains(path) { return sink.countRemoved(1) }
      _ = try sink.keep(path)
    }
  }
}
