import QuillArchives
import QuillCore
import QuillRaster

/// Tilesets to be laid over each other, and where to.
struct MergeJob {
  let shelf: TilesetShelf
  let destination: String
  /// The zooms that are written, nil for all.
  let zooms: MergeZooms?
  /// The box whose tiles are written, nil for all.
  let box: GeographicBounds?
  var name: String?
  var summary: String?
  var attribution: String?
  var compression = Compression.default
  var jobs = 1

  /// Whether the disk has to have the set before it takes its name.
  var syncs = true

  init(
    shelf: TilesetShelf, destination: String, zooms: MergeZooms?, box: GeographicBounds?
  ) {
    self.shelf = shelf
    self.destination = destination
    self.zooms = zooms
    self.box = box
  }

  /// What the sets say of themselves.
  private struct Words {
    var metadata: [TilesetMetadata] = []
    var records: [SliceRecord] = []
    var fallback: FallbackPicture?
  }

  /// Writes the set that the others make together.
  func run(on console: Console) throws {
    let start = LibC.seconds()
    let steady = try (0..<shelf.count).map { try SteadyFolder(shelf[$0]) }
    let words = try readWords()
    let sink = try Tileset.newSink(to: destination, for: "merge", syncs: syncs)
    do {
      let plan = try MergePlan(count: shelf.count, records: words.records) { number in
        try Interrupt.check()
        return try shelf[number]
      }
      let clip = try clip(of: plan)
      let outcome = try merge(plan, clip, into: sink, console)
      for folder in steady { try folder.check() }
      try finish(sink, plan, clip, outcome, words)
      noteZooms(plan, console)
      report(outcome, seconds: LibC.seconds() - start, console)
    } catch MergeError.cancelled {
      throw Interrupt.Requested()
    } catch let error as MergeError {
      throw failure(error)
    } catch let error as FileError {
      throw CommandFailure("\(error)", about: error.isOfReading ? error.path : destination)
    } catch let error as ArchiveError {
      throw CommandFailure("\(error)", about: destination)
    }
  }

  private func clip(of plan: MergePlan) throws -> TileClip {
    switch zooms {
    case nil: return TileClip(zooms: nil, box: box)
    case .range(let zooms)?: return TileClip(zooms: zooms, box: box)
    case .shared?:
      guard let shared = plan.sharedZooms else {
        throw CommandFailure(
          "the tilesets share no zoom (found \(reaches(of: plan)))", about: "--zoom shared")
      }
      return TileClip(zooms: shared, box: box)
    }
  }

  /// Says where the sets end at different zooms, unless it was said which are wanted.
  private func noteZooms(_ plan: MergePlan, _ console: Console) {
    guard zooms == nil, Set(plan.zooms.compactMap { $0?.deepest }).count > 1 else { return }
    let remedy =
      plan.sharedZooms.map { "; to write zooms \($0) alone, which all have: --zoom shared" } ?? ""
    console.notice(
      "the tilesets end at different zooms (\(reaches(of: plan))), so the deepest show some of them"
        + " alone\(remedy)")
  }

  /// The zooms of the sets, each range with the first of the sets that have it.
  private func reaches(of plan: MergePlan) -> String {
    let sets = plan.zooms.indices.filter { plan.zooms[$0] != nil }
    let groups = Dictionary(grouping: sets) { plan.zooms[$0]?.description ?? "" }
    return groups.values.sorted { $0[0] < $1[0] }.map { group in
      let others = group.count > 1 ? " and \(group.count - 1) more" : ""
      let zooms = plan.zooms[group[0]].map { "\($0)" } ?? ""
      return "\(shelf.path(of: group[0]))\(others): \(zooms)"
    }.joined(separator: ", ")
  }

  private func readWords() throws -> Words {
    var words = Words()
    for number in 0..<shelf.count {
      try Interrupt.check()
      let source = try shelf[number]
      let path = shelf.path(of: number)
      do {
        words.metadata.append(try source.metadata ?? TilesetMetadata())
      } catch let error as MetadataError {
        throw CommandFailure("\(error)", about: path)
      }
      if var record = try source.readableRecord(of: path) {
        record.fingerprints = nil
        words.records.append(record)
      }
      if words.fallback == nil { words.fallback = try (source as? any FallbackHolding)?.fallback }
    }
    return words
  }

