import QuillArchives
import QuillCore
import QuillRaster

/// One call of `slice`: a job, where its tiles go, and what to do with what is there.
struct SliceRun {
  let job: SliceJob
  let out: String
  let way: ExistingOut?

  /// Cuts the drawing once.
  func once(on console: Console) throws -> ExitStatus {
    do {
      return try attempt(on: console)
    } catch let error as FileError {
      throw failure(error)
    } catch let error as DrawingError {
      throw job.failure(error)
    } catch let refusal as EditRefusal {
      throw refusal.failure
    }
  }

  /// Cuts the drawing once.
  ///
  /// - Throws: `FileError` and `DrawingError.changed` as they happened, so that a watch can tell a set that
  ///   is busy and a save meanwhile; `EditRefusal`, `CommandFailure`.
  func attempt(on console: Console) throws -> ExitStatus {
    if try FileSystem.kind(of: out) == nil {
      Scratch.recover(out)
      try Tileset.refuseMistypedEnding(of: out)
    }
    return try FileSystem.kind(of: out) == nil
      ? try fresh(on: console) : try existing(on: console)
  }

  /// What would be made, after what OUT says where it is there; reads the fallback, and no pixel.
  func plan(on console: Console) throws -> SlicePlan {
    do {
      if try FileSystem.kind(of: out) == nil { try Tileset.refuseMistypedEnding(of: out) }
      let old = try FileSystem.kind(of: out) != nil && isTileset() ? openOld() : nil
      let record = try old?.readableRecord(of: out)
      let job = job.adopting(record, nil)
      let opened = try job.open(after: record)
      _ = try job.readFallback()
      opened.echo(on: console)
      return opened.plan
    } catch let error as FileError {
      throw failure(error)
    }
  }

  func failure(_ error: FileError) -> CommandFailure {
    switch error {
    case .exists(let path):
      CommandFailure(
        "exists already (expected a new folder)", about: path,
        remedy: "To change it: --update (only what changed), --overwrite (all of it), --add (more"
          + " zooms), or --check to look first")
    case .leadsElsewhere(let path):
      CommandFailure(
        "\(error)", about: path,
        remedy: "Put a real folder in its place, or slice into the folder that it leads to.")
    case .foreignLock(let path, let lock, _):
      CommandFailure(
        "\(error)", about: path,
        remedy: "If no tilequill is running there, remove '\(lock)' (a hidden file beside it).")
    case .unspeakableName(let path):
      CommandFailure(
        "\(error)", about: path, remedy: "Rename it, or move it out of \(out).")
    case .moved(let path):
      CommandFailure(
        "\(error)", about: path, remedy: "Leave it where it is until the work is done.")
    default: CommandFailure("\(error)", about: error.path)
    }
  }

  private func fresh(on console: Console) throws -> ExitStatus {
    if case .check? = way {
      console.notice("\(out): does not exist, so all tiles would be new")
      return .found
    }
    try build(over: nil, after: nil, nil, on: console)
    return .done
  }

  private func existing(on console: Console) throws -> ExitStatus {
    guard let way, try isTileset() else { throw FileError.exists(path: out) }
    // What is read before the lock is held may be another program's to change.
    let lock = way == .check ? nil : try DestinationLock(out)
    let source = try openOld()
    let record = try source.readableRecord(of: out)
    if let count = record?.sheetCount, way != .overwrite {
      throw CommandFailure(
        "was merged from \(count) tilesets, so one drawing cannot change it", about: out,
        remedy: "Slice the drawing into a tileset of its own, and merge all anew: tilequill merge")
    }
    if way == .add { try requireNewZooms(source, record) }
    if isArchive, way != .overwrite {
      return try changeArchive(source, after: record, way, lock, on: console)
    }
    switch way {
    case .overwrite: try build(over: source, after: record, lock, on: console)
    case .update, .add: try change(source, after: record, lock, mode: .write, on: console)
    case .check:
      return try change(source, after: record, nil, mode: .look, on: console) ? .found : .done
    }
    return .done
  }

  /// Makes all tiles aside and puts them in place at the end, with the old fallback unless another is
  /// given.
  private func build(
    over old: (any TileSource)?, after record: SliceRecord?, _ lock: DestinationLock?,
    on console: Console
  ) throws {
    let start = LibC.seconds()
    var job = job.adopting(record, try old.flatMap { try metadata(of: $0) })
    let held = job.keptFallback == nil ? nil : try (old as? any FallbackHolding)?.fallback
    if held == nil { job.forgetFallback() }
    let opened = try job.open(after: record)
    let picture = try job.readFallback() ?? held
    let sink = try makeSink(replacing: old != nil, lock: lock)
    opened.echo(on: console)
    let outcome = try job.slice(opened, into: sink, console)
    if let picture { try sink.put(picture) }
    try sink.finish(metadata: job.metadata(opened), record: job.record(opened, outcome))
    opened.noticeOddities(outcome, on: console)
    let skipped = outcome.blank.reduce(0) { $0 + $1.count }
    console.notice(
      "\(out): \(outcome.tileCount) written, \(skipped) blank skipped, \(outcome.bytes.asBytes),"
        + " \((LibC.seconds() - start).shortSeconds) seconds")
  }

