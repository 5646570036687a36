public import QuillCore

/// Tiles painted below a guide: the tiles of its zoom, or parts of shallower ones enlarged.
final class GuideGround {
  private let source: any TileSource
  private let frame: TileFrame
  private let side: Int
  private var reader = TileReader()

  /// The tile decoded last: its neighbours often show parts of it too.
  private var held: Tile?
  private var size = PixelSize(width: 1, height: 1)
  private var pixels: [UInt8] = []

  init(_ source: any TileSource, frame: TileFrame, side: Int) {
    self.source = source
    self.frame = frame
    self.side = side
  }

  /// Paints a row of tiles as far as the band reaches.
  func paint(_ row: Int, on band: inout PaintBand) throws {
    for column in 0..<frame.columnCount {
      let x = (frame.firstColumn + column) % frame.zoom.tilesPerSide
      guard let tile = Tile(zoom: frame.zoom, x: x, y: frame.rows.lowerBound + row),
        let part = try hold(tile)
      else { continue }
      paint(part, column * side, row * side, on: &band)
    }
  }

  /// Decodes the tile, or the nearest shallower one that is there, and says what part of it shows.
  private func hold(_ tile: Tile) throws -> TilePart? {
    var next: Tile? = tile
    while let candidate = next {
      if candidate == held { return TilePart(of: tile, in: candidate) }
      if let bytes = try source.bytes(of: TilePath(candidate)) {
        do throws(PNGError) {
          let header = try reader.read(bytes.span, into: &pixels).header
          size = PixelSize(width: header.width, height: header.height)
        } catch {
          throw GuideError.badTile(candidate, error)
        }
        held = candidate
        return TilePart(of: tile, in: candidate)
      }
      next = candidate.parent
    }
    return nil
  }

  /// Copies for each pixel the one of the picture in which its middle lies.
  private func paint(_ part: TilePart, _ left: Int, _ top: Int, on band: inout PaintBand) {
    let step = part.side / Double(side)
    for y in (top..<top + side).clamped(to: band.rows) {
      let line = Int((part.y + (Double(y - top) + 0.5) * step) * Double(size.height))
      for x in 0..<side {
        let column = Int((part.x + (Double(x) + 0.5) * step) * Double(size.width))
        let place = (line * size.width + column) * 4
        band.set(
          left + x, y, red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2],
          alpha: pixels[place + 3])
      }
    }
  }
}

/// Why a guide cannot be made.
public enum GuideError: Error, Equatable, Sendable {
  /// A tile to be painted below it cannot be read.
  case badTile(Tile, PNGError)
}

extension GuideError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badTile(let tile, let error): "\(tile): \(error)"
    }
  }
}
