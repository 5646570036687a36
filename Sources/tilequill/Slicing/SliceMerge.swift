import QuillCore

/// What an update keeps of the slice before: the zooms that it was not asked for, and of the others
/// what is gone.
struct SliceMerge {
  private let old: SliceRecord?

  /// The zooms that this slice is about.
  private let zooms: ZoomRange
  private let made: [TileCoverage]

  /// Begins with the zooms that this slice made.
  ///
  /// Where they follow from the drawing's size, as those of the last slice did, this slice is about those
  /// too: a drawing that shrank has fewer.
  init(_ old: SliceRecord?, zooms: ZoomRange, areAsked: Bool, made: [TileCoverage]) {
    self.old = old
    self.made = made
    if let before = old?.options, before.zoomsFollowDrawing, !areAsked {
      self.zooms = ZoomRange(
        min(zooms.shallowest, before.zooms.shallowest),
        through: max(zooms.deepest, before.zooms.deepest))
    } else {
      self.zooms = zooms
    }
  }

  /// The tiles that the last slice made and this one did not, at the zooms that were asked for: a set
  /// a zoom.
  ///
  /// Without a record nothing is known to be made, and nothing is gone.
  var gone: [TileCoverage] {
    let known = old?.made.filter { zooms.contains($0.zoom) } ?? []
    return known.map { before in
      made.first { $0.zoom == before.zoom }.map { before.subtracting($0) } ?? before
    }.filter { !$0.isEmpty }
  }

  /// Adds the zooms of the last slice to what the set says of itself.
  func add(to metadata: inout TilesetMetadata) {
    let all = (metadata.zooms.map { [$0] } ?? []) + others.map { ZoomRange($0.zoom) }
    guard let shallowest = all.map(\.shallowest).min(), let deepest = all.map(\.deepest).max()
    else { return }
    metadata.zooms = ZoomRange(shallowest, through: deepest)
    metadata.centerZoom = metadata.center.map { _ in shallowest }
  }

  /// Adds the zooms of the last slice to the new record.
  func add(to record: inout SliceRecord?) {
    guard var new = record, let old else { return }
    new.made = Self.sorted(new.made + others)
    new.blank = Self.sorted(new.blank + old.blank.filter { !zooms.contains($0.zoom) })
    let levels = [new.options.zooms] + others.map { ZoomRange($0.zoom) }
    if let shallowest = levels.map(\.shallowest).min(),
      let deepest = levels.map(\.deepest).max()
    {
      let asked = new.options.zooms
      new.options.zooms = ZoomRange(shallowest, through: deepest)
      // Some of the drawing's zooms, made again, are still the drawing's.
      new.options.zoomsFollowDrawing =
        new.options.zooms == asked
        ? new.options.zoomsFollowDrawing
        : old.options.zoomsFollowDrawing && new.options.zooms == old.options.zooms
    }
    if let prints = old.fingerprints, let newPrints = new.fingerprints,
      prints.encoder == newPrints.encoder
    {
      new.fingerprints = prints.merged(with: newPrints) { zooms.contains($0.tile.zoom) }
    }
    record = new
  }

  private var others: [TileCoverage] { old?.made.filter { !zooms.contains($0.zoom) } ?? [] }

  private static func sorted(_ coverages: [TileCoverage]) -> [TileCoverage] {
    coverages.sorted { $0.zoom < $1.zoom }
  }
}