  /// What OUT says of itself; what somebody wrote there is not to be lost for a comma too many.
  func metadata(of old: any TileSource) throws -> TilesetMetadata? {
    do {
      return try old.metadata
    } catch let error as MetadataError {
      throw CommandFailure(
        "\(error)", about: isArchive ? out : "\(out)/\(TilesetMetadata.fileName)",
        remedy: "Correct it, or remove it to have it made anew")
    }
  }

  /// Looks that zooms are asked for by name, and that OUT has none of them.
  private func requireNewZooms(_ old: any TileSource, _ record: SliceRecord?) throws {
    guard let zooms = job.zooms else {
      throw CommandFailure(
        "it is not said which zooms to add", about: out, remedy: "Say it: --add --zoom 17-18")
    }
    var there = Set(record?.made.map(\.zoom) ?? [])
    if isArchive {
      try old.visitTiles { there.insert($0.tile.zoom) }
    } else {
      there.formUnion(try zooms.filter { try FileSystem.kind(of: "\(out)/\($0)") != nil })
    }
    for zoom in zooms where there.contains(zoom) {
      throw CommandFailure(
        "has zoom \(zoom) already", about: out,
        remedy: "Ask for others, or bring these up to date: --update --zoom \(zooms)")
    }
  }

  /// Changes the folder file by file, or looks what would change; true when something does.
  @discardableResult
  private func change(
    _ old: any TileSource, after record: SliceRecord?, _ lock: DestinationLock?,
    mode: TileFolderUpdate.Mode, on console: Console
  ) throws -> Bool {
    let start = LibC.seconds()
    let before = try metadata(of: old)
    let job = job.adopting(record, before)
    let opened = try job.open(after: record)
    let picture = try job.readFallback()
    let sink = try TileFolderUpdate(
      destination: out, mode: mode, edits: editDetection(record, opened.plan),
      discardsEdits: job.discardsEdits, syncs: job.syncs, lock: lock)
    opened.echo(on: console)
    let outcome = try job.slice(
      opened, into: sink, console, isCurrent: current(sink, record, job.slicer(opened).encoder))
    if let picture { try sink.put(picture.bytes.span, besideZooms: picture.name) }
    let merged = SliceMerge(
      record, zooms: opened.plan.zooms, areAsked: opened.asksForZooms, made: outcome.made)
    try remove(merged.gone, of: old, hasRetina: record?.options.hasRetina ?? false, from: sink)
    try refuseEdits(sink.editedTiles, isLook: mode == .look, on: console)
    noticeKept(sink.keptTiles, on: console)
    let said = SliceWords(job, opened, outcome, merged, after: before, fallback: picture)
    let saysMore = try said.differ(from: old, record, heedingFingerprints: mode == .write)
    try sink.finish(metadata: said.metadata, record: said.record)
    opened.noticeOddities(outcome, on: console)
    report(
      sink.tally, mode, outcome, saysMore: saysMore, seconds: LibC.seconds() - start, on: console)
    return sink.tally.hasChanges || saysMore
  }

  /// Tells which tiles need not be encoded: those whose pixels are as last time and whose file is
  /// whole.
  private func current(
    _ sink: TileFolderUpdate, _ record: SliceRecord?, _ encoder: String
  ) -> (@Sendable (TilePath, UInt64) -> TileFingerprint?)? {
    guard let prints = record?.fingerprints, prints.encoder == encoder else { return nil }
    return { path, pixels in
      guard let old = prints[path], old.pixels == pixels, let bytes = try? sink.bytes(of: path),
        TileFile.checksum(of: bytes) == old.file
      else { return nil }
      sink.keep(path)
      return old
    }
  }

  func report(
    _ tally: TileFolderUpdate.Tally, _ mode: TileFolderUpdate.Mode, _ outcome: Slicer.Outcome,
    saysMore: Bool, seconds: Double, on console: Console
  ) {
    let skipped = outcome.blank.reduce(0) { $0 + $1.count }
    let verb = mode == .look ? "would be " : ""
    console.notice(
      "\(out): \(tally.written) \(verb)written, \(tally.unchanged) unchanged, \(tally.removed)"
        + " \(verb)removed, \(skipped) blank skipped, \(seconds.shortSeconds) seconds")
    if mode == .look, saysMore, !tally.hasChanges {
      console.notice("\(out): what it says of its tiles would change")
    }
  }
}

extension Double {
  /// A number of seconds with one digit behind the point.
  fileprivate var shortSeconds: String { "\((self * 10).rounded() / 10)" }
}
