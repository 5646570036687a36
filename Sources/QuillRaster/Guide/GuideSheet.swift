public import QuillCore

/// A sheet to draw on: a clear picture of some tiles with their borders and names, and outlines to
/// trace.
///
///     var sheet = GuideSheet(frame, tileSize: .pixels256)
///     sheet.outlines = park
///     try sheet.write(to: "guide.png")
///
/// Each tile's first column and row are its border; its name stands in its north-west corner. A
/// dashed line runs an eighth of a tile inside the sheet's edge: what lies within it is safe from
/// being cut off. Memory is that of one row of tiles.
public struct GuideSheet {
  /// The tiles of the sheet.
  public let frame: TileFrame

  /// Pixels along each side of a tile.
  public let tileSize: TileSize

  /// Areas and ways whose outlines are drawn, and places that are marked.
  public var outlines = Shape()

  /// Creates the sheet of some tiles.
  public init(_ frame: TileFrame, tileSize: TileSize) {
    self.frame = frame
    self.tileSize = tileSize
  }

  /// The sheet's size.
  public var size: PixelSize {
    PixelSize(width: frame.columnCount * side, height: frame.rowCount * side)
  }

  private var side: Int { tileSize.pixels }

  /// Writes the sheet as a PNG, which appears complete or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to make; nothing may be there.
  ///   - tiles: What is painted below: each tile, or a part of the nearest shallower one that is
  ///     there.
  ///   - jobs: How many threads share the work.
  ///   - isCancelled: Asked between rows of tiles.
  ///   - progress: Called with the number of rows of pixels written so far.
  /// - Throws: `SliceError.cancelled`; `GuideError` for a tile that cannot be read; what
  ///   `DrawingWriter` throws.
  public func write(
    to path: String, over tiles: (any TileSource)? = nil, jobs: Int = 1,
    isCancelled: () -> Bool = { false }, progress: (Int) -> Void = { _ in }
  ) throws {
    let size = size
    let writer = try DrawingWriter(path: path, size: size, jobs: jobs)
    let most = max(1, Self.bandByteCount / (size.width * 4))
    var band = PaintBand(width: size.width, height: min(side, most))
    let below = tiles.map { GuideGround($0, frame: frame, side: side) }
    let lines = self.lines()
    for row in 0..<frame.rowCount {
      for start in stride(from: row * side, to: (row + 1) * side, by: min(side, most)) {
        if isCancelled() { throw SliceError.cancelled }
        band.begin(start..<min(start + most, (row + 1) * side))
        try below?.paint(row, on: &band)
        paintBorders(row, on: &band)
        paintMargin(on: &band)
        for line in lines { line.paint(on: &band) }
        paintNames(row, on: &band)
        try writer.writeRows(band.rows.count, from: band.pixels.span)
        progress(writer.writtenRowCount)
      }
    }
    try writer.finish()
  }

  /// The most bytes of rows that are painted at a time.
  private static let bandByteCount = 32 << 20
}

extension GuideSheet {
  /// The first column and row of each tile of a row, and the sheet's last ones.
  private func paintBorders(_ row: Int, on band: inout PaintBand) {
    let top = row * side
    band.paint(0..<band.width, top..<top + 1, .border)
    if row == frame.rowCount - 1 {
      band.paint(0..<band.width, size.height - 1..<size.height, .border)
    }
    // Where lines meet, colour is laid on once.
    let rest = top + 1..<top + side - (row == frame.rowCount - 1 ? 1 : 0)
    for column in 0..<frame.columnCount {
      band.paint(column * side..<column * side + 1, rest, .border)
    }
    band.paint(band.width - 1..<band.width, rest, .border)
  }

  /// Dashes of eight pixels, every sixteen.
  private func paintMargin(on band: inout PaintBand) {
    let inset = side / 8
    let (right, bottom) = (band.width - 1 - inset, size.height - 1 - inset)
    for y in [inset, bottom] where band.rows.contains(y) {
      for x in inset...right where (x - inset) & 8 == 0 { band.paint(x, y, .margin) }
    }
    for y in (inset + 1..<bottom).clamped(to: band.rows) where (y - inset) & 8 == 0 {
      for x in [inset, right] { band.paint(x, y, .margin) }
    }
  }

  /// The names of a row's tiles, in letters twice as large where they fit.
  private func paintNames(_ row: Int, on band: inout PaintBand) {
    let world = frame.zoom.tilesPerSide
    for column in 0..<frame.columnCount {
      let x = (frame.firstColumn + column) % world
      let name = "\(frame.zoom)/\(x)/\(frame.rows.lowerBound + row)"
      let scale = PaintLetters.width(of: name) * 2 + 16 <= side ? 2 : 1
      band.write(name, x: column * side + 6, y: row * side + 6, scale: scale)
    }
  }

  /// Outlines in pixels of the sheet, each as often as the world's width brings it there.
  private func lines() -> [GuideOutline] {
    func everywhere(_ lines: [[WorldPoint]]) -> [[PixelPoint]] {
      (-1...1).flatMap { turn in
        lines.map { line in line.map { pixel(of: $0, turn: Double(turn)) } }
      }
    }
    let rings = outlines.polygons.flatMap(\.self).map { $0 + $0.prefix(1) }
    let ways = outlines.lines.map { $0.count == 1 ? $0 + $0 : $0 }
    let marks = everywhere(outlines.points.map { [$0] }).flatMap { $0.flatMap(Self.mark) }
    return [
      GuideOutline(everywhere(rings), .area, on: size),
      GuideOutline(everywhere(ways), .way, on: size), GuideOutline(marks, .place, on: size),
    ]
  }

  private func pixel(of point: WorldPoint, turn: Double) -> PixelPoint {
    let world = Double(frame.zoom.tilesPerSide)
    return PixelPoint(
      x: ((point.x + turn) * world - Double(frame.firstColumn)) * Double(side),
      y: (point.y * world - Double(frame.rows.lowerBound)) * Double(side))
  }

  /// A cross with a ring of eight corners around it.
  private static func mark(at point: PixelPoint) -> [[PixelPoint]] {
    func away(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(x: point.x + x, y: point.y + y) }
    let (near, far) = (4.0, 10.0)
    let ring = [
      (near, far), (far, near), (far, -near), (near, -far), (-near, -far), (-far, -near),
      (-far, near), (-near, far), (near, far),
    ].map { away($0.0, $0.1) }
    return [ring, [away(-4, 0), away(4, 0)], [away(0, -4), away(0, 4)]]
  }
}
