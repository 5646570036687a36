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
  var fingerprint: UInt64?
}

/// Looks at tiles one by one, with a decoder and memory that it keeps.
///
/// It is `Sendable` since one thread at a time has it: the one that runs its part of a batch.
final class TileWorker: @unchecked Sendable {
  private(set) var book: FindingBook
  private let context: CheckContext
  private let decoder: any TileDecoder
  private var results: [TileResult] = []
  private var picture = TilePicture()
  private var other = TilePicture()

  init(context: CheckContext, book: FindingBook) {
    self.context = context
    self.book = book
    decoder = context.decoding.makeDecoder()
  }

  /// What it saw since it was asked last.
  func takeResults() -> [TileResult] {
    defer { results.removeAll(keepingCapacity: true) }
    return results
  }

  /// Looks at each tile alone.
  func inspect(_ paths: ArraySlice<TilePath>) {
    for path in paths { results.append(inspect(path)) }
  }

  /// Holds each tile against its children and its neighbours.
  func compare(_ tiles: ArraySlice<Tile>, _ check: DrawingCheck) {
    var decodedNext: Tile?
    for tile in tiles {
      if decodedNext == tile {
        // Its northern neighbour was just compared with it.
        swap(&picture, &other)
      } else if !read(tile, into: &picture) {
        continue
      }
      decodedNext = nil
      if check.comparesChildren(of: tile) { compareChildren(of: tile, check) }
      for side in check.neighbours(of: tile) where read(side.tile, into: &other) {
        if side.edge == .south { decodedNext = side.tile }
        guard let seam = PictureSeam(between: picture, and: other, side.edge), seam.isVisible
        else { continue }
        book.add(
          .visibleSeam, at: context.name(of: TilePath(tile)),
          found: "differs from \(context.name(of: TilePath(side.tile))) by \(seam.step) of 255"
            + " along the border they share",
          expected: "about \(seam.texture), as between its own pixels")
      }
    }
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
        judgePixels(of: path, at: name)
        result.fingerprint = picture.isOneColor ? nil : Fingerprint.of(bytes.span)
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

  private func judgePixels(of path: TilePath, at name: String) {
    guard path.scale == .single else { return }
    if picture.isClear {
      guard book.wants(.blankTile), context.isBlankUnwanted(path.tile) else { return }
      book.add(.blankTile, at: name, found: "is wholly transparent", expected: "no file")
    } else if let fallback = context.fallbackPicture, fallback == picture {
      book.add(.sameAsFallback, at: name, found: "looks exactly as the fallback does")
    }
  }

  private func compareChildren(of tile: Tile, _ check: DrawingCheck) {
    var difference = ChildDifference()
    for (corner, child) in check.corners(of: tile) {
      let isThere = child.map { read($0, into: &other) } ?? false
      if !isThere, child != nil { continue }
      difference.compare(picture, corner: corner, with: isThere ? other : nil)
    }
    guard difference.pixels > 0 else { return }
    book.add(
      .unlikeChildren, at: context.name(of: TilePath(tile)),
      found: "differs from the tiles below it by up to \(difference.largest) of 255 in"
        + " \(difference.pixels) pixels",
      expected: "at most \(ChildDifference.tolerance)")
  }

  /// Decodes a tile; false when it is not there or broken, which the first walk has told.
  private func read(_ tile: Tile, into picture: inout TilePicture) -> Bool {
    guard let bytes = try? context.source.bytes(of: TilePath(tile)) else { return false }
    return (try? decoder.decode(bytes.span, into: &picture)) != nil
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

/// Tells files apart by 64 bits.
enum Fingerprint {
  /// Multiplies and turns eight bytes at a time, so that each bit reaches all others.
  static func of(_ bytes: Span<UInt8>) -> UInt64 {
    var state = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place < bytes.count {
      var word: UInt64 = 0
      let end = min(place + 8, bytes.count)
      while place < end {
        word = word << 8 | UInt64(bytes[place])
        place += 1
      }
      state = (state ^ word) &* 0xBF58_476D_1CE4_E5B9
      state ^= state >> 29
    }
    return state
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