  private func merge(
    _ plan: MergePlan, _ clip: TileClip, into sink: any TileSink, _ console: Console
  ) throws -> Merger.Outcome {
    let takesRetina = Tileset.Kind(ofNew: destination) == .folder
    let picker = TilePicker(clip)
    var merger = Merger(plan: plan)
    merger.jobs = jobs
    merger.compression = compression
    merger.keeps = { (takesRetina || $0.scale == .single) && picker.wants($0.tile) }
    merger.isCancelled = { Interrupt.isRequested }
    let progress = console.progress("tiles", total: clip.isClipping ? nil : plan.count)
    defer { progress.end() }
    merger.progress = { progress.advance() }
    return try merger.merge(into: sink) { [shelf] in try shelf[$0] }
  }

  private func finish(
    _ sink: any FallbackKeeping, _ plan: MergePlan, _ clip: TileClip, _ outcome: Merger.Outcome,
    _ words: Words
  ) throws {
    let picker = TilePicker(clip)
    let made = plan.coverages { picker.wants($0.tile) }
    guard !made.isEmpty, let format = PictureFormat(outcome.format) else {
      throw ArchiveError.noTiles
    }
    if let fallback = words.fallback { try sink.put(fallback) }
    var metadata = clip.clipped(TilesetMetadata(merging: words.metadata))
    metadata.name = name ?? metadata.name
    metadata.summary = summary ?? metadata.summary
    metadata.attribution = attribution ?? metadata.attribution
    metadata.fallback = words.fallback?.name
    let measure = TileMeasure(
      formats: [format: outcome.count],
      coverages: made.reduce(into: [:]) { $0[$1.zoom] = $1 })
    var record =
      words.records.count == shelf.count
      ? SliceRecord.merging(words.records, made: made).flatMap(clip.clipped) : nil
    record?.options.fallback = words.fallback?.name
    try sink.finish(
      metadata: metadata.completed(by: measure, name: Tileset.usualName(of: destination)),
      record: record)
  }

  private func report(_ outcome: Merger.Outcome, seconds: Double, _ console: Console) {
    let tenths = (seconds * 10).rounded() / 10
    console.notice(
      "\(destination): \(outcome.count) tiles of \(shelf.count) sets, \(outcome.copied) copied,"
        + " \(outcome.laid) laid over each other, \(outcome.shrunk) made of those below,"
        + " \(outcome.bytes.asBytes), \(tenths) seconds")
  }

  private func failure(_ error: MergeError) -> CommandFailure {
    switch error {
    case .badTile(_, let source, _), .notAPicture(_, let source, _):
      CommandFailure(
        "\(error)", about: shelf.path(of: source), remedy: "See which: tilequill validate")
    case .vanished(_, let source): CommandFailure("\(error)", about: shelf.path(of: source))
    case .mixedSizes:
      CommandFailure(
        "\(error)", about: destination,
        remedy: "Bring them to one size first: tilequill convert --tile-size 256")
    default: CommandFailure("\(error)", about: destination)
    }
  }
}

/// The zooms that a merged set shall have.
enum MergeZooms: Equatable, ArgumentValue {
  case range(ZoomRange)
  /// Those that all sets have.
  case shared

  init(argument: String) throws {
    if argument == "shared" {
      self = .shared
    } else if let zooms = ZoomRange(argument) {
      self = .range(zooms)
    } else {
      throw ArgumentMismatch(
        found: argument, expected: "zooms from 0 to 30, such as 16 or 13-16, or shared")
    }
  }
}

extension MergePlan {
  /// The zooms that all sets have that have any tile; nil where there is none.
  fileprivate var sharedZooms: ZoomRange? {
    let known = zooms.compactMap(\.self)
    guard let shallowest = known.map(\.shallowest).max(), let deepest = known.map(\.deepest).min(),
      shallowest <= deepest
    else { return nil }
    return ZoomRange(shallowest, through: deepest)
  }
}
