public import QuillCore

extension DrawingReader: RowSource {
  /// The drawing's size.
  public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    let got = try readRows(count, into: &bytes, stride: nil)
    precondition(got == count, "No more rows are asked for than the drawing has")
  }
}

extension Slicer {
  /// Reads the drawing and puts its tiles into the sink, which the caller then finishes.
  ///
  /// - Throws: `PNGError` for a damaged drawing, what the sink throws, `SliceError.cancelled`.
  public func slice(_ drawing: DrawingReader, into sink: any TileSink) throws -> Outcome {
    try slice(rows: drawing, into: sink)
  }
}
