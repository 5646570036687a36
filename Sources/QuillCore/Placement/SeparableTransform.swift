/// A drawing whose rows run east and whose columns run south: a row depends on the height on the
/// map alone, so rows can be resampled as they come.
///
/// Steps are above zero; a turned or flipped drawing is an `AffineTransform`.
public struct SeparableTransform: Hashable, Sendable {
  /// What the rows are linear in.
  public let drawnIn: DrawnIn

  /// Widths of the world from its west edge to the drawing's left edge; outside 0…1 for a drawing
  /// that begins beyond the 180th meridian.
  public let left: Double

  /// Widths of the world that a column spans, above 0.
  public let columnWidth: Double

  /// The plane's height of the drawing's top edge; see `DrawnIn.worldY`.
  let top: Double

  /// The plane's height of a row, above 0.
  let rowHeight: Double

  init(drawnIn: DrawnIn, left: Double, columnWidth: Double, top: Double, rowHeight: Double) {
    precondition(columnWidth > 0 && rowHeight > 0, "A drawing's pixels have a size on the map")
    self.drawnIn = drawnIn
    self.left = left
    self.columnWidth = columnWidth
    self.top = top
    self.rowHeight = rowHeight
  }
}

extension SeparableTransform {
  /// Heights of the world from its north edge to that height on the drawing, in pixels.
  public func worldY(ofRow y: Double) -> Double {
    drawnIn.worldY(ofPlane: top + y * rowHeight)
  }

  /// Pixels from the drawing's top edge to that height on the map.
  public func row(ofWorldY y: Double) -> Double {
    (drawnIn.planeY(ofWorld: y) - top) / rowHeight
  }

  func worldPoint(of pixel: PixelPoint) -> WorldPoint {
    WorldPoint(x: left + pixel.x * columnWidth, y: worldY(ofRow: pixel.y))
  }

  func pixel(of point: WorldPoint) -> PixelPoint {
    PixelPoint(x: (point.x - left) / columnWidth, y: row(ofWorldY: point.y))
  }

  func step(at pixel: PixelPoint) -> PixelStep {
    PixelStep(
      xPerColumn: columnWidth,
      yPerRow: rowHeight * drawnIn.stretch(atPlane: top + pixel.y * rowHeight))
  }
}
