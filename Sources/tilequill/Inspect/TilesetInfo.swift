import QuillCheck
import QuillCore

/// A look at a tileset, and the promise that can be made of it.
struct TilesetInfo {
  let words: TilesetWords
  let jobs: Int
  let writesMetadata: Bool

  /// Counts all there is.
  func look(_ console: Console) throws -> TilesetReport {
    let source: any TileSource = try words.open()
    if writesMetadata { try refuseToOverwrite(source) }
    Interrupt.watch()
    let progress = console.progress("tiles", total: nil)
    defer { progress.end() }
    var shown = 0
    do {
      let tally = try TilesetTally(
        of: source, decoding: TileInspection(), workers: jobs,
        isCancelled: { Interrupt.isRequested },
        progress: { done in
          progress.advance(by: done - shown)
          shown = done
        })
      let record = try source.readableRecord(of: words.path)
      return try TilesetReport(
        path: words.path, tally: tally, isPlaced: record.isPlaced, shipped: shipped(source, tally),
        tileSize: tally.tileSize, folder: source as? TileFolder)
    } catch CheckError.cancelled {
      throw Interrupt.Requested()
    }
  }

  /// The files that an app would hold, and their bytes.
  private func shipped(_ source: any TileSource, _ tally: TilesetTally) throws
    -> TilesetReport
    .Shipped
  {
    guard source is TileFolder else {
      guard case .file(let bytes)? = try FileSystem.kind(of: words.path) else { return .none }
      return TilesetReport.Shipped(files: 1, bytes: bytes)
    }
    var shipped = TilesetReport.Shipped(
      files: tally.total.map { $0.tiles + $0.retina } ?? 0, bytes: tally.total?.bytes ?? 0)
    let beside = tally.strays + [TilesetMetadata.fileName, SliceRecord.fileName]
    for path in beside {
      // What cannot be looked at is left out; a link counts with what it leads to.
      guard let kind = try? FileSystem.kind(of: "\(words.path)/\(path)"),
        case .file(let bytes) = kind
      else { continue }
      shipped.files += 1
      shipped.bytes += bytes
    }
    return shipped
  }
}

extension TilesetInfo {
  private func refuseToOverwrite(_ source: any TileSource) throws {
    guard source is TileFolder else {
      throw CommandFailure(
        "is no folder (an archive tells of itself already)", about: words.path,
        remedy: "Leave --write-metadata out.")
    }
    let file = "\(words.path)/\(TilesetMetadata.fileName)"
    guard try FileSystem.kind(of: file) == nil else {
      throw CommandFailure(
        "exists already (expected a folder without one)", about: file,
        remedy: "Remove it first to have it written anew.")
    }
  }

  /// Writes what the tiles tell into the folder.
  func writeMetadata(_ report: TilesetReport, _ console: Console) throws {
    let file = "\(words.path)/\(TilesetMetadata.fileName)"
    let tally = report.tally
    guard let zooms = tally.zooms else {
      throw CommandFailure("has no tile to tell of", about: words.path)
    }
    var metadata = TilesetMetadata()
    let home = FileSystem.resolved(words.path) ?? words.path
    metadata.name = FileSystem.name(of: home)
    metadata.format = "png"
    metadata.type = tally.hasTransparency ? "overlay" : "baselayer"
    metadata.zooms = zooms
    metadata.bounds = report.isPlaced ? tally.bounds : nil
    metadata.center = metadata.bounds?.center
    metadata.centerZoom = metadata.center == nil ? nil : zooms.shallowest
    metadata.tileSize = tally.tileSize
    metadata.fallback = tally.strays.first { $0 == FallbackPicture.usualName }
    do throws(FileError) {
      let lock = try DestinationLock(words.path)
      defer { lock.release() }
      guard try FileSystem.kind(of: file) == nil else { throw FileError.exists(path: file) }
      try NewFile.replace(file, with: metadata.json.span, holding: lock)
    } catch {
      throw CommandFailure("\(error)", about: file)
    }
    console.notice("\(file): written from \(tally.total?.tiles ?? 0) tiles")
  }
}
