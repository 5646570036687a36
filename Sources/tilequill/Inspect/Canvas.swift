import QuillCore
import QuillRaster

/// A drawing that covers an area at a zoom, pixel for pixel.
struct Canvas: Equatable {
  /// The tiles it covers.
  let frame: TileFrame

  /// How many of them the area needs.
  let tiles: Int

  /// Pixels along each side of a tile.
  let tileSize: TileSize

  /// The drawing's size.
  var size: PixelSize {
    PixelSize(
      width: frame.columnCount * tileSize.pixels, height: frame.rowCount * tileSize.pixels)
  }

  /// Whether it is within a size.
  func fits(_ limit: CanvasSize) -> Bool {
    size.width <= limit.width && size.height <= limit.height
  }

  /// Metres on the ground that a pixel in its middle spans.
  var metresPerPixel: Double {
    let middle = WorldPoint(
      x: 0.5,
      y: (Double(frame.rows.lowerBound) + Double(frame.rowCount) / 2)
        / Double(frame.zoom.tilesPerSide))
    return WebMercator.metresPerPixel(
      atLatitude: WebMercator.coordinate(of: middle).latitude, zoom: frame.zoom, tileSize: tileSize)
  }

  /// The placement of such a drawing, as `slice` is told it.
  ///
  /// `--at` names a tile of 256 pixels, and has none beyond the 180th meridian or below zoom 30.
  var placement: Placement {
    let corner = frame.northWest
    if !frame.crosses180 {
      if tileSize == .pixels256 { return .at(corner) }
      if let finer = corner.children.first { return .at(finer) }
    }
    return .bounds(frame.bounds, drawnIn: .mercator)
  }

  /// The options that place such a drawing.
  var placing: String {
    tileSize == .pixels256 ? "\(placement)" : "\(placement) --tile-size \(tileSize.pixels)"
  }

  /// Bytes of memory that slicing it takes, down from a zoom; nil where it cannot be sliced.
  func memory(from shallowest: Zoom) -> Int? {
    var look = SlicePlan.Look()
    look.tileSize = tileSize
    let plan = try? SlicePlan(
      drawing: size, placement: placement, zooms: ZoomRange(shallowest, through: frame.zoom),
      look: look)
    return plan?.memory(jobs: LibC.processorCount)
  }
}

/// The largest size of a drawing: `16384x16384`.
struct CanvasSize: ArgumentValue, Equatable, CustomStringConvertible {
  let width: Int
  let height: Int

  init(argument: String) throws {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
    else { throw ArgumentMismatch(found: argument, expected: "a size such as 16384x16384") }
    self.width = width
    self.height = height
  }

  var description: String { "\(width)x\(height)" }
}
