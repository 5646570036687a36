/// A place on a drawing whose place on the globe is known.
public struct ControlPoint: Hashable, Sendable {
  /// Where it is on the drawing.
  public var pixel: PixelPoint

  /// Where it is on the globe.
  public var place: Coordinate

  /// What its row in the file calls it.
  public var label: String?

  /// The line of the file it was read from, or its number in a list, from 1.
  public var line: Int

  /// Creates the point.
  public init(pixel: PixelPoint, place: Coordinate, label: String? = nil, line: Int) {
    self.pixel = pixel
    self.place = place
    self.label = label
    self.line = line
  }
}

extension ControlPoint {
  /// Reads a file of points, as `ControlPointFile` does.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - size: the picture's size, for fractions of it.
  /// - Returns: the points in the file's order.
  /// - Throws: `ControlPointError` that names the line and what was found.
  public static func points(
    parsing text: String, for size: PixelSize
  ) throws(ControlPointError) -> [ControlPoint] {
    try ControlPointFile(parsing: text, for: size).points
  }
}
