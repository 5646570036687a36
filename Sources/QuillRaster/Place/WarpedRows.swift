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
  private let band: PixelBuffer
  private var picture: ScratchPicture?
  private var row = 0

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
    band = PixelBuffer(count: size.width * WarpSquare.side)
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    for place in 0..<count {
      if row % WarpSquare.side == 0 { try fillBand() }
      band.copy(
        size.width, from: row % WarpSquare.side * size.width, into: &bytes,
        at: place * size.width * 4)
      row += 1
    }
  }

  package func finish() throws {}

  /// Makes the next rows of squares, on all threads.
  private func fillBand() throws {
    let picture = try self.picture ?? ScratchPicture(source, directory: directory)
    self.picture = picture
    let turns = Turns(count: (size.width + WarpSquare.side - 1) / WarpSquare.side)
    let work = BandWork(picture: picture, band: band, top: row, width: size.width)
    Crew.run(jobs) { [inverse, kernel] in
      let square = WarpSquare(work.picture, kernel, inverse)
      while let turn = turns.next() {
        if turn % 32 == 31 { work.picture.forget() }
        square.fill(
          left: turn * WarpSquare.side, top: work.top, width: work.width, into: work.band)
      }
    }
    picture.forget()
  }

  /// What the threads of one band share: each writes its own columns of the band, and the picture
  /// is only read.
  private struct BandWork: @unchecked Sendable {
    let picture: ScratchPicture
    let band: PixelBuffer
    let top: Int
    let width: Int
  }
}

/// Hands out numbers to threads, each once.
final class Turns: @unchecked Sendable {
  private let monitor = Monitor()
  private let count: Int
  private var taken = 0

  init(count: Int) { self.count = count }

  func next() -> Int? {
    monitor.withLock {
      guard taken < count else { return nil }
      taken += 1
      return taken - 1
    }
  }
}
