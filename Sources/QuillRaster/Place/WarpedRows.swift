package import QuillCore

/// A picture bent to another shape: every pixel of the result is made from the pixels around the
/// place that it shows.
///
/// The picture is first written to the disk in squares. The result is made in squares too, each
/// from the part of the picture under it, so that memory and time are those of the squares at
/// hand, however the picture is turned.
package final class WarpedRows: RowSource {
  /// Where a point of the result lies in the picture, both in pixels from the top-left corner; nil
  /// where it lies nowhere.
  package typealias Inverse = @Sendable (_ x: Double, _ y: Double) -> (x: Double, y: Double)?

  package let size: PixelSize

  private let source: any RowSource
  private let inverse: Inverse
  private let kernel: Kernel
  private let jobs: Int
  private let directory: String
  private var rows: BandedRows
  private var picture: ScratchPicture?

  /// Creates the rows of a bent picture.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - size: The size of the result.
  ///   - resampling: How pixels are made.
  ///   - scale: Pixels of the picture along a pixel of the result, in its middle: it alone decides
  ///     between the kernels of `auto`, so that all parts of the result look alike.
  ///   - jobs: How many threads share the work.
  ///   - directory: Where the scratch file is made.
  ///   - inverse: Where a point of the result lies in the picture.
  package init(
    _ source: any RowSource, size: PixelSize, resampling: Resampling, scale: Double,
    jobs: Int = 1,
    directory: String = ScratchFile.defaultDirectory, inverse: @escaping Inverse
  ) {
    self.source = source
    self.size = size
    self.inverse = inverse
    kernel = Kernel(resampling, scale: scale)
    self.jobs = jobs
    self.directory = directory
    rows = BandedRows(width: size.width, height: WarpSquare.side)
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    let band = rows.band
    try rows.read(count, into: &bytes) { try fill(band, top: $0) }
  }

  package func finish() throws {}

  /// Makes the rows of squares from `top` on, on all threads.
  private func fill(_ band: PixelBuffer, top: Int) throws {
    let picture = try self.picture ?? ScratchPicture(source, directory: directory)
    self.picture = picture
    let squares = (0..<jobs).map { _ in WarpSquare(picture, kernel, inverse) }
    let width = size.width
    let count = (width + WarpSquare.side - 1) / WarpSquare.side
    ParallelLoop.run(count, with: squares) { place, square in
      // Each fills its own columns of the band; the picture is only read.
      if place % 32 == 31 { square.forget() }
      square.fill(left: place * WarpSquare.side, top: top, width: width, into: band)
    }
    picture.forget()
  }
}
