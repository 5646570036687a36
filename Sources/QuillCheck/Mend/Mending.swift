public import QuillCore

/// The faults of a folder that can be mended without losing anything that someone made.
///
///     let mending = try Mending(of: folder, after: report)
///     mending.mends  // [rename 2/0/3.PNG to 2/0/3.png, …]
///     try mending.apply()
///
/// Only names change, and only files go that an app never shows or that look exactly as what it
/// shows in their place. Tiles that go become blank on purpose in the slicer's record; where there
/// is none, those stay that something still asks for.
public struct Mending: Sendable {
  /// The changes, in the order in which they are made.
  public private(set) var mends: [Mend] = []

  /// What could have been mended but for something that stands in the way.
  public private(set) var left: [LeftFault] = []

  private let folder: TileFolder
  private var record: SliceRecord?
  private var emptied: Set<Tile> = []

  /// Works out what can be mended.
  ///
  /// - Parameters:
  ///   - folder: The tileset.
  ///   - report: What a check of it found.
  ///   - asked: The tiles that the check was asked for.
  /// - Throws: `FileError` when the folder cannot be walked.
  public init(
    of folder: TileFolder, after report: CheckReport, asked: [TileCoverage] = []
  ) throws {
    self.folder = folder
    // A broken record or promise is a finding: nothing that depends on it is touched.
    record = try? folder.record
    let isSure = (try? (folder.record, folder.metadata)) != nil
    try planNames(report)
    try planDroppings()
    guard isSure else { return }
    let promise = Promise(
      asked: Inventory(asked), metadata: try folder.metadata, isSliced: record != nil)
    try planTiles(report, promise)
  }
}

/// What asks for tiles where there is no record that could call them blank.
private struct Promise {
  let asked: Inventory
  let metadata: TilesetMetadata?
  let isSliced: Bool

  /// Who asks for the tile, nil when nobody does.
  func asks(for tile: Tile) -> String? {
    guard !isSliced else { return nil }
    if asked.contains(tile) { return "the area that was asked for has it" }
    guard let bounds = metadata?.bounds, metadata?.zooms?.contains(tile.zoom) ?? true,
      Region.box(bounds).wanted(at: tile.zoom).contains(tile)
    else { return nil }
    return "it lies in the box of \(TilesetMetadata.fileName)"
  }
}

extension Mending {
  private mutating func planNames(_ report: CheckReport) throws {
    var taken: [String: Set<String>] = [:]
    for path in report.findings.filter({ $0.rule == .upperCase }).map(\.path) {
      let name = String(path.dropLast(3)) + "png"
      guard path.lowercased().hasSuffix(".png"), (try? TilePath(name)) != nil else { continue }
      let parent = FileSystem.parent(of: path) ?? "."
      if taken[parent] == nil {
        taken[parent] = Set(try FileSystem.entries(of: "\(folder.root)/\(parent)").map(\.name))
      }
      if taken[parent, default: []].insert(FileSystem.name(of: name)).inserted {
        mends.append(.rename(path, to: name))
      } else {
        left.append(LeftFault(path: path, reason: "\(name) is there already"))
      }
    }
  }

  private mutating func planDroppings() throws {
    var paths: [String] = []
    try folder.visitEntries { entry in
      if case .stray(let path, .dropping) = entry { paths.append(path) }
    }
    for path in paths {
      if try holdsOnlyDroppings("\(folder.root)/\(path)") {
        mends.append(.removeDropping(path))
      } else {
        left.append(LeftFault(path: path, reason: "something else lies in it"))
      }
    }
  }

  /// Whether a file is a dropping by its name, and a folder by all that is in it.
  private func holdsOnlyDroppings(_ path: String) throws -> Bool {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let name = FileSystem.name(of: trimmed)
    let parent = FileSystem.parent(of: trimmed) ?? "."
    guard case .folder? = try FileSystem.entries(of: parent).first(where: { $0.name == name })?.kind
    else { return TileFolder.isDropping(name) }
    return try FileSystem.entries(of: trimmed)
      .allSatisfy { try holdsOnlyDroppings("\(trimmed)/\($0.name)") }
  }

