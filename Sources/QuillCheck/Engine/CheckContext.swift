import QuillCore

/// What a set is and promises, read once before it is walked.
struct CheckContext: Sendable {
  let source: any TileSource
  let request: CheckRequest
  let decoding: any TileDecoding

  /// What the set says of itself, nil where it says nothing that can be understood.
  let metadata: TilesetMetadata?

  /// What the slicer recorded, likewise.
  let record: SliceRecord?

  /// The fallback, nil without one.
  let fallback: CheckRequest.Fallback?

  /// The fallback's picture, nil without one that can be decoded.
  let fallbackPicture: TilePicture?

  let folder: TileFolder?

  /// Reads the set's promises; those that cannot be understood become findings.
  init(
    source: any TileSource, request: CheckRequest, decoding: any TileDecoding,
    into book: inout FindingBook
  ) {
    self.source = source
    self.request = request
    self.decoding = decoding
    folder = source as? TileFolder
    metadata = Self.read(
      .metadataUnreadable, at: TilesetMetadata.fileName, &book, { try source.metadata })
    record = Self.read(
      .recordUnreadable, at: SliceRecord.fileName, &book, { try source.record })
    book.isSliced = record != nil
    let promised = record?.options.fallback ?? metadata?.fallback
    let own = folder == nil ? Self.fallback(held: source, promised: promised, &book) : nil
    fallback = request.fallback ?? own ?? Self.fallback(in: folder, promised: promised, &book)
    fallbackPicture = fallback.flatMap { fallback in
      var picture = TilePicture()
      do throws(TileFault) {
        _ = try decoding.makeDecoder().decode(fallback.bytes.span, into: &picture)
        return picture
      } catch {
        book.add(error, at: fallback.path)
        return nil
      }
    }
  }

  /// A tile's name in the set.
  func name(of path: TilePath) -> String { folder?.name(of: path) ?? path.description }

  /// The name of a rectangle of tiles, its numbers as the set's own files have them.
  func name(of range: TileRange) -> String {
    let ends = [range[0], range[range.count - 1]].compactMap { tile in
      try? TilePath(name(of: TilePath(tile))).tile
    }
    let columns = ends.map(\.x).sorted()
    let rows = ends.map(\.y).sorted()
    guard ends.count == 2 else { return range.description }
    let stored = TileRange(
      zoom: range.zoom, columns: columns[0]...columns[1], rows: rows[0]...rows[1])
    return (stored ?? range).description
  }

  /// Whether a file beside the zooms is what apps show where no tile is.
  func isFallback(_ path: String) -> Bool {
    if path == FallbackPicture.usualName || path == metadata?.fallback { return true }
    if path == record?.options.fallback || path == fallback?.path { return true }
    guard let folder, let fallback = fallback.flatMap({ FileSystem.resolved($0.path) }) else {
      return false
    }
    return fallback == FileSystem.resolved("\(folder.root)/\(path)")
  }

  /// Pixels along each side that a tile should have, nil when nobody said.
  var tileSize: TileSize? {
    request.tileSize ?? record?.options.tileSize ?? metadata?.tileSize
  }

  /// Walks all that is in the set.
  func visitEntries(_ visit: (TilesetEntry) throws -> Void) throws {
    if let source = source as? any StrayReporting {
      try source.visitEntries(visit)
    } else {
      try source.visitTiles { try visit(.tile($0, bytes: 0)) }
    }
  }

  private static func read<Value>(
    _ rule: Rule, at path: String, _ book: inout FindingBook, _ value: () throws -> Value?
  ) -> Value? {
    do {
      return try value()
    } catch let error as MetadataError {
      book.add(rule, at: path, found: error.description)
    } catch {
      book.add(rule, at: path, found: "\(error)")
    }
    return nil
  }

  /// The fallback that an archive holds.
  private static func fallback(
    held source: any TileSource, promised: String?, _ book: inout FindingBook
  ) -> CheckRequest.Fallback? {
    guard let source = source as? any FallbackHolding else { return nil }
    if let held = try? source.fallback {
      return CheckRequest.Fallback(path: held.name, bytes: held.bytes)
    }
    if let promised {
      book.add(
        .fallbackMissing, at: promised, found: "is not in the archive",
        expected: "the picture shown where no tile is")
    }
    return nil
  }

  /// The fallback that a folder promises, or else `parchment.png` in its root.
  private static func fallback(
    in folder: TileFolder?, promised: String?, _ book: inout FindingBook
  ) -> CheckRequest.Fallback? {
    guard let folder else { return nil }
    let path = promised ?? FallbackPicture.usualName
    let isInside = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    do throws(FileError) {
      if isInside, let bytes = try FileSystem.read("\(folder.root)/\(path)") {
        return CheckRequest.Fallback(path: path, bytes: bytes)
      }
    } catch {
      book.add(.unreadable, at: path, found: error.description)
      return nil
    }
    if promised != nil {
      book.add(
        .fallbackMissing, at: path,
        found: isInside ? "does not exist" : "lies outside the set",
        expected: "the picture shown where no tile is")
    }
    return nil
  }
}

extension FindingBook {
  /// Adds what is wrong with a picture's file.
  mutating func add(_ fault: TileFault, at path: String) {
    switch fault {
    case .empty: add(.emptyFile, at: path, found: "has no bytes", expected: "a PNG picture")
    case .notAnImage(let kind):
      add(.notAnImage, at: path, found: "looks like \(kind)", expected: "a PNG picture")
    case .otherFormat(let kind):
      add(.otherFormat, at: path, found: "is \(kind)", expected: "PNG")
    case .lfsPointer: add(.lfsPointer, at: path, found: "is a Git LFS pointer")
    case .truncated: add(.truncated, at: path, found: "ends before its picture does")
    case .badChunkChecksum(let chunk):
      add(.chunkChecksum, at: path, found: "its part '\(chunk)' does not match its checksum")
    case .badPictureChecksum:
      add(.pictureChecksum, at: path, found: "its pixels do not match their checksum")
    case .undecodable(let reason):
      add(.undecodable, at: path, found: "cannot be decoded: \(reason)")
    }
  }
}
