import Dispatch
import Foundation
import QuillCore
import QuillRaster

/// Writes a drawing to a PNG, a few rows at a time.
package enum ArtDrawing {
  /// Rows that one thread paints at a time.
  private static let strip = 64

  /// Paints and writes the drawing of a seed; nothing may be at the path.
  package static func write(
    _ style: ArtStyle, size: Int, seed: UInt64, to path: String, jobs: Int
  ) throws {
    let painter = ArtPainter(style: style, size: size, seed: seed)
    let writer = try DrawingWriter(
      path: path, size: PixelSize(width: size, height: size), isOpaque: style.isOpaque, jobs: jobs)
    while writer.remainingRowCount > 0 {
      let first = writer.writtenRowCount
      let strips = Strips()
      DispatchQueue.concurrentPerform(iterations: jobs) { number in
        let start = first + number * strip
        let end = min(start + strip, size)
        if start < end { strips.put(painter.paint(rows: start..<end), number) }
      }
      for number in 0..<jobs {
        guard let pixels = strips.take(number) else { break }
        try writer.writeRows(pixels.count / size, from: unsafe pixels.span.bytes)
      }
    }
    try writer.finish()
  }

  /// Painted rows, handed from their threads to the one that writes.
  private final class Strips: @unchecked Sendable {
    private let lock = NSLock()
    private var painted: [Int: [UInt32]] = [:]

    func put(_ pixels: [UInt32], _ number: Int) { lock.withLock { painted[number] = pixels } }

    func take(_ number: Int) -> [UInt32]? { lock.withLock { painted[number] } }
  }
}
