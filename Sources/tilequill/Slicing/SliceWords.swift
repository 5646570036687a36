import QuillCore
import QuillRaster

/// What a set says of itself after it was sliced again, beside its tiles.
struct SliceWords {
  private(set) var metadata: TilesetMetadata
  private(set) var record: SliceRecord?

  /// The fallback that was given, nil when that of the set stays.
  private let given: FallbackPicture?

  private let before: TilesetMetadata?

  /// Works out what is to be said: what the old set said where nothing new is known.
  init(
    _ job: SliceJob, _ opened: SliceJob.Opened, _ outcome: Slicer.Outcome, _ merged: SliceMerge,
    after before: TilesetMetadata?, fallback given: FallbackPicture?
  ) {
    self.given = given
    self.before = before
    metadata = job.metadata(opened)
    merged.add(to: &metadata)
    if let before {
      metadata.name = before.name ?? metadata.name
      metadata.summary = before.summary
      metadata.attribution = before.attribution
      metadata.others = before.others
    }
    record = job.record(opened, outcome)
    if record != nil { merged.add(to: &record) }
  }

  /// Whether the old set says something else.
  ///
  /// Without fingerprints, records that differ in these alone are alike: another machine's
  /// compressor may give other bytes for the same pixels.
  func differ(
    from old: any TileSource, _ oldRecord: SliceRecord?, heedingFingerprints: Bool
  ) throws -> Bool {
    let before = before?.flatKeys ?? [:]
    if metadata.flatKeys.contains(where: { before[$0.key] != $0.value }) { return true }
    if let given, given != (try (old as? any FallbackHolding)?.fallback) { return true }
    var (then, now) = (oldRecord, record)
    if !heedingFingerprints {
      then?.fingerprints = nil
      now?.fingerprints = nil
    }
    return try then?.json != now?.json
  }
}
