import Foundation
import QuillCore
import QuillRaster

/// The uncompressed file of libvips: 64 bytes of header, then 8-bit samples row by row.
final class RawPicture {
  let size: PixelSize

  /// Samples a pixel: 3, or 4 with alpha.
  let bands: Int

  private let file: FileHandle

  /// Opens a file that `vips copy` wrote on this machine.
  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try file.read(upToCount: 64), header.count == 64
    else { throw BenchOptions.Failure(description: "\(path): is no libvips picture") }
    func number(at place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(header[place + $1]) << (8 * $1) }
    }
    size = PixelSize(width: number(at: 4), height: number(at: 8))
    bands = number(at: 12)
    self.file = file
    guard bands == 3 || bands == 4 else {
      throw BenchOptions.Failure(description: "\(path): has \(bands) samples a pixel")
    }
  }

  /// The next rows as RGBA.
  func readRows(_ count: Int) throws -> [UInt8] {
    let byteCount = count * size.width * bands
    guard let data = try file.read(upToCount: byteCount), data.count == byteCount else {
      throw BenchOptions.Failure(description: "the libvips picture ends early")
    }
    let samples = [UInt8](data)
    guard bands == 3 else { return samples }
    var pixels = [UInt8](repeating: 255, count: count * size.width * 4)
    for pixel in 0..<(count * size.width) {
      for channel in 0..<3 { pixels[pixel * 4 + channel] = samples[pixel * 3 + channel] }
    }
    return pixels
  }
}
