public import QuillCore

/// A picture that shows tiles of two sets side by side: before, after, and where they differ.
///
///     try ContactSheet(changed).write(to: "changes.png", before: old, after: new)
///
/// Each tile has a line with its name, and below it three pictures. In the third, pixels that look
/// the same are light grey; the others are yellow where a channel differs little, red where it
/// differs most. A picture that is missing or broken is pink. Memory is that of one tile's lines.
public struct ContactSheet {
  /// The tiles, from the top.
  public let tiles: [TilePath]

  /// Pixels between pictures, and at the sheet's edges.
  private static let gap = 8

  /// Pixels of the line that holds a name.
  private static let line = PaintLetters.height * 2 + 10

  /// Creates the sheet of some tiles, at least one.
  public init(_ tiles: [TilePath]) {
    precondition(!tiles.isEmpty, "A sheet shows something")
    self.tiles = tiles
  }

  /// Writes the sheet as a PNG, which appears complete or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to make; nothing may be there.
  ///   - before: The first set.
  ///   - after: The second set.
  ///   - jobs: How many threads share the work.
  /// - Throws: What the sets throw when they cannot be read, and what `DrawingWriter` throws.
  public func write(
    to path: String, before: any TileSource, after: any TileSource, jobs: Int = 1
  ) throws {
    let sources = [before, after]
    var reader = TileReader()
    let heights = try tiles.map { try Self.side(of: $0, in: sources) }
    let side = heights.max() ?? 1
    let width = 3 * side + 4 * Self.gap
    let height = heights.reduce(Self.gap) { $0 + $1 + Self.line + Self.gap }
    let writer = try DrawingWriter(
      path: path, size: PixelSize(width: width, height: height), isOpaque: true, jobs: jobs)
    var band = PaintBand(width: width, height: side + Self.line + Self.gap)
    func write(_ count: Int, _ paint: (inout PaintBand) throws -> Void) throws {
      band.begin(0..<count)
      band.paint(0..<width, 0..<count, .white)
      try paint(&band)
      try writer.writeRows(count, from: band.pixels.span)
    }
    try write(Self.gap) { _ in }
    for (tile, height) in zip(tiles, heights) {
      try write(height + Self.line + Self.gap) { band in
        let name = "\(tile.tile)" + (tile.scale == .retina ? "@2x" : "")
        band.write(name, x: Self.gap, y: 2, scale: 2)
        let pair = try sources.map { try Self.picture(of: tile, in: $0, &reader) }
        band.paint(pair[0], x: Self.gap, y: Self.line, side: height)
        band.paint(pair[1], x: side + 2 * Self.gap, y: Self.line, side: height)
        band.paint(
          Self.difference(pair[0], pair[1]), x: 2 * side + 3 * Self.gap, y: Self.line, side: height)
      }
    }
    try writer.finish()
  }
}

extension ContactSheet {
  /// The longer side of a tile's pictures in pixels; 256 where none can be read.
  private static func side(of tile: TilePath, in sources: [any TileSource]) throws -> Int {
    var side: Int?
    for source in sources {
      guard let bytes = try source.bytes(of: tile),
        let header = try? PNGHeader(firstBytes: bytes.span)
      else { continue }
      side = max(side ?? 0, header.width, header.height)
    }
    return min(side ?? 256, 4096)
  }

  /// A tile's picture, nil when it is missing, broken, or larger than any tile.
  private static func picture(
    of tile: TilePath, in source: any TileSource, _ reader: inout TileReader
  ) throws -> TilePicture? {
    guard let bytes = try source.bytes(of: tile) else { return nil }
    var picture = TilePicture()
    guard let header = try? reader.read(bytes.span, into: &picture.pixels).header,
      max(header.width, header.height) <= 4096
    else { return nil }
    picture.reshape(width: header.width, height: header.height)
    return picture
  }

  /// Where two pictures differ, pixel by pixel; nil when they are not of one size.
  private static func difference(_ before: TilePicture?, _ after: TilePicture?) -> TilePicture? {
    guard let before, var picture = after, before.width == picture.width,
      before.height == picture.height
    else { return nil }
    for place in stride(from: 0, to: picture.pixels.count, by: 4) {
      let pixel = place..<place + 4
      let strength = strength(before.pixels[pixel], picture.pixels[pixel])
      let colour: [UInt8] =
        strength == 0
        ? [232, 232, 232, 255] : [255, 216 - UInt8(Int(strength) * 216 / 255), 0, 255]
      picture.pixels.replaceSubrange(pixel, with: colour)
    }
    return picture
  }

  /// The largest difference of a channel; a clear pixel has no colour.
  private static func strength(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> UInt8 {
    let isOldClear = old.last == 0
    let isNewClear = new.last == 0
    return zip(old, new).map { one, other -> UInt8 in
      let (one, other) = (isOldClear ? 0 : one, isNewClear ? 0 : other)
      return one > other ? one - other : other - one
    }.max() ?? 0
  }
}

extension PaintBand {
  /// Lays a picture over a square, in its top-left corner; pink where there is none.
  fileprivate mutating func paint(_ picture: TilePicture?, x: Int, y: Int, side: Int) {
    guard let picture else { return paint(x..<x + side, y..<y + side, .absent) }
    for line in 0..<picture.height {
      for column in 0..<picture.width {
        let place = (line * picture.width + column) * 4
        paint(
          x + column, y + line,
          PaintColour(
            red: picture.pixels[place], green: picture.pixels[place + 1],
            blue: picture.pixels[place + 2], alpha: picture.pixels[place + 3]))
      }
    }
  }
}
