package import QuillCore

/// A whole picture on the disk, for work that needs its pixels in another order than they come.
///
/// Pixels are kept in squares of 64 by 64, so that a turned or warped tile touches few pages of
/// memory. The file has no name and is gone when the program ends, however it ends.
package final class ScratchPicture {
  /// Pixels along each side of a square; 16 KiB.
  static let side = 64

  package let size: PixelSize

  private var file: ScratchFile
  private let columns: Int

  /// Bytes of disk that a picture takes; `Int.max` where that is beyond `Int`.
  package static func byteCount(of size: PixelSize) -> Int {
    let squares = columns(size).multipliedReportingOverflow(by: rows(size))
    let bytes = squares.partialValue.multipliedReportingOverflow(by: side * side * 4)
    return squares.overflow || bytes.overflow ? .max : bytes.partialValue
  }

  /// Reads a picture to its end.
  ///
  /// - Throws: what the source throws; `PNGError.noScratch` when the disk has no room.
  package init(
    _ source: any RowSource, directory: String = ScratchFile.defaultDirectory
  ) throws {
    size = source.size
    columns = Self.columns(source.size)
    let need = Self.byteCount(of: source.size)
    do {
      file = try ScratchFile(byteCount: need, directory: directory)
    } catch {
      throw PNGError.noScratch(directory: error.directory, need: error.need, code: error.code)
    }
    let line = PixelBuffer(count: size.width)
    for row in 0..<size.height {
      try line.withMutableBytes { try source.readRows(1, into: &$0) }
      store(line, row: row)
      if row % Self.side == Self.side - 1 { file.forget() }
    }
    file.forget()
    try source.finish()
  }

  /// Lets the system take back the memory of pages that were looked at; they stay on the disk.
  func forget() { file.forget() }

  /// Copies a rectangle of the picture, rows from the top without gaps.
  ///
  /// - Precondition: the rectangle lies in the picture.
  func copy(x: Range<Int>, y: Range<Int>, into buffer: PixelBuffer) {
    precondition(
      buffer.count >= x.count * y.count && x.lowerBound >= 0 && x.upperBound <= size.width
        && y.lowerBound >= 0
        && y.upperBound <= size.height, "The rectangle lies in the picture and fits the buffer")
    file.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { all in
        guard let start = all.baseAddress else { return }
        for row in y {
          var target = unsafe buffer.words + (row - y.lowerBound) * x.count
          var column = x.lowerBound
          while column < x.upperBound {
            let count = min(Self.side - column % Self.side, x.upperBound - column)
            let source = unsafe (start + offset(column, row)).assumingMemoryBound(to: UInt32.self)
            unsafe target.update(from: source, count: count)
            unsafe target += count
            column += count
          }
        }
      }
    }
  }

  private func store(_ line: PixelBuffer, row: Int) {
    file.withMutableBytes { bytes in
      unsafe bytes.withUnsafeMutableBytes { all in
        guard let start = all.baseAddress else { return }
        for column in stride(from: 0, to: size.width, by: Self.side) {
          let count = min(Self.side, size.width - column)
          unsafe (start + offset(column, row)).copyMemory(
            from: line.words + column, byteCount: count * 4)
        }
      }
    }
  }

  /// Where a pixel stands in the file.
  private func offset(_ column: Int, _ row: Int) -> Int {
    let square = row / Self.side * columns + column / Self.side
    return (square * Self.side * Self.side + row % Self.side * Self.side + column % Self.side) * 4
  }

  private static func columns(_ size: PixelSize) -> Int { (size.width + side - 1) / side }
  private static func rows(_ size: PixelSize) -> Int { (size.height + side - 1) / side }
}
