#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// How far one pixel to the right and one pixel down lead, in the units of some map.
///
/// Of a transform these are widths of the world with y to the south; of a world file, metres or
/// degrees with y to the north.
public struct PixelStep: Hashable, Sendable {
  /// How much x grows from one column to the next.
  public var xPerColumn: Double

  /// How much y grows from one column to the next; 0 when rows run along the map's.
  public var yPerColumn: Double

  /// How much x grows from one row to the next; 0 when columns run along the map's.
  public var xPerRow: Double

  /// How much y grows from one row to the next.
  public var yPerRow: Double

  /// Creates the step.
  public init(xPerColumn: Double, yPerColumn: Double = 0, xPerRow: Double = 0, yPerRow: Double) {
    self.xPerColumn = xPerColumn
    self.yPerColumn = yPerColumn
    self.xPerRow = xPerRow
    self.yPerRow = yPerRow
  }
}

extension PixelStep {
  /// The length of a step to the right.
  public var alongRow: Double { hypot(xPerColumn, yPerColumn) }

  /// The length of a step down.
  public var alongColumn: Double { hypot(xPerRow, yPerRow) }

  /// The area of a pixel, negative when the step down lies on the other side of the step right
  /// than on the drawing.
  public var area: Double { xPerColumn * yPerRow - xPerRow * yPerColumn }

  /// Whether a pixel is neither nothing nor beyond all measure, in any unit a file may use, and its
  /// sides do not lie on one line.
  ///
  /// The world is 4e7 metres around, and its finest pixels are 1e-9 degrees wide.
  var hasSize: Bool {
    let sides = [alongRow, alongColumn]
    return sides.allSatisfy((1e-12...1e9).contains) && abs(area) > 1e-9 * sides[0] * sides[1]
  }

  /// Whether the rows run along the map's, without turn or skew.
  public var isStraight: Bool { yPerColumn == 0 && xPerRow == 0 }

  /// Where that many columns and rows lead.
  func distance(columns: Double, rows: Double) -> (x: Double, y: Double) {
    (columns * xPerColumn + rows * xPerRow, columns * yPerColumn + rows * yPerRow)
  }

  /// The columns and rows that lead that far, by Cramer's rule.
  func pixels(x: Double, y: Double) -> PixelPoint {
    if isStraight { return PixelPoint(x: x / xPerColumn, y: y / yPerRow) }
    return PixelPoint(
      x: (x * yPerRow - y * xPerRow) / area, y: (y * xPerColumn - x * yPerColumn) / area)
  }

  /// The step of a drawing whose pixels are so much larger.
  func scaled(columns: Double, rows: Double) -> PixelStep {
    PixelStep(
      xPerColumn: xPerColumn * columns, yPerColumn: yPerColumn * columns, xPerRow: xPerRow * rows,
      yPerRow: yPerRow * rows)
  }
}
