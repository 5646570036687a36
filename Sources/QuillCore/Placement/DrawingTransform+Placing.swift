#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension DrawingTransform {
  /// A drawing pixel for pixel on that zoom's grid of 256-pixel tiles, its top-left corner on the
  /// tile's.
  public init(at tile: Tile) {
    // Powers of two: every number here is exact.
    let side = Double(tile.zoom.tilesPerSide)
    let pixel = 1 / (256 * side)
    self = .separable(
      SeparableTransform(
        drawnIn: .mercator, left: Double(tile.x) / side, columnWidth: pixel,
        top: Double(tile.y) / side, rowHeight: pixel))
  }

  /// A drawing with its outer pixel edges on a box.
  ///
  /// A box that crosses the 180th meridian goes on beyond x = 1. In Mercator the box is cut to the
  /// latitudes of the map; in degrees it may reach to the poles.
  ///
  /// - Throws: `PlacementError` when the box has no width or height, or lies beyond the map.
  public init(
    bounds: GeographicBounds, size: PixelSize, drawnIn: DrawnIn = .mercator
  ) throws(PlacementError) {
    let box = try PlaneBox(bounds, drawnIn)
    guard box.width > 1e-15, box.height > 1e-15 else { throw .emptyBox(bounds) }
    self = .separable(
      SeparableTransform(
        drawnIn: drawnIn, left: box.left, columnWidth: box.width / Double(size.width),
        top: box.top, rowHeight: box.height / Double(size.height)))
  }

  /// A drawing where a world file says.
  public init(_ file: WorldFile, crs: MapCRS) {
    self.init(GeoTransform(file), crs: crs)
  }

  /// A drawing where GDAL's six numbers say.
  ///
  /// - Precondition: the numbers give the pixels a size, as those of a file that was read do.
  public init(_ numbers: GeoTransform, crs: MapCRS) {
    let origin = crs.planePoint(x: numbers.originX, y: numbers.originY)
    let unit = 1 / crs.worldWidth
    let step = PixelStep(
      xPerColumn: numbers.step.xPerColumn * unit, yPerColumn: -numbers.step.yPerColumn * unit,
      xPerRow: numbers.step.xPerRow * unit, yPerRow: -numbers.step.yPerRow * unit)
    self.init(drawnIn: crs.drawnIn, origin: origin, step: step)
  }

  /// A drawing with its middle at a place, so many metres wide on the ground there, turned
  /// clockwise by so many degrees.
  ///
  /// At latitude φ the map shows the ground enlarged by 1 / cos φ, so a width of w metres is
  /// w / (circumference · cos φ) widths of the world. Clockwise, with y to the south, a step to
  /// the right turns from (1, 0) to (cos, sin).
  ///
  /// - Throws: `PlacementError` when the width is not above zero, the angle is no number, or the
  ///   middle lies beyond the map.
  public init(
    center: Coordinate, width: Double, rotation: Double = 0, size: PixelSize
  ) throws(PlacementError) {
    guard width > 1e-9, width.isFinite else { throw .noWidth(width) }
    guard rotation.isFinite else { throw .noAngle(rotation) }
    guard abs(center.latitude) <= WebMercator.latitudeLimit else {
      throw .geography(.beyondTheMap(south: center.latitude, north: center.latitude))
    }
    let pixel =
      width / (WebMercator.circumference * cos(center.latitude * Double.pi / 180))
      / Double(size.width)
    let turn = Turn(degrees: rotation)
    let step = PixelStep(
      xPerColumn: turn.cosine * pixel, yPerColumn: turn.sine * pixel, xPerRow: -turn.sine * pixel,
      yPerRow: turn.cosine * pixel)
    let middle = WebMercator.worldPoint(of: center)
    let back = step.distance(columns: -size.center.x, rows: -size.center.y)
    self.init(
      drawnIn: .mercator, origin: WorldPoint(x: middle.x + back.x, y: middle.y + back.y), step: step
    )
  }

  /// A flat placement: separable when its rows run east and its columns south.
  private init(drawnIn: DrawnIn, origin: WorldPoint, step: PixelStep) {
    if step.isStraight, step.xPerColumn > 0, step.yPerRow > 0 {
      self = .separable(
        SeparableTransform(
          drawnIn: drawnIn, left: origin.x, columnWidth: step.xPerColumn, top: origin.y,
          rowHeight: step.yPerRow))
    } else {
      self = .affine(AffineTransform(drawnIn: drawnIn, origin: origin, step: step))
    }
  }
}

/// The cosine and sine of an angle, exact for quarter turns so that these copy pixels as they are.
private struct Turn {
  let cosine: Double
  let sine: Double

  init(degrees: Double) {
    switch degrees.remainder(dividingBy: 360) {
    case 0: (cosine, sine) = (1, 0)
    case 90: (cosine, sine) = (0, 1)
    case -90: (cosine, sine) = (0, -1)
    case 180, -180: (cosine, sine) = (-1, 0)
    case let rest:
      cosine = cos(rest * Double.pi / 180)
      sine = sin(rest * Double.pi / 180)
    }
  }
}

/// A box in the plane that a drawing's rows are linear in.
struct PlaneBox {
  let left: Double
  let width: Double
  let top: Double
  let height: Double

  init(_ bounds: GeographicBounds, _ drawnIn: DrawnIn) throws(PlacementError) {
    let box: GeographicBounds
    do throws(GeographyError) {
      let clamped = try bounds.clampedToMap()
      box = drawnIn == .mercator ? clamped : bounds
    } catch {
      throw .geography(error)
    }
    let degrees = bounds.crosses180 ? box.east + 360 - box.west : box.east - box.west
    left = (box.west + 180) / 360
    width = degrees / 360
    top = drawnIn.planeY(ofLatitude: box.north)
    height = drawnIn.planeY(ofLatitude: box.south) - top
  }
}
