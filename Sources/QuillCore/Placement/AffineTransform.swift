/// A drawing that is shifted, scaled, turned or skewed as a whole, in its own plane.
public struct AffineTransform: Hashable, Sendable {
  /// What the plane is; in `.mercator` straight lines of the drawing are straight on the map.
  public let drawnIn: DrawnIn

  /// Where the drawing's top-left corner lies in the plane.
  let origin: WorldPoint

  /// How far a pixel leads in the plane.
  let planeStep: PixelStep

  init(drawnIn: DrawnIn = .mercator, origin: WorldPoint, step: PixelStep) {
    precondition(step.area != 0, "A drawing's pixels have a size on the map")
    self.drawnIn = drawnIn
    self.origin = origin
    planeStep = step
  }
}

extension AffineTransform {
  func worldPoint(of pixel: PixelPoint) -> WorldPoint {
    let way = planeStep.distance(columns: pixel.x, rows: pixel.y)
    return WorldPoint(x: origin.x + way.x, y: drawnIn.worldY(ofPlane: origin.y + way.y))
  }

  func pixel(of point: WorldPoint) -> PixelPoint {
    planeStep.pixels(x: point.x - origin.x, y: drawnIn.planeY(ofWorld: point.y) - origin.y)
  }

  func step(at pixel: PixelPoint) -> PixelStep {
    let way = planeStep.distance(columns: pixel.x, rows: pixel.y)
    let stretch = drawnIn.stretch(atPlane: origin.y + way.y)
    return PixelStep(
      xPerColumn: planeStep.xPerColumn, yPerColumn: planeStep.yPerColumn * stretch,
      xPerRow: planeStep.xPerRow, yPerRow: planeStep.yPerRow * stretch)
  }
}
