import QuillCore

/// What a worker saw of one tile.
struct TileResult {
  let path: TilePath
  /// Bytes of the file, 0 when it could not be read.
  var bytes = 0
  /// The picture's size, nil when it is broken.
  var size: PixelSize?
  var profile: String?
  /// Tells the file's bytes from others', nil for broken and single-coloured pictures.
  var fingerprint: Fingerprint?
  /// Whether the file is the one that the last slice wrote.
  var isRecorded = false
  /// The picture's western and eastern edges, where seams are looked for.
  var west: PictureEdge?
  var east: PictureEdge?
}

/// Looks at tiles one by one, with a decoder and memory that it keeps.
///
/// It is `Sendable` since one thread at a time has it: the one that runs its part of a batch.
final class TileWorker: @unchecked Sendable {
  private(set) var book: FindingBook

  /// What did not fit the tile above it.
  private(set) var unlike: [UnlikeQuarter] = []

  private let context: CheckContext
  private let check: DrawingCheck
  private let decoder: any TileDecoder
  private var results: [TileResult] = []
  private var picture = TilePicture()

  /// The picture before this one, and whose it is.
  private var previous = TilePicture()
  private var previousTile: Tile?
  private var previousIsRecorded = false

  /// The pictures of tiles above those looked at last.
  private var parents: PictureShelf

  init(context: CheckContext, check: DrawingCheck, book: FindingBook, parents: Int) {
    self.parents = PictureShelf(places: parents)
    self.context = context
    self.check = check
    self.book = book
    decoder = context.decoding.makeDecoder()
  }

  /// What it saw since it was asked last.
  func takeResults() -> [TileResult] {
    defer { results.removeAll(keepingCapacity: true) }
    return results
  }

  /// Looks at each tile alone, and holds it against the tile above it and its northern neighbour.
  ///
  /// Tiles come in their order, so that the northern neighbour of all but the first is the one
  /// before, if it is there.
  func inspect(_ paths: ArraySlice<TilePath>) {
    previousTile = nil
    if check.looksForSeams, let first = paths.first, first.scale == .single,
      let north = Tile(zoom: first.tile.zoom, x: first.tile.x, y: first.tile.y - 1),
      let bytes = read(north, into: &previous)
    {
      previousTile = north
      previousIsRecorded = isRecorded(bytes, TilePath(north))
    }
    for path in paths { results.append(inspect(path)) }
  }

  private func inspect(_ path: TilePath) -> TileResult {
    var result = TileResult(path: path)
    let name = context.name(of: path)
    let bytes: [UInt8]
    do {
      guard let found = try context.source.bytes(of: path) else { return result }
      bytes = found
    } catch {
      book.add(.unreadable, at: name, found: "\(error)")
      return result
    }
    result.bytes = bytes.count
    if let limit = context.request.maxTileBytes, bytes.count > limit {
      book.add(
        .tileTooHeavy, at: name, found: "has \(bytes.count) bytes", expected: "at most \(limit)")
    }
    do throws(TileFault) {
      let isQuick = context.request.isQuick
      let facts =
        try isQuick
        ? decoder.header(of: bytes.span) : decoder.decode(bytes.span, into: &picture)
      result.size = PixelSize(width: facts.width, height: facts.height, scale: path.scale)
      result.profile = facts.colorProfile
      judge(facts, at: name)
      if !isQuick {
        result.isRecorded = isRecorded(bytes, path)
        judgePixels(of: path, at: name)
        // That many places of a drawing look alike is no fault of the set.
        if !result.isRecorded, !picture.isOneColor {
          result.fingerprint = Fingerprint(of: bytes.span)
        }
        if path.scale == .single { compare(path.tile, into: &result) }
      }
    } catch {
      book.add(error, at: name)
    }
    return result
  }

  private func judge(_ facts: TileFacts, at name: String) {
    if facts.isCrushed {
      book.add(.crushed, at: name, found: "is in Xcode's own variant of PNG", expected: "plain PNG")
    }
    if facts.bitDepth > 8 {
      book.add(
        .sixteenBit, at: name, found: "has \(facts.bitDepth) bits a channel", expected: "8")
    }
    if facts.isInterlaced { book.add(.interlaced, at: name, found: "is interlaced") }
    if facts.isAnimated { book.add(.animated, at: name, found: "is animated") }
    if facts.trailingBytes > 0 {
      book.add(
        .trailingBytes, at: name,
        found: "goes on for \(facts.trailingBytes) bytes after its picture"
      )
    }
    let leaks = facts.leakingTexts + (facts.hasTimestamp ? ["time of last change"] : [])
    if !leaks.isEmpty {
      book.add(.leakingText, at: name, found: "tells: \(leaks.joined(separator: ", "))")
    }
  }

