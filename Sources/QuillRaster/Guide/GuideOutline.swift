import QuillCore

/// Straight pieces of lines on a guide, in pixels, to be painted band by band.
struct GuideOutline {
  /// A piece from one point to another.
  private struct Piece {
    let start: PixelPoint
    let end: PixelPoint

    /// Where it is highest.
    var top: Double { min(start.y, end.y) }
    var bottom: Double { max(start.y, end.y) }
  }

  /// Half of a line's width in pixels.
  private static let reach = 1.5

  private let colour: PaintColour

  /// Sorted by their tops.
  private let pieces: [Piece]

  /// The lines that are near a canvas; the others are left out.
  init(_ lines: [[PixelPoint]], _ colour: PaintColour, on size: PixelSize) {
    self.colour = colour
    let far = Self.reach + 1
    pieces = lines.flatMap { line in
      zip(line, line.dropFirst()).map { Piece(start: $0, end: $1) }
    }
    .filter { piece in
      max(piece.start.x, piece.end.x) >= -far && piece.bottom >= -far
        && min(piece.start.x, piece.end.x) <= Double(size.width) + far
        && piece.top <= Double(size.height) + far
    }
    .sorted { $0.top < $1.top }
  }

  /// Paints what of it lies in the band.
  func paint(on band: inout PaintBand) {
    let top = Double(band.rows.lowerBound) - Self.reach - 1
    let bottom = Double(band.rows.upperBound) + Self.reach + 1
    for piece in pieces {
      if piece.top > bottom { break }
      if piece.bottom >= top { paint(piece, on: &band) }
    }
  }

  private func paint(_ piece: Piece, on band: inout PaintBand) {
    let far = Self.reach + 1
    let first = max(band.rows.lowerBound, Int(max(piece.top - far, -1)))
    let end = min(band.rows.upperBound, Int(min(piece.bottom + far, 1e9)) + 1)
    guard first < end else { return }
    for y in first..<end {
      let middle = Double(y) + 0.5
      guard let span = span(of: piece, from: middle - far, to: middle + far) else { continue }
      let left = max(0, Int(max(span.lowerBound - far, -1)))
      let right = min(band.width, Int(min(span.upperBound + far, 1e9)) + 1)
      guard left < right else { continue }
      for x in left..<right {
        let away = distance(from: piece, x: Double(x) + 0.5, y: middle)
        let cover = min(max(Self.reach + 0.5 - away, 0), 1)
        band.paint(x, y, colour, cover: Int(cover * 255))
      }
    }
  }

  /// From where to where the piece goes, left to right, between two heights; nil for nowhere.
  private func span(of piece: Piece, from top: Double, to bottom: Double) -> ClosedRange<Double>? {
    guard piece.top <= bottom, piece.bottom >= top else { return nil }
    let (start, end) = (piece.start, piece.end)
    func across(at height: Double) -> Double {
      guard end.y != start.y else { return start.x }
      let part = min(max((height - start.y) / (end.y - start.y), 0), 1)
      return start.x + part * (end.x - start.x)
    }
    if abs(end.y - start.y) < 1e-9 {
      return min(start.x, end.x)...max(start.x, end.x)
    }
    let ends = [across(at: top), across(at: bottom)]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// The distance to the nearest point of a piece.
  private func distance(from piece: Piece, x: Double, y: Double) -> Double {
    let (across, down) = (piece.end.x - piece.start.x, piece.end.y - piece.start.y)
    let length = across * across + down * down
    let along = (x - piece.start.x) * across + (y - piece.start.y) * down
    let part = length > 0 ? min(max(along / length, 0), 1) : 0
    let (aside, above) = (x - piece.start.x - part * across, y - piece.start.y - part * down)
    return (aside * aside + above * above).squareRoot()
  }
}
