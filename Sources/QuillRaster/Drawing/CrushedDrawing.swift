package import QuillCore

/// Reads a drawing from a PNG that Xcode rewrote for apps (CgBI), whole into memory.
package final class CrushedDrawing: DrawingFormat {
  package let size: PixelSize
  package let needByteCount: Int
  package let notes: [DrawingNote]

  package var canBeTransparent: Bool { true }
  package var orientation: Orientation { .upright }
  package var profile: (name: String, bytes: [UInt8])? { nil }

  private let pixels: [UInt8]
  private var row = 0

  /// Reads a file.
  ///
  /// - Throws: `PNGError.tooLarge` when the picture needs more than `memoryLimit` bytes, twice those
  ///   of its pixels; else what is wrong with it.
  package init(path: String, memoryLimit: Int = .max) throws {
    guard let file = try FileSystem.read(path) else { throw PNGError.unreadable(code: 2) }
    var reader = TileReader(memoryLimit: max(1, memoryLimit))
    var pixels: [UInt8] = []
    let facts = try reader.read(file.span, into: &pixels)
    size = PixelSize(width: facts.header.width, height: facts.header.height)
    needByteCount = pixels.count
    notes = [.crushed] + (facts.trailingByteCount > 0 ? [.trailingBytes] : [])
    self.pixels = pixels
  }

  package func readRows(_ count: Int, into bytes: inout MutableRawSpan) throws {
    precondition(row + count <= size.height, "more rows were asked for than the picture has")
    let start = row * size.width * 4
    for place in 0..<count * size.width * 4 {
      bytes.storeBytes(of: pixels[start + place], toByteOffset: place, as: UInt8.self)
    }
    row += count
  }

  package func finish() throws {}
}
