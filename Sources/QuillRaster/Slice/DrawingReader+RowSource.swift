public import QuillCore

extension DrawingReader: RowSource {
  /// The drawing's size.
  public var size: PixelSize { PixelSize(width: header.width, height: header.height) }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    let got = try readRows(count, into: &bytes, stride: nil)
    precondition(got == count, "No more rows are asked for than the drawing has")
    lookForTransparency(bytes, pixels: count * header.width)
  }

  /// Looks whether some pixel is not opaque, until one was found.
  private func lookForTransparency(_ bytes: borrowing MutableRawSpan, pixels: Int) {
    let canHaveAny =
      facts.hasTransparency || header.colorType == .rgba || header.colorType == .grayAlpha
    guard !sawTransparency, canHaveAny else { return }
    unsafe bytes.withUnsafeBytes { raw in
      var every = SIMD8<UInt32>(repeating: .max)
      var place = 0
      while place &+ 8 <= pixels {
        every &= unsafe raw.loadUnaligned(fromByteOffset: place &* 4, as: SIMD8<UInt32>.self)
        place &+= 8
      }
      var rest = every.wrappedAnd
      while place < pixels {
        rest &= unsafe raw.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
        place &+= 1
      }
      sawTransparency = rest < 0xFF00_0000
    }
  }
}

extension Slicer {
  /// Reads a drawing from its file and puts its tiles into the sink, which the caller then finishes.
  ///
  /// - Parameters:
  ///   - drawing: The drawing, opened; read first.
  ///   - path: Its file, opened again where the plan takes more than one reading.
  ///   - sink: Where the tiles go.
  /// - Returns: What was made.
  /// - Throws: `PNGError` for a damaged drawing, what the sink throws, `SliceError.cancelled`.
  public func slice(
    _ drawing: DrawingReader, at path: String, into sink: any TileSink
  ) throws -> Outcome {
    var first: DrawingReader? = drawing
    return try slice(into: sink) {
      defer { first = nil }
      return try first ?? DrawingReader(path: path)
    }
  }
}
