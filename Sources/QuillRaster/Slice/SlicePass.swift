internal import QuillCore

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// One reading of the drawing, and the tiles that are made of it.
///
/// The drawing's own zoom and all below come from one reading; each deeper zoom has one of its own.
package struct SlicePass: Equatable, Sendable {
  /// How the drawing's rows become rows of the grid.
  package enum Path: Hashable, Sendable {
    /// They are the same.
    case copy
    /// Each is made of some of them.
    case resample
    /// The drawing is turned first, then its rows are resampled.
    case turn(Orientation)
    /// Every pixel is looked up.
    case warp
  }

  package let path: Path

  /// The level of the rows' grid; see `TileGrid.pixelLevel`.
  package let level: Int

  /// The drawing's pixels on that grid.
  package let extent: PixelExtent

  /// The tiles to make, none deeper than the level.
  package let grids: [TileGrid]

  /// How close to whole pixels an edge must lie for the drawing to be copied.
  static let alignment = 0.001

  /// The readings that a slice takes, the one of the drawing's own level first.
  static func passes(
    _ drawing: PixelSize, _ transform: DrawingTransform, placement: Placement,
    zooms: ZoomRange, level: Int, _ look: SlicePlan.Look
  ) throws(SliceError) -> [SlicePass] {
    let side = look.tileSize.pixels
    var grids = zooms.map { TileGrid(zoom: $0, side: side) }
    if look.hasRetina { grids += zooms.map { TileGrid(zoom: $0, side: 2 * side, scale: .retina) } }
    let deeper = Set(grids.map(\.pixelLevel).filter { $0 > level }).sorted()
    var passes: [SlicePass] = []
    for passLevel in [level] + deeper {
      let own = grids.filter {
        passLevel == level ? $0.pixelLevel <= level : $0.pixelLevel == passLevel
      }
      guard !own.isEmpty else { continue }
      passes.append(try SlicePass(drawing, transform, placement, level: passLevel, grids: own))
    }
    return passes
  }

  /// Creates a pass whose parts are known.
  init(path: Path, level: Int, extent: PixelExtent, grids: [TileGrid]) {
    self.path = path
    self.level = level
    self.extent = extent
    self.grids = grids
  }

  private init(
    _ drawing: PixelSize, _ transform: DrawingTransform, _ placement: Placement, level: Int,
    grids: [TileGrid]
  ) throws(SliceError) {
    let around = Self.power(Double(level)) * 256
    let (northWest, southEast) = transform.extent(of: drawing)
    var extent = PixelExtent(
      x: Self.span(northWest.x * around, southEast.x * around),
      y: Self.span(northWest.y * around, southEast.y * around))
    let world = 256 << level
    if case .at(let tile) = placement {
      guard extent.x.upperBound <= world, extent.y.upperBound <= world else {
        let scale = max(0, level - tile.zoom.level)
        let room = PixelSize(
          width: (world >> scale) - tile.x * 256, height: (world >> scale) - tile.y * 256)
        throw .beyondTheMap(drawing: drawing, at: tile, room: room)
      }
    }
    guard extent.x.count <= world else { throw .widerThanTheWorld }
    extent.y = extent.y.clamped(to: 0..<world)
    guard !extent.y.isEmpty else { throw .offTheMap }
    self.level = level
    self.extent = extent
    self.grids = grids
    path = Self.path(drawing, transform, around: around, extent)
  }

  private static func path(
    _ drawing: PixelSize, _ transform: DrawingTransform, around: Double, _ extent: PixelExtent
  ) -> Path {
    switch transform {
    case .separable(let rows):
      let (northWest, southEast) = transform.extent(of: drawing)
      let edges = [northWest.x, northWest.y, southEast.x, southEast.y].map { $0 * around }
      let isAligned =
        rows.drawnIn == .mercator && edges.allSatisfy { abs($0 - $0.rounded()) <= alignment }
        && extent.x.count == drawing.width && extent.y.count == drawing.height
      return isAligned ? .copy : .resample
    case .affine(let plane) where plane.drawnIn == .mercator:
      let step = transform.step(at: PixelPoint(x: 0, y: 0))
      return Orientation(quarterTurnOf: step).map { .turn($0) } ?? .warp
    case .affine, .projective, .thinPlate: return .warp
    }
  }

  /// Two edges in pixels as a range of whole ones; an edge that is close to a whole pixel is on it.
  private static func span(_ low: Double, _ high: Double) -> Range<Int> {
    let limit = 1e15
    let first = min(max((low + alignment).rounded(.down), -limit), limit)
    let end = min(max((high - alignment).rounded(.up), -limit), limit)
    return Int(first)..<max(Int(first) + 1, Int(end))
  }

  /// 2 to a power that need not be whole.
  static func power(_ exponent: Double) -> Double { exp2(exponent) }
}

extension SlicePass {
  /// The drawing's pixels on the grid of a level that is not deeper than the pass's own.
  package func pixels(at pixelLevel: Int) -> PixelExtent {
    (pixelLevel..<level).reduce(extent) { extent, _ in extent.halved }
  }

