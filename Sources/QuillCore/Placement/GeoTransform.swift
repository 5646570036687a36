/// Where a picture lies as GDAL says it: six numbers from the *corner* of the first pixel.
///
/// x = originX + column · xPerColumn + row · xPerRow, and y likewise; x to the east and y to the
/// north, in metres or degrees. Source: the GDAL raster data model.
public struct GeoTransform: Hashable, Sendable {
  /// x of the top-left corner of the first pixel.
  public var originX: Double

  /// y of the top-left corner of the first pixel.
  public var originY: Double

  /// How far a pixel leads.
  public var step: PixelStep

  /// Creates the numbers.
  public init(originX: Double, originY: Double, step: PixelStep) {
    self.originX = originX
    self.originY = originY
    self.step = step
  }

  /// The numbers of a world file, which counts from the first pixel's centre.
  public init(_ file: WorldFile) {
    let corner = file.place(of: PixelPoint(x: 0, y: 0))
    self.init(originX: corner.x, originY: corner.y, step: file.step)
  }

  /// The six numbers in GDAL's order.
  public var numbers: [Double] {
    [originX, step.xPerColumn, step.xPerRow, originY, step.yPerColumn, step.yPerRow]
  }

  /// The same as a world file.
  ///
  /// - Throws: `WorldFileError` when a number is not finite or the pixels have no size.
  public func worldFile() throws(WorldFileError) -> WorldFile {
    let half = step.distance(columns: 0.5, rows: 0.5)
    return try WorldFile(step: step, x: originX + half.x, y: originY + half.y)
  }
}
