package import QuillCore

/// How a picture is turned: by quarters, clockwise, and then perhaps mirrored left to right.
package struct Orientation: Hashable, Sendable {
  /// Quarter turns clockwise, 0…3.
  package let quarters: Int

  /// Whether left and right change places after turning.
  package let isMirrored: Bool

  /// As it is.
  package static let upright = Orientation(quarters: 0)

  /// Creates an orientation; turns count modulo four, negative ones anticlockwise.
  package init(quarters: Int, isMirrored: Bool = false) {
    self.quarters = ((quarters % 4) + 4) % 4
    self.isMirrored = isMirrored
  }

  /// The size of a picture once turned.
  package func size(of size: PixelSize) -> PixelSize {
    quarters % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
  }
}

/// A picture turned by quarters: its pixels are copied, none is computed.
package final class TurnedRows: RowSource {
  package let size: PixelSize

  package var conversion: ColourConversion? { source.conversion }

  private let orientation: Orientation
  private let source: any RowSource
  private var picture: ScratchPicture?
  private let directory: String
  private var rows: BandedRows
  private var region: PixelBuffer

  package init(
    _ source: any RowSource, _ orientation: Orientation,
    directory: String = ScratchFile.defaultDirectory
  ) {
    self.source = source
    self.orientation = orientation
    self.directory = directory
    size = orientation.size(of: source.size)
    rows = BandedRows(width: size.width, height: ScratchPicture.side)
    region = PixelBuffer(count: size.width * ScratchPicture.side)
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    let band = rows.band
    try rows.read(count, into: &bytes) { try fill(band, top: $0) }
  }

  package func finish() throws {}

  /// Copies the rows of the turned picture from `top` on: rows of the picture, or columns when it lies
  /// on its side.
  private func fill(_ band: PixelBuffer, top: Int) throws {
    let picture = try self.picture ?? ScratchPicture(source, directory: directory)
    self.picture = picture
    let rows = top..<min(top + ScratchPicture.side, size.height)
    let corners = [origin(0, rows.lowerBound), origin(size.width - 1, rows.upperBound - 1)]
    let x = min(corners[0].x, corners[1].x)...max(corners[0].x, corners[1].x)
    let y = min(corners[0].y, corners[1].y)...max(corners[0].y, corners[1].y)
    picture.copy(x: Range(x), y: Range(y), into: region)
    picture.forget()
    var target = 0
    for row in rows {
      for column in 0..<size.width {
        let from = origin(column, row)
        let line = (row: from.y - y.lowerBound, column: from.x - x.lowerBound)
        band[target] = region[line.row * x.count + line.column]
        target += 1
      }
    }
  }

  /// The pixel of the picture that a pixel of the turned one shows.
  private func origin(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let x = orientation.isMirrored ? size.width - 1 - column : column
    switch orientation.quarters {
    case 1: return (row, size.width - 1 - x)
    case 2: return (size.width - 1 - x, size.height - 1 - row)
    case 3: return (size.height - 1 - row, x)
    default: return (x, row)
    }
  }
}
