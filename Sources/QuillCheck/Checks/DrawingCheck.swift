import QuillCore

/// Tells which tiles the second walk compares with which.
struct DrawingCheck: Sendable {
  private let tiles: Inventory
  private let made: Inventory?
  private let comparesChildren: Bool
  private let looksForSeams: Bool

  /// The zoom whose pixels are the drawing's own; below it, each zoom is the mean of the next.
  private let nativeZoom: Zoom?

  init(context: CheckContext, survey: Survey, book: FindingBook) {
    tiles = survey.tiles
    made = context.record.map { Inventory($0.made) }
    nativeZoom = context.record.flatMap(Self.nativeZoom)
    comparesChildren =
      book.wants(.unlikeChildren) && (context.record == nil || nativeZoom != nil)
    looksForSeams = book.wants(.visibleSeam)
  }

  /// Whether there is anything to compare.
  var isNeeded: Bool { comparesChildren || looksForSeams }

  /// Whether the tile is held against the four below it.
  func comparesChildren(of tile: Tile) -> Bool {
    guard comparesChildren, let deeper = tile.zoom.deeper(by: 1) else { return false }
    if let nativeZoom, deeper > nativeZoom { return false }
    return tile.children.contains { tiles.contains($0) }
  }

  /// The quarters of a tile that can be compared, each with the tile below it.
  ///
  /// The tile is nil where the slicer left it out as clear. Quarters whose tile is missing are
  /// left out.
  func corners(of tile: Tile) -> [(corner: Corner, child: Tile?)] {
    tile.children.compactMap { child in
      let corner = Corner(east: child.x & 1 == 1, south: child.y & 1 == 1)
      if tiles.contains(child) { return (corner, child) }
      guard let made, !made.contains(child) else { return nil }
      return (corner, nil)
    }
  }

  /// The neighbours to the east and then to the south that the set has.
  func neighbours(of tile: Tile) -> [(tile: Tile, edge: PictureSeam.Edge)] {
    guard looksForSeams else { return [] }
    let east = Tile(zoom: tile.zoom, x: tile.x + 1, y: tile.y).map { ($0, PictureSeam.Edge.east) }
    let south = Tile(zoom: tile.zoom, x: tile.x, y: tile.y + 1).map { ($0, PictureSeam.Edge.south) }
    return [east, south].compactMap { $0 }.filter { tiles.contains($0.0) }
  }

  /// The drawing's own zoom, nil where the zooms below it are no exact means: those that were
  /// shrunk in another way, or put over a background.
  private static func nativeZoom(_ record: SliceRecord) -> Zoom? {
    guard record.options.shrink == "average", record.options.background == nil else { return nil }
    return record.options.nativeZoom
  }
}

/// A quarter of a tile.
struct Corner: Hashable, Sendable {
  let east: Bool
  let south: Bool
}

/// How far a tile is from the mean of the four below it.
///
/// Colours are compared times alpha, on the scale 0…255, since that is what an eye sees. Each
/// pixel of either zoom is the drawing's exact mean, off by at most 1 in alpha and 1 in colour times
/// alpha; the mean of four such pixels is off by at most 1 again. So an honest tile differs from
/// its children by at most 2.
struct ChildDifference {
  /// The largest difference that rounding explains.
  static let tolerance = 2

  /// Pixels that differ by more.
  private(set) var pixels = 0

  /// The largest difference, rounded up.
  private(set) var largest = 0

  /// Compares a quarter of the parent with the child below it, or with nothing where that is clear.
  ///
  /// Pictures that do not fit one another are not compared: their sizes have findings already.
  mutating func compare(_ parent: TilePicture, corner: Corner, with child: TilePicture?) {
    let (width, height) = (parent.width / 2, parent.height / 2)
    guard width * 2 == parent.width, height * 2 == parent.height,
      child.map({ $0.width == parent.width && $0.height == parent.height }) ?? true
    else { return }
    let left = corner.east ? width : 0
    let top = corner.south ? height : 0
    for y in 0..<height {
      for x in 0..<width {
        let place = ((top + y) * parent.width + left + x) * 4
        let sums = child.map { Self.sums($0, x: 2 * x, y: 2 * y) } ?? SIMD4(repeating: 0)
        let alpha = Int32(parent.pixels[place + 3])
        let own = SIMD4(
          Int32(parent.pixels[place]) * alpha, Int32(parent.pixels[place + 1]) * alpha,
          Int32(parent.pixels[place + 2]) * alpha, alpha * 255)
        note(own &* 4 &- sums)
      }
    }
  }

  /// Four pixels' colours times alpha, and alphas times 255, added up.
  private static func sums(_ picture: TilePicture, x: Int, y: Int) -> SIMD4<Int32> {
    var sums = SIMD4<Int32>(repeating: 0)
    for row in y...y + 1 {
      for column in x...x + 1 {
        let place = (row * picture.width + column) * 4
        let alpha = Int32(picture.pixels[place + 3])
        sums &+= SIMD4(
          Int32(picture.pixels[place]) * alpha, Int32(picture.pixels[place + 1]) * alpha,
          Int32(picture.pixels[place + 2]) * alpha, alpha * 255)
      }
    }
    return sums
  }

  /// Takes in a difference of four pixels' sums: 4 × 255 to one step of a channel.
  private mutating func note(_ difference: SIMD4<Int32>) {
    let unit = 4 * 255
    let most = Int(max(abs(difference.min()), abs(difference.max())))
    guard most > Self.tolerance * unit else { return }
    pixels += 1
    largest = max(largest, (most + unit - 1) / unit)
  }
}
