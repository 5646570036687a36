internal import QuillCore

/// One thread's way from a tile to its pixels; keeps its memory from tile to tile.
final class TilePixels: @unchecked Sendable {
  /// The pixels of the tile decoded last, RGBA from the top without gaps.
  private(set) var pixels: [UInt8] = []

  private let source: any TileSource
  private var reader = TileReader()

  init(_ source: any TileSource) { self.source = source }

  /// The bytes of a tile that is there.
  func bytes(of tile: Tile) throws -> [UInt8] {
    guard let bytes = try source.bytes(of: TilePath(tile)) else { throw StitchError.vanished(tile) }
    return bytes
  }

  /// What a tile's file tells beside its pixels.
  func inspect(_ bytes: [UInt8], of tile: Tile) throws(StitchError) -> PNGFacts {
    do throws(PNGError) {
      return try reader.inspect(bytes.span)
    } catch {
      throw .badTile(tile, error)
    }
  }

  /// Decodes a tile into `pixels`, and says how large it is.
  func decode(_ bytes: [UInt8], of tile: Tile) throws(StitchError) -> PixelSize {
    do throws(PNGError) {
      let header = try reader.read(bytes.span, into: &pixels).header
      return PixelSize(width: header.width, height: header.height)
    } catch {
      throw .badTile(tile, error)
    }
  }

  /// Whether every alpha of the tile decoded last is 255.
  var isOpaque: Bool {
    var least: UInt8 = 255
    let pixels = pixels
    let samples = pixels.span
    for place in stride(from: 3, to: samples.count, by: 4) { least = min(least, samples[place]) }
    return least == 255
  }
}
