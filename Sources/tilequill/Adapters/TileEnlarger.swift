import QuillCore
import QuillRaster

/// Enlarges parts of tiles for the preview: between pixels, colours go over into one another.
struct TileEnlarger: TileEnlarging {
  func enlarge(_ part: TilePart, of bytes: [UInt8]) throws -> [UInt8] {
    var reader = TileReader()
    var pixels: [UInt8] = []
    let header = try reader.read(bytes.span, into: &pixels).header
    let side = max(header.width, header.height)
    let columns = Axis(from: part.x, span: part.side, pixels: header.width, count: side)
    let rows = Axis(from: part.y, span: part.side, pixels: header.height, count: side)
    var enlarged = [UInt8](repeating: 0, count: side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let colour = Self.mixed(pixels, width: header.width, columns.steps[x], rows.steps[y])
        let place = (y * side + x) * 4
        for channel in 0..<4 { enlarged[place + channel] = colour[channel] }
      }
    }
    return Self.encoded(enlarged, side: side)
  }

  /// Between which two pixels of the tile each pixel lies, and how near the second.
  private struct Axis {
    struct Step {
      let first: Int
      let second: Int
      let weight: Double
    }

    let steps: [Step]

    init(from start: Double, span: Double, pixels: Int, count: Int) {
      let scale = Double(pixels) * span / Double(count)
      steps = (0..<count).map { index in
        // Pixels have their colour in their middle.
        let place = start * Double(pixels) + (Double(index) + 0.5) * scale - 0.5
        let clamped = min(max(place, 0), Double(pixels - 1))
        let first = Int(clamped)
        return Step(
          first: first, second: min(first + 1, pixels - 1), weight: clamped - Double(first))
      }
    }
  }

  /// The mean of four pixels, their colours weighted by alpha.
  private static func mixed(
    _ pixels: [UInt8], width: Int, _ column: Axis.Step, _ row: Axis.Step
  ) -> SIMD4<UInt8> {
    var sum = SIMD4<Double>.zero
    let corners = [
      (column.first, row.first, (1 - column.weight) * (1 - row.weight)),
      (column.second, row.first, column.weight * (1 - row.weight)),
      (column.first, row.second, (1 - column.weight) * row.weight),
      (column.second, row.second, column.weight * row.weight),
    ]
    for (x, y, weight) in corners where weight > 0 {
      let place = (y * width + x) * 4
      let alpha = Double(pixels[place + 3]) * weight
      sum.x += Double(pixels[place]) * alpha
      sum.y += Double(pixels[place + 1]) * alpha
      sum.z += Double(pixels[place + 2]) * alpha
      sum.w += alpha
    }
    guard sum.w >= 0.5 else { return .zero }
    let colour = SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w)
    return SIMD4<UInt8>(clamping: SIMD4<Int>(colour.rounded(.toNearestOrEven)))
  }

  private static func encoded(_ pixels: [UInt8], side: Int) -> [UInt8] {
    let buffer = PixelBuffer(count: side * side)
    buffer.fill(from: unsafe pixels.span.bytes)
    let encoder = TileEncoder(side: side, compression: .fast)
    encoder.encode(buffer)
    return encoder.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
