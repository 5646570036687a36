import QuillCore

/// Holds the pictures of all tiles, and the fallback, against each other.
struct PictureCheck {
  let context: CheckContext
  let survey: Survey

  func run(into book: inout FindingBook) {
    checkSizes(&book)
    checkProfiles(&book)
    for (zoom, tally) in survey.repeats.sorted(by: { $0.key < $1.key }) {
      guard let most = tally.majority else { continue }
      book.add(
        .repeatedPicture, at: "\(zoom)/",
        found: "at least \(most.count) of \(most.total) tiles are the same picture as "
          + context.name(of: TilePath(most.tile)))
    }
    checkFallback(&book)
  }

  /// The size that most tiles have, of the sizes that tiles may have; the smaller one of two.
  private var commonSize: TileSize? {
    let known = TileSize.allCases.map { size in
      (
        size: size,
        count: survey.sizes.filter { $0.key.fits(size) }.values.map(\.count).reduce(0, +)
      )
    }
    let most = known.reduce(known[0]) { $1.count > $0.count ? $1 : $0 }
    return most.count > 0 ? most.size : nil
  }

  private func checkSizes(_ book: inout FindingBook) {
    let common = commonSize
    for (size, tiles) in survey.sizes.sorted(by: { $0.key < $1.key }) {
      let rule: Rule
      let expected: String
      if let promised = context.tileSize ?? (size.tileSize == nil ? common : nil) {
        guard !size.fits(promised) else { continue }
        rule = .wrongSize
        expected = Self.spelt(promised, size.scale)
      } else if let own = size.tileSize, let common {
        guard own != common else { continue }
        rule = .mixedSizes
        expected = "\(Self.spelt(common, size.scale)), as most have"
      } else {
        rule = .wrongSize
        expected = "256x256 or 512x512"
      }
      let mend = Self.mend(size, for: context.tileSize ?? common)
      for zoom in tiles.zooms {
        book.add(rule, each: tiles[zoom], scale: size.scale, in: context) { _ in
          ("has \(size)", expected, mend)
        }
      }
    }
  }

  private static func spelt(_ size: TileSize, _ scale: TileScale) -> String {
    let side = size.pixels * scale.rawValue
    return "\(side)x\(side)"
  }

  /// Advice for sizes that tell which slip made them.
  private static func mend(_ size: PixelSize, for expected: TileSize?) -> String? {
    if size.scale == .retina, size.width == size.height,
      size.width == (expected?.pixels ?? 256)
    {
      return "It is a plain tile under a retina name; draw it with twice the pixels, or remove it"
        + " where the plain one is there, else rename it without @2x."
    }
    let side = (expected?.pixels ?? 256) * size.scale.rawValue
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    if (side + 1...side + 2).contains(long) {
      return "Cut the tiles again with an overlap of 0; an image tiler let them overlap."
    }
    if size.tileSize != nil {
      return "If the tiles were meant to have \(size), say that the tile size is \(size.width);"
        + " else cut them again."
    }
    if short < side, long <= side {
      return "Fill the tile up with transparent pixels; it was cut short at the drawing's edge."
    }
    return nil
  }

  private func checkProfiles(_ book: inout FindingBook) {
    guard survey.profiles.count > 1 else { return }
    let ranked = survey.profiles.map { (profile: $0.key, tiles: $0.value, count: $0.value.count) }
      .sorted { ($1.count, $0.profile ?? "") < ($0.count, $1.profile ?? "") }
    let most = ranked[0].profile
    for (profile, tiles, _) in ranked.dropFirst() {
      for zoom in tiles.zooms {
        book.add(.mixedProfiles, each: tiles[zoom], in: context) { _ in
          ("has \(Self.spelt(profile))", "\(Self.spelt(most)), as most have", nil)
        }
      }
    }
  }

  private static func spelt(_ profile: String?) -> String {
    profile.map { "the colour profile '\($0)'" } ?? "no colour profile"
  }

  private func checkFallback(_ book: inout FindingBook) {
    guard let fallback = context.fallback, let picture = context.fallbackPicture else { return }
    if let size = context.tileSize ?? commonSize,
      picture.width != size.pixels || picture.height != size.pixels
    {
      book.add(
        .fallbackSize, at: fallback.path, found: "has \(picture.width)x\(picture.height) pixels",
        expected: "\(Self.spelt(size, .single)), as tiles have")
    }
    for edge in [PictureSeam.Edge.east, .south] {
      guard let seam = PictureSeam(between: picture, and: picture, edge), seam.stands else {
        continue
      }
      book.add(
        .fallbackSeam, at: fallback.path,
        found: "its \(edge.name) edges differ by \(seam.step) of 255",
        expected: "about \(seam.texture), as between its own pixels")
    }
  }
}
