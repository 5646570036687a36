import QuillArchives
import QuillCheck
import QuillCore

extension Tileset {
  /// Begins a tileset by a name that nothing has yet.
  ///
  /// - Parameters:
  ///   - path: The set's final name.
  ///   - command: Who asks, for the error.
  ///   - syncs: Whether the disk has to have all of it before it takes its name.
  /// - Returns: The sink, to be finished.
  /// - Throws: `CommandFailure` when something is there, or nothing can be written.
  static func newSink(
    to path: String, for command: String, syncs: Bool
  ) throws -> any FallbackKeeping {
    guard !path.isEmpty else {
      throw CommandFailure("DST has no name (expected a new folder or archive)", about: command)
    }
    if (try? FileSystem.kind(of: path)) == .some(nil) { try refuseMistypedEnding(of: path) }
    do throws(FileError) {
      return try sink(to: path, syncs: syncs)
    } catch {
      let isThere = error == .exists(path: path)
      throw CommandFailure(
        isThere ? "exists already (expected a new name)" : "\(error)", about: path,
        remedy: isThere ? "Choose another name, or remove it first." : nil)
    }
  }

  /// Throws when a new set's name ends in what is nearly the ending of an archive, or in that of
  /// another kind of file: it would become a folder.
  ///
  /// A name that ends in a slash is a folder's, whatever stands before it.
  static func refuseMistypedEnding(of path: String) throws(CommandFailure) {
    let name = FileSystem.name(of: path)
    guard Kind(ofNew: path) == .folder, !path.hasSuffix("/"),
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return }
    let ending = name[dot...].dropFirst().lowercased()
    let archive = nearestArchive(to: ending)
    guard archive != nil || foreignEndings.contains(ending) else { return }
    let stem = path.dropLast(name[dot...].count)
    throw CommandFailure(
      "ends in .\(ending) (expected .pmtiles or .mbtiles for an archive, or the name of a folder)"
        + (archive.map { "; did you mean '\(stem).\($0)'?" } ?? ""),
      about: path, remedy: "For a folder of that name, end it in a slash: \(path)/")
  }

  private static func nearestArchive(to ending: String) -> String? {
    // The word stands for a folder of tiles as well as it is near mbtiles.
    guard ending != "tiles" else { return nil }
    return ["pmtiles", "mbtiles"]
      .map { (name: $0, slips: EditDistance.between(Array(ending.utf8), Array($0.utf8))) }
      .filter { $0.slips <= 2 || ending.count >= 2 && $0.name.hasPrefix(ending) }
      .min { $0.slips < $1.slips }?.name
  }

  /// Files that people name by mistake, or of kinds that are not written.
  private static let foreignEndings: Set = [
    "zip", "tar", "tgz", "gz", "7z", "rar", "sqlite", "sqlite3", "db", "gpkg", "png", "jpg", "jpeg",
    "webp", "tif", "tiff", "json", "geojson", "pdf",
  ]

  /// What a set is called that has no other name: as its folder, or its file without the ending.
  static func usualName(of path: String) -> String {
    let own = FileSystem.name(of: path)
    guard Kind(ofNew: path) != .folder, let dot = own.lastIndex(of: ".") else { return own }
    return String(own[..<dot])
  }
}

extension FileError {
  /// Whether it is about a file that is read.
  var isOfReading: Bool {
    switch self {
    case .cannotRead, .absent, .tooLarge: true
    case .cannotWrite, .exists, .busy, .moved, .danglingLink, .leadsElsewhere, .foreignLock,
      .unspeakableName:
      false
    }
  }
}
