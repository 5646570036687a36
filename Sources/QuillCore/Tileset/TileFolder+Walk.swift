extension TileFolder: StrayReporting {
  /// Calls `visit` with everything in the folder: zoom by zoom and column by column, the tiles of
  /// each in their order and then what else lies there, by name; at last what lies beside the
  /// zooms.
  ///
  /// Holds the names of one column at a time, of one zoom where the folders are rows.
  public func visitEntries(_ visit: (TilesetEntry) throws -> Void) throws {
    let level = try sorted(root)
    for folder in level.folders where Self.looksLikeNumber(folder) {
      try visitZoom(folder, visit)
    }
    for file in level.files { try visitBeside(file, visit) }
    for folder in level.folders
    where !Self.looksLikeNumber(folder) && folder != TileFolderUpdate.stagingName {
      try visit(.stray(path: folder + "/", Self.isDropping(folder) ? .dropping : .beside))
    }
    for link in level.links {
      try visit(.stray(path: link, isNoFile(link) ? .beside : .link))
    }
  }

  private func visitZoom(_ zoom: String, _ visit: (TilesetEntry) throws -> Void) throws {
    let level: Level
    do {
      level = try sorted("\(root)/\(zoom)")
    } catch let error as FileError {
      return try visit(.stray(path: zoom + "/", .unreadable(error.reason)))
    }
    let folders = level.folders.map { "\(zoom)/\($0)" }
    switch (layout, rowOrder) {
    case (.zxy, .xyz): for column in folders { try visitFolder(column, visit) }
    case (.zxy, .tms): for column in folders { try visitSorted([column], visit) }
    case (.zyx, _): try visitSorted(folders, visit)
    }
    for name in level.files + level.links { try visitLoose("\(zoom)/\(name)", visit) }
  }

  /// Brings the tiles of folders into order, and tells them before what else lies there.
  private func visitSorted(
    _ folders: [String], _ visit: (TilesetEntry) throws -> Void
  ) throws {
    var tiles: [(path: TilePath, bytes: Int)] = []
    var others: [TilesetEntry] = []
    for folder in folders {
      try visitFolder(folder) { entry in
        if case .tile(let path, let bytes) = entry {
          tiles.append((path, bytes))
        } else {
          others.append(entry)
        }
      }
    }
    for (path, bytes) in tiles.sorted(by: { $0.path.tile < $1.path.tile }) {
      try visit(.tile(path, bytes: bytes))
    }
    for entry in others { try visit(entry) }
  }

  private func visitFolder(_ folder: String, _ visit: (TilesetEntry) throws -> Void) throws {
    let level: Level
    do {
      level = try sorted("\(root)/\(folder)")
    } catch let error as FileError {
      return try visit(.stray(path: folder + "/", .unreadable(error.reason)))
    }
    var others: [String] = level.folders.map { $0 + "/" } + level.links
    for file in level.files {
      guard let path = path(ofFile: "\(folder)/\(file)") else {
        others.append(file)
        continue
      }
      try visit(.tile(tile(stored: path), bytes: level.sizes[file] ?? 0))
    }
    for name in others.sorted() { try visitLoose("\(folder)/\(name)", visit) }
  }

  /// The tile that a file's name stands for, nil for none.
  private func path(ofFile name: String) -> TilePath? {
    if fileExtension == "png" || name.hasSuffix(".png") { return try? TilePath(name) }
    guard name.hasSuffix(".\(fileExtension)") else { return nil }
    return try? TilePath("\(name.dropLast(fileExtension.count))png")
  }

  /// Tells why something among the tiles is none.
  private func visitLoose(_ path: String, _ visit: (TilesetEntry) throws -> Void) throws {
    let name = FileSystem.name(of: path)
    if Self.isDropping(name) { return try visit(.stray(path: path, .dropping)) }
    let reason: StrayKind
    do throws(TilePathError) {
      _ = try TilePath(path)
      reason = isNoFile(path) ? .unreadable("it is not a file") : .link
    } catch {
      reason = .misnamed(error)
    }
    try visit(.stray(path: path, reason))
  }

  private func visitBeside(_ name: String, _ visit: (TilesetEntry) throws -> Void) throws {
    if name == TilesetMetadata.fileName || name == SliceRecord.fileName { return }
    try visit(.stray(path: name, Self.isDropping(name) ? .dropping : .beside))
  }

  /// What Finder (`.DS_Store`, `._1.png`) and Explorer (`Thumbs.db`, `desktop.ini`) leave behind.
  package static func isDropping(_ name: String) -> Bool {
    name == ".DS_Store" || name.hasPrefix("._") || name.lowercased() == "thumbs.db"
      || name.lowercased() == "desktop.ini" || name == ".localized" || name == "__MACOSX"
  }

  /// Whether a folder is meant as a zoom, however its number is spelt.
  static func looksLikeNumber(_ name: String) -> Bool {
    name.contains(where: \.isNumber) && !name.contains(where: \.isLetter)
  }
}

extension TileFolder {
  /// The names in one folder, numbers first and in their order.
  private struct Level {
    var folders: [String] = []
    var files: [String] = []
    /// Links that lead out of the set, or nowhere.
    var links: [String] = []
    var sizes: [String: Int] = [:]
  }

  private func sorted(_ folder: String) throws -> Level {
    var level = Level()
    for (name, kind) in try FileSystem.entries(of: folder) {
      switch kind == .link ? try target(of: "\(folder)/\(name)") : kind {
      case .folder: level.folders.append(name)
      case .file(let bytes):
        level.files.append(name)
        level.sizes[name] = bytes
      default: level.links.append(name)
      }
    }
    level.folders = Self.numbersFirst(level.folders)
    level.files = Self.numbersFirst(level.files)
    level.links.sort()
    return level
  }

  /// Whether a pipe, a socket or a device has that name.
  private func isNoFile(_ path: String) -> Bool {
    if case .some(.some(.other)) = try? FileSystem.kind(of: "\(root)/\(path)") {
      true
    } else {
      false
    }
  }

  /// What a link leads to when that lies inside the set, else `.link`.
  private func target(of link: String) throws -> FileSystem.Kind {
    guard let home = FileSystem.resolved(root), let end = FileSystem.resolved(link),
      end.utf8.starts(with: (home + "/").utf8),
      let kind = try FileSystem.kind(of: end)
    else { return .link }
    return kind
  }

  private static func numbersFirst(_ names: [String]) -> [String] {
    let keyed = names.map { name in
      (number: GridNumber.parse(name.prefix { $0.isASCII && $0.isNumber }) ?? Int.max, name: name)
    }
    return keyed.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
  }
}
