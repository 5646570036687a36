import QuillCore

/// Looks for the tileset that was meant where a path names none: a folder above or below it.
enum TilesetSearch {
  /// A tileset near a path, and how the path lies to it.
  struct Found: Equatable {
    let path: String
    let zooms: ZoomRange
    let relation: Relation

    enum Relation: Equatable {
      /// The path is a folder that holds the set, and so many others besides.
      case holds(others: Int)
      /// The path is a zoom of the set, or a column of one.
      case part
      /// The path is a file in the set.
      case file
    }

    /// What is wrong with the path, in one clause.
    var description: String {
      let set = "\(path) has zoom\(zooms.count == 1 ? "" : "s") \(zooms)"
      return switch relation {
      case .holds(0): "has no tiles itself, but \(set)"
      case .holds(let others): "has no tiles itself, but \(set), and \(others) more below have some"
      case .part: "is only a part of a tileset: \(set)"
      case .file: "is a file inside a tileset: \(set)"
      }
    }
  }

  /// How deep below a folder sets are looked for, and how many folders are opened at most: enough
  /// for any honest mistake, and nothing beside the work that was asked for.
  private static let deepest = 3
  private static let mostFolders = 500

  /// The set that was meant by a path that is a folder; nil where it holds tiles itself, or no other
  /// does.
  static func set(near folder: String) -> Found? {
    guard zooms(of: folder) == nil,
      (try? FileSystem.kind(of: "\(folder)/\(SliceRecord.fileName)")) == .some(nil)
    else { return nil }
    return part(folder) ?? below(folder)
  }

  /// The set that a file lies in, nil when it lies in none.
  static func set(holding file: String) -> Found? { above(file, atMost: 3, as: .file) }

  private static func part(_ folder: String) -> Found? {
    guard isNumber(FileSystem.name(of: FileSystem.resolved(folder) ?? folder)) else { return nil }
    return above(folder, atMost: 2, as: .part)
  }

  private static func above(
    _ path: String, atMost steps: Int, as relation: Found.Relation
  ) -> Found? {
    let isPlain = !path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    var next = isPlain ? path : FileSystem.resolved(path) ?? path
    for _ in 0..<steps {
      guard let parent = FileSystem.parent(of: next) else { return nil }
      if let zooms = zooms(of: parent) {
        return Found(path: parent, zooms: zooms, relation: relation)
      }
      next = parent
    }
    return nil
  }

  /// The first set below a folder, the shallowest first, then by name.
  private static func below(_ folder: String) -> Found? {
    var found: [(path: String, zooms: ZoomRange)] = []
    var level = [folder]
    var opened = 0
    for _ in 0..<deepest where found.isEmpty {
      var next: [String] = []
      for parent in level where opened < mostFolders {
        opened += 1
        let start = parent.hasSuffix("/") ? parent : "\(parent)/"
        for name in folders(in: parent).sorted() where !name.hasPrefix(".") {
          next.append(start + name)
        }
      }
      for path in next.prefix(mostFolders) {
        if let zooms = zooms(of: path) { found.append((path, zooms)) }
      }
      level = next
    }
    return found.first.map {
      Found(path: $0.path, zooms: $0.zooms, relation: .holds(others: found.count - 1))
    }
  }

  /// The zooms of a folder of tiles: folders with numbers for names that hold such folders; nil
  /// where there are none.
  private static func zooms(of folder: String) -> ZoomRange? {
    let zooms = folders(in: folder).filter(isNumber).compactMap { name -> Zoom? in
      guard let zoom = Int(name).flatMap(Zoom.init),
        folders(in: "\(folder)/\(name)").contains(where: isNumber)
      else { return nil }
      return zoom
    }
    guard let shallowest = zooms.min(), let deepest = zooms.max() else { return nil }
    return ZoomRange(shallowest, through: deepest)
  }

  private static func folders(in folder: String) -> [String] {
    let entries = (try? FileSystem.entries(of: folder)) ?? []
    return entries.compactMap { $0.kind == .folder ? $0.name : nil }
  }

  private static func isNumber(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