  /// Bytes of memory that the pass takes; see `SlicePlan.memory`.
  func memory(drawing: PixelSize, jobs: Int) -> Int {
    let widest = grids.map(\.side).max() ?? 256
    let tiles = buffers(jobs: jobs).reduce(0) { $0 + $1.value * $1.key * $1.key * 4 }
    let width = max(drawing.width, extent.x.count)
    let batches = RowBatch.number * RowBatch.rows(width: width) * width * 4
    let sums = 2 * 20 * width
    let band =
      switch path {
      case .copy: 0
      case .resample: 200 * width
      case .turn: 800 * width
      case .warp: 4 * WarpSquare.side * width + 64 << 20
      }
    return tiles + batches + sums + band + jobs * (24 * widest * widest + 2 << 20)
  }

  /// Buffers for tiles by their side: a row of tiles of each grid being filled, one of the widest
  /// being encoded.
  func buffers(jobs: Int) -> [Int: Int] {
    var columns: [Int: [Int]] = [:]
    for grid in grids {
      columns[grid.side, default: []].append(
        pixels(at: grid.pixelLevel).tiles(ofSide: grid.side).columns.count)
    }
    return columns.mapValues { $0.reduce(0, +) + ($0.max() ?? 0) + 2 * jobs }
  }

  /// The rows of the pass, made of the drawing's.
  ///
  /// Rows that are copied may still have to be converted to sRGB; all others are converted before
  /// pixels are mixed.
  func rows(
    of drawing: any RowSource, _ transform: DrawingTransform, _ look: SlicePlan.Look, jobs: Int
  ) -> any RowSource {
    let around = Self.power(Double(level)) * 256
    let (left, top) = (Double(extent.x.lowerBound), Double(extent.y.lowerBound))
    let source = ConvertedRows.standard(drawing)
    switch path {
    case .copy: return drawing
    case .resample:
      guard case .separable(let rows) = transform else { preconditionFailure("Rows run east") }
      let across = Self.axis(from: left / around - rows.left, pixel: rows.columnWidth, around)
      let down: (Int) -> Double =
        switch rows.drawnIn {
        case .mercator:
          Self.axis(
            from: top / around - rows.worldY(ofRow: 0),
            pixel: transform.step(at: PixelPoint(x: 0, y: 0)).alongColumn, around)
        case .geographic: { rows.row(ofWorldY: (top + Double($0)) / around) }
        }
      return resampled(source, look.resampling, across: across, down: down)
    case .turn(let orientation):
      let turned = TurnedRows(source, orientation)
      let corner = transform.extent(of: source.size).northWest
      let step = transform.step(at: PixelPoint(x: 0, y: 0))
      let isOnItsSide = orientation.quarters % 2 == 1
      return resampled(
        turned, look.resampling,
        across: Self.axis(
          from: left / around - corner.x, pixel: isOnItsSide ? step.alongColumn : step.alongRow,
          around),
        down: Self.axis(
          from: top / around - corner.y, pixel: isOnItsSide ? step.alongRow : step.alongColumn,
          around))
    case .warp:
      let size = PixelSize(width: extent.x.count, height: extent.y.count)
      let scale = transform.pixelsPerWorldWidth(at: source.size.center) / around
      return WarpedRows(
        source, size: size, resampling: look.resampling, scale: scale, jobs: jobs
      ) { x, y in
        transform.pixel(of: WorldPoint(x: (left + x) / around, y: (top + y) / around))
          .map { ($0.x, $0.y) }
      }
    }
  }

  /// Where the edges of the result's pixels lie on a drawing whose pixels are evenly spaced.
  ///
  /// - Parameters:
  ///   - start: Widths of the world from the drawing's edge to the first pixel of the result.
  ///   - pixel: Widths of the world that a pixel of the drawing spans.
  ///   - around: Pixels of the result around the world.
  /// - Returns: The place, in pixels of the drawing, of the edge before each pixel of the result.
  private static func axis(
    from start: Double, pixel: Double, _ around: Double
  ) -> (Int) -> Double {
    let offset = settled(start / pixel)
    let scale = 1 / (around * pixel)
    return { place in offset + Double(place) * scale }
  }

  /// A place on a drawing without the noise of its calculation.
  ///
  /// Places are whole numbers of 65536ths of a pixel, so that a turned drawing gives the very tiles
  /// of one that was turned before.
  private static func settled(_ place: Double) -> Double { (place * 65536).rounded() / 65536 }

  private func resampled(
    _ source: any RowSource, _ resampling: Resampling, across: (Int) -> Double,
    down: (Int) -> Double
  ) -> any RowSource {
    ResampledRows(
      source,
      across: AxisWeights(
        count: extent.x.count, sourceCount: source.size.width, resampling: resampling, edge: across),
      down: AxisWeights(
        count: extent.y.count, sourceCount: source.size.height, resampling: resampling, edge: down))
  }
}

extension Orientation {
  /// The quarter turn that leads a pixel that way, nil when it is none.
  init?(quarterTurnOf step: PixelStep) {
    if step.yPerColumn == 0, step.xPerRow == 0, step.xPerColumn < 0, step.yPerRow < 0 {
      self.init(quarters: 2)
    } else if step.xPerColumn == 0, step.yPerRow == 0, step.xPerRow < 0, step.yPerColumn > 0 {
      self.init(quarters: 1)
    } else if step.xPerColumn == 0, step.yPerRow == 0, step.xPerRow > 0, step.yPerColumn < 0 {
      self.init(quarters: 3)
    } else {
      return nil
    }
  }
}
