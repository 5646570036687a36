#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Where a drawing lies, as it was asked for.
public enum Placement: Hashable, Sendable {
  /// Pixel for pixel on that zoom's grid of 256-pixel tiles, its top-left corner on that tile's.
  case at(Tile)

  /// With its outer pixel edges on that box.
  case bounds(GeographicBounds, drawnIn: DrawnIn)

  /// Where the six lines say.
  case worldFile(WorldFile, crs: MapCRS)

  /// Fitted to control points.
  case points([ControlPoint], transform: FitKind)

  /// Its middle there, that many metres wide on the ground, turned clockwise by so many degrees.
  case center(Coordinate, width: Double, rotation: Double)

  /// Nowhere: a pixel pyramid from its top-left corner.
  case plain
}

extension Placement {
  /// Where each pixel of a drawing of that size lies.
  ///
  /// A plain drawing lies in the north-west corner of the shallowest zoom whose world it fits in,
  /// pixel for pixel.
  ///
  /// - Throws: `PlacementError` when the drawing cannot lie so.
  public func transform(for size: PixelSize) throws(PlacementError) -> DrawingTransform {
    switch self {
    case .at(let tile): DrawingTransform(at: tile)
    case .bounds(let box, let drawnIn):
      try DrawingTransform(bounds: box, size: size, drawnIn: drawnIn)
    case .worldFile(let file, let crs): DrawingTransform(file, crs: crs)
    case .points: try fit(for: size).transform
    case .center(let place, let width, let rotation):
      try DrawingTransform(center: place, width: width, rotation: rotation, size: size)
    case .plain: DrawingTransform(at: Self.plainTile(for: size))
    }
  }

  /// How the control points fit, their residuals included.
  ///
  /// - Precondition: the placement is by points.
  public func fit(for size: PixelSize) throws(PlacementError) -> PointFit {
    guard case .points(let points, let kind) = self else {
      preconditionFailure("Only a placement by points has a fit")
    }
    do {
      return try PointFit(points, kind: kind, size: size)
    } catch {
      throw .fit(error)
    }
  }

  /// The tile 0/0 of the shallowest zoom whose world a drawing of that size fits in pixel for
  /// pixel.
  public static func plainTile(for size: PixelSize) -> Tile {
    let longer = max(size.width, size.height)
    let zoom = Zoom.shallowest...Zoom.deepest
    let native = zoom.first { 256 << $0.level >= longer } ?? .deepest
    return Tile(inside: native, x: 0, y: 0)
  }
}

extension Placement: CustomStringConvertible {
  /// The placement as the command line spells it; of a file, what it said.
  public var description: String {
    switch self {
    case .at(let tile): "--at \(tile)"
    case .bounds(let box, .mercator): "--bounds \(box)"
    case .bounds(let box, let drawnIn): "--bounds \(box) --drawn-in \(drawnIn)"
    case .worldFile(let file, let crs):
      "--world-file (\(file.lines.map(\.plainDecimal).joined(separator: " "))) --crs \(crs)"
    case .points(let points, let kind): "--points (\(points.count) points) --transform \(kind)"
    case .center(let place, let width, 0): "--center \(place) --width \(width.plainDecimal)m"
    case .center(let place, let width, let rotation):
      "--center \(place) --width \(width.plainDecimal)m --rotate \(rotation.plainDecimal)"
    case .plain: "--plain"
    }
  }
}

extension Placement {
  /// A picture whose shape is not that of the box it is laid on, so that it comes out stretched.
  public struct AspectMismatch: Hashable, Sendable {
    /// The picture's width over its height.
    public let drawing: Double

    /// The box's width over its height, in what the rows are linear in.
    public let box: Double

    /// What the rows must be linear in for the shapes to agree, nil when neither makes them.
    public let fitting: DrawnIn?

    /// The box read with latitude before longitude, where it then has the drawing's shape far more
    /// nearly; else nil.
    public let swapped: GeographicBounds?
  }

  /// How the shape of a drawing differs from that of its box, by more than one part in a hundred;
  /// nil when it does not, and for placements that are no box.
  public func aspectMismatch(for size: PixelSize) -> AspectMismatch? {
    guard case .bounds(let bounds, let drawnIn) = self,
      let box = try? PlaneBox(bounds, drawnIn), box.width > 0, box.height > 0
    else { return nil }
    let drawing = Double(size.width) / Double(size.height)
    let differs = { (box: PlaneBox) in abs(log(drawing * box.height / box.width)) > log(1.01) }
    guard differs(box) else { return nil }
    let fitting = DrawnIn.allCases.first { other in
      (try? PlaneBox(bounds, other)).map { $0.height > 0 && !differs($0) } ?? false
    }
    return AspectMismatch(
      drawing: drawing, box: box.width / box.height, fitting: fitting,
      swapped: fitting == nil ? Self.swapped(bounds, drawnIn, if: drawing, not: box) : nil)
  }

  /// The box read with latitude first, where a shape is off by more than a tenth from the box as it is
  /// and by less than a third of that from the other, in logarithms.
  private static func swapped(
    _ bounds: GeographicBounds, _ drawnIn: DrawnIn, if drawing: Double, not box: PlaneBox
  ) -> GeographicBounds? {
    guard let other = bounds.latitudeFirst, let plane = try? PlaneBox(other, drawnIn),
      plane.width > 0, plane.height > 0
    else { return nil }
    let (found, swapped) = (
      abs(log(drawing * box.height / box.width)), abs(log(drawing * plane.height / plane.width))
    )
    return found > log(1.1) && swapped < found / 3 ? other : nil
  }
}

/// Why a drawing cannot lie as asked.
public enum PlacementError: Error, Equatable, Sendable {
  /// A box or a place is beyond the map.
  case geography(GeographyError)

  /// A box has no width or no height.
  case emptyBox(GeographicBounds)

  /// A width on the ground is not above zero.
  case noWidth(Double)

  /// A turn is no number.
  case noAngle(Double)

  /// The control points do not place the drawing.
  case fit(PointFitError)

  /// The drawing has not the shape of the one that the placement was recorded for.
  case anotherShape(found: PixelSize, recorded: PixelSize)

  /// The recorded drawing reaches beyond the eastern or southern edge of the map.
  case beyondTheMap(PixelSize, at: Tile)

  /// The world file's numbers do not bear another size.
  case worldFile(WorldFileError)
}

extension PlacementError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .geography(let error): error.description
    case .emptyBox(let box):
      "the box \(box) has no width or no height (expected west,south,east,north)"
    case .noWidth(let width): "a drawing \(width) metres wide (expected more than 0)"
    case .noAngle(let angle): "a turn by \(angle) (expected degrees)"
    case .fit(let error): error.description
    case .anotherShape(let found, let recorded):
      "the drawing is \(found) pixels (expected the shape of \(recorded), for which its placement"
        + " was recorded)"
    case .beyondTheMap(let size, let tile):
      "a drawing of \(size) pixels at \(tile) reaches beyond the edge of the map"
    case .worldFile(let error): error.description
    }
  }
}
