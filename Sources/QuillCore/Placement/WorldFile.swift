/// The six lines that many programs write beside a picture to say where it lies (`.pgw`, `.wld`).
///
///     0.5           x from one column to the next
///     0             y from one column to the next
///     0             x from one row to the next
///     -0.5          y from one row to the next, below 0 for a picture with its north up
///     -8538760.95   x of the centre of the first pixel
///     4477440.19    y of the centre of the first pixel
///
/// The numbers are metres or degrees, x to the east and y to the north; the file does not say
/// which. Source: the ESRI world file.
public struct WorldFile: Hashable, Sendable {
  /// The first four lines.
  public let step: PixelStep

  /// The fifth line: x of the first pixel's centre.
  public let x: Double

  /// The sixth line: y of the first pixel's centre.
  public let y: Double

  /// Creates the six numbers.
  ///
  /// - Throws: `WorldFileError` when a number is not finite or the pixels have no size.
  public init(step: PixelStep, x: Double, y: Double) throws(WorldFileError) {
    self.step = step
    self.x = x
    self.y = y
    for (index, number) in lines.enumerated() where !number.isFinite {
      throw .notANumber(line: index + 1, found: "\(number)")
    }
    guard step.hasSize else { throw .noPixelSize(step) }
  }

  /// The six numbers in the file's order.
  public var lines: [Double] {
    [step.xPerColumn, step.yPerColumn, step.xPerRow, step.yPerRow, x, y]
  }
}

extension WorldFile {
  /// Reads the six lines; blank lines after them are no harm.
  ///
  /// - Throws: `WorldFileError` that names the line and what stands there.
  public init(parsing text: String) throws(WorldFileError) {
    var lines = text.dropByteOrderMark.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map(\.trimmingBlanks)
    while lines.last?.isEmpty == true { lines.removeLast() }
    var numbers: [Double] = []
    for (index, line) in lines.enumerated() {
      guard index < 6 else { throw .tooManyLines(found: line) }
      guard let number = Double(plainDecimal: line) else {
        let withPoint = line.replacing(",", with: ".")
        throw line.contains(",") && Double(plainDecimal: withPoint) != nil
          ? .decimalComma(line: index + 1, found: line)
          : .notANumber(line: index + 1, found: line)
      }
      numbers.append(number)
    }
    guard numbers.count == 6 else { throw .tooFewLines(numbers.count) }
    try self.init(numbers)
  }

  init(_ lines: [Double]) throws(WorldFileError) {
    guard lines.count == 6 else { throw .tooFewLines(lines.count) }
    let step = PixelStep(
      xPerColumn: lines[0], yPerColumn: lines[1], xPerRow: lines[2], yPerRow: lines[3])
    try self.init(step: step, x: lines[4], y: lines[5])
  }
}

extension WorldFile: CustomStringConvertible {
  /// The text of the file, with as many digits as give the same numbers back.
  public var description: String { lines.map { "\($0.plainDecimal)\n" }.joined() }
}

extension WorldFile {
  /// The system that the numbers of a picture of that size must be in.
  ///
  /// They are degrees when each of its outer corners lies within ±360 and ±90, give or take the
  /// half pixel by which a picture of the whole world may be off: read as metres, the picture
  /// would be a speck of at most 180 metres in the sea below Ghana. Else they are metres.
  public func likelyCRS(for size: PixelSize) -> MapCRS {
    let corners = size.corners.map(place)
    let slack = 0.5 * max(abs(step.yPerRow), abs(step.yPerColumn))
    let isDegrees = corners.allSatisfy { abs($0.x) <= 360 && abs($0.y) <= 90 + slack }
    return isDegrees ? .geographic : .mercator
  }

  /// The place of a pixel in the file's own system.
  func place(of pixel: PixelPoint) -> (x: Double, y: Double) {
    let way = step.distance(columns: pixel.x - 0.5, rows: pixel.y - 0.5)
    return (x + way.x, y + way.y)
  }

  /// The file for the same picture at another size.
  func scaled(columns: Double, rows: Double) throws(WorldFileError) -> WorldFile {
    let corner = place(of: PixelPoint(x: 0, y: 0))
    let step = step.scaled(columns: columns, rows: rows)
    let half = step.distance(columns: 0.5, rows: 0.5)
    return try WorldFile(step: step, x: corner.x + half.x, y: corner.y + half.y)
  }
}

/// In which way a text is no world file.
public enum WorldFileError: Error, Hashable, Sendable {
  /// A line is no finite decimal number.
  case notANumber(line: Int, found: String)

  /// A line has a comma for its decimal point.
  case decimalComma(line: Int, found: String)

  /// There are fewer lines than six.
  case tooFewLines(Int)

  /// Something stands below the six lines.
  case tooManyLines(found: String)

  /// The first four lines give the pixels no width or no height.
  case noPixelSize(PixelStep)
}

extension WorldFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notANumber(let line, let found):
      "line \(line) is '\(found)' (expected a number such as -0.597)"
    case .decimalComma(let line, let found):
      "line \(line) is '\(found)' with a decimal comma"
        + " (expected '\(found.replacing(",", with: "."))')"
    case .tooFewLines(let count): "has \(count) lines (expected six numbers)"
    case .tooManyLines(let found): "has '\(found)' below its six lines (expected nothing)"
    case .noPixelSize(let step):
      "gives its pixels no size (found \(step.xPerColumn.plainDecimal),"
        + " \(step.yPerColumn.plainDecimal), \(step.xPerRow.plainDecimal) and"
        + " \(step.yPerRow.plainDecimal) in the first four lines)"
    }
  }
}

extension String {
  /// The text without the mark that some editors begin a file with.
  var dropByteOrderMark: Substring {
    unicodeScalars.first == "\u{FEFF}" ? Substring(unicodeScalars.dropFirst()) : self[...]
  }
}
