package import QuillCore

/// Reads a drawing from a JPEG file, row by row.
///
/// A progressive picture's rows come several times, ever finer: it is held in memory, packed in two
/// bytes a sample, until all have come.
package final class JPEGDrawing: DrawingFormat {
  package let size: PixelSize
  package let needByteCount: Int
  package let orientation: Orientation
  package let profile: (name: String, bytes: [UInt8])?
  package private(set) var notes: [DrawingNote] = []
  let isGray: Bool
  let isProgressive: Bool

  package var canBeTransparent: Bool { false }

  private var jpeg: LibJPEG
  private var hasStarted = false

  /// Opens a file and reads its header; takes no memory that grows with the picture's height.
  ///
  /// - Throws: `JPEGError.tooLarge` when reading needs more than `memoryLimit` bytes; else what is
  ///   wrong with the header.
  package init(path: String, memoryLimit: Int = .max) throws(JPEGError) {
    var jpeg = try LibJPEG(path: path)
    let header = try jpeg.readHeader()
    // libjpeg holds up to three groups of 16 rows of three samples each, and its tables.
    let rows = header.width * 160 + 2 << 20
    let need = header.coefficientByteCount + rows
    guard need <= memoryLimit else {
      throw .tooLarge(width: header.width, height: header.height, need: need, limit: memoryLimit)
    }
    size = PixelSize(width: header.width, height: header.height)
    needByteCount = need
    isGray = header.isGray
    isProgressive = header.coefficientByteCount > 0
    orientation = jpeg.exif.flatMap { Orientation(exif: $0) } ?? .upright
    profile = jpeg.profile.map { ("an unnamed profile", $0) }
    self.jpeg = jpeg
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    if !hasStarted {
      hasStarted = true
      try jpeg.start()
    }
    try jpeg.readRows(count, into: &bytes)
  }

  package func finish() throws {
    let end = try jpeg.finish()
    if end.hasTrailingBytes { notes.append(.trailingBytes) }
    if end.isMissingEnd { notes.append(.missingEnd) }
  }
}