  private mutating func planTiles(_ report: CheckReport, _ promise: Promise) throws {
    let faults: [(tile: Tile, finding: Finding)] = report.findings
      .filter { $0.rule == .blankTile || $0.rule == .sameAsFallback }
      .compactMap { finding in
        guard let stored = try? TilePath(finding.path), stored.scale == .single else { return nil }
        return (folder.tile(stored: stored).tile, finding)
      }
    // Deepest first: a tile may go once none is left below it.
    var planned: [Mend] = []
    for (tile, finding) in faults.sorted(by: { $1.tile < $0.tile }) {
      if let obstacle = try obstacle(to: tile, promise) {
        left.append(LeftFault(path: finding.path, reason: obstacle))
        continue
      }
      emptied.insert(tile)
      planned.append(
        finding.rule == .blankTile ? .removeClear(finding.path) : .removeFallback(finding.path))
    }
    mends += planned.reversed()
    guard var record, !emptied.isEmpty else { return }
    record.leaveOut(emptied)
    self.record = record
  }

  private func obstacle(to tile: Tile, _ promise: Promise) throws -> String? {
    if let asking = promise.asks(for: tile) { return asking }
    if try folder.has(TilePath(tile, scale: .retina)) { return "its @2x picture would be alone" }
    for child in tile.children where !emptied.contains(child) {
      if try folder.has(TilePath(child)) {
        return "it lies over \(folder.name(of: TilePath(child)))"
      }
    }
    return nil
  }
}

extension Mending {
  /// Makes the changes.
  ///
  /// The record is written first: should something fail after it, tiles are there that it calls
  /// blank, which is no error.
  ///
  /// - Throws: `FileError` for the first change that fails; `busy` while another program writes the set.
  public func apply() throws {
    let lock = try DestinationLock(folder.root)
    defer { lock.release() }
    try apply(holding: lock)
  }

  /// Makes the changes with the set's lock held.
  package func apply(holding lock: DestinationLock) throws {
    if !emptied.isEmpty, let record {
      let json = try record.json
      try NewFile.replace(
        "\(folder.root)/\(SliceRecord.fileName)", with: json.span, holding: lock)
    }
    for mend in mends {
      switch mend {
      case .rename(let path, let name):
        try FileSystem.rename("\(folder.root)/\(path)", to: "\(folder.root)/\(name)")
      case .removeDropping(let path), .removeClear(let path), .removeFallback(let path):
        try remove(path)
      }
    }
  }

  /// Removes a file, and the column and zoom that are empty then.
  private func remove(_ path: String) throws(FileError) {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    try FileSystem.remove("\(folder.root)/\(trimmed)")
    var above = FileSystem.parent(of: trimmed)
    while let parent = above, parent != "." {
      FileSystem.removeIfEmpty("\(folder.root)/\(parent)")
      above = FileSystem.parent(of: parent)
    }
  }
}

extension SliceRecord {
  /// Makes tiles blank on purpose.
  fileprivate mutating func leaveOut(_ tiles: Set<Tile>) {
    for (zoom, tiles) in Dictionary(grouping: tiles, by: \.zoom) where options.zooms.contains(zoom)
    {
      let out = TileCoverage(zoom: zoom, tiles: tiles)
      let (made, blank) = (Inventory(made)[zoom], Inventory(blank)[zoom])
      self.made.removeAll { $0.zoom == zoom }
      self.blank.removeAll { $0.zoom == zoom }
      let rest = made.subtracting(out)
      if !rest.isEmpty { self.made.append(rest) }
      self.blank.append(blank.union(out))
    }
    made.sort { $0.zoom < $1.zoom }
    blank.sort { $0.zoom < $1.zoom }
  }
}
