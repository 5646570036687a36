import QuillCore
import QuillRaster

/// A stitched drawing's files: the PNG, and two beside it that say where it lies.
struct StitchedFiles {
  private let out: String
  private let lock: DestinationLock
  private let worldFile: String
  private let auxiliary: String
  private let replaces: Bool

  /// Looks that nothing is there yet, or that it may be replaced, and keeps other programs away.
  init(_ out: String, replaces: Bool) throws(CommandFailure) {
    guard out.lowercased().hasSuffix(".png"), FileSystem.name(of: out).count > 4 else {
      throw CommandFailure("is not named as a PNG (expected OUT.png)", about: out)
    }
    self.out = out
    worldFile = out.dropLast(4) + ".pgw"
    auxiliary = "\(out).aux.xml"
    self.replaces = replaces
    do throws(FileError) {
      for path in [out, worldFile, auxiliary] {
        let kind = try FileSystem.kind(of: path)
        guard kind != nil else { continue }
        if case .file? = kind, replaces { continue }
        throw .exists(path: path)
      }
      lock = try DestinationLock(out)
      for path in [worldFile, auxiliary] { try Scratch.sweep(beside: path) }
    } catch {
      let isThere = if case .exists = error { true } else { false }
      throw CommandFailure(
        isThere ? "exists already (expected a new name)" : "\(error)", about: error.path,
        remedy: isThere && !replaces ? "To replace it: --overwrite" : nil)
    }
  }

  /// Gives the picture its name, then the files that say where it lies, and leaves nothing of them
  /// should that fail; a plain pyramid lies nowhere.
  ///
  /// All is written before anything takes its name, and what fails while it is written leaves the old
  /// files together. Then the old placement goes first: whenever the program is killed, no picture lies
  /// beside the placement of another.
  func finish(
    _ picture: DrawingWriter, _ plan: StitchPlan, isPlaced: Bool, syncs: Bool
  ) throws {
    let placement = isPlaced ? try writePlacement(plan) : []
    try picture.writeEnd()
    if replaces || !isPlaced { try removePlacement() }
    try picture.finish(syncs: syncs)
    var unfit = replaces ? [worldFile, auxiliary] : [out]
    do throws(FileError) {
      for file in placement {
        try file.finish(syncs: syncs)
        unfit.append(file.destination)
      }
    } catch {
      for path in unfit { try? FileSystem.remove(path) }
      throw error
    }
  }

  /// Writes the files that say where the picture lies, under names that are not theirs yet.
  private func writePlacement(_ plan: StitchPlan) throws -> [NewFile] {
    let place = plan.area.geoTransform(tileSide: plan.tileSide)
    let facts = AuxiliaryXML(geoTransform: place, crs: .mercator, pictureSize: plan.size)
    return [
      try write("\(try place.worldFile())", to: worldFile), try write("\(facts)", to: auxiliary),
    ]
  }

  private func removePlacement() throws(FileError) {
    for path in [worldFile, auxiliary] { try FileSystem.remove(path) }
  }

  private func write(_ text: String, to path: String) throws(FileError) -> NewFile {
    let file = try NewFile(destination: path, replacing: replaces)
    try file.append(Array(text.utf8).span)
    return file
  }
}
