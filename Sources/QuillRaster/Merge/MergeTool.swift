internal import QuillCore

/// One thread's way from the pictures of one tile to one picture; keeps its memory.
final class MergeTool: @unchecked Sendable {
  /// What became of a tile.
  enum Result {
    /// One of the files, as it is.
    case copied([UInt8])
    /// The pixels of `buffer`.
    case laid
  }

  /// The pixels laid over each other last.
  private(set) var buffer = PixelBuffer(count: 0)
  private(set) var scratch = PixelBuffer(count: 0)

  private let compression: Compression
  private var encoder: TileEncoder?
  private var reader = TileReader()
  private var above: [UInt8] = []
  private var below: [UInt8] = []

  init(compression: Compression) { self.compression = compression }

  /// Decodes a file into `buffer`.
  func decode(_ file: [UInt8]) throws(PNGError) {
    let header = try reader.read(file.span, into: &below).header
    keep(side: header.width)
  }

  /// Lays PNGs of one size over each other, the first lowest.
  ///
  /// Pictures without a visible pixel, and those under one without a transparent pixel, have no part
  /// in the result: when one is left its file is the result.
  func lay(
    _ files: [[UInt8]], failure: (Int, PNGError) -> MergeError
  ) throws(MergeError) -> Result {
    var chosen: [UInt8]?
    var side = 0
    for (place, file) in files.enumerated() {
      let header: PNGHeader
      do throws(PNGError) {
        header = try reader.read(file.span, into: &above).header
      } catch {
        throw failure(place, error)
      }
      side = header.width
      if place > 0, isClear(above) { continue }
      if place == 0 || isOpaque(above) || isClear(below) {
        swap(&above, &below)
        chosen = file
      } else {
        let upper = above
        var lower = below.mutableSpan
        SourceOver.lay(upper.span, over: &lower)
        chosen = nil
      }
    }
    if let chosen { return .copied(chosen) }
    keep(side: side)
    return .laid
  }

  /// Calls `body` with the file of a picture's pixels.
  func encode(_ buffer: PixelBuffer, _ body: (Span<UInt8>) throws -> Void) throws {
    let side = buffer.side(of: buffer.count * 4)
    let encoder =
      self.encoder.flatMap { $0.side == side ? $0 : nil }
      ?? TileEncoder(side: side, compression: compression)
    self.encoder = encoder
    encoder.encode(buffer)
    try encoder.withBytes(body)
  }

  private func keep(side: Int) {
    if buffer.count != side * side {
      buffer = PixelBuffer(count: side * side)
      scratch = PixelBuffer(count: side * side)
    }
    let pixels = below
    buffer.fill(from: unsafe pixels.span.bytes)
  }

  private func isClear(_ pixels: [UInt8]) -> Bool {
    let samples = pixels.span
    for place in stride(from: 3, to: samples.count, by: 4) where samples[place] > 0 {
      return false
    }
    return true
  }

  private func isOpaque(_ pixels: [UInt8]) -> Bool {
    let samples = pixels.span
    for place in stride(from: 3, to: samples.count, by: 4) where samples[place] < 255 {
      return false
    }
    return true
  }
}

extension PixelBuffer {
  /// The side of a square picture of so many bytes.
  fileprivate func side(of byteCount: Int) -> Int {
    Int(Double(byteCount / 4).squareRoot().rounded())
  }
}