  /// Whether a tile's file is the one that the last slice wrote, so that what it shows is the
  /// drawing's.
  private func isRecorded(_ bytes: [UInt8], _ path: TilePath) -> Bool {
    guard let print = context.record?.fingerprints?[path] else { return false }
    return decoder.checksum(of: bytes.span) == print.file
  }

  private func judgePixels(of path: TilePath, at name: String) {
    guard path.scale == .single else { return }
    if picture.isClear {
      guard book.wants(.blankTile), context.isBlankUnwanted(path.tile) else { return }
      book.add(.blankTile, at: name, found: "is wholly transparent", expected: "no file")
    } else if let fallback = context.fallbackPicture, fallback == picture {
      book.add(.sameAsFallback, at: name, found: "looks exactly as the fallback does")
    }
  }

  /// Holds the picture just decoded against those that should continue it; then it is the previous
  /// one.
  private func compare(_ tile: Tile, into result: inout TileResult) {
    compareWithParent(tile)
    for child in check.clearChildren(of: tile) where !showsFallback(in: Corner(of: child)) {
      var difference = ChildDifference()
      difference.compare(picture, corner: Corner(of: child), with: nil)
      guard difference.pixels > 0 else { continue }
      unlike.append(UnlikeQuarter(child: child, isLeftOut: true, difference: difference))
    }
    guard check.looksForSeams else { return }
    if let north = previousTile, north.zoom == tile.zoom, north.x == tile.x, north.y + 1 == tile.y,
      !(previousIsRecorded && result.isRecorded),
      let seam = PictureSeam(between: previous, and: picture, .south)
    {
      book.add(seam, between: north, and: tile, in: context)
    }
    result.west = PictureEdge(of: picture, .east, isFar: false)
    result.east = PictureEdge(of: picture, .east, isFar: true)
    swap(&picture, &previous)
    previousTile = tile
    previousIsRecorded = result.isRecorded
  }

  private func compareWithParent(_ tile: Tile) {
    guard let above = check.parent(of: tile) else { return }
    guard
      let parent = parents.picture(of: above, reading: { read($0, into: &$1) != nil })
    else { return }
    var difference = ChildDifference()
    difference.compare(parent, corner: Corner(of: tile), with: picture)
    guard difference.pixels > 0 else { return }
    unlike.append(UnlikeQuarter(child: tile, isLeftOut: false, difference: difference))
  }

  /// Whether a quarter of the picture shows what the fallback does: a tile below it that looked so
  /// may have been left out as well as a clear one.
  private func showsFallback(in corner: Corner) -> Bool {
    guard let fallback = context.fallbackPicture, fallback.width == picture.width,
      fallback.height == picture.height
    else { return false }
    var difference = ChildDifference()
    difference.compare(picture, corner: corner, with: fallback)
    return difference.pixels == 0
  }

  /// Decodes a tile and returns its bytes; nil when it is not there or broken, which the first walk
  /// has told.
  private func read(_ tile: Tile, into picture: inout TilePicture) -> [UInt8]? {
    guard let bytes = try? context.source.bytes(of: TilePath(tile)) else { return nil }
    return (try? decoder.decode(bytes.span, into: &picture)) != nil ? bytes : nil
  }
}

extension FindingBook {
  /// Adds a seam that shows between two neighbours, the western or northern one first.
  mutating func add(
    _ seam: PictureSeam, between first: Tile, and second: Tile, in context: CheckContext
  ) {
    guard seam.isVisible else { return }
    add(
      .visibleSeam, at: context.name(of: TilePath(first)),
      found: "differs from \(context.name(of: TilePath(second))) by \(seam.step) of 255"
        + " along the border they share",
      expected: "about \(seam.texture), as between its own pixels")
  }
}

extension CheckContext {
  /// Whether a wholly transparent tile should have been left out: the set's slicer leaves such
  /// tiles out and did not write this one as another's parent, or nobody knows and it was asked.
  func isBlankUnwanted(_ tile: Tile) -> Bool {
    guard let record else { return true }
    return !record.options.keepsBlank && !record.isMade(tile)
  }
}

extension TilePicture {
  /// Whether no pixel shows.
  var isClear: Bool {
    var place = 3
    while place < pixels.count {
      if pixels[place] != 0 { return false }
      place += 4
    }
    return true
  }

  /// Whether all pixels are of one colour.
  var isOneColor: Bool {
    var place = 4
    while place < pixels.count {
      if pixels[place] != pixels[place - 4] { return false }
      place += 1
    }
    return true
  }
}
